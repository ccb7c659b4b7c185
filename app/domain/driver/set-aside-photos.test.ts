import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs, outbox, photos } from "#db/schema/index";
import { readStep } from "~/routes/driver/step-forms.server";
import { listInTheWay } from "~/routes/manage/visit-in-vain.server";
import { photoOf } from "~/services/messages/photo-of.server";
import { chargesOf, firstJob, look, rented } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { readFacts } from "../charges/facts.server";
import { visitFee } from "../charges/visit-fee.server";
import { findAttempt, judgePhoto } from "../dispatch/attempts.server";
import { getJob } from "../dispatch/jobs.server";
import { placeJob } from "../dispatch/plan.server";
import { takeStep, type Step } from "../dispatch/steps.server";
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
let booking: Booking;
let driver: Id<"driver">;
let jobId: Id<"job">;
beforeEach(async () => {
  booking = await rented(world);
  driver = await temporaryDriver(world);
  jobId = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, booking.id)).get()!.id;
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), jobId, driver));
});

const job = () => getJob(world.db.orm, jobId);
const DATA = { reason: "Something blocks the place", note: "", dumpsterNumber: "20-01" };
/** From a phone that saw the job in the afternoon, where it is not any more. */
const journal = (whose: Id<"driver">, ...steps: string[]) =>
  world.db.write((tx) => {
    const now = world.clock.at;
    const entries = steps.map((step, i): SentEntry => ({
      ...{ id: `${whose}-${step}`, jobId, seq: i + 1, attempt: 1, step, at: now - MINUTE, device: "phone" },
      said: { data: DATA, seen: { day: job().day, window: "afternoon" } },
    }));
    return applyEntries(tx, world.deed(), { driverId: whose, entries, clocks: { sentAt: now, wall: now } }, readStep);
  });
let shots = 0;
/** The picture of such an entry, as services/photos/take.server.ts keeps it. */
const picture = (whose: Id<"driver">, step: PhotoStep, n = 0) =>
  world.db.write((tx) => {
    const shot = `shot-${++shots}`;
    const size = { width: 1, height: 1, bytes: 1, path: `${shot}.jpg`, smallPath: `${shot}-small.jpg`, sha256: shot };
    const of = { jobId, driverId: whose, step, entryId: photoEntry(`${whose}-${step}`, n) };
    keepPhoto(tx, world.deed(), { ...of, ...size, taken: { at: world.clock.at, place: null } });
    if (step === "attempted") judgePhoto(tx, world.deed(), jobId, world.clock.at);
  });
async function step(...steps: Step[]) {
  for (const one of steps) {
    const done = await world.db.write((tx) => takeStep(tx, world.deed(STAFF), driver, jobId, one));
    if (!done.ok) throw new Error(`${one.to}: ${done.code}`);
  }
}
const account = (whose: Id<"driver">) => ({ driverId: whose, jobId, seen: listOpenAccounts(world.db.orm)[0]!.seen });
const files = { read: (path: string) => Promise.resolve(Buffer.from(path)) };
const inMail = async (of: PhotoStep) =>
  (await photoOf({ db: world.db, files } as unknown as Parameters<typeof photoOf>[0], job(), of, "photo.jpg")).length;
/** What is printed of them, and what the driver of its pickup sees of the place. */
const elsewhere = () => [
  listKeptPhotos(world.db.orm, booking.id).length,
  listPhotosOfPlace(world.db.orm, firstJob(world, booking, "pickup")).length,
];

it("prove no later visit, on which nobody took one", async () => {
  await journal(driver, "en_route", "arrived", "attempted");
  await picture(driver, "attempted");
  await picture(driver, "attempted", 1);
  const ours = await world.db.write((tx) => keepOurs(tx, world.deed(STAFF), account(driver)));
  expect(ours).toEqual({ ok: true, left: 0 });
  await step({ to: "en_route" }, { to: "arrived" }, { to: "attempted", reason: "A car in the way", note: "" });
  expect(findAttempt(world.db.orm, jobId)?.missing).toEqual(["photo"]);
  expect(visitFee(world.db.orm, world.settings(), booking, { id: jobId }, world.clock.at).words).toBe(
    "Our proof of the visit is not complete, so there is no fee for it.",
  );
  await look(world, booking);
  expect([chargesOf(world, booking), listInTheWay(world.db.orm, job()), await inMail("attempted")]).toEqual([
    [],
    [],
    0,
  ]);
  // The office has them all the same.
  expect(listPhotosOfBooking(world.db.orm, booking.id)).toHaveLength(2);
});

