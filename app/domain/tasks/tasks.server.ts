import { and, eq, lt, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { tasks } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { DAY, later, plus, type Instant } from "../kernel/time.server";
import type { TaskKind, TaskSubject } from "./kinds";

export type Task = typeof tasks.$inferSelect;

export interface NewTask {
  kind: TaskKind;
  /** What it is for: the same cause is the same task. */
  cause: string;
  subject: { kind: TaskSubject; id: string };
  bookingId?: Id<"booking"> | null;
  due: Instant;
  /** Each time is a beginning of its own: done begins again, and what is open stays due when it was. */
  again?: boolean;
  /** When its cause last grew: what a person did before that is not done with. */
  grewAt?: Instant;
}

const byCause = prepared((orm) =>
  orm
    .select()
    .from(tasks)
    .where(eq(tasks.cause, sql.placeholder("cause")))
    .prepare(),
);
const byId = prepared((orm) =>
  orm
    .select()
    .from(tasks)
    .where(eq(tasks.id, sql.placeholder("id")))
    .prepare(),
);

export function findTask(orm: Orm, id: string): Task | null {
  return byId(orm).get({ id }) ?? null;
}

/** Whether somebody is needed for a cause now, and nobody has done it. */
export const isOpenTask = (orm: Orm, cause: string): boolean => byCause(orm).get({ cause })?.state === "open";

/** A person has done it, while its cause goes on. */
export const isDone = (orm: Orm, cause: string): boolean => byCause(orm).get({ cause })?.state === "done";

/** Either of the two: its cause goes on. */
export const isAskedAbout = (orm: Orm, cause: string): boolean => isOpenTask(orm, cause) || isDone(orm, cause);

/**
 * Somebody is needed, from the transaction that causes it: makes the task, once for each cause. One that is open gets the
 * newest due time, one that a person has done stays done while its cause goes on and does not grow, one whose cause had ended
 * begins again, as nobody's. None is due before it was made: paid in the evening for tomorrow, an order is due now, not since noon.
 */
export function openTask(tx: Tx, deed: Deed, task: NewTask): void {
  const { kind, cause, subject, bookingId = null, due, again, grewAt } = task;
  const before = byCause(tx).get({ cause });
  const hasGrown = grewAt !== undefined && before?.ended_at != null && grewAt > before.ended_at;
  if (before?.state === "done" && !again && !hasGrown) return;
  if (before?.state === "open") {
    const due_at = later(due, before.made_at);
    // Asked each round by housekeeping, it is written where something is another.
    if (!again && before.due_at === due_at && before.booking_id === bookingId) return;
    const changed = again ? { subject_id: subject.id, snoozed_until: null } : { due_at };
    // What it is about may belong to another booking by now: a call that was put with somebody else.
    tx.update(tasks)
      .set({ ...changed, booking_id: bookingId })
      .where(eq(tasks.id, before.id))
      .run();
    return;
  }
  const id = before?.id ?? newId("task");
  const fresh = {
    kind,
    state: "open" as const,
    subject_kind: subject.kind,
    subject_id: subject.id,
    booking_id: bookingId,
    owner_id: null,
    due_at: later(due, deed.now),
    snoozed_until: null,
    said: null,
    made_at: deed.now,
    ended_at: null,
  };
  tx.insert(tasks)
    .values({ id, cause, ...fresh })
    .onConflictDoUpdate({ target: tasks.cause, set: fresh })
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "task", id },
    bookingId,
    action: "task_made",
    to: "open",
    data: { task: kind },
  });
}

/** The cause has ended: what was open is closed, what was done may be needed anew. Nothing for a cause without a task. */
export function closeTask(tx: Tx, deed: Deed, cause: string): void {
  const task = byCause(tx).get({ cause });
  if (!task || task.state === "closed") return;
  // What a person had done ended then, and whoever undoes the ending asks for it by when it was (`endedAt`).
  const ended_at = task.state === "done" ? task.ended_at : deed.now;
  tx.update(tasks).set({ state: "closed", ended_at }).where(eq(tasks.id, task.id)).run();
  if (task.state === "done") return;
  recordEvent(tx, deed, {
    ...about(task),
    action: "task_closed",
    from: "open",
    to: "closed",
    data: { task: task.kind },
  });
}

/** Whether its cause ended at that moment; milliseconds of domain time. */
export function endedAt(orm: Orm, cause: string, at: Instant): boolean {
  const task = byCause(orm).get({ cause });
  return task?.state === "closed" && task.ended_at === at;
}

/** What ended its cause is undone: it is open again as it was, with who had it. Nothing where it is open. */
export function openTaskAgain(tx: Tx, deed: Deed, cause: string): void {
  const task = byCause(tx).get({ cause });
  if (task?.state !== "closed") return;
  putOpen(tx, deed, task, task.state);
}

/** Opens or closes the task of a cause, by whether somebody is needed now. */
export function needPerson(tx: Tx, deed: Deed, isNeeded: boolean, task: NewTask): void {
  if (isNeeded) openTask(tx, deed, task);
  else closeTask(tx, deed, task.cause);
}

