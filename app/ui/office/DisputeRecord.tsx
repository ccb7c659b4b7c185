import { Form, Link } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { withSign } from "~/domain/kernel/text";
import { methodWords, type PaymentMethod } from "~/domain/payments/methods";
import type { DisputeState } from "~/domain/states/dispute";
import { answerDueWords, DISPUTE_STATE, disputedWords, type AnswerDue } from "~/domain/states/dispute-words";
import { CHARGE_KIND, CHARGE_STATE, type ChargeKind } from "~/domain/states/labels";
import type { ChargeState } from "~/domain/states/transitions";
import { crmPaths } from "~/crm-paths";
import { SubmitButton, TextareaField, type Answers } from "../form";
import { Facts, Panel, When } from "./bits";

const TONE: Readonly<Record<DisputeState, string>> = {
  inquiry: "wait",
  inquiry_answered: "wait",
  needs_response: "bad",
  under_review: "wait",
  won: "go",
  lost: "bad",
  closed: "done",
};

/** Always a word; the color only helps. */
export function DisputeTag({ state }: { state: DisputeState }) {
  return (
    <span className="states">
      <span className={`state ${TONE[state]}`}>{DISPUTE_STATE[state]}</span>
    </span>
  );
}

/** Beside a booking's state: its payment is in dispute, before anybody sends a truck. */
export function StandingDispute({
  dispute,
}: {
  dispute: { id: string; state: DisputeState; reason: string } | null | undefined;
}) {
  if (!dispute) return null;
  return (
    <Link className="state bad" to={crmPaths.dispute(dispute.id)}>
      {disputedWords(dispute)}
    </Link>
  );
}

export interface DisputeView {
  dispute: {
    id: string;
    state: DisputeState;
    amount: Cents;
    withdrawn: Cents;
    reinstated: Cents;
    opened_at: number;
    closed_at: number | null;
    sent_at: number | null;
    said: string | null;
    refused: string | null;
    written_off_at: number | null;
    stripe_dispute_id: string;
  };
  due: AnswerDue | null;
  claim: string;
  number: string;
  bookingId: string;
  customerId: string;
  name: string;
  card: string | null;
  payment: {
    amount: Cents;
    paid_at: number;
    method: PaymentMethod;
    reference: string | null;
    deposit_batch: string | null;
  };
  charges: { id: string; kind: ChargeKind; state: ChargeState; description: string; amount: Cents; tax: Cents }[];
}

/** What is disputed, and where the money is. */
export function DisputeFacts({ dispute, due, claim, number, name, card, payment, charges }: DisputeView) {
  return (
    <Panel title="What is disputed" id="dispute">
      <Facts
        rows={[
          ["The bank says", claim],
          [
            "Customer",
            <Link key="booking" to={crmPaths.booking(number, "money")}>
              {name}, <span className="num">{number}</span>
            </Link>,
          ],
          ["Disputed", formatCents(dispute.amount)],
          [
            "Payment",
            <span key="payment">
              {formatCents(payment.amount)}, {payment.method === "card" ? (card ?? "card") : methodWords(payment)},{" "}
              <When at={payment.paid_at} year />
            </span>,
          ],
          ["Taken by the bank", dispute.withdrawn > 0 ? formatCents(dispute.withdrawn) : "nothing yet"],
          ...(dispute.reinstated > 0 ? [["Given back", formatCents(dispute.reinstated)] as [string, string]] : []),
          ...(due ? [[answerDueWords(due), <When key="due" at={due.at} year />] as [string, React.ReactElement]] : []),
          ...(dispute.closed_at === null
            ? []
            : [["Ended", <When key="ended" at={dispute.closed_at} year />] as [string, React.ReactElement]]),
          ["Stripe’s number", dispute.stripe_dispute_id],
        ]}
      />
      <ul className="moves">
        {charges.map((charge) => (
          <li key={charge.id}>
            <span>
              {CHARGE_KIND[charge.kind]} ({CHARGE_STATE[charge.state]}): {withSign(charge.description)}
            </span>
            <span className="money">{formatCents(charge.amount + charge.tax)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The answer to the bank: what was sent, or the form that sends it. */
export function DisputeAnswer({
  dispute,
  bookingId,
  customerId,
  can,
  isAdmin,
  problem,
}: Pick<DisputeView, "dispute" | "bookingId" | "customerId"> & {
  can: { answer: boolean; accept: boolean; isOver: boolean; writeOff: boolean; onItsWay: boolean };
  isAdmin: boolean;
} & Pick<Answers, "problem">) {
  const answers = { problem };
  return (
    <Panel title="Our answer" id="answer">
      {dispute.refused && (
        <p className="state bad">Stripe did not take the answer: {dispute.refused}. Put it right and send it again.</p>
      )}
      {dispute.sent_at !== null && (
        <p>
          Sent to the bank on <When at={dispute.sent_at} year />. A bank takes one answer, and often needs two months.
        </p>
      )}
      {can.isOver && (
        <p className="notice warn">
          The time to answer is over. The bank takes nothing any more, and decides without us: mostly for its customer.
        </p>
      )}
      {can.onItsWay && <p>The evidence is being packed and sent. This page says so when the bank has it.</p>}
      {dispute.said && (dispute.sent_at !== null || can.onItsWay) && <blockquote>{dispute.said}</blockquote>}
      <p>
        <a href={crmPaths.evidence(dispute.id)}>
          {dispute.sent_at === null ? "Read the evidence as it is now (PDF)" : "The evidence that was sent (PDF)"}
        </a>
      </p>
      {can.answer && (
        <Form method="post" className="stack">
          <TextareaField
            name="note"
            label="What happened, in your words"
            hint="The bank reads this first: when we delivered, what the customer said, why the payment is right. The agreement, the signature, photos, tickets and messages go along by themselves."
            rows={6}
            values={{ note: dispute.said ?? "" }}
            {...answers}
          />
          <div className="actions">
            <SubmitButton intent="answer">Send our answer to the bank</SubmitButton>
          </div>
          <p className="hint">This can be done once.</p>
        </Form>
      )}
      {can.accept && isAdmin && (
        <AdminForm intent="accept" label="Accept it: the customer keeps the money" {...answers} />
      )}
      {can.writeOff && isAdmin && (
        <p>
          To collect it, call the customer: no page asks them for it, and only a check or cash can pay it.{" "}
          <Link to={crmPaths.receive(customerId, { booking: bookingId })}>Write down a check or cash</Link>
        </p>
      )}
      {can.writeOff && isAdmin && (
        <AdminForm
          intent="write-off"
          label={`Write off ${formatCents(dispute.withdrawn - dispute.reinstated)}`}
          {...answers}
        />
      )}
      {can.writeOff && !isAdmin && (
        <p>
          An admin can write it off, or write down a check or cash that pays it. Until then the customer owes it; no
          page asks them for it.
        </p>
      )}
      {dispute.written_off_at !== null && (
        <p>
          Written off on <When at={dispute.written_off_at} year />: nobody is asked to pay it.
        </p>
      )}
    </Panel>
  );
}

function AdminForm({ intent, label, ...answers }: { intent: string; label: string } & Answers) {
  const name = `why-${intent}`;
  return (
    <details>
      <summary>{label}…</summary>
      <Form method="post" className="stack">
        <TextareaField name={name} label="Why" rows={2} maxLength={500} {...answers} />
        <div className="actions">
          <SubmitButton intent={intent} className="button danger">
            {label}
          </SubmitButton>
        </div>
      </Form>
    </details>
  );
}
