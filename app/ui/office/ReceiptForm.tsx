import { Form, Link } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { crmPaths } from "~/crm-paths";
import { Field, RadioCards, SelectField, SubmitButton, type Answers, type Values } from "../form";
import { Facts, Panel } from "./bits";

interface Props {
  id: string;
  values: Values;
  owing: { id: string; number: string; owed: Cents; held: Cents }[];
  owed: Cents;
}

/** "$409.32 owed, which a bank holds": it may give it back, so everything else is paid before it. */
export const owedWords = (owed: Cents, held: Cents): string =>
  `${formatCents(owed)} owed${held === 0 ? "" : `, ${held === owed ? "which" : `${formatCents(held)} of which`} a bank holds`}`;

/** What came, by whom: the first of two steps, nothing is booked by it. */
export function ReceiptForm({ values, owing, problem }: Props & Pick<Answers, "problem">) {
  const answers = { values, problem };
  return (
    <Form method="get" className="stack slim">
      <RadioCards
        name="method"
        legend="Paid by"
        choices={[
          { value: "check", label: "Check" },
          { value: "cash", label: "Cash" },
        ]}
        {...answers}
      />
      <Field name="amount" label="Amount" inputMode="decimal" autoComplete="off" maxLength={20} {...answers} />
      <Field name="reference" label="Number of the check" autoComplete="off" maxLength={40} {...answers} />
      <Field
        name="batch"
        label="Deposit batch"
        hint="With what it goes to the bank; may stay empty."
        autoComplete="off"
        maxLength={40}
        {...answers}
      />
      {owing.length > 1 && (
        <SelectField
          name="booking"
          label="For which booking first"
          options={[
            { value: "", label: "The longest owed" },
            ...owing.map(({ id, number, owed, held }) => ({ value: id, label: `${number}, ${owedWords(owed, held)}` })),
          ]}
          {...answers}
        />
      )}
      <div className="actions">
        <button className="button">See what it pays</button>
      </div>
    </Form>
  );
}

/** The second step: what it pays, and the button that books it. */
export function ReceiptReview({
  id,
  values,
  owed,
  review: { amount, words, over, parts },
}: Props & {
  review: {
    amount: Cents;
    words: string;
    over: Cents;
    parts: { number: string; owed: Cents; held: Cents; part: Cents }[];
  };
}) {
  const { method, reference, batch, booking } = values;
  const kept = { method, amount: values["amount"], reference, batch, booking, seen: String(owed) };
  return (
    <Panel title="What it pays" id="review">
      <Facts
        rows={[
          ["Received", formatCents(amount)],
          ["Paid by", words],
          ...parts.map(({ number, owed: open, held, part }): [React.ReactNode, React.ReactNode] => [
            <Link key={number} to={crmPaths.booking(number, "money")}>
              {number}
            </Link>,
            part > open
              ? `${formatCents(open)}, and ${formatCents(part - open)} more than is owed`
              : `${formatCents(part)} of ${owedWords(open, held)}`,
          ]),
        ]}
      />
      {over > 0 && (
        <p>
          <b>{formatCents(over)} more than is owed.</b> It stays with the last booking, and we owe it to the customer.
        </p>
      )}
      <Form method="post" className="actions">
        {Object.entries(kept).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={String(value ?? "")} />
        ))}
        <SubmitButton intent="record">Write it down and send the receipt</SubmitButton>
        <Link to={crmPaths.receive(id, textsOf(values))}>Change it</Link>
      </Form>
    </Panel>
  );
}

/** Without the amount the form is shown again, with everything else. */
function textsOf(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => name !== "amount" && name !== "told")
      .map(([name, value]) => [name, String(value)]),
  );
}
