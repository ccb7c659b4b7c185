import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findCallRow, isCallOutcome, listCalls, type CallRow } from "~/domain/records/calls.server";
import { listMadeIn } from "~/domain/voice/bind.server";
import { findAgent } from "~/domain/voice/agents.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { Panel } from "~/ui/office/bits";
import { byKey } from "~/ui/office/Keys";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { toldTimeline } from "~/ui/office/timeline-told";
import { TimelineLines } from "~/ui/office/TimelineLines";
import { useSent } from "~/ui/office/use-sent";
import { CallFilterForm } from "~/ui/voice/CallFilter";
import { CallList } from "~/ui/voice/CallList";
import { callLine, SENT_CALLS, type CallLine } from "~/ui/voice/call-lines";
import type { RouteHandle } from "~/root";
import { listStrangeTexts } from "~/domain/messages/thread.server";
import { StrangeTexts } from "~/ui/voice/StrangeTexts";
import { yearOf } from "~/domain/kernel/moments";
import { OwnCalls } from "~/ui/voice/OwnCalls";
import { CALLS_INTENTS } from "./calls-intents.server";

export const meta: MetaFunction = () => [{ title: "Calls · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export const handle: LiveHandle & RouteHandle = {
  live: ({ subject }) => subject === "call",
  // The calls stand in the page (call-lines.ts).
  handOver: (data) => ({ ...(data as Awaited<ReturnType<typeof loader>>), rows: null }),
};

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const asked = new URL(args.request.url).searchParams;
  const [direction, outcome, show] = [asked.get("direction"), asked.get("outcome"), asked.get("show")];
  const one = asked.get("call");
  const page =
    one === null && show !== "texts"
      ? listCalls(orm, {
          direction: direction === "in" || direction === "out" ? direction : undefined,
          outcome: isCallOutcome(outcome) ? outcome : undefined,
          show: show === "voicemail" || show === "running" ? show : undefined,
          after: asked.get("after") ?? undefined,
        })
      : only(one === null ? null : findCallRow(orm, one));
  const thisYear = yearOf(scope.services.clock.now());
  const agent = findAgent(orm, account.id);
  return {
    rows: page.rows.map((row) => callLine(row, thisYear)) as CallLine[] | null,
    next: page.next,
    made: page.rows[0] && one !== null ? toldTimeline(listMadeIn(orm, page.rows[0].id)).story : [],
    /** None where one call stands by itself. */
    filter: one === null ? { direction: direction ?? "", outcome: outcome ?? "", show: show ?? "" } : null,
    marksRunning: scope.services.flags().voice_call_row_highlight,
    texts: one === null && show === "texts" ? listStrangeTexts(orm) : null,
    own: { takesCalls: agent?.is_available ?? false, ringGroup: agent?.ring_group ?? 1 },
  };
}

/** A call by itself, where a task leads; none for one that there is not. */
const only = (row: CallRow | null) => ({ rows: row ? [row] : [], next: null });

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { pathname, search } = new URL(args.request.url);
  return answerIntent(
    CALLS_INTENTS,
    scope,
    args.request,
    () => null,
    () => pathname + search,
  );
}

export default function CallsPage() {
  const { rows: read, made, next, filter, marksRunning, own, texts } = useLoaderData<typeof loader>();
  const rows = read ?? SENT_CALLS;
  const problem = useSent();
  const isNarrowed = filter === null || Object.values(filter).some((value) => value !== "");
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Calls</h1>
      </header>
      <OwnCalls own={own} />
      <h2 className="calls-heading">{texts ? "Texts" : filter ? "Calls so far" : "One call"}</h2>
      {filter && <CallFilterForm values={filter} />}
      {texts && <StrangeTexts texts={texts} />}
      <CallList rows={rows} marksRunning={marksRunning} problem={problem} isOpen={filter === null} />
      {!filter && rows.length > 0 && (
        <Panel title="Made in this call" id="made">
          {made.length > 0 ? <TimelineLines lines={made} /> : <p className="empty">Nothing has happened yet.</p>}
        </Panel>
      )}
      {rows.length === 0 && !texts && <p className="empty">{isNarrowed ? "No call is like that." : "No calls yet."}</p>}
      <nav className="pager" aria-label="Pages of calls">
        {!filter && <Link to={crmPaths.calls()}>All calls</Link>}
        {next && (
          <Link to={crmPaths.calls({ ...filter, after: next })} {...byKey("j")}>
            Older calls
          </Link>
        )}
      </nav>
    </>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
