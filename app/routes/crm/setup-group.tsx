import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findGroup, type SetupGroup } from "~/domain/setup/groups";
import { readSetupGroup } from "~/domain/setup/pages.server";
import { requireAdmin } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { useSent } from "~/ui/office/use-sent";
import { Panel } from "~/ui/office/bits";
import { ChangeList } from "~/ui/office/ChangeList";
import { LookPanel, PaperButtons, PlanList, SetupForm } from "~/ui/office/SetupForm";
import { SETUP_INTENTS } from "./setup-intents.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.group.title ?? "Settings"} · CRM Dashboard` },
  { name: "robots", content: "noindex" },
];

/** The group below `/crm/pricing` or `/crm/settings`; 404 for any other name. */
function getGroup({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): SetupGroup {
  const page = new URL(request.url).pathname.startsWith(crmPaths.tab("pricing")) ? "pricing" : "settings";
  const group = findGroup(page, params["group"] ?? "");
  if (!group) throw new Response("There are no such settings.", { status: 404 });
  return group;
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  return readSetupGroup(scope.services.db.orm, getGroup(args));
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    SETUP_INTENTS,
    await enter(args),
    args.request,
    () => getGroup(args),
    ({ page, id }) => crmPaths.setup(page, id),
  );
}

export default function SetupGroupPage() {
  const view = useLoaderData<typeof loader>();
  const { group, plans, changes } = view;
  const answer = useSent();
  const problem = answer && Object.keys(answer.fields).length > 0 ? answer : null;
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>{group.title}</h1>
        <Link to={crmPaths.tab(group.page)}>{group.page === "pricing" ? "All prices" : "All settings"}</Link>
      </header>
      <div className="record">
        <div>
          {answer?.look && <LookPanel look={answer.look} isRefused={problem !== null} />}
          <Panel title="Change" id="change">
            <SetupForm key={view.seen} view={view} answer={answer ?? null} />
          </Panel>
        </div>
        <div>
          <Panel title="What it affects" id="affects">
            <p>{group.affects}</p>
            {group.id === "documents" && <PaperButtons />}
          </Panel>
          {group.page === "pricing" && (
            <Panel title="Planned" id="planned" count={plans.length}>
              <PlanList plans={plans} mayWithdraw />
            </Panel>
          )}
          <Panel title="History" id="history">
            <ChangeList changes={changes} empty="Nothing was changed yet: these are the values from the beginning." />
          </Panel>
        </div>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
