import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findCharge } from "~/domain/charges/charges.server";
import { crmPaths } from "~/crm-paths";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import type { RouteHandle } from "~/root";
import { ErrorSummary, Notice } from "~/ui/form";
import { BillingList } from "~/ui/office/BillingList";
import { BillingNav } from "~/ui/office/BillingNav";
import { BillingCharge } from "~/ui/office/BillingCharge";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { SENT_CHARGES } from "~/ui/office/charge-lines";
import { useSent } from "~/ui/office/use-sent";
import { BILLING_INTENTS } from "./billing-intents.server";
import { billingView } from "./billing-view.server";
import { wordsFor } from "~/ui/words-for";

export const meta: MetaFunction = () => [{ title: "Billing · CRM Dashboard" }, { name: "robots", content: "noindex" }];
export const handle: LiveHandle & RouteHandle = {
  live: ({ kind }) => kind === "charge",
  // The rows stand in the page (charge-lines.ts).
  handOver: (data) => ({ ...(data as Awaited<ReturnType<typeof loader>>), rows: null }),
};

/** Later charges by where they stand; one is open, with its evidence and what can be done. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  return { ...billingView(scope.services, args.request.url), isAdmin: standing.isAdmin };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const id = new URL(args.request.url).searchParams.get("charge") ?? "";
  const find = () => {
    const charge = findCharge(scope.services.db.orm, { id });
    if (!charge) throw new Response("There is no such charge.", { status: 404 });
    return charge;
  };
  return answerIntent(BILLING_INTENTS, scope, args.request, find, (charge) => crmPaths.billing({ charge: charge.id }));
}

const TOLD: Readonly<Record<string, string>> = {
  done: "Done. It stands below.",
  answered: "Answered. The customer gets your words.",
  lowered: "The lower one stands in its place, with a notice of its own.",
  link: "The payment link is on its way.",
  added: "Added. It goes on by itself as soon as its proof is complete.",
};

export default function BillingTab() {
  const view = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Billing</h1>
        <BillingNav />
        <p className="hint">Charges after the order: proved, told of, and open to questions.</p>
      </header>
      {!problem && wordsFor(TOLD, view.told) && (
        <Notice kind="good" live>
          <p>{wordsFor(TOLD, view.told)}</p>
        </Notice>
      )}
      {view.isMissing && <p className="empty">There is no such charge.</p>}
      {view.chosen && <BillingCharge charge={view.chosen} isAdmin={view.isAdmin} now={view.now} problem={problem} />}
      {view.list === "disputed" && (
        <p className="hint">
          Charges after the order whose payment is disputed now. <Link to={crmPaths.disputes()}>Disputes</Link> has
          every payment that ever was, the orders’ too.
        </p>
      )}
      <BillingList {...view} rows={view.rows ?? SENT_CHARGES} />
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
