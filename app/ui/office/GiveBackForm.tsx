import { Form, Link } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import type { PaymentMethod } from "~/domain/payments/methods";
import { crmPaths } from "~/crm-paths";
import { Field, RadioCards, SelectField, SubmitButton, type Answers, type Values } from "../form";
import { Facts, Panel, When } from "./bits";

interface Props {
  number: string;
  values: Values;
  charges: { id: string; words: string; left: Cents }[];
  /** What was paid too much, cents: it goes back by itself, and first. */
  surplus: Cents;
  /** Some of it came by card: that one may be closed. */
  byCard: boolean;
}

/** Of which charge, how much and why: the first of two steps, no money moves by it. */
export function GiveBackForm({ values, charges, surplus, byCard, problem }: Props & Pick<Answers, "problem">) {
  const answers = { values: { way: "same", ...(surplus > 0 && { charge: "surplus" }), ...values }, problem };
  return (
    <Form method="get" className="stack slim">
      <SelectField
        name="charge"
        label={surplus > 0 ? "Of what" : "Of which charge"}
        options={[
          ...(surplus > 0
            ? [{ value: "surplus", label: `What was paid too much (${formatCents(surplus)})` }]
            : [{ value: "", label: "Choose" }]),
          ...charges.map(({ id, words, left }) => ({ value: id, label: `${words} (${formatCents(left)} left)` })),
        ]}
        {...answers}
      />
      <Field
        name="amount"
        label="Amount, with its tax"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        {...answers}
      />
      <RadioCards
        name="way"
        legend="How it goes back"
        choices={[
          { value: "same", label: "As it was paid" },
          { value: "check", label: byCard ? "By check, because the card is closed" : "By check, however it was paid" },
        ]}
        {...answers}
      />
      <Field
        name="reason"
        label="Why"
        hint="Everybody in the office reads it."
        aria-required
        maxLength={200}
        {...answers}
      />
      <div className="actions">
        <button className="button">See what happens</button>
      </div>
    </Form>
  );
}

/** What went back beyond what was due, as somebody did in Stripe's dashboard: an admin may let its customer keep it. */
export function LetOffForm({ excess, ...answers }: { excess: Cents } & Answers) {
  return (
    <Panel title="Went back twice" id="excess">
      <p>
        {formatCents(excess)} went back to this customer beyond what was due, most likely in Stripe’s dashboard. They
        owe it to you until they pay it (write a check down when it comes), a later cancellation uses it up, or you let
        them keep it.
      </p>
      <Form method="post" className="stack slim">
        <input type="hidden" name="seen" value={excess} />
        <Field name="why-let-off" label="Why they may keep it" aria-required maxLength={200} {...answers} />
        <div className="actions">
          <SubmitButton intent="let-off" className="button danger">
            Let them keep {formatCents(excess)}
          </SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}

const HOW: Readonly<Record<PaymentMethod, string>> = {
  card: "to the card of that payment",
  check: "by check: you write down its number when it is out",
  cash: "in cash: you write it down when it is paid out",
};

/** The second step: what is credited, what goes back and where. */
export function GiveBackReview({
  number,
  values,
  review,
}: Props & {
  review: {
    amount: Cents;
    reason: string;
    /** Null: of what was paid too much. */
    charge: string | null;
    left: Cents;
    forgiven: Cents;
    parts: { amount: Cents; method: PaymentMethod; words: string; at: number }[];
  };
}) {
  const { charge, amount, way, reason } = values;
  const kept = { charge, amount, way, reason, left: String(review.left) };
  return (
    <Panel title="What happens" id="review">
      <Facts
        rows={[
          ["Taken back", `${formatCents(review.amount)} of ${review.charge ?? "what was paid too much"}`],
          [review.charge ? "Then left of it" : "Then still paid too much", formatCents(review.left - review.amount)],
          ...(review.forgiven > 0
            ? [["Owed no more", formatCents(review.forgiven)] as [React.ReactNode, React.ReactNode]]
            : []),
          ...review.parts.map((part, i): [React.ReactNode, React.ReactNode] => [
            `Goes back${review.parts.length > 1 ? ` (${i + 1})` : ""}`,
            <span key={i}>
              <b>{formatCents(part.amount)}</b> {HOW[part.method]} ({part.words}, <When at={part.at} year />)
            </span>,
          ]),
          ["Why", review.reason],
        ]}
      />
      <Form method="post" className="actions">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value ?? "")} />
        ))}
        <SubmitButton intent="give-back" className="button danger">
          {review.parts.length > 0 ? `Give ${formatCents(review.amount - review.forgiven)} back` : "Take it back"}
        </SubmitButton>
        <Link to={crmPaths.giveBack(number, withoutAmount(values))}>Change it</Link>
      </Form>
    </Panel>
  );
}

/** Without the amount the form is shown again, with everything else. */
function withoutAmount(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== "amount")
      .map(([name, value]) => [name, String(value)]),
  );
}