it("of somebody who does not have the job are in no mail to its customer, prove no charge, are not printed, and show no other driver the place", async () => {
  const other = await temporaryDriver(world);
  await journal(other, "serviced");
  await picture(other, "serviced");
  await step({ to: "en_route" }, { to: "arrived" }, { to: "serviced", dumpsterNumber: "" });
  expect(await inMail("serviced")).toBe(0);
  const [unit] = listUnits(world.db.orm, booking.id);
  const facts = readFacts(world.db.orm, world.settings(), booking).units.find(({ id }) => id === unit!.id);
  expect(facts?.jobs.flatMap((one) => one.photos)).toEqual([]);
  expect(elsewhere()).toEqual([0, 0]);
});

it("are the job's once the office goes by that account", async () => {
  await journal(driver, "en_route", "arrived", "attempted");
  await picture(driver, "attempted");
  expect(listPhotosOfJob(world.db.orm, jobId)).toHaveLength(0);
  const taken = await world.db.write((tx) => takeAccount(tx, world.deed(STAFF), account(driver), readStep));
  expect(taken).toEqual({ ok: true, left: 0 });
  expect(findAttempt(world.db.orm, jobId)?.missing).toEqual([]);
  expect([listInTheWay(world.db.orm, job()).length, await inMail("attempted"), ...elsewhere()]).toEqual([1, 1, 1, 1]);
});

it("have what they may prove looked at when they count", async () => {
  await journal(driver, "en_route", "arrived", "serviced");
  await picture(driver, "serviced");
  const looks = () => world.db.orm.select().from(outbox).where(eq(outbox.kind, "charges.look")).all().length;
  const before = looks();
  const taken = await world.db.write((tx) => takeAccount(tx, world.deed(STAFF), account(driver), readStep));
  expect([taken, looks() - before]).toEqual([{ ok: true, left: 0 }, 1]);
  // It may be a conflict again, and taken once more: what the first look saw is not what there is then.
  const again = () =>
    world.db.write((tx) => letCount(tx, world.deed(), findEntry(tx, `${driver}-serviced`) ?? expect.fail("no entry")));
  world.clock.at = plus(world.clock.at, MINUTE);
  await again();
  expect(looks() - before).toBe(2);
});

it("do not keep the same picture from counting that its driver then sends by hand, and that counts once", async () => {
  await journal(driver, "en_route", "arrived", "attempted");
  await picture(driver, "attempted");
  await world.db.write((tx) => keepOurs(tx, world.deed(STAFF), account(driver)));
  await step({ to: "en_route" }, { to: "arrived" });
  const byHand = () => {
    const { width, height, sha256 } = world.db.orm.select().from(photos).get()!;
    const size = { width, height, bytes: 1, path: "again.jpg", smallPath: "again-small.jpg", sha256 };
    const of = { jobId, driverId: driver, step: "attempted", entryId: null } as const;
    return world.db.write((tx) => keepPhoto(tx, world.deed(), { ...of, ...size, taken: { at: null, place: null } }));
  };
  expect([(await byHand()).isNew, (await byHand()).isNew]).toEqual([true, false]);
  expect(listPhotosOfJob(world.db.orm, jobId)).toHaveLength(1);
  await step({ to: "attempted", reason: "A car in the way", note: "" });
  expect(findAttempt(world.db.orm, jobId)?.missing).toEqual([]);
  // The office has both.
  expect(listPhotosOfBooking(world.db.orm, booking.id)).toHaveLength(2);
});
