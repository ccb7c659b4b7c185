import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { listInTheWay } from "~/routes/manage/visit-in-vain.server";
import { photoOf } from "~/services/messages/photo-of.server";
import { rented, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Booking } from "../booking/order/bookings.server";
import { readFacts } from "../charges/facts.server";
import type { Id } from "../kernel/ids.server";
import { DAY, MINUTE, plus } from "../kernel/time.server";
import { findAttempt } from "./attempts.server";
import { getJob } from "./jobs.server";
import { placeJob } from "./plan.server";
import { recallJob } from "./recall.server";
import { takeStep, type Step } from "./steps.server";

/** A truck that was called back began anew: what was seen on its first way is no proof of the second. */
const world = setSoundWorld({ fleet: { 20: 3 } });
let booking: Booking;
let driver: Id<"driver">;
let jobId: Id<"job">;
beforeEach(async () => {
  booking = await rented(world);
  driver = await temporaryDriver(world);
  jobId = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, booking.id)).get()!.id;
  await place();
});
const place = () => world.db.write((tx) => placeJob(tx, world.deed(STAFF), jobId, driver));
const pass = (ms: number) => (world.clock.at = plus(world.clock.at, ms));
async function step(...steps: Step[]) {
  for (const one of steps) {
    pass(MINUTE);
    const done = await world.db.write((tx) => takeStep(tx, world.deed(STAFF), driver, jobId, one));
    if (!done.ok) throw new Error(`${one.to}: ${done.code}`);
  }
}
const ATTEMPT = { to: "attempted", reason: "A car in the way", note: "" } as const;
/** There, with a picture of what is in the way, and called back; given out again the next day. */
async function calledBack() {
  await step({ to: "en_route" }, { to: "arrived" });
  pass(MINUTE);
  await takePhoto(world, jobId, "attempted");
  pass(MINUTE);
  const done = await world.db.write((tx) => recallJob(tx, world.deed(STAFF), jobId, "Storm"));
  expect(done.ok).toBe(true);
  pass(DAY);
  await place();
}
const missing = () => findAttempt(world.db.orm, jobId)?.missing;
const files = { read: (path: string) => Promise.resolve(Buffer.from(path)) };
const inMail = async () => {
  const services = { db: world.db, files } as unknown as Parameters<typeof photoOf>[0];
  const [photo] = await photoOf(services, getJob(world.db.orm, jobId), "attempted", "photo.jpg");
  return photo ? String(photo.content) : null;
};
/** What the customer sees of what was in the way, on the page, in the mail and as proof of a charge. */
const shown = async () => [
  listInTheWay(world.db.orm, getJob(world.db.orm, jobId)).length,
  (await inMail()) === null ? 0 : 1,
  readFacts(world.db.orm, world.settings(), booking).units.flatMap(({ jobs: all }) => all.flatMap((one) => one.photos))
    .length,
];

it("neither its arrival nor its picture", async () => {
  await calledBack();
  await step({ to: "en_route" }, ATTEMPT);
  expect(missing()).toEqual(["arrival", "photo"]);
  expect(findAttempt(world.db.orm, jobId)?.arrived_at).toBeNull();
  expect(await shown()).toEqual([0, 0, 0]);
});

it("nor is its picture shown while its second driver waits there", async () => {
  await calledBack();
  await step({ to: "en_route" }, { to: "arrived" });
  expect(await shown()).toEqual([0, 0, 0]);
  await takePhoto(world, jobId, "attempted");
  expect(await shown()).toEqual([1, 1, 1]);
});

it("what is seen on the second is", async () => {
  await calledBack();
  await step({ to: "en_route" }, { to: "arrived" });
  pass(MINUTE);
  await takePhoto(world, jobId, "attempted");
  await step(ATTEMPT);
  expect(missing()).toEqual([]);
  expect(await shown()).toEqual([1, 1, 1]);
});
