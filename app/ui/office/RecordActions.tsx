import { Form } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";
import { formatCents } from "~/domain/kernel/money";
import { BY_HAND, type PaymentMethod } from "~/domain/payments/methods";
import type { PermitFacts } from "~/domain/schedule/placement-rules";
import { Field, SubmitButton, TextareaField } from "~/ui/form";
import { crmPaths } from "~/crm-paths";
import type { Day } from "~/domain/kernel/days";
import { JOB_KIND } from "~/domain/states/job-labels";
import type { JobKind } from "~/domain/states/transitions";
import { Panel, ShortDay } from "./bits";
import { byKey } from "./Keys";

export interface CancelOffer {
  /** Null: the whole booking. */
  unitId: string | null;
  label: string;
  percent: number;
  fee: number;
  /** Of the fee, what is for visits in vain. */
  trip: number;
  refund: number;
  /** The ways on which it goes back. */
  by: readonly PaymentMethod[];
  /** What they have back already, from their bank or from Stripe’s dashboard: it goes back no second time. */
  already: number;
  /** What their account has less of it; null where it was paid by card. */
  offAccount: number | null;
}

/** A job that can have another day. `unit`: which dumpster's, where there are several. */
export interface MovableJob {
  id: string;
  kind: JobKind;
  day: Day;
  unit: number | null;
}

/** Each leads to its panel on the board, where the days and what speaks against them stand. */
function AnotherDay({ jobs }: { jobs: MovableJob[] }) {
  return (
    <details open={jobs.length <= 2}>
      <summary>Another day</summary>
      <ul className="lines">
        {jobs.map(({ id, kind, day, unit }) => (
          <li key={id}>
            <a href={crmPaths.dispatch(day, id)}>
              Another day for the {JOB_KIND[kind].toLowerCase()}
              {unit !== null && ` of unit ${unit}`}
            </a>
            , now <ShortDay day={day} />
          </li>
        ))}
      </ul>
      <p className="hint">Opens the job on the dispatch board. A delivery takes its pickup along.</p>
    </details>
  );
}

const tripWords = ({ trip }: CancelOffer) => (trip > 0 ? ` Dry-run fee: ${formatCents(trip)}.` : "");

const waysOf = ({ by }: CancelOffer) =>
  by.map((method) => (method === "card" ? "by card" : BY_HAND[method])).join(" and ");

const alreadyWords = ({ already }: CancelOffer) =>
  already > 0 ? ` They have back already: ${formatCents(already)}.` : "";

/** What was refused of cancelling just this: its words stand in its own form again. */
function about(problem: Problem | null | undefined, { unitId }: CancelOffer): Problem | null {
  const isIt = problem?.values["intent"] === "cancel" && (problem.values["unitId"] ?? "") === (unitId ?? "");
  return isIt ? problem : null;
}

/** One of several such fields in the page: the one that was refused has the name's own id, to which the summary leads. */
function CancelWhy({ offer, problem }: { offer: CancelOffer; problem: Problem | null }) {
  if (problem) return <Field name="why" label="Why?" aria-required problem={problem} />;
  const id = `why-${offer.unitId ?? "all"}`;
  return (
    <div className="field">
      <label htmlFor={id}>Why?</label>
      <input id={id} name="why" className="input" aria-required />
    </div>
  );
}

