import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect } from "vitest";
import { drivers, jobs } from "#db/schema/index";
import { seedAccounts } from "~/domain/accounts/seed.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { instantAt, type Instant } from "~/domain/kernel/time.server";
import type { Figure } from "~/domain/reports/figures";
import { sumBy, type Sum } from "~/domain/reports/sums.server";
import { openWorld, type TestWorld } from "./domain";
import { reportContradictions } from "./invariants";

export const ALWAYS = ["2020-01-01", "2030-12-31"] as const;
export const onDay = (on: string, hour: number, minute = 0): Instant => instantAt(day(on), hour, minute);

/**
 * For tests of what the reports count: a small company with a driver, anew for each test. After each one the facts are what
 * happened and the sums those of the facts.
 */
export function reportWorld() {
  let world: TestWorld;
  let driver: Id<"driver">;
  beforeEach(async () => {
    world = await openWorld({ fleet: { 20: 6 } });
    await seedAccounts(world.db, world.clock.at);
    driver = world.db.orm.select().from(drivers).all()[0]?.id as Id<"driver">;
  });
  afterEach(() => {
    expect(reportContradictions(world.db.orm)).toEqual([]);
    world.close();
  });
  return {
    world: () => world,
    driver: () => driver,
    /** Sets the clock on New York's wall. */
    at: (on: string, hour: number, minute = 0): void => void (world.clock.at = onDay(on, hour, minute)),
    /** A figure's sums by key. */
    on: (figure: Figure, from: string, to = from): Record<string, Sum> =>
      Object.fromEntries(sumBy(world.db.orm, figure, { from: day(from), to: day(to) })),
    jobOf(bookingId: Id<"booking">, kind: Job["kind"]): Job {
      const found = world.db.orm
        .select()
        .from(jobs)
        .where(eq(jobs.booking_id, bookingId))
        .all()
        .findLast((job) => job.kind === kind);
      if (!found) throw new Error(`no ${kind}`);
      return found;
    },
    /** The steps of a job, each at its own time. */
    async drive(id: Id<"job">, steps: [to: Job["state"], at: Instant][], why?: string): Promise<void> {
      await world.db.write((tx) => placeJob(tx, world.deed(), id, driver));
      for (const [to, now] of steps) {
        const done = await world.db.write((tx) => advanceJob(tx, world.deed(undefined, now), id, to, why));
        expect(done, to).toMatchObject({ ok: true });
      }
    },
  };
}
