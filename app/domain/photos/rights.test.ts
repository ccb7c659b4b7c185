import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { listPhotosOfWay } from "../dispatch/way.server";
import { MINUTE, plus } from "../kernel/time.server";
import { keepPhoto, listPhotosOfPlace } from "./photos.server";
import { findPlacePhoto, keepPlacePhoto, listPlacePhotos, removePlacePhotos } from "./place-photos.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const picture = (sha256: string) => ({
  ...{ sha256, width: 800, height: 600, bytes: 9000 },
  ...{ path: `photos/${sha256}.jpg`, smallPath: `photos/${sha256}-small.jpg` },
});

it("a photograph of another driver, or of another step, is no evidence of who has the job; the office's is", async () => {
  const booking = await paidBooking(world);
  const job = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, booking.id)).get();
  if (!job) throw new Error("no job");
  const [mine, theirs] = [await temporaryDriver(world), await temporaryDriver(world)];
  const keep = (driverId: typeof mine | null, sha256: string, step: "attempted" | "serviced" = "attempted") =>
    world.db.write((tx) => {
      const taken = { at: null, place: null };
      return keepPhoto(tx, world.deed(STAFF), {
        ...picture(sha256),
        jobId: job.id,
        driverId,
        step,
        entryId: null,
        taken,
      });
    });
  const counted = () => listPhotosOfWay(world.db.orm, { id: job.id, driver_id: mine }, "attempted").length;
  await keep(theirs, "a");
  await keep(mine, "b", "serviced");
  expect(counted()).toBe(0);
  await keep(mine, "c");
  await keep(null, "d");
  expect(counted()).toBe(2);
});

it("a picture that its customer took away opens for nobody, and nobody takes away another booking's", async () => {
  const [booking, other] = [await paidBooking(world), await paidBooking(world)];
  const { orm } = world.db;
  await world.db.write((tx) => keepPlacePhoto(tx, world.deed(STAFF), booking.id, picture("a")));
  const capability = listPlacePhotos(orm, booking.id)[0]?.capability ?? "";
  const remove = (from: typeof booking) =>
    world.db.write((tx) => removePlacePhotos(tx, world.deed(STAFF), from.id, [capability]));
  expect([await remove(other), findPlacePhoto(orm, capability)?.bookingId]).toEqual([0, booking.id]);
  expect([await remove(booking), findPlacePhoto(orm, capability)]).toEqual([1, null]);
});

it("a place has six pictures at most: the same one again is no other, and one that is taken away makes room", async () => {
  const booking = await paidBooking(world);
  const keep = (sha256: string) => {
    world.clock.at = plus(world.clock.at, MINUTE);
    return world.db.write((tx) => keepPlacePhoto(tx, world.deed(STAFF), booking.id, picture(sha256)));
  };
  const isNew = { ok: true, isNew: true };
  for (const sha256 of ["a", "b", "c", "d", "e", "f"]) expect(await keep(sha256)).toEqual(isNew);
  expect([await keep("a"), await keep("g")]).toEqual([
    { ok: true, isNew: false },
    { ok: false, code: "too_many" },
  ]);
  const [{ capability } = { capability: "" }] = listPlacePhotos(world.db.orm, booking.id);
  await world.db.write((tx) => removePlacePhotos(tx, world.deed(STAFF), booking.id, [capability]));
  expect([await keep("a"), listPlacePhotos(world.db.orm, booking.id).length]).toEqual([isNew, 6]);
});

it("the driver who goes there next sees the newest two pictures of the place, and none of a weight ticket", async () => {
  const booking = await paidBooking(world);
  const [delivery, pickup] = world.db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.booking_id, booking.id))
    .orderBy(asc(jobs.day))
    .all();
  for (const [sha256, step] of [
    ["a", "attempted"],
    ["b", "attempted"],
    ["c", "serviced"],
    ["d", "ticketed"],
  ] as const) {
    world.clock.at = plus(world.clock.at, MINUTE);
    await world.db.write((tx) =>
      keepPhoto(tx, world.deed(STAFF), {
        ...picture(sha256),
        ...{ jobId: delivery!.id, driverId: null, step, entryId: null, taken: { at: null, place: null } },
      }),
    );
  }
  expect(listPhotosOfPlace(world.db.orm, pickup!.id).map(({ step }) => step)).toEqual(["serviced", "attempted"]);
});
