import { and, eq, sql, type SQL } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { profiles, tasks } from "#db/schema/index";
import { mayGoOut } from "../booking/order/closed-day.server";
import { formatDay, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { deliveryTimeLabel } from "../schedule/rules";
import { dayOfCause } from "../tasks/closed-days.server";
import { MOST_COUNTED, QUEUES, TASK_KINDS, type Queue, type TaskKind } from "../tasks/kinds";
import type { Task } from "../tasks/tasks.server";
import { pastDueOf, pressingOf, type PlacedTask, type PressingTask } from "./pressing-tasks.server";
import type { AboutTask } from "./task-about";
import { aboutTask } from "./task-subjects.server";

const TASKS_PAGE = 10;

export interface TaskRow extends AboutTask {
  id: string;
  kind: TaskKind;
  due: Instant;
  isOverdue: boolean;
  owner: { name: string; isMe: boolean } | null;
  snoozed: { until: Instant; why: string } | null;
  /** "Today, Morning (8AM - 12PM)", or a former day, where a truck has to come and nobody drives it yet; else null. */
  promised: string | null;
  /** The day on which it is too late, of what stands on a closed day; else null. */
  tooLateOn: Day | null;
  /** Why nobody's word ends it, but only what it asks for; else null. */
  notDone: NotDone | null;
}
export interface TaskPage {
  rows: TaskRow[];
  /** For the next page; null on the last one. */
  next: string | null;
  /** How many there are, at most `MOST_COUNTED` and one. */
  counts: Record<Queue, number>;
}

export interface QueueFilter {
  queue: Queue;
  me: Id<"account">;
  /** The cursor of the page before. */
  after?: string | null;
}

const [NOW, ME] = [sql.placeholder("now"), sql.placeholder("me")];
const [DUE, ID] = [sql.placeholder("due"), sql.placeholder("id")];
const isShown = sql`(${tasks.snoozed_until} is null or ${tasks.snoozed_until} <= ${NOW})`;
// The state is written out as in the partial indexes.
const IS_OPEN = sql`${tasks.state} = 'open'`;
const OF_QUEUE: Record<Queue, SQL | undefined> = {
  all: isShown,
  mine: and(sql`${tasks.owner_id} = ${ME}`, isShown),
  nobody: and(sql`${tasks.owner_id} is null`, isShown),
  snoozed: sql`${tasks.snoozed_until} is not null and ${tasks.snoozed_until} > ${NOW}`,
};
/** What was put off stands in the order of its coming back. */
const orderOf = (queue: Queue) => (queue === "snoozed" ? tasks.snoozed_until : tasks.due_at);
const pages = Object.fromEntries(
  QUEUES.map((queue) => [
    queue,
    prepared((orm) =>
      orm
        .select()
        .from(tasks)
        .where(
          and(
            IS_OPEN,
            OF_QUEUE[queue],
            sql`(${orderOf(queue)}, ${tasks.id}) > (${DUE}, ${ID})`,
            sql`${tasks.id} not in (select value from json_each(${sql.placeholder("pressing")}))`,
          ),
        )
        .orderBy(orderOf(queue), tasks.id)
        .limit(TASKS_PAGE + 1)
        .prepare(),
    ),
  ]),
);
const pressing = Object.fromEntries(QUEUES.map((queue) => [queue, prepared(pressingOf(OF_QUEUE[queue]))]));
const pastDue = Object.fromEntries(QUEUES.map((queue) => [queue, prepared(pastDueOf(OF_QUEUE[queue]))]));
const counts = Object.fromEntries(
  QUEUES.map((queue) => [
    queue,
    prepared((orm) =>
      orm
        .select({ n: sql<number>`count(*)` })
        .from(
          orm
            .select({ one: sql`1`.as("one") })
            .from(tasks)
            .where(and(IS_OPEN, OF_QUEUE[queue]))
            .limit(MOST_COUNTED + 1)
            .as("some"),
        )
        .prepare(),
    ),
  ]),
);
const nameOf = prepared((orm) =>
  orm.select({ name: profiles.display_name }).from(profiles).where(eq(profiles.user_id, ID)).prepare(),
);

/**
 * A page of at most 10 of what needs a person now: what a truck has to do and nobody drives yet, of former days and then
 * of today by its promised time, then some of the money that is past due, then the longest overdue. Everybody's, mine, nobody's, or what was put off. Each page is a stretch of an index and the
 * day's jobs, however much has been done already.
 */
export function listTasks(orm: Orm, now: Instant, { queue, me, after }: QueueFilter): TaskPage {
  const [, place, due, id] = /^(?:t([0-5])_)?(-?\d{1,16})~([\w-]+)$/.exec(after ?? "") ?? [];
  // What was put off was put off by a person, who knew.
  const first: PlacedTask[] = queue === "snoozed" ? [] : placedTasks(orm, now, queue, me);
  const firstLeft =
    due === undefined
      ? first
      : place === undefined
        ? []
        : first.filter((task) => isAfter(task, { place: Number(place), due: Number(due), id: id ?? "" }));
  const from = due === undefined || place !== undefined ? { due: -Number.MAX_SAFE_INTEGER, id: "" } : { due: +due, id };
  const rest: Task[] =
    pages[queue]?.(orm).all({ now, me, ...from, pressing: JSON.stringify(first.map((task) => task.id)) }) ?? [];
  const found: (Task | PlacedTask)[] = [...firstLeft, ...rest].slice(0, TASKS_PAGE + 1);
  const shown = found.slice(0, TASKS_PAGE);
  const last = shown.at(-1);
  const count = (of: Queue) => counts[of]?.(orm).get({ now, me })?.n ?? 0;
  return {
    rows: shown.map((task) => rowOf(orm, task, now, me)),
    next: found.length > TASKS_PAGE && last ? cursorOf(last, queue) : null,
    counts: { all: count("all"), mine: count("mine"), nobody: count("nobody"), snoozed: count("snoozed") },
  };
}

function placedTasks(orm: Orm, now: Instant, queue: Queue, me: Id<"account">): PlacedTask[] {
  const found = pressing[queue]?.(orm).all({ now, me, today: dayAt(now) }) ?? [];
  const trucks = found.map(({ task, ...job }): PressingTask => ({ ...task, ...job }));
  return [...trucks, ...(pastDue[queue]?.(orm).all({ now, me }) ?? [])];
}

/** In the order of the queries. */
const isAfter = (task: PlacedTask, { place, due, id }: { place: number; due: number; id: string }) =>
  task.place > place || (task.place === place && (task.due_at > due || (task.due_at === due && task.id > id)));

function cursorOf(last: Task | PlacedTask, queue: Queue): string {
  const due = queue === "snoozed" ? last.snoozed_until : last.due_at;
  return `${"place" in last ? `t${last.place}_` : ""}${due}~${last.id}`;
}

/** A task as the queue shows it. */
export function rowOf(orm: Orm, task: Task | PressingTask, now: Instant, me: Id<"account">): TaskRow {
  const { id, kind, due_at, owner_id, snoozed_until, said } = task;
  const about = aboutTask(orm, task, now);
  return {
    id,
    kind,
    due: due_at,
    isOverdue: due_at <= now,
    owner: owner_id && { name: nameOf(orm).get({ id: owner_id })?.name ?? "Somebody", isMe: owner_id === me },
    snoozed: snoozed_until !== null && snoozed_until > now ? { until: snoozed_until, why: said ?? "" } : null,
    promised: "window" in task ? promisedOf(task, dayAt(now)) : null,
    tooLateOn: dayAhead(task, now),
    notDone: whyNotDone(orm, task, now),
    ...about,
    // Where the next step is no call, nobody sees it.
    phone: TASK_KINDS[kind].next === "call" ? about.phone : null,
  };
}

/** `unpaid`: its caller can neither sign nor pay it on the closed day; `over`: no truck can go out on a day that has passed. */
export type NotDone = "unpaid" | "over";

/** The word of a closed day's task is that a truck goes out all the same: why nobody can give it; null where somebody can. */
export function whyNotDone(orm: Orm, { kind, cause, booking_id }: Task, now: Instant): NotDone | null {
  const day = kind === "closed_day" ? dayOfCause(cause) : null;
  if (day === null || booking_id === null) return null;
  if (day < dayAt(now)) return "over";
  return mayGoOut(orm, booking_id, now, day) ? null : "unpaid";
}

/** The closed day of a task, while it is still to come. */
function dayAhead({ kind, cause }: Task, now: Instant): Day | null {
  const day = kind === "closed_day" ? dayOfCause(cause) : null;
  return day !== null && day >= dayAt(now) ? day : null;
}

const promisedOf = ({ day, window }: PressingTask, today: Day): string =>
  `${day === today ? "Today" : formatDay(day, { short: true })}, ${deliveryTimeLabel(window)}`;
