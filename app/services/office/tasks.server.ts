import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { moveLead } from "~/domain/leads/leads.server";
import { tryAgain } from "~/domain/outbox/outbox.server";
import { finishTask, findTask, reopenTask, type TaskResult } from "~/domain/tasks/tasks.server";
import type { Services } from "~/services.server";

/** Done, as a person says; a lead whose call is done was called. */
export function finish(
  { db }: Pick<Services, "db">,
  deed: Deed<StaffActor>,
  id: string,
  why: string,
): Promise<TaskResult> {
  return db.write((tx) => {
    const done = finishTask(tx, deed, id, why);
    if (done.ok && done.task.kind === "lead") moveLead(tx, deed, done.task.subject_id, "contacted");
    return done;
  });
}

/** Undoes it, the lead's call as well. Refused where the cause has ended by itself since. */
export function undo({ db }: Pick<Services, "db">, deed: Deed<StaffActor>, id: string): Promise<TaskResult> {
  return db.write((tx) => {
    const task = findTask(tx, id);
    if (task?.kind !== "lead" || task.state !== "closed") return reopenTask(tx, deed, id);
    return moveLead(tx, deed, task.subject_id, "new").ok ? { ok: true, task } : { ok: false, code: "ended" };
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