/** What the office may do with the booking: hold, cancel whole or by unit. Each fee is shown before it is taken. */
export function RecordActions({
  offers,
  movable,
  onHold,
  finished,
  isPayable,
  notes,
  sendable,
  email,
  byText,
  permit,
  problem,
}: {
  offers: CancelOffer[];
  movable: MovableJob[];
  onHold: string | null;
  finished: boolean;
  /** It is not paid yet, and its link leads to signing and paying. */
  isPayable: boolean;
  /** How many notes there are: after each the field is empty again. */
  notes: number;
  /** What can be sent to the customer once more, and where to. */
  sendable: "link" | "papers" | null;
  email: string;
  byText: boolean;
  /** For a place on the street: what is known of its permit, and what is wrong with it. Null where none is needed. */
  permit: (PermitFacts & { wrong: string | null }) | null;
  problem?: Problem | null;
}) {
  return (
    <Panel title="Actions" id="actions">
      <details open={problem?.values["intent"] === "note"}>
        <summary {...byKey("w", "Write a note")}>Write a note</summary>
        <Form method="post" key={notes}>
          <TextareaField name="note" label="For the others" rows={3} problem={problem} />
          <SubmitButton intent="note" className="button secondary">
            Keep the note
          </SubmitButton>
        </Form>
      </details>
      {movable.length > 0 && <AnotherDay jobs={movable} />}
      {sendable && (
        <Form method="post" className="again">
          <SubmitButton intent="resend" className="button secondary">
            {sendable === "link" ? "Send the link again" : "Send the papers again"}
          </SubmitButton>
          <p className="hint">
            {sendable === "link"
              ? "To sign, and to pay if it is by card. "
              : "Invoice, agreement and what comes next. "}
            {email ? `To ${email}${sendable === "link" && byText ? ", and by text" : ""}.` : "By text message."}
          </p>
        </Form>
      )}
      {onHold ? (
        <Form method="post" className="stack">
          <p>
            <span className="strong">On hold:</span> {onHold}
          </p>
          <SubmitButton intent="release" className="button secondary">
            Take off hold
          </SubmitButton>
        </Form>
      ) : (
        !finished && (
          <details open={problem?.values["intent"] === "hold"}>
            <summary {...byKey("h", "Put on hold")}>Put on hold</summary>
            <Form method="post">
              <p className="hint">
                Until you take it off, no truck leaves for it, no proposal gives it out, and its customer is not
                reminded. Nor are they told of it: where a truck was due today or tomorrow, that is a task to call them.
                {isPayable && " It is not paid yet: its link stays open, and says nothing of the hold."}
              </p>
              <Field name="holdReason" label="Why?" aria-required problem={problem} />
              <SubmitButton intent="hold" className="button secondary">
                Put on hold
              </SubmitButton>
            </Form>
          </details>
        )
      )}
      {permit && !finished && (
        <details
          open={permit.permit_number === null || permit.wrong !== null || problem?.values["intent"] === "permit"}
        >
          <summary {...byKey("p", "Street permit")}>Street permit</summary>
          <Form method="post">
            {permit.permit_number !== null && permit.wrong && <p className="notice warn">{permit.wrong}</p>}
            <p className="hint">No truck leaves for the street without the permit’s number and its days.</p>
            <Field
              name="permitNumber"
              label="Number"
              required
              maxLength={60}
              problem={problem}
              values={{ permitNumber: permit.permit_number ?? "" }}
            />
            <Field
              name="permitFrom"
              type="date"
              label="First day"
              required
              problem={problem}
              values={{ permitFrom: permit.permit_from ?? "" }}
            />
            <Field
              name="permitUntil"
              type="date"
              label="Last day"
              required
              problem={problem}
              values={{ permitUntil: permit.permit_until ?? "" }}
            />
            <SubmitButton intent="permit" className="button secondary">
              Save the permit
            </SubmitButton>
          </Form>
        </details>
      )}
      {offers.map((offer) => (
        <details key={offer.unitId ?? "all"} open={about(problem, offer) !== null}>
          <summary {...byKey("x", "Cancel, after seeing the fee")}>{offer.label}</summary>
          <Form method="post">
            <input type="hidden" name="unitId" value={offer.unitId ?? ""} />
            <input type="hidden" name="expectedFee" value={offer.fee} />
            <input type="hidden" name="expectedRefund" value={offer.refund} />
            <p>
              {offer.offAccount !== null ? (
                <>
                  Fee {offer.percent}%: <b>{formatCents(offer.fee - offer.trip)}</b>.{tripWords(offer)} Taken off their
                  account: <b>{formatCents(offer.offAccount)}</b>.
                  {offer.refund > 0 && ` Refund ${waysOf(offer)}: ${formatCents(offer.refund)}.`}
                  {alreadyWords(offer)}
                </>
              ) : offer.refund + offer.fee + offer.already === 0 ? (
                "Nothing was paid, so nothing is refunded."
              ) : (
                <>
                  Fee {offer.percent}%: <b>{formatCents(offer.fee - offer.trip)}</b>.{tripWords(offer)}
                  {alreadyWords(offer)} Refund: <b>{formatCents(offer.refund)}</b>.
                </>
              )}
            </p>
            <CancelWhy offer={offer} problem={about(problem, offer)} />
            <SubmitButton intent="cancel" className="button danger">
              {offer.label}
              {offer.refund > 0 ? ` and refund ${formatCents(offer.refund)}` : ""}
            </SubmitButton>
          </Form>
        </details>
      ))}
      {offers.length === 0 && !finished && <p className="soft">Cancelling is closed: a truck is or was on its way.</p>}
      {finished && <p className="soft">This booking is finished.</p>}
    </Panel>
  );
}
