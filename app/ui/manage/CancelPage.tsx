import { Form } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { BY_HAND, type PaymentMethod } from "~/domain/payments/methods";
import { backWords } from "~/domain/payments/refund-words";
import { telLink } from "../frame/facts";
import { ErrorSummary, Notice, SubmitButton, type Answers } from "../form";
import { Unbroken } from "../Unbroken";
import { manageAddress } from "./addresses";

export type CancelRefusalCode = "too_late" | "visited" | "partly" | "nothing_to_cancel" | "changed" | "unreachable";

/** What cancelling would cost now; times as labels, amounts in cents. */
export interface CancelPlan {
  what: string;
  isUnit: boolean;
  /** The rest of a booking of several, of which some were cancelled before: not all that was paid is for it. */
  isRest: boolean;
  isPaid: boolean;
  /** What is taken off their account, cents: what of it nobody has paid, less the fee. Null where it was paid at once. */
  offAccount: Cents | null;
  /** We moved its day, so it is free whenever that is. */
  isMoved: boolean;
  /** We have closed its day since. */
  isClosed: boolean;
  /** Of some of several. */
  isPartlyMoved: boolean;
  percent: number;
  /** Of the fee, what is for visits in vain; cents. */
  trip: Cents;
  paid: Cents;
  fee: Cents;
  refund: Cents;
  /** The ways on which it goes back. */
  by: readonly PaymentMethod[];
  /** Of it, what waits for a bank to decide about its payment (cents), and on which ways that goes back. */
  waits: { cents: Cents; by: readonly PaymentMethod[] };
  /** What they have back already, from their bank for example: it goes back no second time; cents. */
  already: Cents;
  /** They come at different times: the first of them, by which the next two count. Null for one time. */
  first: string | null;
  /** Moved by the customer when cancelling cost something: the least that it costs since, of all of it and of the dearest; percent. */
  floors: { least: number; most: number };
  freeUntil: string;
  lateUntil: string;
  latePercent: number;
  lastPercent: number;
}

/** Why it was not cancelled, in words for the customer. */
export const CANCEL_REFUSED: Record<CancelRefusalCode, string> = {
  too_late: "The truck is already on its way, so this cannot be cancelled online any more. Nothing was changed.",
  visited: "After a visit that could not deliver, cancelling is arranged by phone. Nothing was changed.",
  partly:
    "One of your dumpsters has left already, so the whole booking cannot be cancelled online any more. Each of the others can, on the page of your booking. Nothing was changed.",
  nothing_to_cancel: "There is nothing left to cancel here.",
  changed: "The figures have changed since you opened this page. Nothing was cancelled. Please look at them once more.",
  unreachable:
    "We cannot reach the card company at the moment, and your payment page is still open. Nothing was cancelled. Please try again in a minute.",
};

const HEADING: Record<NonNullable<Props["refused"]>, string> = {
  too_late: "It is too late to cancel online",
  visited: "Cancelling is arranged by phone",
  partly: "It is too late to cancel all of it online",
  nothing_to_cancel: "Nothing to cancel",
};

interface Props extends Pick<Answers, "problem"> {
  number: string;
  refused: Exclude<CancelRefusalCode, "changed" | "unreachable"> | null;
  plan: CancelPlan | null;
  phone: string;
}

/** Fee and refund first, then the button. */
export function CancelPage({ number, refused, plan, problem, phone }: Props) {
  return (
    <div className="narrow page stack">
      <ErrorSummary problem={problem} />
      <p className="eyebrow">Booking {number}</p>
      {plan ? (
        <Plan number={number} plan={plan} />
      ) : (
        <>
          <h1>{refused && HEADING[refused]}</h1>
          <p className="lead">{refused && CANCEL_REFUSED[refused]}</p>
          <p className="actions">
            <a className="button" href={manageAddress(number)}>
              Back to the booking
            </a>{" "}
            <a className="button secondary" href={telLink(phone)}>
              Call {phone}
            </a>
          </p>
        </>
      )}
    </div>
  );
}

function Plan({ number, plan }: { number: string; plan: CancelPlan }) {
  return (
    <>
      <h1>{plan.isUnit ? "Cancel this dumpster?" : "Cancel this booking?"}</h1>
      <p className="lead">{plan.what}</p>
      {plan.isPaid ? (
        <Figures plan={plan} />
      ) : (
        <Notice>
          <p>Nothing was charged, so cancelling costs nothing.</p>
        </Notice>
      )}
      <Form method="post" className="actions">
        <input type="hidden" name="fee" value={plan.fee} />
        <input type="hidden" name="refund" value={plan.refund} />
        <SubmitButton className="button danger">
          {plan.isPaid && plan.refund > 0 ? `Cancel and refund ${formatCents(plan.refund)}` : "Cancel now"}
        </SubmitButton>{" "}
        <a className="button secondary" href={manageAddress(number)}>
          Keep my booking
        </a>
      </Form>
    </>
  );
}

