import { Form } from "@remix-run/react";
import { NOT_ENOUGH, notEnoughText } from "~/domain/inventory/words";
import { formatDay, type Day } from "~/domain/kernel/days";
import { paths } from "~/paths";
import { SubmitButton } from "../form";
import { telLink, type FocusedFacts } from "../frame/facts";
import { StepHeading } from "./parts";

/** The draft is gone, expired, or belongs to another browser. An expired one of this browser can be taken up again. */
export function DraftExpired({ facts, canContinue }: { facts: FocusedFacts; canContinue: boolean }) {
  return (
    <div className="stack max-w-2xl">
      <StepHeading title={canContinue ? "This booking has been waiting for a while" : "This booking has ended"}>
        {canContinue
          ? "Everything you typed is still here. Prices and free days may have changed, so we check them again."
          : "An unfinished booking is kept for a while only, and in the browser that began it. Nothing was charged."}
      </StepHeading>
      {!canContinue && (
        <p>
          Did you save a link or get one by email? Open it to go on. Otherwise start again; it takes two minutes. The
          booking needs cookies; please allow them for this site.
        </p>
      )}
      <div className="actions">
        {canContinue && (
          <Form method="post">
            <SubmitButton intent="continue" className="button">
              Continue with my answers
            </SubmitButton>
          </Form>
        )}
        <a className={canContinue ? "button secondary" : "button"} href={paths.book.project()} accessKey="3">
          Start a new booking
        </a>{" "}
        <a className="button secondary" href={telLink(facts.phone)}>
          Call {facts.phone}
        </a>
      </div>
    </div>
  );
}

export interface SoldOutView {
  size: number;
  /** How many of the size are free for the days wanted. */
  availableCount: number;
  /** Addresses of the steps where size or day can be changed. */
  change: { project: string; schedule: string };
  /** The next days on which the whole order could be delivered. */
  otherDays: Day[];
}

/** There are not enough dumpsters; the first sentence is the specification's (section 8). */
export function SoldOut({ view, facts }: { view: SoldOutView; facts: FocusedFacts }) {
  return (
    <div className="stack max-w-2xl">
      <StepHeading title={NOT_ENOUGH}>{notEnoughText(view)}</StepHeading>
      <p>
        Nothing was charged, and everything you typed is kept. Choose another day or another size, or call us: we may be
        able to move a pickup.
      </p>
      {view.otherDays.length > 0 && (
        <>
          <p>These days would work:</p>
          <ul>
            {view.otherDays.map((on) => (
              <li key={on}>{formatDay(on)}</li>
            ))}
          </ul>
        </>
      )}
      <p className="actions">
        <a className="button" href={view.change.schedule} accessKey="3">
          Choose another day
        </a>{" "}
        <a className="button secondary" href={view.change.project}>
          Choose another size
        </a>{" "}
        <a className="button secondary" href={telLink(facts.phone)}>
          Call {facts.phone}
        </a>
      </p>
    </div>
  );
}
