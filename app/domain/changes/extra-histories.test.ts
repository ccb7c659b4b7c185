import fc from "fast-check";
import { eq, inArray } from "drizzle-orm";
import { expect, it } from "vitest";
import { dumpsters, jobs, units } from "#db/schema/index";
import { temporaryDriver } from "../../../tests/support/driver";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { FULL } from "../../../tests/support/paths";
import { expectSound } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, dayAt, plus } from "../kernel/time.server";
import { nextStates } from "../states/transitions";
import { cancelBooking } from "./cancel.server";
import { offerExtra, planExtra } from "./extra-job.server";
import { withdrawExtra } from "./withdraw-extra.server";
import { EXTRA_KINDS } from "./extra-rules";
import { moveJobTo } from "./move-job.server";

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

interface Step {
  kind: "book" | "drive" | "plan" | "withdraw" | "move" | "cancel" | "wait";
  a: number;
  b: number;
}
const step = fc.record<Step>({
  kind: fc.constantFrom(
    "book",
    "drive",
    "drive",
    "drive",
    "drive",
    "drive",
    "plan",
    "plan",
    "withdraw",
    "move",
    "cancel",
    "wait",
  ),
  a: fc.nat(40),
  b: fc.nat(40),
});
const WINDOWS = ["morning", "afternoon", "anytime"] as const;

async function live(world: TestWorld, driver: Id<"driver">, { kind, a, b }: Step): Promise<void> {
  const { orm } = world.db;
  const deed = world.deed(STAFF);
  const allJobs = orm.select().from(jobs).all();
  const today = dayAt(world.clock.at);
  if (kind === "wait") world.clock.at = plus(world.clock.at, (1 + (a % 3)) * DAY);
  if (kind === "book") await paidBooking(world, { deliveryDate: addDays(today, 1 + (a % 3)) }).catch(() => undefined);
  if (kind === "drive") {
    const job = pick(allJobs, a);
    if (!job) return;
    await world.db.write((tx) => {
      if (job.state === "unscheduled") scheduleJob(tx, deed, job.id);
      if (job.state === "unscheduled" || job.state === "scheduled") assignJob(tx, deed, job.id, driver);
      else {
        // Forward mostly: a driver cancels nothing.
        const to = pick(
          nextStates("job", job.state).filter((one) => one !== "cancelled"),
          b % 5 === 0 ? b : 0,
        );
        if (to && to !== "scheduled" && to !== "unscheduled") advanceJob(tx, deed, job.id, to, "locked gate");
        if (to === "scheduled") advanceJob(tx, deed, job.id, "en_route");
      }
    });
  }
  if (kind === "plan") {
    const unit = pick(orm.select().from(units).all(), a);
    if (!unit) return;
    const wish = {
      kind: pick(EXTRA_KINDS, b) ?? "swap",
      day: addDays(today, a % 4),
      window: pick(WINDOWS, b) ?? "morning",
      size: a % 2 ? 20 : 15,
      material: "general" as const,
      note: "",
    };
    const offer = offerExtra(orm, world.settings(), unit.id, wish, world.clock.at);
    const total = offer.ok ? offer.price.total : 0;
    const done = await world.db.write((tx) => planExtra(tx, deed, world.settings(), unit.id, wish, total));
    expect(done.ok).toBe(offer.ok);
  }
  const job = pick(allJobs, b);
  if (kind === "withdraw" && job) await world.db.write((tx) => withdrawExtra(tx, deed, job.id, "not needed"));
  if (kind === "move" && job) {
    const to = { day: addDays(today, a % 6), window: pick(WINDOWS, a) ?? "morning" };
    await world.db.write((tx) => moveJobTo(tx, deed, world.settings(), job.id, to));
  }
  const unit = pick(orm.select().from(units).all(), a);
  if (kind === "cancel" && unit)
    await world.db.write((tx) => cancelBooking(tx, deed, world.settings(), unit.booking_id, unit.id, 0));
}

/** A dumpster is in one place, and where its unit says that it is. */
function expectPlaces({ db: { orm } }: TestWorld): void {
  const out = orm
    .select()
    .from(units)
    .where(inArray(units.state, ["delivering", "on_site", "pickup_requested", "collecting", "pickup_failed"]))
    .all();
  const held = out.map(({ dumpster_id }) => dumpster_id);
  expect(held).not.toContain(null);
  expect(new Set(held).size).toBe(held.length);
  for (const { id, dumpster_id, state } of out) {
    const place = dumpster_id && orm.select().from(dumpsters).where(eq(dumpsters.id, dumpster_id)).get()?.location;
    // Being emptied, it is away while its unit stays the customer's.
    const away = orm
      .select()
      .from(jobs)
      .where(eq(jobs.unit_id, id))
      .all()
      .some(
        (job) =>
          job.kind === "dump_and_return" && ["serviced", "to_disposal", "at_disposal", "ticketed"].includes(job.state),
      );
    if (!away) expect([state, place]).toEqual([state, state === "delivering" ? "truck" : "site"]);
  }
  const full = orm.select().from(dumpsters).where(eq(dumpsters.location, "site")).all();
  expect(full.every(({ id }) => held.includes(id))).toBe(true);
}

/** It stands there before the day of its delivery, and is to go early on that day before. */
const SET_DOWN_SOONER = [
  ...Array.from({ length: 4 }, () => ({ kind: "drive" as const, a: 0, b: 0 })),
  { kind: "plan" as const, a: 0, b: 4 },
];

it(
  "whatever is planned, driven, moved, taken back and cancelled, units, dumpsters, bookings and counts agree",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 35 }), async (steps) => {
        const world = await openWorld({ fleet: { 20: 3, 15: 2 } });
        try {
          const driver = await temporaryDriver(world);
          await paidBooking(world);
          for (const one of steps) {
            await live(world, driver, one);
            expectPlaces(world);
          }
          expectSound(world);
        } finally {
          world.close();
        }
      }),
      { numRuns: FULL ? 60 : 6, examples: [[SET_DOWN_SOONER]] },
    );
  },
);
