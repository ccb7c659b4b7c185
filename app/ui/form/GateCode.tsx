import { Field } from "./Field";
import type { Answers } from "./values";

/** What opens the gate, apart from the note: the driver finds it beside the address, and no message repeats it. */
export function GateCode({ maxLength, ...answers }: Answers & { maxLength: number }) {
  return (
    <Field
      {...answers}
      name="gateCode"
      label="Gate code (optional)"
      hint="Only the driver and our office see it."
      className="short"
      maxLength={maxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