/** `ended`: it is done or closed by now; `taken`: somebody else has it. */
export type TaskResult = { ok: true; task: Task } | { ok: false; code: "unknown" | "ended" | "taken" | "not_ahead" };

/** A person says that nothing is left to do, and why. Until when it was put off stays, for whoever undoes it. */
export function finishTask(tx: Tx, deed: Deed<StaffActor>, id: string, why: string): TaskResult {
  return change(tx, id, { state: "done", ended_at: deed.now }, (task) =>
    recordEvent(tx, deed, {
      ...about(task),
      action: "task_done",
      from: "open",
      to: "done",
      why,
      data: { task: task.kind },
    }),
  );
}

/** Undoes "done". Refused once its cause has ended. */
export function reopenTask(tx: Tx, deed: Deed<StaffActor>, id: string): TaskResult {
  const task = findTask(tx, id);
  if (!task) return { ok: false, code: "unknown" };
  if (task.state === "open") return { ok: true, task };
  if (task.state === "closed") return { ok: false, code: "ended" };
  putOpen(tx, deed, task, task.state);
  return { ok: true, task };
}

/** Out of the queue until a moment that is still to come, for a reason. */
export function snoozeTask(tx: Tx, deed: Deed<StaffActor>, id: string, until: Instant, why: string): TaskResult {
  if (until <= deed.now) return { ok: false, code: "not_ahead" };
  return change(tx, id, { snoozed_until: until, said: why }, (task) =>
    recordEvent(tx, deed, { ...about(task), action: "task_snoozed", why, data: { task: task.kind, until } }),
  );
}

/** Undoes "put off": it is in the queue again, where it was. One that is there already is fine as it is. */
export function bringBackTask(tx: Tx, deed: Deed<StaffActor>, id: string): TaskResult {
  const task = findTask(tx, id);
  if (task?.state === "open" && task.snoozed_until === null) return { ok: true, task };
  return change(tx, id, { snoozed_until: null, said: null }, (task) =>
    recordEvent(tx, deed, {
      ...about(task),
      action: "task_reopened",
      from: "open",
      to: "open",
      data: { task: task.kind },
    }),
  );
}

/** Makes it one's own. Refused where somebody else has it: they are asked, not overruled by accident. */
export function takeTask(tx: Tx, deed: Deed<StaffActor>, id: string): TaskResult {
  const task = findTask(tx, id);
  if (task?.state === "open" && task.owner_id === deed.by.id) return { ok: true, task };
  if (task?.state === "open" && task.owner_id !== null) return { ok: false, code: "taken" };
  return change(tx, id, { owner_id: deed.by.id }, (task) =>
    recordEvent(tx, deed, { ...about(task), action: "task_taken", data: { task: task.kind } }),
  );
}

/** Makes it nobody's, whoever had it: an owner may be ill. */
export function giveBackTask(tx: Tx, deed: Deed<StaffActor>, id: string): TaskResult {
  const task = findTask(tx, id);
  if (task?.state === "open" && task.owner_id === null) return { ok: true, task };
  return change(tx, id, { owner_id: null }, (task) =>
    recordEvent(tx, deed, { ...about(task), action: "task_given_back", data: { task: task.kind } }),
  );
}

/** What somebody had taken is nobody's again, for everybody to see: they are off the team. Returns how many there were. */
export function giveBackAllOf(tx: Tx, deed: Deed<StaffActor>, owner: Id<"account">): number {
  const theirs = tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.owner_id, owner), sql`${tasks.state} = 'open'`))
    .all();
  for (const { id } of theirs) giveBackTask(tx, deed, id);
  return theirs.length;
}

/** Changes an open task, with its event. */
function change(tx: Tx, id: string, to: Partial<Task>, record: (task: Task) => void): TaskResult {
  const task = findTask(tx, id);
  if (!task) return { ok: false, code: "unknown" };
  if (task.state !== "open") return { ok: false, code: "ended" };
  tx.update(tasks).set(to).where(eq(tasks.id, task.id)).run();
  record(task);
  return { ok: true, task };
}

function putOpen(tx: Tx, deed: Deed, task: Task, from: "done" | "closed"): void {
  tx.update(tasks).set({ state: "open", ended_at: null }).where(eq(tasks.id, task.id)).run();
  recordEvent(tx, deed, {
    ...about(task),
    action: "task_reopened",
    from,
    to: "open",
    data: { task: task.kind },
  });
}

function about({ id, booking_id }: Task) {
  return { subject: { kind: "task", id } as const, bookingId: booking_id };
}

/** The events have its history; the row of a cause that ended long ago says nothing more. */
const KEEP_CLOSED_MS = 90 * DAY;

/** Forgets tasks whose causes ended long ago, in slices. The state is written out, so that SQLite uses the partial index. */
export function forgetClosedTasks(db: Db, now: Instant): Promise<Slices> {
  return inSlices(db, (tx, most) =>
    deleteSome(tx, tasks, sql`${tasks.state} = 'closed' and ${lt(tasks.ended_at, plus(now, -KEEP_CLOSED_MS))}`, most),
  );
}
