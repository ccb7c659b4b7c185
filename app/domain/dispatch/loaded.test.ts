import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, dumpsters, jobs, tasks, units } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { createJobsForUnits, type Job } from "./jobs.server";
import { placeJob } from "./plan.server";
import { takeStep } from "./steps.server";

const deed = testDeed();
let db: Db;
let close: () => void;
let job: Job;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  await db.write((tx) => addDumpsters(tx, 20, 3, deed.now));
  [job] = (await db.write((tx) => createJobsForUnits(tx, deed, insertBooking(tx, deed).id))) as [Job];
});
afterEach(() => close());

const fleet = () => db.orm.select().from(dumpsters).orderBy(asc(dumpsters.number)).all();
/** A delivery driven to its site, where the driver reads this number; `isPlanned`: somebody had said which to load. */
async function readsAtTheSite(number: string, { isPlanned = false, movesDumpster = true } = {}) {
  const driver = db.orm.select({ id: drivers.id }).from(drivers).get()!.id;
  if (isPlanned) db.orm.update(jobs).set({ planned_dumpster_id: fleet()[0]!.id }).where(eq(jobs.id, job.id)).run();
  const steps = [{ to: "en_route" }, { to: "arrived" }, { to: "serviced", dumpsterNumber: number }] as const;
  await db.write((tx) => {
    placeJob(tx, deed, job.id, driver);
    for (const step of steps)
      expect(takeStep(tx, deed, driver, job.id, step, { movesDumpster })).toMatchObject({ ok: true });
  });
  const unit = db.orm.select().from(units).where(eq(units.id, job.unit_id)).get();
  return {
    has: fleet().find(({ id }) => id === unit?.dumpster_id)?.number,
    places: fleet().map(({ location }) => location),
    toClear: db.orm.select().from(tasks).where(eq(tasks.kind, "reconcile")).all().length,
  };
}

describe("the number that a driver reads at a site", () => {
  it("wins where nobody had planned one: it is the customer's, and our guess is free again", async () => {
    const [, , third] = fleet();
    expect(await readsAtTheSite(` ${third!.number.toLowerCase()} `)).toEqual({
      has: third!.number,
      places: ["yard", "yard", "site"],
      toClear: 0,
    });
  });

  it.each([
    ["of one that was planned otherwise", { isPlanned: true }],
    ["where staff keep the places by hand", { movesDumpster: false }],
  ])("is kept and to be cleared up: %s", async (_what, how) => {
    const [first, , third] = fleet();
    expect(await readsAtTheSite(third!.number, how)).toMatchObject({ has: first!.number, toClear: 1 });
  });

  it("is to be cleared up where it is none of ours, or stands elsewhere", async () => {
    const [first, second] = fleet();
    db.orm.update(dumpsters).set({ location: "shop" }).where(eq(dumpsters.id, second!.id)).run();
    expect(await readsAtTheSite(second!.number)).toMatchObject({ has: first!.number, toClear: 1 });
  });
});
