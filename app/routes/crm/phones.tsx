import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listOpenAccounts } from "~/domain/driver/journal-read.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { TwoAccounts } from "~/ui/office/TwoAccounts";
import { useSent } from "~/ui/office/use-sent";
import { PHONE_INTENTS } from "./phones-intents.server";

export const meta: MetaFunction = () => [
  { title: "What drivers’ phones say · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];
export const handle: LiveHandle = { live: ({ kind, booking }) => kind !== "presence" && Boolean(booking) };

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  return { accounts: listOpenAccounts(scope.services.db.orm) };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  return answerIntent(
    PHONE_INTENTS,
    scope,
    args.request,
    () => null,
    () => crmPaths.phones(),
  );
}

export default function PhonesPage() {
  const { accounts } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>What drivers’ phones say</h1>
        <Link to={crmPaths.dispatch()}>Back to the board</Link>
      </header>
      {accounts.length === 0 && <p className="empty">Every phone says what our record says.</p>}
      {accounts.map((account) => (
        <TwoAccounts key={account.driverId + account.jobId} account={account} />
      ))}
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
