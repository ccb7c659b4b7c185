import { describeWhy } from "~/domain/events/why-words";
import { Form, Link } from "@remix-run/react";
import { formatCents, type Cents } from "~/domain/kernel/money";
import { REFUND_STATE_OFFICE } from "~/domain/states/labels";
import type { RefundState } from "~/domain/states/transitions";
import { crmPaths } from "~/crm-paths";
import { Field, SelectField, SubmitButton, type Answers } from "../form";
import { When } from "./bits";

export interface RefundView {
  id: string;
  number: string;
  name: string;
  amount: Cents;
  state: RefundState;
  reason: string;
  why: string | null;
  since: number;
  way: string;
  /** What Stripe's dashboard has given back of the same payment since; cents, 0 for nothing. */
  elsewhere: Cents;
  next: "again" | "pay_out" | null;
  /** Its payment is disputed: nothing can be done before the bank has decided. */
  isFrozen: boolean;
  others: { id: string; words: string }[];
}

/** A refund; with what a person can do about it where it is the chosen one. */
export function RefundEntry({
  refund,
  isAdmin,
  isChosen,
  ...answers
}: { refund: RefundView; isAdmin: boolean; isChosen: boolean } & Pick<Answers, "problem">) {
  const { id, number, name, amount, state, reason, why, since, way, elsewhere, next, isFrozen } = refund;
  const canAct = next !== null && isAdmin && !isFrozen;
  return (
    <li id={id}>
      <div>
        <Link className="strong" to={crmPaths.booking(number, "money")}>
          {formatCents(amount)}, {name}
        </Link>{" "}
        <span className="states">
          <span className={`state ${next ? "bad" : "wait"}`}>
            {next === "pay_out" ? "To be paid out" : REFUND_STATE_OFFICE[state]}
          </span>
        </span>
        <div className="hint">
          Booking {number}, <When at={since} year />, by {way.toLowerCase()}: {describeWhy(reason)}
          {why && ` (${why})`}
        </div>
        {elsewhere > 0 && (
          <p className="notice warn">
            {formatCents(elsewhere)} of the same payment were given back in Stripe’s dashboard since. Make sure that
            this is not the same money before it goes out.
          </p>
        )}
        {isFrozen && (
          <p className="notice warn">
            The payment is disputed: nothing of it can go back before the bank has decided. Where the bank gives it
            back, this ends by itself.
          </p>
        )}
        {next && !isAdmin && <p className="hint">An admin sees to it.</p>}
        {isChosen && next === "again" && canAct && <Again refund={refund} {...answers} />}
        {isChosen && next === "pay_out" && canAct && <PayOut refund={refund} {...answers} />}
      </div>
      {canAct && !isChosen && (
        <Link to={crmPaths.refunds(id)}>
          {next === "again" ? "Find another way" : "Pay it out"}
          <span className="unseen"> for {name}</span>
        </Link>
      )}
    </li>
  );
}

function Again({ refund: { id, others, name }, problem }: { refund: RefundView } & Pick<Answers, "problem">) {
  return (
    <Form method="post" className="finish">
      <input type="hidden" name="refund" value={id} />
      <SelectField
        name="way"
        label={<>Another way for {name}</>}
        options={[
          { value: "", label: "Choose" },
          { value: "same", label: "As it was paid, the same card first" },
          ...others.map((one) => ({ value: one.id, label: `Another payment of the booking: ${one.words}` })),
          { value: "check", label: "A check" },
        ]}
        problem={problem}
      />
      <SubmitButton intent="again" className="button secondary">
        Send it that way
      </SubmitButton>
    </Form>
  );
}

function PayOut({ refund: { id, way }, problem }: { refund: RefundView } & Pick<Answers, "problem">) {
  const isCheck = way.startsWith("Check");
  return (
    <Form method="post" className="finish">
      <input type="hidden" name="refund" value={id} />
      {isCheck && (
        <Field name="reference" label="Number of our check" autoComplete="off" maxLength={40} problem={problem} />
      )}
      <Field
        name="batch"
        label="Batch"
        hint="As your bookkeeping calls it; may stay empty."
        autoComplete="off"
        maxLength={40}
        problem={problem}
      />
      <SubmitButton intent="paid-out" className="button secondary">
        It is paid out
      </SubmitButton>
    </Form>
  );
}
