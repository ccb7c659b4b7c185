import { isDue } from "../../../tests/support/in-vain";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, events, jobReports, outbox, photos } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import type { Id } from "../kernel/ids.server";
import { instant } from "../kernel/time.server";
import { keepPhoto, type NewPhoto } from "../photos/photos.server";
import { findAttempt, judgePhoto } from "./attempts.server";
import { createJobsForUnits, type Job } from "./jobs.server";
import { placeJob } from "./plan.server";
import type { Report } from "./report-rules";
import { keepReport, listReportsOfJob, withdrawReport } from "./reports.server";
import { takeStep, type Step } from "./steps.server";

const deed = testDeed();
let db: Db;
let close: () => void;
let driver: Id<"driver">;
let other: Id<"driver">;
let job: Job;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  [driver, other] = db.orm
    .select()
    .from(drivers)
    .all()
    .map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  job = await db.write((tx) => {
    addDumpsters(tx, 20, 2, deed.now);
    const [delivery] = createJobsForUnits(tx, deed, insertBooking(tx, deed, { unitCount: 1 }).id);
    placeJob(tx, deed, delivery!.id, driver);
    return delivery!;
  });
});
afterEach(() => close());

const take = (step: Step) => db.write((tx) => takeStep(tx, deed, driver, job.id, step));
const NOTHING: Report = {
  material: null,
  prohibited: null,
  prohibited_count: null,
  cleaning: false,
  moved: false,
  overloaded: false,
  second_number: null,
};
const report = (said: Partial<Report>, by = driver, entry: string | null = null) =>
  db.write((tx) => keepReport(tx, deed, by, job.id, { ...NOTHING, ...said }, entry));
const told = (action: string) =>
  db.orm
    .select({ data: events.data })
    .from(events)
    .where(eq(events.action, action))
    .all()
    .map(({ data }) => data);
const photo = (given: Partial<NewPhoto> = {}) =>
  db.write((tx) =>
    keepPhoto(tx, deed, {
      jobId: job.id,
      driverId: driver,
      step: "attempted",
      entryId: null,
      taken: { at: instant(1), place: { latitude: 28.5, longitude: -81.4, accuracy: 12.4 } },
      sha256: "a",
      width: 9,
      height: 9,
      bytes: 9,
      path: "p.jpg",
      smallPath: "s.jpg",
      ...given,
    }),
  );

it("reports add up, the same once more is one, and one that is taken back stays in the history", async () => {
  expect(await report({ cleaning: true })).toMatchObject({ ok: false, code: "not_now" });
  await take({ to: "en_route" });
  await take({ to: "arrived" });
  expect(await report({})).toMatchObject({ ok: false, code: "empty" });
  expect(await report({ cleaning: true }, other)).toMatchObject({ ok: false, code: "not_yours" });
  const first = await report({ cleaning: true });
  const again = await report({ cleaning: true });
  expect(first.ok && again.ok && again.report.id === first.report.id).toBe(true);
  const second = await report({ prohibited: "mattresses", prohibited_count: 2 }, driver, "entry-1");
  expect(await report({ prohibited: "mattresses", prohibited_count: 3 }, driver, "entry-1")).toEqual(second);
  if (!first.ok) throw new Error(first.code);
  const withdraw = (by: Id<"driver">, id: string) => db.write((tx) => withdrawReport(tx, deed, by, job.id, id));
  expect(await withdraw(other, first.report.id)).toMatchObject({ ok: false, code: "not_yours" });
  expect(await withdraw(driver, "rpt_none")).toMatchObject({ ok: false, code: "unknown" });
  expect((await withdraw(driver, first.report.id)).ok).toBe(true);
  expect((await withdraw(driver, first.report.id)).ok).toBe(true);
  expect(listReportsOfJob(db.orm, job.id).map(({ prohibited }) => prohibited)).toEqual(["mattresses"]);
  expect([
    db.orm.select().from(jobReports).all().length,
    told("load_reported").length,
    told("report_withdrawn").length,
  ]).toEqual([2, 2, 1]);
  await take({ to: "serviced", dumpsterNumber: "20-01" });
  await take({ to: "completed" });
  if (second.ok) expect(await withdraw(driver, second.report.id)).toMatchObject({ ok: false, code: "not_now" });
});

it("from a phone that comes after the job is done, entered by the office, has the later charges looked at again", async () => {
  for (const to of ["en_route", "arrived"] as const) await take({ to });
  await take({ to: "serviced", dumpsterNumber: "20-01" });
  await take({ to: "completed" });
  const looks = () => db.orm.select().from(outbox).where(eq(outbox.kind, "charges.look")).all().length;
  const before = looks();
  expect(await report({ cleaning: true })).toEqual({ ok: false, code: "not_now" });
  expect((await report({ cleaning: true }, driver, "entry-1")).ok).toBe(true);
  expect((await report({ cleaning: true }, driver, "entry-1")).ok).toBe(true);
  expect(looks() - before).toBe(1);
});

it("an attempt is judged when it is made: a photo of another driver, or one that comes after it, proves nothing", async () => {
  isDue(db.orm, job.id, deed.now);
  await take({ to: "en_route" });
  await take({ to: "arrived" });
  await photo({ driverId: other, sha256: "another driver's" });
  await take({
    to: "attempted",
    reason: "Nobody lets us in",
    note: "",
    place: { latitude: 28.5, longitude: -81.4, accuracy: 7 },
  });
  expect(findAttempt(db.orm, job.id)).toMatchObject({
    missing: ["photo"],
    arrived_at: deed.now,
    latitude: 28.5,
    accuracy: 7,
  });
  await photo();
  await db.write((tx) => judgePhoto(tx, deed, job.id, deed.now));
  expect(told("attempt_judged")).toEqual([{ missing: ["photo"] }]);
  expect(findAttempt(db.orm, job.id)?.missing).toEqual(["photo"]);
});

it("a photograph from before counts; a truck that nobody saw arrive is missed", async () => {
  isDue(db.orm, job.id, deed.now);
  await photo();
  await take({ to: "en_route" });
  await take({ to: "attempted", reason: "Nobody lets us in", note: "" });
  expect(findAttempt(db.orm, job.id)).toMatchObject({ missing: ["arrival"], arrived_at: null });
});

it("a photograph that is sent twice counts once: by its content, or by its entry of the journal", async () => {
  const first = await photo();
  expect(first).toMatchObject({ isNew: true, photo: { taken_at: 1, latitude: 28.5, accuracy: 12 } });
  expect(await photo()).toMatchObject({ isNew: false, photo: { id: first.photo.id } });
  expect((await photo({ step: "report" })).isNew).toBe(true);
  const entry = await photo({ sha256: "b", entryId: "e1" });
  expect(await photo({ sha256: "c", entryId: "e1" })).toMatchObject({ isNew: false, photo: { id: entry.photo.id } });
  expect((await photo({ sha256: "c", entryId: "e2" })).isNew).toBe(true);
  expect([db.orm.select().from(photos).all().length, told("photo_kept").length]).toEqual([4, 4]);
});
