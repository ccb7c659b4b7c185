import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, events, jobs, outbox } from "#db/schema/index";
import { readStep } from "../../routes/driver/step-forms.server";
import { addDumpsters, STAFF } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { createJobsForUnits, getJob, type Job } from "../dispatch/jobs.server";
import { placeJob } from "../dispatch/plan.server";
import { recallJob } from "../dispatch/recall.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus } from "../kernel/time.server";
import { accountSeen, takeAccount } from "./journal-answer.server";
import { listOpenAccounts } from "./journal-read.server";
import { applyEntries } from "./journal.server";
import { entriesOf, OPEN_ENTRIES, stepsTaken } from "./journal-rows.server";

const deed = testDeed();
const staff = { ...deed, by: STAFF } as Deed<StaffActor>;
const WALL = 1_800_000_000_000;
let db: Db;
let close: () => void;
let dana: { id: Id<"driver">; name: string };
let job: Job;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  dana = db.orm.select().from(drivers).get()!;
  await db.write((tx) => addDumpsters(tx, 20, 4, deed.now));
  [job] = (await db.write((tx) => createJobsForUnits(tx, deed, insertBooking(tx, deed).id))) as [Job];
  await db.write((tx) => placeJob(tx, deed, job.id, dana.id));
});
afterEach(() => close());

const dataOf = (step: string): Record<string, string> => (step === "serviced" ? { dumpsterNumber: "20-01" } : {});
const send = (steps: [step: string, seq: number, ago: number][], now = deed.now) =>
  db.write((tx) =>
    applyEntries(
      tx,
      { ...deed, now },
      {
        driverId: dana.id,
        clocks: { sentAt: WALL, wall: WALL },
        entries: steps.map(([step, seq, ago]) => ({
          ...{ id: `entry-${step}-${seq}`, jobId: job.id, seq, attempt: 1, step, at: WALL - ago * MINUTE },
          ...{
            device: "phone",
            said: { data: dataOf(step) },
          },
        })),
      },
      readStep,
    ),
  );
const account = () => ({
  driverId: dana.id,
  jobId: job.id,
  seen: accountSeen(getJob(db.orm, job.id).state, entriesOf(db.orm, dana.id, job.id, OPEN_ENTRIES)),
});
const recall = () => db.write((tx) => recallJob(tx, staff, job.id, "Hose burst"));

describe("a truck that was called back after it had done its work without signal", () => {
  it.each([
    ["it was on the way, as far as we knew", [["en_route", 1, 40]] as [string, number, number][], "arrived", 2],
    [
      "it was there",
      [
        ["en_route", 1, 40],
        ["arrived", 2, 30],
      ] as [string, number, number][],
      "serviced",
      3,
    ],
  ])("%s: the office takes the account, and the job is where its driver is", async (_what, before, step, seq) => {
    await send(before);
    await recall();
    const on = db.orm.select().from(outbox).where(eq(outbox.kind, "mail.delivered")).all().length;
    await send([[step, seq, 20]]);
    expect(await db.write((tx) => takeAccount(tx, staff, account(), readStep))).toEqual({ ok: true, left: 0 });
    expect([getJob(db.orm, job.id).state, getJob(db.orm, job.id).driver_id]).toEqual([step, dana.id]);
    // By the driver's own time, and as theirs: the office has only decided.
    expect(stepsTaken(db.orm, job.id).at(-1)).toMatchObject({
      step,
      at: plus(deed.now, -20 * MINUTE),
      by: `${dana.name}`,
    });
    expect(db.orm.select().from(events).where(eq(events.action, "journal_answered")).get()).toMatchObject({
      actor_label: STAFF.label,
    });
    const delivered = db.orm.select().from(outbox).where(eq(outbox.kind, "mail.delivered")).all().length;
    expect(delivered - on).toBe(step === "serviced" ? 1 : 0);
  });

  it("another driver who is on the way meanwhile keeps it", async () => {
    await send([["en_route", 1, 40]]);
    await recall();
    const [, dale] = db.orm.select().from(drivers).all();
    await db.write((tx) => placeJob(tx, staff, job.id, dale!.id));
    db.orm.run(`update jobs set state = 'en_route' where id = '${job.id}'`);
    await send([["arrived", 2, 20]]);
    expect(await db.write((tx) => takeAccount(tx, staff, account(), readStep))).toMatchObject({ why: "reassigned" });
    expect(getJob(db.orm, job.id).driver_id).toBe(dale!.id);
    // The page offers no button that could only be refused, until the job is theirs again.
    const never = () => listOpenAccounts(db.orm).map((one) => one.never);
    expect(never()).toEqual(["reassigned"]);
    db.orm.update(jobs).set({ driver_id: dana.id }).where(eq(jobs.id, job.id)).run();
    expect(never()).toEqual([null]);
    db.orm.update(jobs).set({ state: "cancelled" }).where(eq(jobs.id, job.id)).run();
    expect(never()).toEqual(["cancelled"]);
  });
});
