import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Orm } from "#db/client.server";
import { addDays, formatDay } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import type { Instant } from "~/domain/kernel/time.server";
import { readLocks } from "~/domain/changes/closure-locks.server";
import { findClosed } from "~/domain/leads/close.server";
import { getOverview } from "~/domain/records/overview.server";
import { isStops } from "~/domain/records/stops.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import { rowOf } from "~/domain/records/task-queue.server";
import { isQueue } from "~/domain/tasks/kinds";
import { findTask, type Task } from "~/domain/tasks/tasks.server";
import { requireCrm } from "~/http/access/guards.server";
import { answerIntent } from "~/http/answers/intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary } from "~/ui/form";
import { useFollow, useSend } from "~/ui/office/use-follow";
import { useSent } from "~/ui/office/use-sent";
import type { LiveHandle } from "~/ui/office/LiveOffice";
import { ClosedLeadNotice } from "~/ui/office/LeadSteps";
import { OverviewFigures } from "~/ui/office/OverviewFigures";
import { closedWords, StopList } from "~/ui/office/StopList";
import { DoneNotice, TaskQueue } from "~/ui/office/TaskQueue";
import { SENT_STOPS, stopLine, type StopLine } from "~/ui/office/stop-lines";
import { SENT_TASKS, taskLine, type TaskLine } from "~/ui/office/task-lines";
import type { RouteHandle } from "~/root";
import { yearOf } from "~/domain/kernel/moments";
import { OVERVIEW_INTENTS } from "./overview-intents.server";

export const meta: MetaFunction = () => [{ title: "Overview · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export const handle: LiveHandle & RouteHandle = {
  live: ({ kind }) => kind !== "presence",
  // Tasks and stops stand in the page (task-lines.ts, stop-lines.ts).
  handOver: (data) => {
    const { tasks, stops, ...rest } = data as Awaited<ReturnType<typeof loader>>;
    return { ...rest, tasks: { ...tasks, rows: null }, stops: { ...stops, rows: null } };
  },
};

/** What the address says of the page; what makes no sense is left out. */
function readView({ url }: Request) {
  const { searchParams } = new URL(url);
  const [whose, stops] = [searchParams.get("whose"), searchParams.get("stops")];
  return {
    whose: isQueue(whose) ? whose : "all",
    stops: isStops(stops) ? stops : "today",
    after: searchParams.get("after") ?? undefined,
    from: searchParams.get("from") ?? undefined,
    number: searchParams.get("number")?.slice(0, 20) || undefined,
    done: searchParams.get("done"),
    lead: searchParams.get("lead"),
  } as const;
}

/** The same in an address; the usual view has none of it. */
function viewOf({ whose, stops, ...view }: Omit<ReturnType<typeof readView>, "done" | "lead">) {
  return { whose: whose === "all" ? undefined : whose, stops: stops === "today" ? undefined : stops, ...view };
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { actor } = await requireCrm(scope, args.request);
  const { orm } = scope.services.db;
  const now = scope.services.clock.now();
  const { done, lead, ...seen } = readView(args.request);
  const { whose, after, from, number } = seen;
  const stops = { which: seen.stops, after: from, number };
  const task = done && findTask(orm, done);
  const thisYear = yearOf(now);
  const overview = getOverview(orm, now, { queue: whose, me: actor.id, after, stops });
  const tomorrow = addDays(overview.today, 1);
  /** Until when a task is put off, if nothing else is typed: not to a day on which nobody works. */
  const later = nextOpenDay(tomorrow, scope.services.settings());
  const lines = overview.tasks.rows.map((row) => taskLine(row, thisYear, { tomorrow, later }));
  return {
    ...overview,
    tasks: { ...overview.tasks, rows: lines as TaskLine[] | null },
    closed: readLocks(orm, overview.today),
    stops: {
      ...overview.stops,
      rows: overview.stops.rows.map((stop) => stopLine(stop, overview.stops.which, thisYear)) as StopLine[] | null,
    },
    view: viewOf(seen),
    whose,
    /** What was just done or put off, as long as it can be undone. */
    done: task && justDone(orm, task, now, actor.id),
    closedLead: lead && findClosed(orm, lead),
  };
}

/** The task of the notice with the way back; null where it is in the queue again. */
function justDone(orm: Orm, task: Task, now: Instant, me: Id<"account">) {
  const row = rowOf(orm, task, now, me);
  return task.state !== "open" || row.snoozed ? { ...row, isDone: task.state !== "open" } : null;
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const { done: _done, lead: _lead, ...seen } = readView(args.request);
  const view = viewOf(seen);
  const back = (done?: string) => crmPaths.overview({ ...view, done });
  return answerIntent(
    OVERVIEW_INTENTS,
    scope,
    args.request,
    () => ({ back }),
    () => back(),
  );
}

export default function OverviewPage() {
  const { today, figures, money, tasks, stops, closed, view, whose, done, closedLead } = useLoaderData<typeof loader>();
  const problem = useSent();
  const follow = useFollow();
  const send = useSend();
  return (
    <div onClick={follow} onSubmit={send}>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Overview</h1>
        <p className="hint">{formatDay(today)}</p>
      </header>
      {done && !problem && <DoneNotice task={done} today={today} />}
      {closedLead && !problem && <ClosedLeadNotice lead={closedLead} />}
      <OverviewFigures figures={figures} money={money} view={view} />
      <div className="two">
        <TaskQueue
          {...tasks}
          rows={tasks.rows ?? SENT_TASKS}
          whose={whose}
          view={view}
          tomorrow={addDays(today, 1)}
          problem={problem}
        />
        <StopList {...stops} rows={stops.rows ?? SENT_STOPS} view={view} closed={closedWords(closed)} today={today} />
      </div>
    </div>
  );
}

export { rereadAfterRefusal as shouldRevalidate } from "~/ui/form";
export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
