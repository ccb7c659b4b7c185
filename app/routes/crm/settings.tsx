import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readSetupTab } from "~/domain/setup/pages.server";
import { requireAdmin } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { Panel } from "~/ui/office/bits";
import { ChangeList } from "~/ui/office/ChangeList";
import { ClosedDays, GroupPanels, OpenedDays, SavedNotice } from "~/ui/office/SetupPanels";
import { readClosed, readOpened } from "./closed-days.server";

export const meta: MetaFunction = () => [{ title: "Settings · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** Every setting of the business by its group, and the way to the feature flags; prices have a tab of their own. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { groups, changes } = readSetupTab(scope.services.db.orm, "settings");
  const { searchParams } = new URL(args.request.url);
  const now = scope.services.clock.now();
  return {
    groups,
    changes,
    saved: searchParams.get("saved"),
    closed: readClosed(scope.services.db.orm, searchParams.get("closed"), now),
    opened: readOpened(scope.services.db.orm, searchParams.get("opened"), now),
  };
}

export default function SettingsPage() {
  const { groups, changes, saved, closed, opened } = useLoaderData<typeof loader>();
  const half = Math.ceil(groups.length / 2);
  const address = (id: string) => crmPaths.setup("settings", id);
  return (
    <>
      <SavedNotice groups={groups} saved={saved} />
      {saved && closed.length > 0 && <ClosedDays days={closed} />}
      {saved && opened.length > 0 && <OpenedDays days={opened} />}
      <header className="title">
        <h1>Settings</h1>
        <Link to={crmPaths.flags}>Feature flags</Link>
        <Link to={crmPaths.messages()}>Messages</Link>
        <Link to={crmPaths.checkVoice}>Telephone check</Link>
        <Link to={crmPaths.setup("pricing", "weight")}>Included days and weight</Link>
      </header>
      <div className="record">
        <div>
          <GroupPanels groups={groups.slice(0, half)} address={address} />
        </div>
        <div>
          <GroupPanels groups={groups.slice(half)} address={address} />
        </div>
      </div>
      <Panel title="Changed last" id="history">
        <ChangeList changes={changes} empty="No setting was changed yet." />
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
