import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, dumpsters, units, weightTickets } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import type { Id } from "../kernel/ids.server";
import { createJobsForUnits, getJob, type Job } from "./jobs.server";
import { placeJob } from "./plan.server";
import { takeStep, type Step } from "./steps.server";

const deed = testDeed();
let db: Db;
let close: () => void;
let driver: Id<"driver">;
let other: Id<"driver">;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  [driver, other] = db.orm
    .select()
    .from(drivers)
    .all()
    .map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  await db.write((tx) => addDumpsters(tx, 20, 4, deed.now));
});
afterEach(() => close());

const take = (job: Job, step: Step, by = driver) => db.write((tx) => takeStep(tx, deed, by, job.id, step));

/** Pickups of so many units, each at the facility with its load. */
async function atTheScale(count: number): Promise<Job[]> {
  const made = await db.write((tx) => createJobsForUnits(tx, deed, insertBooking(tx, deed, { unitCount: count }).id));
  const pickups = made.filter(({ kind }) => kind === "pickup");
  const fleet = db.orm.select().from(dumpsters).all();
  for (const [i, job] of pickups.entries()) {
    await db.write((tx) => {
      tx.update(units)
        .set({ state: "on_site", dumpster_id: fleet[i]?.id ?? null })
        .where(eq(units.id, job.unit_id))
        .run();
      placeJob(tx, deed, job.id, driver);
    });
    for (const step of [
      { to: "en_route" },
      { to: "arrived" },
      { to: "serviced", dumpsterNumber: fleet[i]?.number ?? "" },
      { to: "to_disposal" },
      { to: "at_disposal", facility: "Landfill" },
    ] as const)
      expect(await take(job, step), step.to).toMatchObject({ ok: true });
  }
  return pickups;
}
const TICKET = { number: "T-1", gross: 30_000, tare: 26_000, net: 4_000 };

it("is taken by nobody but the driver who has the job", async () => {
  const [job] = (await atTheScale(1)) as [Job];
  expect(await take(job, { to: "ticketed", ticket: TICKET }, other)).toMatchObject({ ok: false, code: "not_yours" });
  expect(getJob(db.orm, job.id).state).toBe("at_disposal");
});

it("checks a ticket while it can still be asked for, and keeps it once", async () => {
  const [first, second] = (await atTheScale(2)) as [Job, Job];
  for (const [ticket, code] of [
    [{ ...TICKET, net: 4_100 }, "wrong_sum"],
    [{ ...TICKET, tare: 30_000, net: 0 }, "wrong_sum"],
    [{ ...TICKET, gross: 81_000, tare: 77_000 }, "too_heavy"],
    [{ ...TICKET, gross: 79_999, tare: -1_002, net: 81_001 }, "too_heavy"],
  ] as const)
    expect(await take(first, { to: "ticketed", ticket }), code).toMatchObject({ ok: false, code });
  expect(await take(first, { to: "ticketed", ticket: TICKET })).toMatchObject({ ok: true });
  for (const number of ["T-1", "t-1", "T - 1"])
    expect(await take(second, { to: "ticketed", ticket: { ...TICKET, number } }), number).toMatchObject({
      ok: false,
      code: "ticket_used",
    });
  expect(getJob(db.orm, second.id).state).toBe("at_disposal");
  expect(db.orm.select().from(weightTickets).all()).toMatchObject([
    { job_id: first.id, facility: "Landfill", ticket_number: "T-1", net_pounds: 4_000 },
  ]);
});
