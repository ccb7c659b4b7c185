import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { crmPaths } from "~/crm-paths";
import type { BillingRecord } from "~/domain/records/billing.server";
import { formatCents } from "~/domain/kernel/money";
import type { Problem } from "~/http/answers/forms.server";
import { Field, RadioCards, SubmitButton, TextareaField } from "../form";
import { Actions, Pictures } from "./BillingActions";
import { ChargeTag } from "./BillingList";
import { Facts, Panel, When } from "./bits";

type Shown = { charge: BillingRecord; problem?: Problem | undefined };

/** One charge: what it is, what proves it, what was asked, and what can be done with it now. */
export function BillingCharge({ charge, isAdmin, now, problem }: Shown & { isAdmin: boolean; now: number }) {
  return (
    <Panel title={charge.title} id="charge">
      <p>
        <ChargeTag state={charge.state} held={charge.heldWhy} />{" "}
        {charge.isHeavy && <span className="state bad">Over the most that we lift</span>}
      </p>
      <div className="two">
        <div>
          <ChargeParts charge={charge} />
        </div>
        <div className="stack">
          <Questions charge={charge} problem={problem} />
          <Actions charge={charge} isAdmin={isAdmin} now={now} problem={problem} />
        </div>
      </div>
    </Panel>
  );
}

function ChargeParts({ charge }: { charge: BillingRecord }) {
  const rows: [ReactNode, ReactNode][] = [
    [
      "Booking",
      <Link key="b" to={crmPaths.booking(charge.number, "money")} className="num">
        {charge.number}
      </Link>,
    ],
    [
      "Customer",
      <span key="c" data-booking={charge.number}>
        {charge.name}
        {charge.phone && ", "}
        {charge.phone && <a href={charge.phone.href}>{charge.phone.text}</a>}
      </span>,
    ],
    ...(charge.dumpster ? [["Dumpster", charge.dumpster] as [ReactNode, ReactNode]] : []),
    [
      "Amount",
      charge.tax > 0
        ? `${formatCents(charge.amount)} + ${formatCents(charge.tax)} tax = ${formatCents(charge.amount + charge.tax)}`
        : formatCents(charge.amount),
    ],
    ["Proposed", <When key="p" at={charge.madeAt} year />],
    ...(charge.noticedAt === null
      ? []
      : [["Told", <When key="t" at={charge.noticedAt} year />] as [ReactNode, ReactNode]]),
    ...(charge.state === "noticed" && charge.dueAt !== null
      ? [["Charged from", <When key="d" at={charge.dueAt} year />] as [ReactNode, ReactNode]]
      : []),
    ...(charge.dispute === null
      ? []
      : [
          [
            "Dispute",
            <Link key="dispute" to={crmPaths.dispute(charge.dispute)}>
              What the bank says, and our answer
            </Link>,
          ] as [ReactNode, ReactNode],
        ]),
    ...(charge.heldWhy === null ? [] : [["Held", charge.heldWhy] as [ReactNode, ReactNode]]),
    ...(charge.endReason === null ? [] : [["Why it ended", charge.endReason] as [ReactNode, ReactNode]]),
  ];
  return (
    <>
      <Facts rows={rows} />
      {charge.lacks.length > 0 && charge.state === "proposed" && (
        <p className="notice warn">Nobody is told of it before it has {charge.lacks.join(" and ")}.</p>
      )}
      <h3>How it was worked out</h3>
      <ul>
        {charge.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>Proof</h3>
      {charge.proofs.length + charge.photos.length === 0 && <p className="empty">None yet.</p>}
      {charge.proofs.map((proof) => (
        <p key={proof}>{proof}</p>
      ))}
      <Pictures of={charge.photos} />
      {charge.clause && (
        <>
          <h3>Agreement: {charge.clause.heading}</h3>
          <p className="hint">{charge.clause.text}</p>
        </>
      )}
      {charge.attempts.length > 0 && (
        <>
          <h3>The card</h3>
          <ul className="lines">
            {charge.attempts.map(({ state, amount, code, message, at }) => (
              <li key={at}>
                {ATTEMPT[state]}: {formatCents(amount)}
                {code && ` (${code})`}
                <span className="hint">
                  {" "}
                  · <When at={at} />
                  {message && ` · ${message}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {charge.papers.map(({ label, url }) => (
        <p key={url}>
          <a href={url}>{label}</a>
        </p>
      ))}
    </>
  );
}

const ATTEMPT: Readonly<Record<BillingRecord["attempts"][number]["state"], string>> = {
  started: "Asked",
  succeeded: "Paid",
  requires_action: "The bank wants the customer",
  failed: "Refused",
};

function Questions({ charge, problem }: Shown) {
  const [open] = charge.questions.filter(({ answer }) => answer === null);
  return (
    <>
      {charge.questions.map(({ id, message, askedAt, answer }) => (
        <div key={id} className="notice">
          <p>
            <b>The customer asked</b> <When at={askedAt} />: <q>{message}</q>
          </p>
          {answer && (
            <p>
              <b>We answered:</b> {answer}
            </p>
          )}
        </div>
      ))}
      {open && charge.state === "questioned" && (
        <Form method="post" action={crmPaths.billing({ charge: charge.id })} className="stack">
          <TextareaField
            name="message"
            label="Your answer"
            hint="The customer gets it word for word."
            rows={4}
            maxLength={2000}
            problem={problem}
          />
          <RadioCards
            name="outcome"
            legend="What becomes of it?"
            choices={[
              { value: "upheld", label: "It stands", text: "A new notice, with its own hours." },
              { value: "lowered", label: "We ask less", text: "The lower amount stands in its place." },
            ]}
            problem={problem}
          />
          <Field
            name="amount"
            label={charge.tax > 0 ? "New amount, before tax" : "New amount"}
            hint={`Only where we ask less. It was ${formatCents(charge.amount)}.`}
            inputMode="decimal"
            autoComplete="off"
            problem={problem}
          />
          <SubmitButton intent="answer">Send the answer</SubmitButton>
        </Form>
      )}
    </>
  );
}
