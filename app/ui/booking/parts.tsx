import type { ReactNode } from "react";
import type { PricingResult } from "~/domain/pricing/types";
import { Money, SubmitButton } from "../form/parts";
import { useHydrated } from "../form/use-hydrated";

/** The first submit button of a form is the one that Enter presses: an unseen twin of Continue comes first. */
export function ContinueOnEnter() {
  return (
    <button type="submit" name="intent" value="continue" className="unseen" tabIndex={-1} aria-hidden="true">
      Continue
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

/** The total once more beside the button, where the price panel is far below it (narrow screens). */
export function TotalSoFar({ price }: { price: PricingResult | null }) {
  const hydrated = useHydrated();
  const known = price !== null && price.items.length > 0;
  return (
    <div className="row mt-6 min-h-16 flex-nowrap min-[60rem]:hidden">
      {known && (
        <p className="face num text-xl">
          Total: <Money cents={price.total} />
        </p>
      )}
      {!hydrated && (
        <SubmitButton intent="update" className="text-button">
          Update price
        </SubmitButton>
      )}
    </div>
  );
}

/** Asks for the price of what is chosen where scripts do not run; a line of the same height where they do. */
export function UpdatePrice() {
  const hydrated = useHydrated();
  return (
    <div className="mt-3 grid min-h-14 items-center">
      {hydrated ? (
        <p className="hint">The price follows what you choose.</p>
      ) : (
        <SubmitButton intent="update" className="button secondary">
          Update price
        </SubmitButton>
      )}
    </div>
  );
}
