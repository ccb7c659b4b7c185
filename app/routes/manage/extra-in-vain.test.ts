import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jobs, tasks, units } from "#db/schema/index";
import { planExtra } from "~/domain/changes/extra-job.server";
import { findDriverJob } from "~/domain/dispatch/driver-read.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { addDays } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt } from "~/domain/kernel/time.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { fakeServices, Visitor } from "../../../tests/support/visit";
import { waitView } from "../driver/blocked.server";
import * as access from "./access";
import { accessView } from "./access-view.server";
import * as confirmation from "./booking-confirmation";

vi.setConfig({ testTimeout: 30_000 });

/** A truck comes for a swap, an emptying or a move and cannot get in: no day of a delivery or pickup is theirs to choose. */
let world: TestWorld;
let booking: Booking;
let driver: Id<"driver">;
let unitId: Id<"unit">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  booking = await paidBooking(world);
  driver = (await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"])).driverId;
  unitId = world.db.orm.select().from(units).where(eq(units.booking_id, booking.id)).get()!.id;
});
afterEach(() => world.close());

const asked = (kind: "relocate" | "swap") => {
  const day = addDays(dayAt(world.clock.at), 1);
  return { kind, day, window: "anytime" as const, size: 20, material: "general" as const, note: "" };
};
async function plan(kind: "relocate" | "swap", price: number) {
  const done = await world.db.write((tx) =>
    planExtra(tx, world.deed(STAFF), world.settings(), unitId, asked(kind), price),
  );
  if (!done.ok) throw new Error(done.code);
  return done.job.id;
}
const openTasks = () =>
  world.db.orm
    .select()
    .from(tasks)
    .where(eq(tasks.state, "open"))
    .all()
    .map(({ kind }) => kind);

it.each([
  ["swap", 51192],
  ["relocate", 0],
] as const)(
  "a %s: the office calls, and the customer, the driver and the office all read that",
  async (kind, price) => {
    const jobId = await plan(kind, price);
    await world.db.write((tx) => {
      scheduleJob(tx, world.deed(STAFF), jobId);
      assignJob(tx, world.deed(STAFF), jobId, driver);
      for (const to of ["en_route", "arrived"] as const) advanceJob(tx, world.deed(STAFF), jobId, to);
    });
    const visit = await cannotGetIn(world, driver, jobId);
    const services = fakeServices(world);
    expect(accessView(services, booking)).toMatchObject({ state: "waiting", choosesDay: false });

    const visitor = new Visitor(services);
    await visitor.get(confirmation.loader, `/booking-confirmation?booking=${booking.capability}`);
    const page = `/manage-booking/access?booking=${booking.booking_number}`;
    const answer = await visitor.post(access.action, page, { intent: "reschedule", visit: visit });
    expect([answer.status, answer.location]).toEqual([302, page]);
    expect(accessView(services, booking)).toMatchObject({
      state: "over",
      ended: "We come another day, and call you about it.",
    });
    expect(waitView(services, findDriverJob(world.db.orm, driver, jobId)!)?.now.words).not.toContain("choose it");
    expect(openTasks()).toEqual(["not_done"]);

    // Planned anew, nobody has to call.
    await plan("relocate", 0);
    expect(openTasks()).toEqual([]);
    expect(world.db.orm.select().from(jobs).where(eq(jobs.id, jobId)).get()?.state).toBe("attempted");
  },
);
