export { rereadAfterRefusal } from "./after-refusal";
export { CheckboxGroup, Checkbox, RadioCards, type Choice } from "./choices";
export { ErrorSummary } from "./ErrorSummary";
export { Field, FieldError, FieldNote, SelectField, TextareaField } from "./Field";
export { Money, Notice, SubmitButton } from "./parts";
export { useProblem } from "./use-problem";
export { useHydrated } from "./use-hydrated";
export { describedBy, errorOf, listOf, noteOf, valueOf, type Answers, type Notes, type Values } from "./values";
