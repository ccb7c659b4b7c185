import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import {
  bookings,
  charges,
  events,
  jobs,
  outbox,
  payments,
  refunds,
  serviceAreas,
  units,
  zipCodes,
} from "#db/schema/index";
import { newId } from "~/domain/kernel/ids.server";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import type { JobState } from "~/domain/states/transitions";
import { openWorld, type TestWorld } from "../../tests/support/domain";
import { firstOf } from "../../tests/support/paths";
import { expectedCounts, listContradictions, storedCounts } from "../../tests/support/invariants";
import { SEED_BOOKINGS, TEST_BOOKING } from "./booking-plans";
import { listSeededPayments } from "./paid.server";
import { seedOnce } from "./seed.server";

/** A truck is somewhere with it. */
const UNDER_WAY: JobState[] = [
  ...(["en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed", "returned"] as const),
];
let world: TestWorld;
afterEach(() => world.close());

describe("the sandbox's month", () => {
  // A Tuesday, a Sunday, the days around holidays, the night in which the year and the clocks change.
  const moments: [string, number][] = [
    ["2027-03-14", 3],
    ["2026-12-31", 23],
    ["2026-12-25", 12],
    ["2026-12-01", 9],
    ["2026-11-22", 3],
    ["2026-11-27", 0],
    ["2026-11-01", 1],
    ["2027-07-05", 18],
  ];
  it.each(firstOf(2, moments))("can be made on %s at %i", async (on, hour) => {
    world = await openWorld({ sandbox: true, now: instantAt(day(on), hour) });
    const { orm } = world.db;
    expect(
      orm
        .select()
        .from(bookings)
        .all()
        .map((booking) => booking.status)
        .sort(),
    ).toEqual([...SEED_BOOKINGS, TEST_BOOKING].map((plan) => plan.until).sort());
    expect(storedCounts(orm)).toEqual(expectedCounts(orm));
    expect(listContradictions(orm)).toEqual([]);
    expect(
      orm
        .select()
        .from(outbox)
        .all()
        .filter((work) => work.state === "waiting"),
    ).toEqual([]);
    // Given out by hand: no proposal takes one to another driver.
    const given = orm.select().from(jobs).where(eq(jobs.state, "assigned")).all();
    expect(given.length).toBeGreaterThan(2);
    expect(given.filter((job) => !job.is_fixed || job.driver_id === null || job.position === null)).toEqual([]);
    // Nobody is in two places at once.
    const out = orm.select().from(jobs).where(inArray(jobs.state, UNDER_WAY)).all();
    expect(out.length).toBeGreaterThan(1);
    expect(new Set(out.map(({ driver_id }) => driver_id)).size).toBe(out.length);
    // No dumpster is at two places at once.
    const stays = orm
      .select({ is: units.dumpster_id, unit: units.id, kind: jobs.kind, at: jobs.done_at })
      .from(units)
      .innerJoin(jobs, eq(jobs.unit_id, units.id))
      .where(and(isNotNull(units.dumpster_id), eq(jobs.state, "completed")))
      .all();
    const ended = (unit: string, kind: string) => stays.find((stay) => stay.unit === unit && stay.kind === kind)?.at;
    const [set, fetched] = [
      (unit: string) => ended(unit, "delivery") ?? 0,
      (unit: string) => ended(unit, "pickup") ?? Infinity,
    ];
    const pairs = stays.flatMap((one) =>
      stays.filter((two) => two.is === one.is && two.unit > one.unit).map((two) => [one.unit, two.unit] as const),
    );
    expect(pairs.length).toBeGreaterThan(3);
    expect(pairs.filter(([one, two]) => set(one) < fetched(two) && set(two) < fetched(one))).toEqual([]);
    // What is done about a later charge is told in the order in which it was done.
    const told = orm
      .select({ is: charges.id, made: charges.created_at, noticed: charges.noticed_at, due: charges.due_at })
      .from(charges)
      .all()
      .filter(({ noticed }) => noticed !== null);
    expect(told).toHaveLength(1);
    for (const { made, noticed, due } of told)
      expect([made, noticed, due]).toEqual([made, noticed, due].toSorted((a, b) => (a ?? 0) - (b ?? 0)));
    const order = orm.select({ at: events.at }).from(events).where(eq(events.subject_id, told[0]!.is));
    const steps = order.orderBy(asc(events.id)).all();
    expect(steps).toEqual(steps.toSorted((a, b) => a.at - b.at));
    // Nothing has happened in the future.
    expect(
      orm
        .select()
        .from(events)
        .all()
        .filter((event) => event.at > world.clock.at),
    ).toEqual([]);
  });

  it("says of every payment by card what the card company has to know", async () => {
    world = await openWorld({ sandbox: true });
    const { orm } = world.db;
    const told = listSeededPayments(orm);
    const paid = orm.select().from(payments).all();
    expect(told.flatMap((one) => one.payments.map(({ intentId }) => intentId)).toSorted()).toEqual(
      paid.map(({ stripe_payment_intent_id: id }) => id).toSorted(),
    );
    const back = orm.select().from(refunds).all();
    const sum = (list: readonly { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
    expect(sum(told.flatMap((one) => one.payments.flatMap((payment) => payment.refunds)))).toBe(sum(back));
    expect(back.length).toBeGreaterThan(0);

    // In parts, like any other.
    const [first] = back;
    if (!first) throw new Error("nothing was given back");
    const part = { ...first, id: newId("refund"), stripe_refund_id: "re_seed_part", amount: 1 };
    world.db.orm.insert(refunds).values(part).run();
    const parts = listSeededPayments(world.db.orm).flatMap((one) => one.payments.flatMap((payment) => payment.refunds));
    expect(sum(parts)).toBe(sum(back) + 1);
  });

  it("is made once", async () => {
    world = await openWorld({ sandbox: true });
    const before = world.db.orm.select().from(units).all().length;
    await Promise.all([seedOnce(world), seedOnce(world)]);
    expect(world.db.orm.select().from(units).all()).toHaveLength(before);
  });

  it("stays out of a live database, which has its catalogue alone", async () => {
    world = await openWorld();
    expect(world.db.orm.select().from(bookings).all()).toEqual([]);
    expect(world.db.orm.select().from(zipCodes).all()).toHaveLength(119);
    expect(
      world.db.orm
        .select()
        .from(serviceAreas)
        .all()
        .flatMap((area) => area.zip_codes),
    ).toHaveLength(119);
  });
});
