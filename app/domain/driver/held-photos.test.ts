import { isDue } from "../../../tests/support/in-vain";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, events, heldPhotos, jobAttempts, photos } from "#db/schema/index";
import { addDumpsters, STAFF } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { readStep } from "../../routes/driver/step-forms.server";
import { seedAccounts } from "../accounts/seed.server";
import { createJobsForUnits, getJob, type Job } from "../dispatch/jobs.server";
import { placeJob } from "../dispatch/plan.server";
import { SYSTEM, type Deed, type StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { instant, MINUTE } from "../kernel/time.server";
import { keepHeldPhoto, listPhotosOfEntry } from "../photos/held-photos.server";
import { keepPhoto, knownPictures, listPhotosOfJob } from "../photos/photos.server";
import { keepOurs, takeAccount } from "./journal-answer.server";
import { listOpenAccounts } from "./journal-read.server";
import { applyEntries, holdEntries, type SentEntry } from "./journal.server";

const deed = testDeed();
const staff = { ...deed, by: STAFF } as Deed<StaffActor>;
const WALL = 1_800_000_000_000;
let db: Db;
let close: () => void;
let mine: Id<"driver">;
let job: Job;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  mine = (db.orm.select({ id: drivers.id }).from(drivers).all()[0] as { id: Id<"driver"> }).id;
  await db.write((tx) => addDumpsters(tx, 20, 4, deed.now));
  [job] = (await db.write((tx) => createJobsForUnits(tx, deed, insertBooking(tx, deed).id))) as [Job];
  await db.write((tx) => placeJob(tx, deed, job.id, mine));
  await hold();
});
afterEach(() => close());

const ATTEMPTED = "entry-3";
const entries = (): SentEntry[] =>
  ["en_route", "arrived", "attempted"].map((step, i) => ({
    id: `entry-${i + 1}`,
    jobId: job.id,
    seq: i + 1,
    attempt: 1,
    step,
    at: WALL - (30 - i) * MINUTE,
    device: "phone",
    said: { data: step === "attempted" ? { reason: "Something blocks the place", note: "A car" } : {} },
  })) as SentEntry[];
/** The phone has its pictures behind its steps. */
const phone = { device: "phone", unsent: 2 };
const sending = () => ({ driverId: mine, entries: entries(), clocks: { sentAt: WALL, wall: WALL }, phone });
beforeEach(() => isDue(db.orm, job.id, deed.now));
const hold = () => db.write((tx) => holdEntries(tx, { ...deed, by: SYSTEM }, sending()));
const picture = (sha256: string) => ({
  taken: { at: instant(deed.now - 28 * MINUTE), place: { latitude: 28.5, longitude: -81.4, accuracy: 12.4 } },
  ...{ sha256, width: 640, height: 480, bytes: 9000, path: `${sha256}.jpg`, smallPath: `${sha256}-small.jpg` },
});
const held = (n: number, sha256 = `sha-${n}`) =>
  db.write((tx) => keepHeldPhoto(tx, deed, { entryId: ATTEMPTED, n, ...picture(sha256) }));
const seen = () => {
  const [account] = listOpenAccounts(db.orm);
  return { driverId: mine, jobId: job.id, seen: account?.seen ?? "" };
};
const happened = (action: string) => db.orm.select().from(events).where(eq(events.action, action)).all();
const missing = () => db.orm.select({ missing: jobAttempts.missing }).from(jobAttempts).all();

describe("pictures of an entry in quarantine", () => {
  it("stand beside it for the office, once each, with an event, and are none of the job", async () => {
    expect([await held(0), await held(1), await held(0, "again")]).toEqual([
      { isNew: true },
      { isNew: true },
      { isNew: false },
    ]);
    const account = listOpenAccounts(db.orm)[0];
    expect(account?.theirs.map((one) => one.photos.length)).toEqual([0, 0, 2]);
    expect(account?.theirs[2]?.photos[0]).toEqual({
      capability: expect.stringMatching(/^[\w-]{20,}$/) as string,
      width: 640,
      height: 480,
    });
    expect([listPhotosOfJob(db.orm, job.id), happened("photo_held").length]).toEqual([[], 2]);
    // Neither of them is swept away.
    expect(knownPictures(db.orm, ["sha-0.jpg", "sha-1-small.jpg", "other.jpg"])).toEqual(
      new Set(["sha-0.jpg", "sha-0-small.jpg", "sha-1.jpg", "sha-1-small.jpg"]),
    );
  });

  it("are the job's once the office takes the account, as they were taken, and prove the attempt", async () => {
    await held(0);
    await held(1);
    expect(await db.write((tx) => takeAccount(tx, staff, seen(), readStep))).toEqual({ ok: true, left: 0 });
    expect(getJob(db.orm, job.id).state).toBe("attempted");
    expect(db.orm.select().from(photos).all()).toMatchObject([
      {
        entry_id: ATTEMPTED,
        step: "attempted",
        driver_id: mine,
        job_id: job.id,
        taken_at: deed.now - 28 * MINUTE,
        latitude: 28.5,
      },
      { entry_id: `${ATTEMPTED}.1`, accuracy: 12, path: "sha-1.jpg", small_path: "sha-1-small.jpg" },
    ]);
    expect([db.orm.select().from(heldPhotos).all(), missing()]).toEqual([[], [{ missing: [] }]]);
    expect(listPhotosOfEntry(db.orm, ATTEMPTED)).toHaveLength(2);
  });

  it("stand beside it, all four, once they are the job's", async () => {
    for (const n of [0, 1, 2, 3]) await held(n);
    await db.write((tx) => takeAccount(tx, staff, seen(), readStep));
    expect(listPhotosOfEntry(db.orm, ATTEMPTED)).toHaveLength(4);
  });

  it("are the job's once their driver, signed in, sends the entries again; nothing of them counts twice", async () => {
    await held(0);
    await held(1);
    await db.write((tx) =>
      keepPhoto(tx, deed, { jobId: job.id, driverId: mine, step: "attempted", entryId: null, ...picture("sha-1") }),
    );
    await db.write((tx) => applyEntries(tx, deed, sending(), readStep));
    expect(db.orm.select().from(photos).all()).toHaveLength(2);
    await db.write((tx) => applyEntries(tx, deed, sending(), readStep));
    await hold();
    expect([db.orm.select().from(photos).all().length, db.orm.select().from(heldPhotos).all()]).toEqual([2, []]);
  });

  it("prove an attempt that the office entered before the account was taken", async () => {
    await held(0);
    const office = entries().map((entry) => ({ ...entry, id: `office-${entry.id}` }));
    await db.write((tx) => applyEntries(tx, deed, { ...sending(), entries: office }, readStep));
    expect(missing()).toEqual([{ missing: ["photo"] }]);
    await db.write((tx) => takeAccount(tx, staff, seen(), readStep));
    expect(missing()).toEqual([{ missing: [] }]);
  });

  it("stay where they are when the office keeps its own account", async () => {
    await held(0);
    expect(await db.write((tx) => keepOurs(tx, staff, seen()))).toEqual({ ok: true, left: 0 });
    expect([listPhotosOfJob(db.orm, job.id), listPhotosOfEntry(db.orm, ATTEMPTED).length]).toEqual([[], 1]);
  });
});
