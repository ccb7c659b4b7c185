import type { Tx } from "#db/client.server";
import { addDays } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { DAY, dayAt, plus, type Instant } from "../kernel/time.server";
import { nextOpenDay } from "../schedule/rules";
import { readSettings } from "../settings/settings.server";
import type { JobState } from "../states/transitions";
import { closeTask, openTask } from "../tasks/tasks.server";
import { insertJob, type Job } from "./jobs.server";

/** A dumpster that its customer wants elsewhere: somebody has to send a truck. */
export const relocateCause = (jobId: Id<"job">): string => `relocate:${jobId}`;
export const paidNotDoneCause = (jobId: Id<"job">): string => `paid_not_done:${jobId}`;
/** Something beyond delivery and pickup was not possible: no page asks its customer for another day, so somebody has to. */
export const notDoneCause = (unitId: Id<"unit">): string => `not_done:${unitId}`;

type Reminder = Pick<Parameters<typeof openTask>[2], "kind" | "cause"> & { due?: Instant; again?: true };

function remind(tx: Tx, deed: Deed, { booking_id }: Job, { due = deed.now, ...what }: Reminder): void {
  openTask(tx, deed, { ...what, subject: { kind: "booking", id: booking_id }, bookingId: booking_id, due });
}

/** Its customer has paid for it and it could not be done: somebody decides whether it is tried again or the money goes back. */
export function remindOfMoney(tx: Tx, deed: Deed, job: Job): void {
  remind(tx, deed, job, { kind: "paid_not_done", cause: paidNotDoneCause(job.id) });
}

/** It was not possible, and nothing was paid for it: somebody plans it anew with its customer. */
export function remindToPlan(tx: Tx, deed: Deed, job: Job): void {
  remind(tx, deed, job, { kind: "not_done", cause: notDoneCause(job.unit_id), again: true });
}

/** Steps do not move dumpsters here (flag "auto sync dumpster status"): somebody does. */
export function remindToMove(tx: Tx, deed: Deed, job: Job, dumpsterId: Id<"dumpster">): void {
  openTask(tx, deed, {
    kind: "move_dumpster",
    cause: `move_dumpster:${dumpsterId}`,
    subject: { kind: "dumpster", id: dumpsterId },
    bookingId: job.booking_id,
    due: deed.now,
    again: true,
  });
}

/** A load that is parked full needs a job of its own, and somebody who plans it; weighed, it does not any more. */
export function followLoad(tx: Tx, deed: Deed, job: Job, to: JobState): void {
  const cause = `dump_later:${job.unit_id}`;
  if (to === "ticketed") closeTask(tx, deed, cause);
  if (to !== "dump_later") return;
  // On a Sunday or a holiday no truck could be planned for it, and by Monday it would be late.
  const day = nextOpenDay(addDays(dayAt(deed.now), 1), readSettings(tx));
  insertJob(tx, deed, { ...job, kind: "disposal", day, delivery_window: "anytime", note: "" });
  remind(tx, deed, job, { kind: "dump_later", cause, due: plus(deed.now, DAY), again: true });
}
