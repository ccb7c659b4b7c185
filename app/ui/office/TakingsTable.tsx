import { Form, Link } from "@remix-run/react";
import { useContext } from "react";
import type { ByHand } from "~/domain/payments/company.server";
import { formatDay } from "~/domain/kernel/days";
import { shortDay } from "~/domain/kernel/moments";
import { formatCents, type Cents } from "~/domain/kernel/money";
import type { Instant } from "~/domain/kernel/time.server";
import { methodWords } from "~/domain/payments/methods";
import type { Difference, DifferenceKind, TakingsRow } from "~/domain/payments/takings";
import { crmPaths } from "~/crm-paths";
import type { Payout } from "~/domain/payments/payouts.server";
import { PAYOUT_STATE } from "~/domain/states/payout";
import { SubmitButton } from "../form";
import { Facts, Panel, ThisYear, When } from "./bits";

const WHAT: Readonly<Record<string, string>> = {
  payment: "Payments",
  refund: "Refunds",
  refund_failed: "Refunds that came back",
  dispute: "Taken by disputes",
  dispute_won: "Disputes won",
};
const ONE: Readonly<Record<string, string>> = {
  payment: "Payment",
  refund: "Refund",
  refund_failed: "Refund that came back",
  dispute: "Dispute",
  dispute_won: "Dispute won",
};
const WHY: Readonly<Record<DifferenceKind, string>> = {
  other_day: "both have it, on another day",
  not_sent: "not sent to Stripe yet",
  not_there: "in our books, not at Stripe",
  not_here: "at Stripe, not in our books",
  amount: "the two say different amounts",
  not_asked: "not compared yet: Stripe was asked before it came",
};

/** A day's card money: our books beside Stripe's balance. */
export function TakingsTable({
  rows,
  fees,
  paidOut,
  other,
  before,
}: {
  rows: TakingsRow[];
  fees: Cents;
  paidOut: Cents;
  other: Cents;
  before: { count: number; sum: Cents };
}) {
  const sum = (of: "ours" | "theirs") => rows.reduce((all, row) => all + row[of].sum, 0);
  const shown = rows.filter(({ ours, theirs }) => ours.count + theirs.count > 0);
  return (
    <Panel title="Card money" id="cards">
      <table className="matrix">
        <caption className="unseen">By our books, and by Stripe’s balance</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Our books</th>
            <th scope="col">Stripe</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ kind, ours, theirs }) => (
            <tr key={kind}>
              <th scope="row">
                {WHAT[kind]}
                {ours.count === theirs.count
                  ? ` (${ours.count})`
                  : `: ${ours.count || "none"} in our books, ${theirs.count || "none"} at Stripe`}
              </th>
              <td>{formatCents(ours.sum)}</td>
              <td>{formatCents(theirs.sum)}</td>
              <td>{ours.sum === theirs.sum ? "none" : formatCents(ours.sum - theirs.sum)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Together</th>
            <td>{formatCents(sum("ours"))}</td>
            <td>{formatCents(sum("theirs"))}</td>
            <td>{sum("ours") === sum("theirs") ? "none" : formatCents(sum("ours") - sum("theirs"))}</td>
          </tr>
        </tbody>
      </table>
      {before.count > 0 && (
        <p className="hint">
          Besides, {formatCents(before.sum)} from before the first move that Stripe told us of: compared with nothing.
        </p>
      )}
      <p className="hint">
        Stripe kept {formatCents(fees)} in fees
        {paidOut !== 0 && ` and paid out ${formatCents(-paidOut)}`}
        {other !== 0 && `; ${formatCents(other)} were moves of its own`}.
      </p>
    </Panel>
  );
}

