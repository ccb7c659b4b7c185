import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listMismatches } from "~/domain/dispatch/mismatches.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { Panel } from "~/ui/office/bits";
import { MismatchPanel } from "~/ui/office/MismatchPanel";
import { useSent } from "~/ui/office/use-sent";
import { RECONCILE_INTENTS } from "./yard-intents.server";

export const meta: MetaFunction = () => [
  { title: "Numbers to clear up · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { searchParams } = new URL(args.request.url);
  const list = listMismatches(scope.services.db.orm);
  // One is asked about at a time: the one of the address, else the oldest.
  const chosen = list.find(({ task }) => task === searchParams.get("task")) ?? list[0] ?? null;
  return { list, chosen, told: searchParams.get("told") === "settled" };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    RECONCILE_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.reconcile(),
  );
}

export default function ReconcilePage() {
  const { list, chosen, told } = useLoaderData<typeof loader>();
  const problem = useSent();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Numbers to clear up</h1>
        <p className="hint">
          A driver read another number than we have. Nothing is moved before you say what is right.
        </p>
        <Link to={crmPaths.inventory()}>All dumpsters</Link>
      </header>
      {told && !problem && (
        <Notice kind="good" live>
          <p>Cleared up. The booking’s history says so, and that of each dumpster that was moved.</p>
        </Notice>
      )}
      {list.length === 0 && <p className="empty">Every number fits.</p>}
      {chosen && <MismatchPanel key={chosen.task} mismatch={chosen} problem={problem} />}
      {list.length > 1 && (
        <Panel title="The others" id="others" count={list.length - 1}>
          <ul className="lines">
            {list
              .filter(({ task }) => task !== chosen?.task)
              .map(({ task, job, typed }) => (
                <li key={task}>
                  <Link to={crmPaths.reconcile(task)}>
                    {job.booking}, {job.name}: typed {typed}
                  </Link>
                </li>
              ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
