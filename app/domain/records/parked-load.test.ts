import { and, eq, like } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, jobs, outbox } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { advanceJob } from "../dispatch/advance.server";
import { findBoardJob } from "../dispatch/board-jobs.server";
import { listDriverJobs } from "../dispatch/driver-read.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { listOffers, offerJob } from "../dispatch/offers.server";
import { recallJob } from "../dispatch/recall.server";
import { reportBlocked } from "../dispatch/visits.server";
import type { Id } from "../kernel/ids.server";
import { phoneView } from "../kernel/phone";
import { instantAt } from "../kernel/time.server";
import type { JobState } from "../states/transitions";
import { isTruckDay, readTrucks } from "./truck.server";

/** A load that was parked full is ours: the truck that dumps it later comes to our yard, not to its customer. */
let world: TestWorld;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
let disposal: typeof jobs.$inferSelect;
const step = (jobId: Id<"job">, ...states: JobState[]) =>
  world.db.write((tx) => states.map((to) => advanceJob(tx, world.deed(STAFF), jobId, to, "a test").ok));
const give = () =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), disposal.id);
    assignJob(tx, world.deed(STAFF), disposal.id, driver);
  });
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  bookingId = (await paidBooking(world)).id;
  const driven = await driveJob(world, bookingId, ["pickup"]);
  driver = driven.driverId;
  await step(driven.jobId, "dump_later");
  const parked = and(eq(jobs.booking_id, bookingId), eq(jobs.kind, "disposal"));
  disposal = world.db.orm.select().from(jobs).where(parked).get()!;
  world.clock.at = instantAt(disposal.day, 9);
  await give();
});
afterEach(() => world.close());

const told = () =>
  world.db.orm
    .select()
    .from(outbox)
    .where(like(outbox.cause, `%${disposal.id}%`))
    .all()
    .map(({ kind }) => kind)
    .filter((kind) => /^(?:mail|sms)/.test(kind));

it("its customer hears of no truck that is on its way to them, or turned back, and their page shows none", async () => {
  expect(await step(disposal.id, "en_route", "arrived")).toEqual([true, true]);
  const { orm } = world.db;
  expect([readTrucks(orm, bookingId, world.clock.at), isTruckDay(orm, bookingId, world.clock.at)]).toEqual([[], false]);
  await world.db.write((tx) => recallJob(tx, world.deed(STAFF), disposal.id, "The truck broke down"));
  expect(told()).toEqual([]);
});

it("its customer is asked for no way into our yard, and owes no fee for a trip there in vain", async () => {
  await step(disposal.id, "en_route", "arrived");
  const said = { reason: "Something blocks the place", note: "", minutes: 15 };
  expect(await world.db.write((tx) => reportBlocked(tx, world.deed(STAFF), driver, disposal.id, said))).toMatchObject({
    ok: false,
  });
  // Closed as an attempt it would stand full for good: no other job of it is opened.
  expect(await step(disposal.id, "attempted", "serviced")).toEqual([false, true]);
  expect(told()).toEqual([]);
});

it("it is offered as of our yard", async () => {
  const rules = { settings: world.settings(), oneDriver: true };
  const made = await world.db.write((tx) => {
    assignJob(tx, world.deed(STAFF), disposal.id, null);
    return offerJob(tx, world.deed(STAFF), rules, disposal.id, driver);
  });
  expect(made).toMatchObject({ ok: true });
  const { city, zip } = world.settings().address;
  expect(zip).not.toBe(world.db.orm.select().from(bookings).get()?.zip);
  expect(listOffers(world.db.orm, driver, world.clock.at)).toMatchObject([{ kind: "disposal", city, zip }]);
});

it("its driver is sent to our yard: neither to the customer's address, nor with their gate code and phone", async () => {
  const { orm } = world.db;
  world.db.orm.update(bookings).set({ gate_code: "4711", special_instructions: "The dog bites" }).run();
  const { address, phone } = world.settings();
  const [seen] = listDriverJobs(orm, driver, disposal.day);
  expect(seen).toMatchObject({
    ...{ kind: "disposal", address: address.street, city: address.city, zip: address.zip },
    ...{ gateCode: "", instructions: "", firstName: "The", lastName: "office" },
  });
  expect(seen?.phone).toEqual(phoneView({ phone, phone_extension: null }));
  expect(findBoardJob(orm, disposal.id)).toMatchObject({
    address: address.street,
    city: address.city,
    zip: address.zip,
  });
});
