import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jobs, units } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import { newId } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { assignDay } from "./assign";
import { readDayRoutes } from "./day-routes.server";
import { createJobsForUnits } from "./jobs.server";
import { planDay } from "./plan-day.server";
import { propose, type PlannedDay, type PlannedJob } from "./propose";

/** What a proposal says of its miles is of the stops that it gives out. */
const TODAY = day("2026-12-16");
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 40 } });
  await seedAccounts(world.db, world.clock.at);
  world.db.sqlite.exec("delete from jobs where day between '2026-12-10' and '2026-12-31'");
});
afterEach(() => world.close());

const order = (zip: string) =>
  world.db.write((tx) => {
    const dates = { scheduled_delivery_date: TODAY, scheduled_pickup_date: addDays(TODAY, 40) };
    const { id } = insertBooking(tx, world.deed(STAFF), { zip, ...dates });
    tx.update(units).set({ delivery_window: "anytime" }).where(eq(units.booking_id, id)).run();
    return createJobsForUnits(tx, world.deed(STAFF), id)[0]!.id;
  });
const rules = () => ({ settings: world.settings(), oneDriver: true });
async function plannedAt(hour: number) {
  const done = await planDay(world.db, world.deed(STAFF, instantAt(TODAY, hour)), rules(), TODAY, () =>
    Promise.resolve(),
  );
  if (!done.ok) throw new Error(done.code);
  return done.plan.plan;
}

it("stops that nobody can reach any more are in neither sum, and leave the shortest order of the others", async () => {
  const zips = [
    "34772",
    "32773",
    "34747",
    "32703",
    "32833",
    "34746",
    "32714",
    "32809",
    "34734",
    "32789",
    "32765",
    "34741",
  ];
  for (const zip of zips) await order(zip);
  const first = await plannedAt(14);
  const late = first.left.map(({ jobId }) => jobId);
  const planned = first.routes.flatMap(({ stops }) => stops);
  expect(late.length).toBeGreaterThan(2);
  expect(planned.length).toBeGreaterThan(2);
  for (const id of late) world.db.orm.update(jobs).set({ state: "cancelled" }).where(eq(jobs.id, id)).run();
  const second = await plannedAt(14);
  expect(second.left).toEqual([]);
  expect(first.before).toBe(second.before);
  expect(first.after).toBeLessThanOrEqual(Math.round(second.after * 1.1));
});

it("a parked load is driven from our yard, wherever its customer lives", async () => {
  const id = await order("34772");
  const placeOf = () => {
    const { yard, whole, byHand, unknown } = readDayRoutes(world.db.orm, world.settings(), TODAY, rules());
    const { latitude, longitude } = whole.find((job) => job.id === id) ?? yard;
    return { isYard: latitude === yard.latitude && longitude === yard.longitude, byHand, unknown };
  };
  expect(placeOf()).toEqual({ isYard: false, byHand: [], unknown: [] });
  world.db.orm.update(jobs).set({ kind: "disposal" }).where(eq(jobs.id, id)).run();
  expect(placeOf()).toEqual({ isYard: true, byHand: [id], unknown: [] });
});

/** The same for the same seed. */
function numbers(seed: number): () => number {
  let last = seed;
  return () => (last = (last * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

it("what is left once the stops are out that come too late is as short as a day of those alone, on 60 made-up afternoons", () => {
  const next = numbers(7);
  const dana = newId("driver");
  let withLate = 0;
  for (let made = 0; made < 60; made++) {
    const jobsOf = Array.from({ length: 9 }, (_, i): PlannedJob => ({
      ...{ id: newId("job"), kind: next() > 0.5 ? "pickup" : "delivery", size: 20, fixed: null, position: i },
      window: ["morning", "afternoon", "anytime"][Math.floor(next() * 3)] ?? "anytime",
      driverId: next() > 0.5 ? dana : null,
      ...{ latitude: 28.2 + next() * 0.7, longitude: -81.7 + next() * 0.7 },
    }));
    const noon = 12 * 60;
    const day: PlannedDay = {
      ...{ jobs: jobsOf, drivers: [dana], unknown: [], now: noon, hours: { [dana]: { begins: noon, ends: 17 * 60 } } },
      ...{ yard: { latitude: 28.45, longitude: -81.4 }, facility: { latitude: 28.5, longitude: -81.2 } },
    };
    const plan = propose(day, assignDay(day));
    const out = new Set(plan.left.map(({ jobId }) => jobId));
    const rest = { ...day, jobs: jobsOf.filter(({ id }) => !out.has(id)) };
    if (out.size > 0) withLate++;
    expect(plan.after).toBeLessThanOrEqual(propose(rest, assignDay(rest)).after);
  }
  expect(withLate).toBeGreaterThan(40);
});
