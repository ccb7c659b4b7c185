import { and, desc, eq } from "drizzle-orm";
import { accounts, drivers, jobs } from "#db/schema/index";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import type { JobState } from "~/domain/states/transitions";
import { newId, type Id } from "~/domain/kernel/ids.server";
import { STAFF, type TestWorld } from "./domain";

/** A driver who works, for a test's jobs. */
export function temporaryDriver(world: TestWorld): Promise<Id<"driver">> {
  return world.db.write((tx) => {
    const user_id = newId("account");
    tx.insert(accounts)
      .values({
        id: user_id,
        email: `${user_id}@example.com`.toLowerCase(),
        password_hash: "none",
        created_at: world.clock.at,
      })
      .run();
    return tx
      .insert(drivers)
      .values({ id: newId("driver"), user_id, name: "Dana Driver", created_at: world.clock.at })
      .returning()
      .get().id;
  });
}

/** The truck comes for the booking's first dumpster and cannot set it down. Returns the attempt. */
export async function missDelivery(world: TestWorld, bookingId: Id<"booking">): Promise<Id<"job">> {
  const mine = and(eq(jobs.booking_id, bookingId), eq(jobs.kind, "delivery"));
  const job = world.db.orm.select().from(jobs).where(mine).orderBy(desc(jobs.attempt)).get();
  if (!job) throw new Error("no delivery");
  return missJob(world, job.id);
}

/** The truck comes for this job and cannot do it. */
export async function missJob(world: TestWorld, jobId: Id<"job">): Promise<Id<"job">> {
  const driver = await temporaryDriver(world);
  return world.db.write((tx) => {
    const job = getJob(tx, jobId);
    const deed = world.deed(STAFF);
    if (job.state === "unscheduled") scheduleJob(tx, deed, job.id);
    assignJob(tx, deed, job.id, driver);
    for (const to of ["en_route", "arrived", "attempted"] as const) {
      const moved = advanceJob(tx, deed, job.id, to, "locked gate");
      if (!moved.ok) throw new Error(`${to}: ${moved.code}`);
    }
    return job.id;
  });
}

/**
 * Drives the booking's first delivery these steps, or ("pickup") brings it and loads it again. Returns the job that was
 * driven last, and who has it.
 */
export async function driveJob(
  world: TestWorld,
  bookingId: Id<"booking">,
  steps: readonly ("en_route" | "arrived" | "serviced" | "completed" | "pickup")[],
): Promise<{ jobId: Id<"job">; driverId: Id<"driver"> }> {
  const driverId = await temporaryDriver(world);
  return world.db.write((tx) => {
    const deed = world.deed(STAFF);
    const drive = (kind: "delivery" | "pickup", all: readonly JobState[]) => {
      const mine = and(eq(jobs.booking_id, bookingId), eq(jobs.kind, kind));
      const job = tx.select().from(jobs).where(mine).orderBy(desc(jobs.attempt)).get();
      if (!job) throw new Error(`no ${kind}`);
      if (job.state === "unscheduled") scheduleJob(tx, deed, job.id);
      if (job.driver_id === null) assignJob(tx, deed, job.id, driverId);
      for (const to of all) {
        const moved = advanceJob(tx, deed, job.id, to);
        if (!moved.ok) throw new Error(`${to}: ${moved.code}`);
      }
      return { jobId: job.id, driverId };
    };
    if (!steps.includes("pickup")) return drive("delivery", steps as JobState[]);
    drive("delivery", ["en_route", "arrived", "serviced", "completed"]);
    return drive("pickup", ["en_route", "arrived", "serviced"]);
  });
}
