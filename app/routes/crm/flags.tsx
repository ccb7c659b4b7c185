import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listRecent } from "~/domain/events/events.server";
import { describeFlags, FLAGS, isFlagName } from "~/domain/flags/flags";
import { readSwitchedFlags } from "~/domain/flags/flags.server";
import { enter } from "~/http/context.server";
import { answerIntent } from "~/http/answers/intents.server";
import { requireAdmin } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { Panel } from "~/ui/office/bits";
import { ChangeList } from "~/ui/office/ChangeList";
import { FlagTable } from "~/ui/office/FlagTable";
import { describeEvent } from "~/ui/office/timeline-words";
import { FLAG_INTENTS } from "./flag-intents.server";
import { useSent } from "~/ui/office/use-sent";

export const meta: MetaFunction = () => [
  { title: "Feature flags · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const { services } = scope;
  const { db, config } = services;
  const debug = services.flags().debug_flags;
  return {
    debug,
    flags: describeFlags(config.givenFlags, readSwitchedFlags(db.orm)).map(({ name, value, source }) => ({
      name,
      value,
      // Flag "debug flags": off, values only.
      source: debug ? source : null,
      fixed: source === "environment",
      switched: source === "table",
    })),
    changes: listRecent(db.orm, "flag").map((event) => ({
      id: event.id,
      at: event.at,
      who: event.actor_label,
      words: `${isFlagName(event.subject_id) ? FLAGS[event.subject_id].title : event.subject_id}: ${describeEvent(event)}`,
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    FLAG_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.flags,
  );
}

export default function FlagsPage() {
  const { debug, flags, changes } = useLoaderData<typeof loader>();
  const refused = useSent();
  return (
    <>
      <ErrorSummary problem={refused} />
      <header className="title">
        <h1>Feature flags</h1>
        <Link to={crmPaths.tab("settings")}>All settings</Link>
        <p className="hint">
          A switch holds at once, for everybody.
          {debug && " A value set on the server (FLAG_…) wins over a switch here, a switch over the default."}
        </p>
      </header>
      <FlagTable flags={flags} />
      <Panel title="Changes" id="changes">
        <ChangeList changes={changes} empty="No flag was switched yet." />
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
