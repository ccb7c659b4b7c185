import { expect, it } from "vitest";
import { listInTheWay } from "~/routes/manage/visit-in-vain.server";
import { photoOf } from "~/services/messages/photo-of.server";
import { takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { ATTEMPT, setTrip } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { readFacts } from "../charges/facts.server";
import { DAY, MINUTE, plus } from "../kernel/time.server";
import { findAttempt } from "./attempts.server";
import { getJob } from "./jobs.server";
import { recallJob } from "./recall.server";

/** A truck that was called back began anew: what was seen on its first way is no proof of the second. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const trip = setTrip(world, { stepTakes: MINUTE });
const { place, step } = trip;
const pass = (ms: number) => (world.clock.at = plus(world.clock.at, ms));
/** There, with a picture of what is in the way, and called back; given out again the next day. */
async function calledBack() {
  await step({ to: "en_route" }, { to: "arrived" });
  pass(MINUTE);
  await takePhoto(world, trip.jobId, "attempted");
  pass(MINUTE);
  const done = await world.db.write((tx) => recallJob(tx, world.deed(STAFF), trip.jobId, "Storm"));
  expect(done.ok).toBe(true);
  pass(DAY);
  await place();
}
const missing = () => findAttempt(world.db.orm, trip.jobId)?.missing;
const files = { read: (path: string) => Promise.resolve(Buffer.from(path)) };
const inMail = async () => {
  const services = { db: world.db, files } as unknown as Parameters<typeof photoOf>[0];
  const [photo] = await photoOf(services, getJob(world.db.orm, trip.jobId), "attempted", "photo.jpg");
  return photo ? String(photo.content) : null;
};
/** What the customer sees of what was in the way, on the page, in the mail and as proof of a charge. */
const shown = async () => [
  listInTheWay(world.db.orm, getJob(world.db.orm, trip.jobId)).length,
  (await inMail()) === null ? 0 : 1,
  readFacts(world.db.orm, world.settings(), trip.booking).units.flatMap(({ jobs: all }) =>
    all.flatMap((one) => one.photos),
  ).length,
];

it("neither its arrival nor its picture", async () => {
  await calledBack();
  await step({ to: "en_route" }, ATTEMPT);
  expect(missing()).toEqual(["arrival", "photo"]);
  expect(findAttempt(world.db.orm, trip.jobId)?.arrived_at).toBeNull();
  expect(await shown()).toEqual([0, 0, 0]);
});

it("nor is its picture shown while its second driver waits there", async () => {
  await calledBack();
  await step({ to: "en_route" }, { to: "arrived" });
  expect(await shown()).toEqual([0, 0, 0]);
  await takePhoto(world, trip.jobId, "attempted");
  expect(await shown()).toEqual([1, 1, 1]);
});

it("what is seen on the second is", async () => {
  await calledBack();
  await step({ to: "en_route" }, { to: "arrived" });
  pass(MINUTE);
  await takePhoto(world, trip.jobId, "attempted");
  await step(ATTEMPT);
  expect(missing()).toEqual([]);
  expect(await shown()).toEqual([1, 1, 1]);
});
