import type { ReactNode } from "react";
import { SubmitButton } from "../form/parts";
import { useHydrated } from "../form/use-hydrated";

/**
 * The first submit button of a form is the one that Enter presses: an unseen twin of Continue stands before the others.
 * A text browser shows it, so its words say why it is there.
 */
export function ContinueOnEnter() {
  return (
    <button type="submit" name="intent" value="continue" className="unseen" tabIndex={-1} aria-hidden="true">
      Continue with what is filled in below
    </button>
  );
}

export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="stack">
      <h1 tabIndex={-1}>{title}</h1>
      {children && <p className="lead soft">{children}</p>}
    </div>
  );
}

/** Beside a price's heading: asks for the price of what is chosen where scripts do not run; else it follows by itself. */
export function UpdatePriceHere() {
  return useHydrated() ? null : (
    <SubmitButton intent="update" className="text-button">
      Update price
    </SubmitButton>
  );
}
