import type { Tx } from "#db/client.server";
import { whyNotDone, type NotDone } from "~/domain/records/task-queue.server";
import { renewClosedDay } from "~/domain/booking/order/closed-day.server";
import type { Day } from "~/domain/kernel/days";
import { dayAt, instantAt } from "~/domain/kernel/time.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { findLead, moveLead } from "~/domain/leads/leads.server";
import { remindAfterAll } from "~/domain/messages/reminders.server";
import { tryAgain } from "~/domain/outbox/outbox.server";
import { dayOfCause } from "~/domain/tasks/closed-days.server";
import {
  finishTask,
  findTask,
  openTaskAgain,
  reopenTask,
  snoozeTask,
  type TaskResult,
} from "~/domain/tasks/tasks.server";
import type { Services } from "~/services.server";

/** Put off until a morning: before the first calls. */
const MORNING_HOUR = 8;

export type FinishResult = TaskResult | { ok: false; code: NotDone };

/** Done, as a person says; a lead whose call is done was called, and on a closed day a truck goes out all the same. */
export function finish(
  { db }: Pick<Services, "db">,
  deed: Deed<StaffActor>,
  id: string,
  why: string,
): Promise<FinishResult> {
  return db.write((tx): FinishResult => {
    const task = findTask(tx, id);
    const not = task?.state === "open" ? whyNotDone(tx, task, deed.now) : null;
    if (not) return { ok: false, code: not };
    const done = finishTask(tx, deed, id, why);
    if (done.ok && done.task.kind === "lead") moveLead(tx, deed, done.task.subject_id, "contacted", why);
    if (done.ok) decided(tx, deed, id);
    return done;
  });
}

/** `too_late`: on the day that it is put off to, what it is about is over. */
export type PutOffResult = TaskResult | { ok: false; code: "too_late" };

/** Out of the queue until a morning: of what stands on a closed day one before that day, or nobody sees to it in time. */
export function putOff(
  { db }: Pick<Services, "db">,
  deed: Deed<StaffActor>,
  id: string,
  { until, why }: { until: Day; why: string },
): Promise<PutOffResult> {
  return db.write((tx): PutOffResult => {
    const task = findTask(tx, id);
    const last = task?.kind === "closed_day" ? dayOfCause(task.cause) : null;
    if (task?.state === "open" && last !== null && dayAt(deed.now) < last && until >= last)
      return { ok: false, code: "too_late" };
    return snoozeTask(tx, deed, id, instantAt(until, MORNING_HOUR), why);
  });
}

/** What is to be scheduled follows from it, and whoever was told nothing of that day hears of it. */
function decided(tx: Tx, deed: Deed, id: string): void {
  const task = findTask(tx, id);
  if (task?.kind !== "closed_day" || task.booking_id === null) return;
  renewClosedDay(tx, deed, task.booking_id);
  if (task.state === "done") remindAfterAll(tx, deed, task.booking_id);
}

/** Undoes it, the lead's call as well: the task stands where it stood. Refused where the cause has ended by itself since. */
export function undo({ db }: Pick<Services, "db">, deed: Deed<StaffActor>, id: string): Promise<TaskResult> {
  return db.write((tx) => {
    const task = findTask(tx, id);
    if (task?.kind !== "lead" || task.state !== "closed") {
      const undone = reopenTask(tx, deed, id);
      if (undone.ok) decided(tx, deed, id);
      return undone;
    }
    if (findLead(tx, task.subject_id)?.state !== "contacted") return { ok: false, code: "ended" };
    // Before the lead, whose task would begin anew with it: as nobody's, and due from now on.
    openTaskAgain(tx, deed, task.cause);
    moveLead(tx, deed, task.subject_id, "new");
    return { ok: true, task };
  });
}

/** Has the work that was given up tried anew. */
export function retry({ db }: Pick<Services, "db">, deed: Deed<StaffActor>, id: string): Promise<TaskResult> {
  return db.write((tx) => {
    const task = findTask(tx, id);
    if (!task) return { ok: false, code: "unknown" };
    return task.kind === "work_given_up" && tryAgain(tx, deed, task.subject_id)
      ? { ok: true, task }
      : { ok: false, code: "ended" };
  });
}
