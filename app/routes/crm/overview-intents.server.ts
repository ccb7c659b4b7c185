import { z } from "zod";
import { readDate } from "~/domain/kernel/typed";
import { dayAt } from "~/domain/kernel/time.server";
import { bringBackTask, giveBackTask, takeTask } from "~/domain/tasks/tasks.server";
import { tooLong } from "~/domain/kernel/too-long";
import { intent, type Done, type Intents } from "~/http/answers/intents.server";
import { finish, putOff, retry, undo, type FinishResult, type PutOffResult } from "~/services/office/tasks.server";

/** The queue as its address shows it: where an action leads back to. `done`: with the task that was just done or put off, to undo it. */
export interface Queue {
  back(done?: string): string;
}

const REFUSED: Record<Extract<FinishResult | PutOffResult, { ok: false }>["code"], string> = {
  unknown: "This task is not there any more.",
  ended: "This is done already, or its cause has gone. The list shows what is left.",
  taken: "Somebody else has just taken this. Talk to them, or give it back first.",
  unpaid:
    "Nobody can sign or pay this order while its day is closed, so no truck can go out for it. Agree on another day: the task ends by itself then.",
  over: "That day is over, so no truck can go out on it. Agree on another day, or say on the board what was done: the task ends by itself then.",
  too_late: "It stands on a closed day: choose a morning before that one.",
  not_ahead: "Choose a day that is still to come.",
};
const answer = (done: FinishResult | PutOffResult, to?: string): Done =>
  done.ok ? { ok: true, ...(to && { to }) } : { ok: false, message: REFUSED[done.code], status: 409 };

const text = z.string().trim().catch("");
const one = z.object({ task: text });
const LONGEST_WHY = 200;
/** Beside the task's own field: there is one of a name in each row. */
function noReason(task: string, why: string): Done | null {
  const message =
    why === "" ? "Say why, so that the others know." : why.length > LONGEST_WHY ? tooLong("the reason", 200) : null;
  return message === null ? null : { ok: false, message, field: `why-${task}` };
}

/** What can be done with a task. */
export const OVERVIEW_INTENTS: Intents<Queue> = {
  take: intent({
    may: "staff",
    schema: one,
    run: async ({ services: { db } }, deed, _on: Queue, { task }) =>
      answer(await db.write((tx) => takeTask(tx, deed, task))),
  }),
  "give-back": intent({
    may: "staff",
    schema: one,
    run: async ({ services: { db } }, deed, _on: Queue, { task }) =>
      answer(await db.write((tx) => giveBackTask(tx, deed, task))),
  }),
  done: intent({
    may: "staff",
    schema: z.object({ task: text, why: text }),
    run: async ({ services }, deed, on: Queue, { task, why }) =>
      noReason(task, why) ?? answer(await finish(services, deed, task, why), on.back(task)),
  }),
  snooze: intent({
    may: "staff",
    schema: z.object({ task: text, why: text, until: text.transform((typed) => readDate(typed) ?? null) }),
    run: async ({ services }, deed, on: Queue, { task, why, until }) => {
      const unsaid = noReason(task, why);
      if (unsaid) return unsaid;
      if (!until || until <= dayAt(deed.now)) return { ok: false, message: REFUSED.not_ahead, field: `until-${task}` };
      const done = await putOff(services, deed, task, { until, why });
      if (!done.ok && done.code === "too_late") return { ok: false, message: REFUSED.too_late, field: `until-${task}` };
      return answer(done, on.back(task));
    },
  }),
  "bring-back": intent({
    may: "staff",
    schema: one,
    run: async ({ services: { db } }, deed, _on: Queue, { task }) =>
      answer(await db.write((tx) => bringBackTask(tx, deed, task))),
  }),
  undo: intent({
    may: "staff",
    schema: one,
    run: async ({ services }, deed, _on: Queue, { task }) => answer(await undo(services, deed, task)),
  }),
  retry: intent({
    may: "staff",
    schema: one,
    run: async ({ services }, deed, _on: Queue, { task }) => answer(await retry(services, deed, task)),
  }),
};
