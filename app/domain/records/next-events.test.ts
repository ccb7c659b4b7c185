import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, outbox } from "#db/schema/index";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { sendReminders } from "~/domain/messages/reminders.server";
import {
  draftData,
  openedCheckout,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { DELIVERY, standing } from "../../../tests/support/reminder-cases";
import { day } from "../kernel/days";
import { DAY, formatInstant, instantAt, plus, type Instant } from "../kernel/time.server";
import { listNextStops } from "./next-events.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

const stops = (most = 40) => listNextStops(world.db.orm, world.settings(), world.clock.at, most);
const told = (most?: number) =>
  stops(most).map(
    ({ at, events }) => `${formatInstant(at).replace(", 2026", "")}: ${events.map(({ what }) => what).join("; ")}`,
  );

it("are what time brings to an order, from its fees to its pickup, the nearest first", async () => {
  expect(stops()).toEqual([]);
  const { booking_number } = await paidBooking(world);
  expect(told()).toEqual(
    [
      "December 1, 8:01 am: cancelling costs 10% from now on",
      "December 2, 8:00 am: day-before reminder",
      "December 2, 8:01 am: cancelling costs 20% from now on",
      "December 3, 8:00 am: delivery: its window begins",
      "December 3, 12:00 pm: the delivery is late, and its customer hears of it",
      "December 8, 8:00 am: reminder two days before the pickup",
      "December 10, 8:00 am: reminder that it is due today; pickup: its window begins",
    ].filter((line) => !line.startsWith("December 1,")),
  );
  expect(new Set(stops().flatMap(({ events }) => events.map(({ number }) => number)))).toEqual(
    new Set([booking_number]),
  );
  expect(told(2)).toHaveLength(2);
});

it("are over once they have come: what was told is not told again, and the moment itself lies behind", async () => {
  await paidBooking(world);
  world.clock.at = instantAt(day("2026-12-02"), 8);
  await sendReminders(world.db, world.deed());
  expect(told()[0]).toBe("December 2, 8:01 am: cancelling costs 20% from now on");
  // A clock that went back an hour: told is told.
  world.clock.at = instantAt(day("2026-12-02"), 7);
  expect(told()[0]).toBe("December 2, 8:01 am: cancelling costs 20% from now on");
});

it("know who may keep it: the first day that costs extra, and each overdue reminder", async () => {
  await standing(world, { flexibleExtension: true });
  world.clock.at = instantAt(day("2026-12-10"), 12);
  expect(told(3)).toEqual([
    "December 11, 12:00 am: the first day that costs extra",
    "December 11, 8:00 am: overdue reminder",
  ]);
  world.clock.at = instantAt(day("2026-12-11"), 9);
  expect(told(1)).toEqual(["December 13, 8:00 am: overdue reminder"]);
});

it("leave out what is on hold", async () => {
  const { id } = await paidBooking(world);
  world.db.orm.update(bookings).set({ on_hold_reason: "?" }).where(eq(bookings.id, id)).run();
  expect(told().filter((line) => line.includes("reminder"))).toEqual([]);
});

it("are the ends of prices, of the time to pay, of a driver's patience and of the night as well", async () => {
  const ends = plus(world.clock.at, 2 * DAY);
  await world.db.write((tx) => prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), ends));
  await openedCheckout(
    world,
    await signedBooking(world, { contactInfo: { ...draftData().contactInfo, email: "bo@example.com" } }),
  );
  const visited = await paidBooking(world, { contactInfo: { ...draftData().contactInfo, email: "cy@example.com" } });
  world.clock.at = instantAt(DELIVERY, 22);
  const { jobId, driverId } = await driveJob(world, visited.id, ["en_route", "arrived"]);
  await cannotGetIn(world, driverId, jobId, { reason: "Nobody lets us in" });
  world.db.orm
    .update(outbox)
    .set({ run_at: Date.now() + DAY })
    .where(eq(outbox.kind, "sms.access-blocked"))
    .run();
  const has = (at: Instant, what: RegExp) =>
    expect(
      stops(100)
        .find((stop) => stop.at === at)
        ?.events.map((event) => event.what)
        .join(),
    ).toMatch(what);
  has(plus(instantAt(DELIVERY, 22), 15 * 60_000), /waited long enough/);
  has(instantAt(day("2026-12-04"), 8), /texts? leaves? that waited for the morning/);
  world.clock.at = instantAt(day("2026-12-01"), 9);
  has(ends, /price ends/);
  has(plus(world.clock.at, world.settings().holdMinutes * 60_000), /time to pay ends/);
});