/** Each difference of a day, with its booking. */
export function Differences({ differences }: { differences: Difference[] }) {
  return (
    <Panel title="Differences" id="differences" count={differences.length}>
      {differences.length === 0 ? (
        <p className="empty">None: the books and Stripe agree.</p>
      ) : (
        <ul className="moves">
          {differences.map(({ kind, what, booking, customer, ours, theirs, otherDay, ref }, i) => (
            <li key={`${kind} ${ref} ${i}`}>
              <span>
                <span className="strong">{ONE[what] ?? what}</span>{" "}
                {booking ? (
                  <Link to={crmPaths.booking(booking, "money")}>{booking}</Link>
                ) : (
                  (ref ?? "without a booking")
                )}
                {customer && `, ${customer}`}
                <span className="hint">
                  {" "}
                  · {WHY[kind]}
                  {otherDay && `: ${formatDay(otherDay, { short: true, year: true })}`}
                </span>
              </span>
              <span className="money">
                {kind === "amount"
                  ? `${formatCents(ours ?? 0)} and ${formatCents(theirs ?? 0)}`
                  : formatCents(ours ?? theirs ?? 0)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What Stripe sent to the bank on a day, or what comes in there on it. */
export function PayoutTable({ payouts }: { payouts: Payout[] }) {
  const thisYear = useContext(ThisYear);
  return (
    <Panel title="Payouts to the bank" id="payouts" count={payouts.length}>
      {payouts.length === 0 ? (
        <p className="empty">None left or arrives on this day.</p>
      ) : (
        <ul className="moves">
          {payouts.map(({ id, state, amount, made_at, arrives_on, failure_reason }) => (
            <li key={id}>
              <span>
                <span className="strong">{PAYOUT_STATE[state]}</span>
                <span className="hint">
                  {" "}
                  · left <When at={made_at} />
                  {state === "failed"
                    ? failure_reason
                      ? `: ${failure_reason}`
                      : ""
                    : `, at the bank ${state === "paid" ? "on" : "by"} ${shortDay(arrives_on, thisYear)}`}
                </span>
              </span>
              <span className="money">{formatCents(amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Checks and cash of a day, apart: Stripe knows nothing of them. */
export function HandTable({ byHand }: { byHand: ByHand[] }) {
  const sum = (method: ByHand["method"]) =>
    byHand.reduce((all, one) => all + (one.method === method ? one.amount : 0), 0);
  return (
    <Panel title="Checks and cash" id="hand" count={byHand.length}>
      {byHand.length === 0 ? (
        <p className="empty">None on this day.</p>
      ) : (
        <>
          <ul className="moves">
            {byHand.map((one, i) => (
              <li key={i}>
                <span>
                  {methodWords({ ...one, deposit_batch: one.batch })}{" "}
                  <Link to={crmPaths.booking(one.booking, "money")}>{one.booking}</Link>, {one.customer}
                </span>
                <span className="money">{formatCents(one.amount)}</span>
              </li>
            ))}
          </ul>
          <p className="hint">
            Checks {formatCents(sum("check"))}, cash {formatCents(sum("cash"))}.
          </p>
        </>
      )}
    </Panel>
  );
}

const missingRow = (missing: Cents): [string, string][] =>
  missing === 0 ? [] : [["Moves that we do not know", formatCents(missing)]];

/** What Stripe said its balance is, beside all its moves that we know; and the button that asks again. */
export function StripeBalance({
  asked,
  missing,
}: {
  asked: { at: Instant; balance: Cents } | null;
  /** Cents; below 0 where we know of more. */
  missing: Cents;
}) {
  return (
    <Panel title="Stripe’s balance" id="balance">
      {asked ? (
        <Facts
          rows={[
            ["Asked", <When key="asked" at={asked.at} year />],
            ["Balance, as Stripe says", formatCents(asked.balance)],
            ["All its moves that we know", formatCents(asked.balance - missing)],
            ...missingRow(missing),
          ]}
        />
      ) : (
        <Facts rows={[["Asked", "not yet"]]} />
      )}
      {missing !== 0 && (
        <p className="hint">
          Some of it came before this office first asked, or we missed it. Asking now looks through the last 90 days
          again.
        </p>
      )}
      <Form method="post">
        <SubmitButton intent="ask" className="button secondary">
          Ask Stripe now
        </SubmitButton>
      </Form>
    </Panel>
  );
}
