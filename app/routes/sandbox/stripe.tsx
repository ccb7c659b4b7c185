import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatCents, readDollars } from "~/domain/kernel/money";
import { problem, readForm, refuse, typedValues, type Problem } from "~/http/answers/forms.server";
import { enterSandbox } from "~/http/local/sandbox.server";
import { sandboxPaths } from "~/sandbox-paths";
import { ErrorSummary } from "~/ui/form";

/** Stripe's dashboard: what a person does there past our program. */
export async function loader(args: LoaderFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  return (sandbox.stripe?.dashboard.payments() ?? []).map(({ charge, who, amount, refunded, disputed, isHeld }) => ({
    charge,
    who,
    amount: formatCents(amount),
    refunded: refunded > 0 ? formatCents(refunded) : null,
    left: ((amount - refunded) / 100).toFixed(2),
    mayRefund: refunded < amount && !isHeld,
    disputed,
  }));
}

export async function action(args: ActionFunctionArgs) {
  const { sandbox } = await enterSandbox(args);
  const form = await readForm(args.request);
  const dashboard = sandbox.stripe?.dashboard;
  const refused = (words: string) => problem(refuse(typedValues(form), { "": words }));
  const intent = form.get("intent");
  if (intent === "pay-out" || intent === "pay-out-fails") {
    if (!(await dashboard?.payOut(intent === "pay-out-fails")))
      return refused("Nothing can be paid out yet: money waits two days. Set the clock ahead.");
    return redirect(sandboxPaths.stripe);
  }
  const payment = dashboard?.payments().find(({ charge }) => charge === form.get("charge"));
  if (!dashboard || !payment) return refused("Choose a payment.");
  if (intent === "dispute") await dashboard.dispute(payment.charge);
  else {
    const cents = readDollars(String(form.get("amount") ?? ""));
    if (cents === null || cents < 1 || cents > payment.amount - payment.refunded || payment.isHeld)
      return refused(`At most ${formatCents(payment.amount - payment.refunded)} can go back.`);
    await dashboard.refund(payment.charge, cents);
  }
  return redirect(sandboxPaths.stripe);
}

export default function StripeDashboard() {
  const payments = useLoaderData<typeof loader>();
  const refused = useActionData<Problem>();
  return (
    <>
      <ErrorSummary problem={refused} />
      <h1>Stripe’s dashboard</h1>
      <p className="lead">
        What somebody does there, past our program. The office hears of it by itself: a refund becomes a task, a payout
        stands under Takings.
      </p>
      <form method="post" className="actions">
        <button className="button secondary" type="submit" name="intent" value="pay-out">
          Pay out what is available
        </button>
        <button className="button secondary" type="submit" name="intent" value="pay-out-fails">
          The same, and the bank sends it back
        </button>
      </form>
      <h2>Newest payments</h2>
      {payments.length === 0 && <p>None yet.</p>}
      <ul className="plain cards">
        {payments.map(({ charge, who, amount, refunded, left, mayRefund, disputed }) => (
          <li key={charge} className="card">
            <h3>
              {amount} from {who}
            </h3>
            {(refunded || disputed) && (
              <p>
                {refunded && <span className="tag">{refunded} refunded</span>}{" "}
                {disputed && <span className="tag">disputed</span>}
              </p>
            )}
            {mayRefund && (
              <form method="post" className="row items-end">
                <input type="hidden" name="charge" value={charge} />
                <label>
                  Amount in dollars{" "}
                  <input className="input" name="amount" inputMode="decimal" defaultValue={left} size={8} />
                </label>{" "}
                <button className="button secondary" type="submit" name="intent" value="refund">
                  Refund
                </button>{" "}
                {!disputed && (
                  <button className="button secondary" type="submit" name="intent" value="dispute">
                    The customer disputes it
                  </button>
                )}
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
