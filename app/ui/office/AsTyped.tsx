import { Fragment } from "react";
import type { Problem } from "~/http/answers/forms.server";
import { Checkbox } from "../form/choices";

/**
 * Below an address that was asked about (kernel/mail-slip.ts): that it is right as it was typed. The answer holds for that
 * address alone, which goes with it. Nothing where nothing was asked.
 */
export function AsTyped({
  of: name,
  label,
  problem,
}: {
  /** The address's field. */
  of: string;
  label: string;
  problem?: Problem | null | undefined;
}) {
  const typed = problem?.values[name];
  const unsure = problem?.values["unsure"];
  if (typeof typed !== "string" || typeof unsure !== "string" || unsure === "" || unsure !== typed.trim()) return null;
  return (
    <Fragment key={unsure}>
      <input type="hidden" name="unsure" defaultValue={unsure} />
      <Checkbox name="asTyped" label={label} problem={problem} />
    </Fragment>
  );
}
