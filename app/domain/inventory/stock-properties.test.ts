import fc from "fast-check";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dumpsters, inventoryDays, units } from "#db/schema/index";
import { addDays, type Day } from "../kernel/days";
import { UNIT_STATES } from "../states/transitions";
import { openWorld, TODAY, type TestWorld } from "../../../tests/support/domain";
import { FULL } from "../../../tests/support/paths";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { countAvailable, occupy } from "./availability.server";

const SIZE = 20;
const FLEET = 6;
const BOOKED = 4;
const AT_A_CUSTOMER = ["delivering", "on_site", "pickup_requested", "collecting", "pickup_failed"];

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ fleet: { [SIZE]: FLEET } });
  await world.db.write((tx) => {
    for (let i = 0; i < BOOKED; i++) insertBooking(tx, testDeed(), { email: `p${i}@example.com` });
  });
});
afterAll(() => world.close());

const dumpster = fc.record({
  location: fc.constantFrom("yard", "yard", "truck", "site", "disposal", "shop", "unknown"),
  load: fc.constantFrom("empty", "full", "unknown"),
  condition: fc.constantFrom("ok", "ok", "needs_cleaning", "damaged", "out_of_service", "retired"),
});
const unit = fc.record({
  state: fc.constantFrom(...UNIT_STATES),
  /** Of the fleet; beyond it: none yet. */
  dumpster: fc.nat(FLEET + 2),
  /** Days from today on which it is free again. */
  until: fc.integer({ min: -2, max: 3 }),
});
const stay = fc.record({ from: fc.integer({ min: -1, max: 4 }), days: fc.nat(3), count: fc.constantFrom(1, 1, 2) });

/** domain.md, section 2, as it is written there: day by day and dumpster by dumpster. */
function bySentence(period: { from: number; days: number }, taken: readonly number[]): number {
  const fleet = world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, SIZE)).all();
  const known = world.db.orm.select().from(units).where(eq(units.size_yards, SIZE)).all();
  const usable = fleet.filter(
    ({ location, condition }) =>
      !["shop", "unknown"].includes(location) && ["ok", "needs_cleaning"].includes(condition),
  );
  const isOut = ({ state }: { state: string }) => AT_A_CUSTOMER.includes(state);
  const overdue = known.filter((one) => isOut(one) && one.occupied_until <= TODAY).length;
  const staged = usable.filter(
    ({ id, location, load }) =>
      (["truck", "disposal"].includes(location) || (location === "yard" && load !== "empty")) &&
      !known.some(
        (one) => one.dumpster_id === id && (isOut(one) || (one.state !== "cancelled" && one.occupied_until > TODAY)),
      ),
  ).length;
  const days = Array.from({ length: period.days }, (_, i) => period.from + i);
  const busiest = days.map((on) => (taken[on + 5] ?? 0) + (on === 0 ? overdue + staged : 0));
  return Math.max(0, usable.length - Math.max(0, ...busiest));
}

it("what can be had is what is usable without the busiest day's, the overdue and the parked, whatever stands where", async () => {
  const start = (n: number): Day => addDays(TODAY, n);
  await fc.assert(
    fc.asyncProperty(
      fc.array(dumpster, { minLength: FLEET, maxLength: FLEET }),
      fc.array(unit, { minLength: BOOKED, maxLength: BOOKED }),
      fc.array(stay, { maxLength: 6 }),
      fc.record({ from: fc.integer({ min: -1, max: 3 }), days: fc.nat(4) }),
      async (places, lives, stays, period) => {
        const taken: number[] = Array.from({ length: 20 }, () => 0);
        await world.db.write((tx) => {
          const ids = tx.select().from(dumpsters).where(eq(dumpsters.size_yards, SIZE)).orderBy(dumpsters.id).all();
          ids.forEach(({ id }, i) =>
            tx
              .update(dumpsters)
              .set(places[i] ?? {})
              .where(eq(dumpsters.id, id))
              .run(),
          );
          const all = tx.select().from(units).orderBy(units.id).all();
          all.forEach(({ id }, i) => {
            const { state, dumpster: at = FLEET, until = 0 } = lives[i] ?? {};
            const life = { state: state ?? "reserved", dumpster_id: ids[at]?.id ?? null, occupied_until: start(until) };
            tx.update(units).set(life).where(eq(units.id, id)).run();
          });
          tx.delete(inventoryDays).run();
          for (const { from, days, count } of stays) {
            occupy(tx, SIZE, { start: start(from), end: start(from + days) }, count);
            for (let on = from; on < from + days; on++) taken[on + 5] = (taken[on + 5] ?? 0) + count;
          }
        });
        const asked = { start: start(period.from), end: start(period.from + period.days) };
        expect(countAvailable(world.db.orm, SIZE, asked, TODAY)).toBe(bySentence(period, taken));
      },
    ),
    { numRuns: FULL ? 2_000 : 100 },
  );
});
