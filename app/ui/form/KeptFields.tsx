import type { ComponentType } from "react";
import { KeptPart } from "../kept-part";
import { listOf, type Answers } from "./values";

/**
 * Some fields of a form, one element with all in it: a KeptPart while they are as everybody first sees them, empty and
 * without a problem. `names` are all the fields that `of` shows; `props` what else it hangs on, of few different values.
 */
export function KeptFields<Props extends object>({
  of: Part,
  names,
  answers,
  props,
}: {
  of: ComponentType<Answers & Props>;
  names: readonly string[];
  answers: Answers;
  props: Props;
}) {
  const isFilled = names.some((name) => listOf(name, answers).some(Boolean));
  const apart = isFilled || Boolean(answers.problem) || Boolean(answers.notes);
  return <KeptPart of={Part} props={apart ? { ...answers, ...props } : { values: {}, ...props }} apart={apart} />;
}