/** Something of it is still on their account; what a company has paid all of is not. */
const isOpen = ({ offAccount, refund, already }: CancelPlan): boolean =>
  offAccount !== null && (offAccount > 0 || refund + already === 0);

function paidLabel(plan: CancelPlan): string {
  if (isOpen(plan)) return "On your account";
  if (plan.isRest) return "What you paid for the rest";
  return plan.isUnit ? "This dumpster’s share of what you paid" : "You paid";
}

const TO_CARD = "Back to the card you paid with. Banks show it within 5–10 business days.";

/** How the refund goes back, and what of it when: as its customer reads it once it is cancelled. */
function refundWords({ by, refund, waits }: CancelPlan): string {
  const words = backWords({ state: "waits", by: waits.by, card: null });
  if (waits.cents === 0) return waysWords(by);
  if (waits.cents === refund) return `It ${words}.`;
  return `${waysWords(by)} ${formatCents(waits.cents)} of it ${words}.`;
}

function waysWords(by: readonly PaymentMethod[]): string {
  const byHand = by.flatMap((method) => (method === "card" ? [] : [BY_HAND[method]]));
  if (byHand.length === 0) return TO_CARD;
  const ways = [...byHand, ...(byHand.length < by.length ? ["to the card you paid with"] : [])];
  return `Back ${ways.join(" and ")}, as you paid. We write when it is out.`;
}

/** "8:00 am" never breaks over a line. */
const whole = (time: string) => time.replace(/ (?=[ap]m\b)/, "\u00A0");

function Figures({ plan }: { plan: CancelPlan }) {
  return (
    <>
      <section className="ticket" aria-labelledby="refund-heading">
        <h2 id="refund-heading">{isOpen(plan) ? "What it does to your account" : "What you get back"}</h2>
        <dl className="sum">
          <div>
            <dt>{paidLabel(plan)}</dt>
            <dd>{formatCents(plan.paid)}</dd>
          </div>
          <div>
            <dt>Cancellation fee ({plan.percent}%)</dt>
            <dd>{formatCents(plan.trip - plan.fee)}</dd>
          </div>
          {plan.trip > 0 && (
            <div>
              <dt>Dry-run fee for our visit</dt>
              <dd>{formatCents(-plan.trip)}</dd>
            </div>
          )}
          {plan.already > 0 && (
            <div>
              <dt>You have back already</dt>
              <dd>{formatCents(-plan.already)}</dd>
            </div>
          )}
          {isOpen(plan) && (
            <div className="total">
              <dt>Taken off your account</dt>
              <dd>{formatCents(plan.offAccount ?? 0)}</dd>
            </div>
          )}
          {(!isOpen(plan) || plan.refund > 0) && (
            <div className="total">
              <dt>Refund</dt>
              <dd>{formatCents(plan.refund)}</dd>
            </div>
          )}
        </dl>
        {plan.refund > 0 && (
          <p className="small soft">
            <Unbroken text={refundWords(plan)} />
          </p>
        )}
      </section>
      <h2>How the fee is counted</h2>
      {plan.isMoved || plan.isClosed ? (
        <p>
          {plan.isMoved ? "We moved your day" : "We cannot come at your time after all"}, so cancelling is free
          {plan.trip > 0 && ", but for our visit before it"}.
        </p>
      ) : (
        <Tiers plan={plan} />
      )}
      {plan.trip > 0 && (
        <p>The dry-run fee for our visit is the one that we told you of. It is kept once, with this.</p>
      )}
      <p className="small soft">All times are New York time.</p>
    </>
  );
}

/** The tiers that can still apply: those below what a late move left behind cannot. */
function Tiers({ plan }: { plan: CancelPlan }) {
  const { first, floors, latePercent, lastPercent, isUnit, isRest } = plan;
  const all = plan.offAccount === null ? "what you paid" : "the total";
  const of = `% of ${isUnit ? "this dumpster’s share" : isRest ? `${all} for the rest` : all}.`;
  const isOneFee = floors.least >= lastPercent;
  return (
    <ul>
      {floors.least > 0 && (
        <li>You moved your day when cancelling cost {floors.least}%: it stays at least that, also with more notice.</li>
      )}
      {first && <li>Your dumpsters come at different times. This counts from the first one, {whole(first)}:</li>}
      {floors.least === 0 && <li>Until {whole(plan.freeUntil)}: free.</li>}
      {!isOneFee && (
        <li>
          Until {whole(plan.lateUntil)}: {Math.max(floors.least, latePercent)}
          {of}
        </li>
      )}
      <li>
        {isOneFee ? `Whenever that is: ${floors.least}${of}` : `After that: ${lastPercent}%.`} Once the truck is on its
        way it cannot be cancelled.
      </li>
      {floors.most > floors.least && <li>Of what you moved when it cost {floors.most}%: at least that.</li>}
      {first && <li>The fee above has each dumpster by its own time.</li>}
      {plan.isPartlyMoved && <li>Of what we moved to another day: free, whenever that is.</li>}
      <li>If we have not come by the end of your delivery time: free.</li>
    </ul>
  );
}
