import { setImmediate as pause } from "node:timers/promises";
import { and, eq, inArray, lte } from "drizzle-orm";
import { tasks } from "#db/schema/index";
import { acceptPlan, planDay } from "~/domain/dispatch/plan-day.server";
import { addDays } from "~/domain/kernel/days";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { nextOpenDay } from "~/domain/schedule/rules";
import { finishTask, type Task } from "~/domain/tasks/tasks.server";
import type { Play } from "./play.server";

/** What the office does in a made-up month: by the verbs that its pages call. */

/** Proposes a day's trucks and accepts the proposal, as the board's two buttons do. */
async function planFor(play: Play, day: Play["day"]): Promise<boolean> {
  const { services } = play;
  const rules = { settings: services.settings(), oneDriver: !services.flags().multi_assignments };
  const planned = await planDay(services.db, play.deed(play.staff()), rules, day, () => pause());
  if (!planned.ok) return false;
  const accepted = { version: planned.plan.version, driverId: null };
  return (await services.db.write((tx) => acceptPlan(tx, play.deed(play.staff()), rules, day, accepted))).ok;
}

/** In the morning the day itself, in the evening the next open one, so that customers hear that they are planned. */
export const planToday = (play: Play): Promise<boolean> => planFor(play, play.day);
export const planTomorrow = (play: Play): Promise<boolean> =>
  planFor(play, nextOpenDay(addDays(play.day, 1), play.services.settings()));

/** Calls and messages that have waited for an hour, and mails that came back. */
export function listToAnswer(play: Play): Task[] {
  const before = plus(play.services.clock.now(), -HOUR);
  const kinds = inArray(tasks.kind, ["lead", "answer", "message_bounced", "no_access"]);
  return play.services.db.orm
    .select()
    .from(tasks)
    .where(and(eq(tasks.state, "open"), kinds, lte(tasks.made_at, before)))
    .orderBy(tasks.made_at, tasks.kind)
    .limit(20)
    .all();
}

export async function answerTask(play: Play, { id }: Task): Promise<boolean> {
  const done = await play.services.db.write((tx) => finishTask(tx, play.deed(play.staff()), id, "Called back."));
  return done.ok;
}
