import { afterEach, beforeEach, expect, it } from "vitest";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { askForAnotherDay } from "~/domain/changes/choose-day.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, cancelUnitJobs, getJob } from "~/domain/dispatch/jobs.server";
import { recallJob } from "~/domain/dispatch/recall.server";
import { takeStep } from "~/domain/dispatch/steps.server";
import type { Id } from "~/domain/kernel/ids.server";
import { plus } from "~/domain/kernel/time.server";
import type { JobState } from "~/domain/states/transitions";
import { listPhotosOfJob } from "~/domain/photos/photos.server";
import { takePhoto } from "../../../tests/support/charges";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { cannotGetIn, isDue } from "../../../tests/support/in-vain";
import { fakeServices } from "../../../tests/support/visit";
import { accessView } from "./access-view.server";

/** What the page of the answer says once the driver does not wait any more. */
let world: TestWorld;
let booking: Booking;
let driver: Id<"driver">;
let jobId: Id<"job">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  booking = await paidBooking(world);
  ({ jobId, driverId: driver } = await driveJob(world, booking.id, ["en_route", "arrived"]));
  isDue(world.db.orm, jobId, world.clock.at);
  await cannotGetIn(world, driver, jobId);
});
afterEach(() => world.close());

const page = () => accessView(fakeServices(world), booking);
const recall = () => world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "The truck broke down"));
const go = (...steps: JobState[]) =>
  world.db.write((tx) => {
    if (getJob(tx, jobId).state === "scheduled") assignJob(tx, world.deed(STAFF), jobId, driver);
    for (const to of steps) {
      const moved = advanceJob(tx, world.deed(STAFF), jobId, to);
      if (!moved.ok) throw new Error(moved.code);
    }
  });
const over = (ended: unknown) => ({ state: "over", ended });
const TURNED_BACK =
  "Our truck had to turn back before anything was done. It is not your doing, and it costs you nothing.";

it("says that they got in where they did", async () => {
  expect(page()).toMatchObject({ state: "waiting" });
  await go("serviced");
  expect(page()).toMatchObject(over("They got in. Nothing more is to be done."));
});

it("says of a truck that was called back that it turned back, as its mail does", async () => {
  await recall();
  expect(page()).toMatchObject(over(TURNED_BACK));
  await world.db.write((tx) => cancelUnitJobs(tx, world.deed(STAFF), getJob(tx, jobId).unit_id, "cancelled"));
  expect(page()).toMatchObject(over(TURNED_BACK));
});

it("says so while it is out again, and that they got in once it is done after all", async () => {
  await recall();
  await go("en_route");
  const said = over(expect.stringMatching(/^Our truck had to turn back, and is out to you again\./));
  expect(page()).toMatchObject(said);
  await go("arrived");
  expect(page()).toMatchObject(said);
  await go("serviced");
  expect(page()).toMatchObject(over("They got in. Nothing more is to be done."));
});

it("lets them choose a day after a delivery in vain", async () => {
  await go("attempted");
  expect(page()).toEqual({
    number: booking.booking_number,
    state: "choose",
    photos: [],
    fee: { words: expect.stringMatching(/^Our proof of the visit is not complete/), chargeId: null },
  });
});

it("shows them what is in the way while the driver waits, and once we had to leave for it; not where we got in", async () => {
  await takePhoto(world, jobId, "attempted");
  const taken = () => listPhotosOfJob(world.db.orm, jobId).map(({ capability }) => capability);
  expect(page()).toMatchObject({ state: "waiting", photos: taken() });
  await world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "The truck broke down"));
  expect(page()).toMatchObject({ state: "over", photos: [], fee: null });
  // What the first truck saw is not what was in the second one's way.
  world.clock.at = plus(world.clock.at, 60_000);
  await go("en_route", "arrived");
  await takePhoto(world, jobId, "attempted");
  await go("attempted");
  const [, second] = taken();
  expect(page()).toMatchObject({ state: "choose", photos: [second] });
});

it.each([
  [14, /^Our proof of the visit is not complete, so there is no fee for it\.$/],
  [15, /^Our last visit costs the dry-run fee of your agreement, \$150\. Nothing is charged yet/],
])("says what it costs that the driver left after %i of 15 minutes", async (minutes, words) => {
  await takePhoto(world, jobId, "attempted");
  world.clock.at = plus(world.clock.at, minutes * 60_000);
  const step = { to: "attempted", reason: "Something blocks the place", note: "" } as const;
  const done = await world.db.write((tx) => takeStep(tx, world.deed(STAFF), driver, jobId, step));
  expect([done.ok, page().fee?.words]).toEqual([true, expect.stringMatching(words)]);
});

it("writes down why it was in vain with one period, however the driver's note ends", async () => {
  await recall();
  await go("en_route", "arrived");
  const visit = await cannotGetIn(world, driver, jobId, { note: "A blue car in the driveway." });
  await world.db.write((tx) => askForAnotherDay(tx, world.deed(), visit));
  expect(getJob(world.db.orm, jobId).failure_reason).toBe(
    "Something blocks the place: A blue car in the driveway. The customer wants another day.",
  );
});
