import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { toast } from "sonner";
import { findCallRow, isCallOutcome, listCalls, type CallRow } from "~/domain/records/calls.server";
import { findAgent } from "~/domain/voice/agents.server";
import { identityOf } from "~/domain/voice/identity";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { CallFilterForm, CallList } from "~/ui/voice/CallList";
import { TelephonePanel, useTelephone } from "~/ui/voice/Telephone";

export const meta: MetaFunction = () => [{ title: "Calls · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, voice, sandbox } = scope.services;
  const asked = new URL(args.request.url).searchParams;
  const [direction, outcome, show] = [asked.get("direction"), asked.get("outcome"), asked.get("show")];
  const one = asked.get("call");
  const page =
    one === null
      ? listCalls(db.orm, {
          direction: direction === "in" || direction === "out" ? direction : undefined,
          outcome: isCallOutcome(outcome) ? outcome : undefined,
          show: show === "voicemail" || show === "running" ? show : undefined,
          after: asked.get("after") ?? undefined,
        })
      : only(findCallRow(db.orm, one));
  const agent = findAgent(db.orm, account.id);
  return {
    ...page,
    /** None where one call stands by itself. */
    filter: one === null ? { direction: direction ?? "", outcome: outcome ?? "", show: show ?? "" } : null,
    marksRunning: scope.services.flags().voice_call_row_highlight,
    telephone: {
      identity: identityOf(account.id),
      agent: agent && { is_available: agent.is_available },
      edge: voice.edge,
      isStandIn: Boolean(sandbox?.voice),
    },
  };
}

/** A call by itself, where a task leads; none for one that there is not. */
const only = (row: CallRow | null) => ({ rows: row ? [row] : [], next: null });

export default function CallsPage() {
  const { rows, next, filter, marksRunning, telephone: given } = useLoaderData<typeof loader>();
  const telephone = useTelephone({
    ...given,
    say: ({ title, text, tone }) =>
      void (tone === "bad" ? toast.error : tone === "good" ? toast.success : toast)(title, { description: text }),
  });
  const isNarrowed = filter === null || Object.values(filter).some((value) => value !== "");
  return (
    <>
      <h1>Calls</h1>
      <TelephonePanel telephone={telephone} />
      <h2>Calls so far</h2>
      {filter && <CallFilterForm values={filter} />}
      <CallList rows={rows} marksRunning={marksRunning} />
      {rows.length === 0 && <p className="hint">{isNarrowed ? "No call is like that." : "No calls yet."}</p>}
      {!filter && <Link to={crmPaths.calls()}>All calls</Link>}
      {next && <Link to={crmPaths.calls({ ...filter, after: next })}>Older calls</Link>}
    </>
  );
}
