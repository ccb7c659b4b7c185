import { Form } from "@remix-run/react";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { ErrorSummary, SubmitButton, useHydrated, type Answers, type Notes, type Values } from "../form";
import { AdditionalFields, AdditionalIntro, AdditionalSummary } from "./AdditionalForm";
import { manageAddress } from "./addresses";
import { useAdditional } from "./use-additional";

/** The specification's dialog as a page of its own: the way without scripts, and from the booking's page. */
export function AdditionalPage({
  number,
  offer,
  values,
  notes,
  elsewhere,
  problem,
}: { number: string; offer: AdditionalOffer; values: Values; notes: Notes; elsewhere: string } & Pick<
  Answers,
  "problem"
>) {
  const answers = { problem, values, notes };
  const live = useAdditional(offer, answers);
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">Booking {number}</p>
      <h1>Request an additional dumpster</h1>
      <AdditionalIntro number={number} offer={offer} />
      <Form method="post" noValidate ref={live.form} onInput={live.update}>
        <AdditionalFields {...answers} offer={offer} line={live.line} />
        <AdditionalSummary sums={live.price} offer={offer}>
          <UpdatePrice />
        </AdditionalSummary>
        <p className="actions">
          <SubmitButton intent="continue" busyLabel="Processing...">
            Proceed to Payment
          </SubmitButton>{" "}
          <a className="button secondary" href={manageAddress(number)}>
            Cancel
          </a>
        </p>
      </Form>
      <p className="soft">
        Other days, or another place? <a href={elsewhere}>Make a new booking</a>.
      </p>
    </div>
  );
}

/** Asks for the price of what is chosen where scripts do not run; a line of the same height where they do. */
function UpdatePrice() {
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
