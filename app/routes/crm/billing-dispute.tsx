import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findDispute } from "~/domain/payments/disputes-read.server";
import { findDisputeRecord } from "~/domain/records/billing-money.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { BillingNav } from "~/ui/office/BillingNav";
import { DisputeAnswer, DisputeFacts, DisputeTag } from "~/ui/office/DisputeRecord";
import { useSent } from "~/ui/office/use-sent";
import { DISPUTE_INTENTS } from "./dispute-intents.server";

export const meta: MetaFunction = () => [{ title: "Dispute · CRM Dashboard" }, { name: "robots", content: "noindex" }];
const missing = () => new Response("There is no such dispute.", { status: 404 });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  const record = findDisputeRecord(scope.services.db.orm, scope.services.clock.now(), args.params["id"] ?? "");
  if (!record) throw missing();
  return { ...record, isAdmin: standing.isAdmin };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const find = () => {
    const dispute = findDispute(scope.services.db.orm, { id: args.params["id"] ?? "" });
    if (!dispute) throw missing();
    return dispute;
  };
  return answerIntent(DISPUTE_INTENTS, scope, args.request, find, ({ id }) => crmPaths.dispute(id));
}

export default function DisputePage() {
  const { isAdmin, can, ...record } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Dispute of {record.name}</h1>
        <DisputeTag state={record.dispute.state} />
        <BillingNav />
      </header>
      <div className="two">
        <DisputeFacts {...record} />
        <DisputeAnswer {...record} can={can} isAdmin={isAdmin} problem={problem} />
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
