import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, STAFF, TODAY, type TestWorld } from "../../../tests/support/domain";
import { drive, OUT } from "../../../tests/support/charges";
import { driveJob, missDelivery } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { fakeServices } from "../../../tests/support/visit";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { planExtra } from "../changes/extra-job.server";
import { findPickup, requestPickup } from "../changes/pickup-request.server";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { answerVisit } from "../dispatch/visits.server";
import { addDays, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, instantAt } from "../kernel/time.server";
import { windowHours } from "../schedule/rules";
import { asSentence } from "../states/sentence";
import type { JobState } from "../states/transitions";
import { listCustomerUnits } from "./customer-unit.server";
import { readStatus } from "./status.server";

/** What a customer reads of a dumpster that stands there while a truck comes for it, or has taken it to be emptied. */
let world: TestWorld;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
let unitId: Id<"unit">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  bookingId = (await paidBooking(world)).id;
  const delivery = await driveJob(world, bookingId, ["en_route", "arrived", "serviced", "completed"]);
  driver = delivery.driverId;
  unitId = getJob(world.db.orm, delivery.jobId).unit_id;
});
afterEach(() => world.close());

const said = () =>
  asSentence(
    readStatus(world.db.orm, getBooking(world.db.orm, bookingId), { refundStates: true, now: world.clock.at }),
  );
const card = () => {
  const at = { settings: world.settings(), flags: fakeServices(world).flags(), now: world.clock.at };
  const unit = listCustomerUnits(world.db.orm, getBooking(world.db.orm, bookingId), at)[0];
  return [unit?.state, unit?.next];
};
const step = async (jobId: Id<"job">, ...steps: JobState[]) => {
  for (const to of steps) {
    const moved = await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), jobId, to, "a test"));
    if (!moved.ok) throw new Error(`${to}: ${moved.code}`);
  }
};
async function given(kind: "swap" | "dump_and_return" | "relocate"): Promise<Id<"job">> {
  const price = { swap: 51192, dump_and_return: 10260, relocate: 0 }[kind];
  const wish = {
    kind,
    day: addDays(dayAt(world.clock.at), 1),
    window: "anytime",
    size: 20,
    material: "general",
  } as const;
  return world.db.write((tx) => {
    const done = planExtra(tx, world.deed(STAFF), world.settings(), unitId, { ...wish, note: "" }, price);
    if (!done.ok) throw new Error(done.code);
    scheduleJob(tx, world.deed(STAFF), done.job.id);
    assignJob(tx, world.deed(STAFF), done.job.id, driver);
    return done.job.id;
  });
}
const STANDS = /^At your site until /;

it.each([
  ["swap", "It brings an empty dumpster and takes the full one along."],
  ["dump_and_return", "It takes your dumpster to be emptied and brings it back."],
  ["relocate", "It moves your dumpster to another place on your site."],
] as const)("a %s: its truck is on the way, there, and cannot get in", async (kind, comesFor) => {
  const jobId = await given(kind);
  await step(jobId, "en_route");
  expect([said(), card()[1]]).toEqual([
    `The truck is on its way to you. ${comesFor}`,
    expect.stringMatching(/^The truck is on its way/),
  ]);
  await step(jobId, "arrived");
  expect([said(), ...card()]).toEqual(["The truck is at your site.", "At your site", "The truck is at your site."]);
  const visit = await cannotGetIn(world, driver, jobId);
  expect(said()).toMatch(/^Our driver cannot get in\. They wait until .+\. Please answer now\.$/);
  await world.db.write((tx) => answerVisit(tx, world.deed(), visit, { answer: "clearing", minutes: 10 }));
  expect(said()).toMatch(/^The driver waits for you\./);
});

it("an emptied dumpster is away until it is brought back", async () => {
  expect(said()).toMatch(STANDS);
  const jobId = await given("dump_and_return");
  expect(said()).toMatch(STANDS);
  await step(jobId, "en_route", "arrived");
  for (const to of ["serviced", "to_disposal", "at_disposal", "ticketed"] as const) {
    await step(jobId, to);
    expect([said(), ...card()]).toEqual([
      "Your dumpster is away to be emptied. We bring it back empty.",
      "Away to be emptied",
      "Your dumpster is away to be emptied. We bring it back empty.",
    ]);
  }
  await step(jobId, "returned");
  expect([said(), card()[0]]).toEqual([expect.stringMatching(STANDS), "At your site"]);
});

it("a dumpster that could not be brought is not hidden by the truck that empties another one", async () => {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }];
  bookingId = (await paidBooking(world, { cart })).id;
  await drive(world, { id: bookingId }, "delivery", OUT, { unit: 1 });
  await missDelivery(world, bookingId);
  unitId = listUnits(world.db.orm, bookingId)[1]!.id;
  const jobId = await given("dump_and_return");
  await step(jobId, "en_route");
  expect(said()).toMatch(
    /^We could not deliver on .+ \(1 of 2\)\. Choose a new day, .+ The truck is on its way to you\./,
  );
  await step(jobId, "arrived");
  expect(said()).toMatch(
    /^The truck is at your site\. Also, we could not deliver on .+\. Choose a new day, or call us\.$/,
  );
  await step(jobId, "serviced");
  expect(said()).toMatch(/^We could not deliver on .+\. Choose a new day, .+ Your dumpster is away to be emptied\./);
});

it("a day that is over is not said as one to come", async () => {
  expect(said()).toMatch(STANDS);
  world.clock.at = instantAt(addDays(TODAY, 40), 9, 0);
  expect(said()).toMatch(/^We are late with your pickup\. The pickup was planned for /);
});

it("a delivery or a pickup whose time is over is said on its card as one that was planned", async () => {
  const at = (on: Day, hour: number) => (world.clock.at = instantAt(on, hour, 0));
  await world.db.write((tx) =>
    requestPickup(tx, world.deed(STAFF), world.settings(), unitId, { early: true, seen: null }),
  );
  const { day } = findPickup(world.db.orm, unitId)!;
  at(day, 23);
  expect(card()[1]).toMatch(/^We plan to pick it up on /);
  at(addDays(day, 1), 9);
  expect(card()[1]).toMatch(/^We planned to pick it up on .+, and have not been there yet\. No day is charged since/);
  bookingId = (await paidBooking(world, { deliveryDate: addDays(TODAY, 7) })).id;
  const { delivery_date, delivery_window } = listUnits(world.db.orm, bookingId)[0]!;
  at(delivery_date, windowHours(delivery_window).endHour - 1);
  expect(card()[1]).toMatch(/^We bring it on /);
  at(delivery_date, windowHours(delivery_window).endHour);
  expect(card()[1]).toMatch(/^We planned to bring it on .+, and have not been there yet\.$/);
});
