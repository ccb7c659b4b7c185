import { afterEach, beforeEach, expect, it } from "vitest";
import { reminders } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../../tests/support/domain";
import { driveJob } from "../../../../tests/support/driver";
import { DELIVERY } from "../../../../tests/support/reminder-cases";
import { rescheduleUnit } from "../../changes/reschedule.server";
import { putOnHold } from "../../dispatch/put-on-hold.server";
import { addDays, type Day } from "../../kernel/days";
import type { Id } from "../../kernel/ids.server";
import { instantAt } from "../../kernel/time.server";
import { FROM_HOUR } from "../../messages/quiet-hours.server";
import { holdBegunCause, holdEndedCause } from "./after-hold.server";
import { listUnits } from "./bookings.server";

// "We will call or write to you before a truck comes": where no message of ours does that any more, somebody does.
let world: TestWorld;
let id: Id<"booking">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  ({ id } = await paidBooking(world, { deliveryDate: DELIVERY, deliveryTime: "morning" }));
});
afterEach(() => world.close());

const hold = (why: string | null) => world.db.write((tx) => putOnHold(tx, world.deed(STAFF), id, why));
const holdUntil = async (on: Day, hour: number) => {
  await hold("Who pays?");
  world.clock.at = instantAt(on, hour);
  await hold(null);
};
const task = () =>
  world.db.sqlite.prepare<[string]>("select state from tasks where cause = ?").pluck().get(holdEndedCause(id)) ?? null;

it.each([
  [-3, 9, null],
  // The message of the day before still goes.
  [-1, FROM_HOUR - 1, null],
  [-1, FROM_HOUR, "open"],
  [0, 8, "open"],
  [1, 8, "open"],
] as const)("%i days from its truck at %i o'clock the end of a hold leaves: %s", async (days, hour, state) => {
  await holdUntil(addDays(DELIVERY, days), hour);
  expect(task()).toBe(state);
});

const begun = () =>
  world.db.sqlite.prepare<[string]>("select state from tasks where cause = ?").pluck().get(holdBegunCause(id)) ?? null;

it.each([
  [-2, 23, null],
  [-1, 0, "open"],
  [0, 8, "open"],
] as const)("%i days from its truck at %i o'clock the beginning of a hold leaves: %s", async (days, hour, state) => {
  world.clock.at = instantAt(addDays(DELIVERY, days), hour);
  await hold("Who pays?");
  await hold("Who pays? Called, no answer");
  expect([begun(), task()]).toEqual([state, null]);
  await hold(null);
  expect(begun()).toBe(state && "closed");
});

it("what we have parked ourselves is nobody's to be told of", async () => {
  world.clock.at = instantAt(DELIVERY, 8);
  world.db.sqlite.prepare("update jobs set kind = 'disposal' where booking_id = ?").run(id);
  await hold("Who pays?");
  await hold(null);
  expect([begun(), task()]).toEqual([null, null]);
});

it("where it was said already that the truck comes tomorrow, nothing says it anew after a hold: somebody does", async () => {
  world.clock.at = instantAt(addDays(DELIVERY, -1), 9);
  const day = addDays(DELIVERY, -1);
  world.db.orm
    .insert(reminders)
    .values({ booking_id: id, kind: "day-before", day, outcome: "told", at: world.clock.at })
    .run();
  await hold("Who pays?");
  world.clock.at = instantAt(day, 18);
  await hold(null);
  expect(task()).toBe("open");
});

it("without a hold that ends there is none: another word for no hold, and a hold that begins", async () => {
  world.clock.at = instantAt(DELIVERY, 8);
  await hold(null);
  await hold("Who pays?");
  expect(task()).toBeNull();
});

it.each([
  ["its truck leaves", async () => void (await driveJob(world, id, ["en_route"]))],
  ["it is stopped once more", async () => void (await hold("Again"))],
  [
    "it has another day",
    () =>
      world.db.write((tx) => {
        const [unit] = listUnits(tx, id);
        if (!unit) return expect.fail("no dumpster");
        const to = {
          deliveryDate: addDays(DELIVERY, 4),
          window: "morning" as const,
          pickupDate: addDays(DELIVERY, 11),
        };
        expect(rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to)).toMatchObject({ ok: true });
      }),
  ],
])("the task ends as %s", async (_how, act) => {
  await holdUntil(DELIVERY, 8);
  expect(task()).toBe("open");
  await act();
  expect(task()).toBe("closed");
});

it("of a pickup that waits until its customer asks nobody is told", async () => {
  ({ id } = await paidBooking(world, { deliveryDate: DELIVERY, deliveryTime: "morning", flexibleExtension: true }));
  world.clock.at = instantAt(DELIVERY, 9);
  await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
  const pickup = listUnits(world.db.orm, id)[0]?.pickup_date ?? expect.fail("no dumpster");
  await holdUntil(pickup, 8);
  expect(task()).toBeNull();
});
