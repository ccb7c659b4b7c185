export { rereadAfterRefusal } from "./after-refusal";
export { CheckboxGroup, Checkbox, RadioCards, type Choice } from "./choices";
export { ErrorSummary } from "./ErrorSummary";
export { Field, FieldError, SelectField, TextareaField } from "./Field";
export { Money, Notice, SubmitButton } from "./parts";
export { useProblem } from "./use-problem";
export { useHydrated } from "./use-hydrated";
export { errorOf, listOf, valueOf, type Answers, type Values } from "./values";
