import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { listUnits } from "~/domain/booking/order/bookings.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt } from "~/domain/kernel/time.server";
import { askForDigest } from "~/domain/messages/office-digest.server";
import { sendReminders } from "~/domain/messages/reminders.server";
import { openTask } from "~/domain/tasks/tasks.server";
import { paidBooking, STAFF, type TestWorld } from "./domain";
import { driveJob, temporaryDriver } from "./driver";
import { errandOn, planByOffice } from "./errands";

const TEXTS = { smsConsent: true };
/** Of the order that tests make: its delivery's and its pickup's day. */
export const DELIVERY = "2026-12-03" as Day;
export const PICKUP = "2026-12-10" as Day;

/** The clock at an hour of a day, with housekeeping's look at the reminders. */
export async function remindOn(world: TestWorld, day: Day, hour = 8, minute = 0): Promise<void> {
  world.clock.at = instantAt(day, hour, minute);
  await sendReminders(world.db, world.deed());
}

/** Plans all the trucks of a booking, as the office does. */
export function scheduleAll(world: TestWorld, bookingId: Id<"booking">): Promise<void> {
  return world.db.write((tx) => {
    for (const job of tx.select().from(jobs).where(eq(jobs.booking_id, bookingId)).all())
      scheduleJob(tx, world.deed(STAFF), job.id);
  });
}

/** A paid booking whose dumpster was set down on its day; its messages so far are out of the way. */
export async function standing(world: TestWorld, changes: Parameters<typeof paidBooking>[1] = {}) {
  const booking = await paidBooking(world, changes);
  world.clock.at = instantAt(DELIVERY, 9);
  await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  world.db.orm.delete(outbox).run();
  return booking;
}

/** The truck comes for the dumpster and has to leave it. */
export async function missPickup(world: TestWorld, bookingId: Id<"booking">): Promise<void> {
  const driver = await temporaryDriver(world);
  await world.db.write((tx) => {
    const mine = and(eq(jobs.booking_id, bookingId), eq(jobs.kind, "pickup"));
    const job = tx.select().from(jobs).where(mine).get();
    if (!job) throw new Error("no pickup");
    const deed = world.deed(STAFF);
    if (job.state === "unscheduled") scheduleJob(tx, deed, job.id);
    assignJob(tx, deed, job.id, driver);
    for (const to of ["en_route", "arrived", "attempted"] as const) {
      const moved = advanceJob(tx, deed, job.id, to, "Overloaded above the rim");
      if (!moved.ok) throw new Error(`${to}: ${moved.code}`);
    }
  });
}

/** Each message that time brings, and what belongs to it: what brings it about, and what is sent. */
export function reminderCases(world: () => TestWorld, mailed: () => unknown) {
  const due = async (day: Day) => {
    await standing(world(), TEXTS);
    await remindOn(world(), day);
  };
  const dayBefore = async () => {
    await paidBooking(world(), TEXTS);
    await remindOn(world(), addDays(DELIVERY, -1));
  };
  const late = async () => {
    await paidBooking(world(), TEXTS);
    await remindOn(world(), DELIVERY, 12, 30);
  };
  const lateErrand = async () => {
    const { id } = await standing(world(), TEXTS);
    const [unit] = listUnits(world().db.orm, id);
    if (!unit) throw new Error("no dumpster");
    await planByOffice(world(), unit.id, errandOn("dump_and_return", addDays(DELIVERY, 2)));
    await remindOn(world(), addDays(DELIVERY, 3));
  };
  const scheduled = async () => scheduleAll(world(), (await paidBooking(world(), TEXTS)).id);
  const missed = async () => {
    const { id } = await standing(world(), TEXTS);
    world().clock.at = instantAt(PICKUP, 10);
    await missPickup(world(), id);
  };
  const said = (words: string) => [expect.stringContaining(words) as string];
  const row = (cause: () => Promise<unknown>, is: unknown[]) => ({ cause, effect: mailed, is });
  return {
    "mail.scheduled": row(scheduled, ["ada@example.com: Booking DMP: your delivery is scheduled"]),
    "sms.scheduled": row(
      scheduled,
      said("booking DMP: Your delivery is scheduled: Thursday, December 3, 8AM to 12PM. http"),
    ),
    "mail.day-before": row(dayBefore, ["ada@example.com: Booking DMP: our truck comes tomorrow"]),
    "sms.day-before": row(
      dayBefore,
      said(
        "Tomorrow, Thursday, December 3, 8AM to 12PM, we bring your 20-yard dumpster. Please keep the way clear. http",
      ),
    ),
    "mail.due-soon": row(() => due(addDays(PICKUP, -2)), ["ada@example.com: Booking DMP: pickup on Thu, Dec 10"]),
    "sms.due-soon": row(
      () => due(addDays(PICKUP, -2)),
      said("We pick up your 20-yard dumpster on Thursday, December 10. Longer, or sooner? http"),
    ),
    "mail.due-today": row(() => due(PICKUP), ["ada@example.com: Booking DMP: we pick up today"]),
    "sms.due-today": row(() => due(PICKUP), said("Today we pick up your 20-yard dumpster. http")),
    "mail.overdue": row(() => due(addDays(PICKUP, 1)), ["ada@example.com: Booking DMP: we are late with your pickup"]),
    "sms.overdue": row(() => due(addDays(PICKUP, 1)), said("our delay costs you nothing. http")),
    "mail.delivery-late": row(late, ["ada@example.com: Booking DMP: we are late with your delivery"]),
    "sms.delivery-late": row(late, said("booking DMP: We are late with your delivery. It was planned for Thu, Dec 3")),
    "mail.errand-late": row(
      lateErrand,
      expect.arrayContaining(["ada@example.com: Booking DMP: we are late with your emptying"]) as unknown[],
    ),
    "sms.errand-late": row(
      lateErrand,
      expect.arrayContaining(
        said("booking DMP: We are late with your emptying. It was planned for Sat, Dec 5"),
      ) as unknown[],
    ),
    "mail.pickup-failed": row(missed, ["ada@example.com: Booking DMP: we could not pick up"]),
    "sms.pickup-failed": row(
      missed,
      said("booking DMP: We could not pick up your 20-yard dumpster on Thu, Dec 10: overloaded above the rim."),
    ),
    "mail.office-digest": row(async () => {
      const { id } = await paidBooking(world());
      await world().db.write((tx) =>
        openTask(tx, world().deed(), {
          kind: "reconcile",
          cause: "reconcile:test",
          subject: { kind: "booking", id },
          bookingId: id,
          due: world().clock.at,
        }),
      );
      await askForDigest(world().db, world().deed());
    }, ["office@example.com: To clear up: Dumpster number to clear up (1)"]),
  };
}
