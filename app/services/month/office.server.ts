import { setImmediate as pause } from "node:timers/promises";
import { and, eq, inArray, lte, not, sql } from "drizzle-orm";
import { bookings, jobs, tasks, units } from "#db/schema/index";
import { moveJobTo } from "~/domain/changes/move-job.server";
import { IS_KEPT } from "~/domain/dispatch/kept.server";
import { acceptPlan, planDay } from "~/domain/dispatch/plan-day.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { addDays } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { askToAnswer } from "~/domain/payments/disputes.server";
import { listOpenDisputes } from "~/domain/payments/disputes-read.server";
import { isDeliveryWindow, nextOpenDay } from "~/domain/schedule/rules";
import { awaitsAnswer } from "~/domain/states/dispute-words";
import { finishTask, type Task } from "~/domain/tasks/tasks.server";
import type { Play } from "./play.server";

/** What the office does in a made-up month: by the verbs that its pages call. */

/** Proposes a day's trucks and accepts the proposal, as the board's two buttons do. */
async function planFor(play: Play, day: Play["day"]): Promise<boolean | null> {
  const { services } = play;
  const rules = { settings: services.settings(), oneDriver: !services.flags().multi_assignments };
  const planned = await planDay(services.db, play.deed(play.staff()), rules, day, () => pause());
  if (!planned.ok) return planned.code === "nothing_to_plan" ? null : false;
  const accepted = { version: planned.plan.version, driverId: null };
  return (await services.db.write((tx) => acceptPlan(tx, play.deed(play.staff()), rules, day, accepted))).ok;
}

/** In the morning the day itself, in the evening the next open one, so that customers hear that they are planned. */
export const planToday = (play: Play): Promise<boolean | null> => planFor(play, play.day);
export const planTomorrow = (play: Play): Promise<boolean | null> =>
  planFor(play, nextOpenDay(addDays(play.day, 1), play.services.settings()));

/** Trucks' jobs of today and before that never left: no driver had the time, or no dumpster was free. */
export function listLeft(play: Play) {
  return play.services.db.orm
    .select({
      id: jobs.id,
      window: jobs.delivery_window,
      number: bookings.booking_number,
      unit: units.unit_number,
      kind: jobs.kind,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(
      and(
        inArray(jobs.state, ["unscheduled", "scheduled", "assigned"]),
        lte(jobs.day, play.day),
        // Its delivery takes it along.
        sql`not (${jobs.kind} = 'pickup' and ${units.state} = 'reserved')`,
        // It stays until its customer asks.
        not(IS_KEPT),
      ),
    )
    .orderBy(bookings.booking_number, units.unit_number, jobs.kind)
    .all()
    .map(({ number, unit, kind, ...job }) => ({ ...job, key: `${number}/${unit}/${kind}` }));
}

/** To the next open day, as the board's form does; the customer is told. */
export async function moveOn(play: Play, { id, window }: ReturnType<typeof listLeft>[number]): Promise<boolean> {
  const { services } = play;
  const settings = services.settings();
  const day = nextOpenDay(addDays(play.day, 1), settings);
  const to = { day, window: isDeliveryWindow(window) ? window : ("anytime" as const) };
  return (await services.db.write((tx) => moveJobTo(tx, play.deed(play.staff()), settings, id, to))).ok;
}

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

/** A dispute that the bank wants an answer to, with the same name in each month of a seed. */
export interface Disputed {
  id: Id<"dispute">;
  key: string;
}

/** Since yesterday at the latest: the office answers within two days, long before the bank's last one. */
export function listDisputed(play: Play): Disputed[] {
  const { orm } = play.services.db;
  const before = plus(play.services.clock.now(), -HALF_A_DAY);
  return listOpenDisputes(orm)
    .filter(({ state, asked_at, opened_at }) => awaitsAnswer(state) && asked_at === null && opened_at <= before)
    .map(({ id, booking_id }) => ({ id, key: getBooking(orm, booking_id).booking_number }))
    .sort((a, b) => a.key.localeCompare(b.key));
}
const HALF_A_DAY = 12 * HOUR;

const OUR_ANSWER =
  "The customer ordered, signed and paid on our website. We delivered as agreed; the photos, the tickets and what we wrote to each other show it.";

/** In its own words, as the dispute's page does; the evidence goes along. */
export async function answerBank(play: Play, { id }: Disputed): Promise<boolean> {
  return (await play.services.db.write((tx) => askToAnswer(tx, play.deed(play.staff()), id, OUR_ANSWER))).ok;
}
