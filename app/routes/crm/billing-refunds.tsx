import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { listRefundsForOffice } from "~/domain/records/billing-money.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { BillingNav } from "~/ui/office/BillingNav";
import { RefundEntry } from "~/ui/office/RefundEntry";
import { useSent } from "~/ui/office/use-sent";
import { REFUND_INTENTS } from "./dispute-intents.server";

export const meta: MetaFunction = () => [{ title: "Refunds · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { standing } = await requireCrm(scope, args.request);
  return { refunds: listRefundsForOffice(scope.services.db.orm), isAdmin: standing.isAdmin };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    REFUND_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.refunds(),
  );
}

export default function RefundsPage() {
  const { refunds, isAdmin } = useLoaderData<typeof loader>();
  const problem = useSent();
  const [query] = useSearchParams();
  const chosen = problem?.values["refund"] ?? query.get("refund");
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Refunds</h1>
        <BillingNav />
        <p className="hint">
          Those that are on their way, and those that need a person. A booking’s record has them all.
        </p>
      </header>
      {query.get("told") === "paid" && !problem && (
        <Notice kind="good" live>
          <p>Written down. The customer is told.</p>
        </Notice>
      )}
      {refunds.length === 0 ? (
        <p className="empty">No refund is on its way, and none has failed.</p>
      ) : (
        <ul className="entries">
          {refunds.map((refund) => (
            <RefundEntry
              key={refund.id}
              refund={refund}
              isAdmin={isAdmin}
              isChosen={refund.id === chosen}
              problem={problem}
            />
          ))}
        </ul>
      )}
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
