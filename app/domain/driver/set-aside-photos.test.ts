import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { outbox, photos } from "#db/schema/index";
import { readStep } from "~/routes/driver/step-forms.server";
import { listInTheWay } from "~/routes/manage/visit-in-vain.server";
import { photoOf } from "~/services/messages/photo-of.server";
import { chargesOf, firstJob, look, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { ATTEMPT, setTrip } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { readFacts } from "../charges/facts.server";
import { visitFee } from "../charges/visit-fee.server";
import { findAttempt } from "../dispatch/attempts.server";
import { getJob } from "../dispatch/jobs.server";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus } from "../kernel/time.server";
import {
  keepPhoto,
  listKeptPhotos,
  listPhotosOfBooking,
  listPhotosOfJob,
  listPhotosOfPlace,
} from "../photos/photos.server";
import { photoEntry, type PhotoStep } from "../photos/rules";
import { keepOurs, takeAccount } from "./journal-answer.server";
import { listOpenAccounts } from "./journal-read.server";
import { findEntry, letCount } from "./journal-rows.server";
import { applyEntries, type SentEntry } from "./journal.server";

/** Photographs of an account that the office has not decided for: for the office alone, and proof of nothing. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const trip = setTrip(world);
const { step } = trip;

const job = () => getJob(world.db.orm, trip.jobId);
const DATA = { reason: "Something blocks the place", note: "", dumpsterNumber: "20-01" };
/** From a phone that saw the job in the afternoon, where it is not any more. */
const journal = (whose: Id<"driver">, ...steps: string[]) =>
  world.db.write((tx) => {
    const now = world.clock.at;
    const entries = steps.map((step, i): SentEntry => ({
      ...{ id: `${whose}-${step}`, jobId: trip.jobId, seq: i + 1, attempt: 1, step, at: now - MINUTE, device: "phone" },
      said: { data: DATA, seen: { day: job().day, window: "afternoon" } },
    }));
    return applyEntries(tx, world.deed(), { driverId: whose, entries, clocks: { sentAt: now, wall: now } }, readStep);
  });
/** The picture of such an entry. */
const picture = (whose: Id<"driver">, of: PhotoStep, n = 0) =>
  takePhoto(world, trip.jobId, of, {
    ...{ driverId: whose, entryId: photoEntry(`${whose}-${of}`, n), at: world.clock.at },
  });
const account = (whose: Id<"driver">) => ({
  driverId: whose,
  jobId: trip.jobId,
  seen: listOpenAccounts(world.db.orm)[0]!.seen,
});
const files = { read: (path: string) => Promise.resolve(Buffer.from(path)) };
const inMail = async (of: PhotoStep) =>
  (await photoOf({ db: world.db, files } as unknown as Parameters<typeof photoOf>[0], job(), of, "photo.jpg")).length;
/** What is printed of them, and what the driver of its pickup sees of the place. */
const elsewhere = () => [
  listKeptPhotos(world.db.orm, trip.booking.id).length,
  listPhotosOfPlace(world.db.orm, firstJob(world, trip.booking, "pickup")).length,
];

it("prove no later visit, on which nobody took one", async () => {
  await journal(trip.driver, "en_route", "arrived", "attempted");
  await picture(trip.driver, "attempted");
  await picture(trip.driver, "attempted", 1);
  const ours = await world.db.write((tx) => keepOurs(tx, world.deed(STAFF), account(trip.driver)));
  expect(ours).toEqual({ ok: true, left: 0 });
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect(findAttempt(world.db.orm, trip.jobId)?.missing).toEqual(["photo"]);
  expect(visitFee(world.db.orm, world.settings(), trip.booking, { id: trip.jobId }, world.clock.at).words).toBe(
    "Our proof of the visit is not complete, so there is no fee for it.",
  );
  await look(world, trip.booking);
  expect([chargesOf(world, trip.booking), listInTheWay(world.db.orm, job()), await inMail("attempted")]).toEqual([
    [],
    [],
    0,
  ]);
  // The office has them all the same.
  expect(listPhotosOfBooking(world.db.orm, trip.booking.id)).toHaveLength(2);
});

it("of somebody who does not have the job are in no mail to its customer, prove no charge, are not printed, and show no other driver the place", async () => {
  const other = await temporaryDriver(world);
  await journal(other, "serviced");
  await picture(other, "serviced");
  await step({ to: "en_route" }, { to: "arrived" }, { to: "serviced", dumpsterNumber: "" });
  expect(await inMail("serviced")).toBe(0);
  const [unit] = listUnits(world.db.orm, trip.booking.id);
  const facts = readFacts(world.db.orm, world.settings(), trip.booking).units.find(({ id }) => id === unit!.id);
  expect(facts?.jobs.flatMap((one) => one.photos)).toEqual([]);
  expect(elsewhere()).toEqual([0, 0]);
});

it("are the job's once the office goes by that account", async () => {
  await journal(trip.driver, "en_route", "arrived", "attempted");
  await picture(trip.driver, "attempted");
  expect(listPhotosOfJob(world.db.orm, trip.jobId)).toHaveLength(0);
  const taken = await world.db.write((tx) => takeAccount(tx, world.deed(STAFF), account(trip.driver), readStep));
  expect(taken).toEqual({ ok: true, left: 0 });
  expect(findAttempt(world.db.orm, trip.jobId)?.missing).toEqual([]);
  expect([listInTheWay(world.db.orm, job()).length, await inMail("attempted"), ...elsewhere()]).toEqual([1, 1, 1, 1]);
});

it("have what they may prove looked at when they count", async () => {
  await journal(trip.driver, "en_route", "arrived", "serviced");
  await picture(trip.driver, "serviced");
  const looks = () => world.db.orm.select().from(outbox).where(eq(outbox.kind, "charges.look")).all().length;
  const before = looks();
  const taken = await world.db.write((tx) => takeAccount(tx, world.deed(STAFF), account(trip.driver), readStep));
  expect([taken, looks() - before]).toEqual([{ ok: true, left: 0 }, 1]);
  // It may be a conflict again, and taken once more: what the first look saw is not what there is then.
  const again = () =>
    world.db.write((tx) =>
      letCount(tx, world.deed(), findEntry(tx, `${trip.driver}-serviced`) ?? expect.fail("no entry")),
    );
  world.clock.at = plus(world.clock.at, MINUTE);
  await again();
  expect(looks() - before).toBe(2);
});

it("do not keep the same picture from counting that its driver then sends by hand, and that counts once", async () => {
  await journal(trip.driver, "en_route", "arrived", "attempted");
  await picture(trip.driver, "attempted");
  await world.db.write((tx) => keepOurs(tx, world.deed(STAFF), account(trip.driver)));
  await step({ to: "en_route" }, { to: "arrived" });
  const byHand = () => {
    const { width, height, sha256 } = world.db.orm.select().from(photos).get()!;
    const size = { width, height, bytes: 1, path: "again.jpg", smallPath: "again-small.jpg", sha256 };
    const of = { jobId: trip.jobId, driverId: trip.driver, step: "attempted", entryId: null } as const;
    return world.db.write((tx) => keepPhoto(tx, world.deed(), { ...of, ...size, taken: { at: null, place: null } }));
  };
  expect([(await byHand()).isNew, (await byHand()).isNew]).toEqual([true, false]);
  expect(listPhotosOfJob(world.db.orm, trip.jobId)).toHaveLength(1);
  await step(ATTEMPT);
  expect(findAttempt(world.db.orm, trip.jobId)?.missing).toEqual([]);
  // The office has both.
  expect(listPhotosOfBooking(world.db.orm, trip.booking.id)).toHaveLength(2);
});
