import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { day, type Day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { instantAt } from "../kernel/time.server";
import { applyDuePlans, readForm, readSetup, saveSetup, withdrawPlan, type SetupForm } from "./change.server";
import { fieldsOf, typedOf } from "./fields";
import { findGroup, type SetupGroup } from "./groups";
import { readSetupGroup } from "./pages.server";
import { listPlans } from "./plans.server";
import { lookAhead } from "./preview.server";
import type { Sent } from "./read";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 1 } });
});
afterEach(() => world.close());

const SIZES = findGroup("pricing", "sizes") as SetupGroup;
const [TENTH, TWENTIETH] = [day("2026-12-10"), day("2026-12-20")];

/** The whole form as a browser sends it: with the values of today in what nobody touched. */
function form(sent: Sent, from: Day | null): SetupForm {
  const setup = readSetup(world.db.orm);
  const seen = typedOf(setup, fieldsOf(SIZES, setup.sizes));
  return { group: SIZES, sent: { ...seen, ...sent }, seen, why: "the season is over", from };
}
const wished = (sent: Sent, from: Day | null) =>
  readForm(world.db.orm, readSetup(world.db.orm), form(sent, from)).wishes.map(({ field, value }) => [
    field.name,
    value,
  ]);
const looked = (sent: Sent, from: Day) => {
  const { orm } = world.db;
  const setup = readSetup(orm);
  return lookAhead(orm, setup, readForm(orm, setup, form(sent, from)).wishes, from, world.clock.at).changes;
};
const save = (sent: Sent, from: Day | null) =>
  world.db.write((tx) => saveSetup(tx, world.deed<StaffActor>(STAFF), form(sent, from)));
const planned = () => listPlans(world.db.orm).map((plan) => [plan.field, plan.value, plan.effective_on]);

it("today's price can be planned again from a day after a planned one, and holds then", async () => {
  await save({ "prices.20": "400" }, TENTH);
  expect(looked({}, TWENTIETH)).toEqual(["Price by size: 20 yards: $400 → $379"]);
  expect(await save({}, TWENTIETH)).toEqual({ ok: true });
  await save({}, TWENTIETH);
  expect(planned()).toEqual([
    ["prices.20", 40000, TENTH],
    ["prices.20", 37900, TWENTIETH],
  ]);
  const priceOn = async (on: Day) => {
    world.clock.at = instantAt(on, 0);
    await world.db.write((tx) => applyDuePlans(tx, world.clock.at));
    return world.catalogue().prices[20];
  };
  expect([await priceOn(TENTH), await priceOn(TWENTIETH)]).toEqual([40000, 37900]);
});

it("what is planned is said with what holds until its day, in the history too, and offers no way back a second time", async () => {
  await save({ "prices.20": "400" }, TENTH);
  expect(readSetupGroup(world.db.orm, SIZES).again).toHaveLength(1);
  await save({}, TWENTIETH);
  const { plans, changes, again } = readSetupGroup(world.db.orm, SIZES);
  expect(plans.map(({ what }) => what)).toEqual([
    "Price by size: 20 yards: $379 → $400",
    "Price by size: 20 yards: $400 → $379",
  ]);
  expect(changes[0]?.words).toBe("Planned for Sunday, December 20, 2026: Price by size: 20 yards: $400 → $379");
  expect(again).toEqual([]);
  await world.db.write((tx) => withdrawPlan(tx, world.deed<StaffActor>(STAFF), plans[1]?.id ?? 0));
  expect(readSetupGroup(world.db.orm, SIZES).changes[0]?.words).toContain("$400 → $379");
});

it("nothing changes where the price is planned already for a day before", async () => {
  await save({ "prices.20": "400" }, TENTH);
  expect(wished({ "prices.20": "400" }, TWENTIETH)).toEqual([]);
  await save({ "prices.20": "400" }, TWENTIETH);
  expect(planned()).toHaveLength(1);
  // Before that day it is a change.
  expect(wished({ "prices.20": "400" }, day("2026-12-05"))).toEqual([["prices.20", 40000]]);
});

it("what nobody touched stays as it is planned when something else is changed, unless its box says otherwise", async () => {
  await save({ "prices.20": "400" }, TENTH);
  expect(wished({ "prices.15": "350" }, TWENTIETH)).toEqual([["prices.15", 35000]]);
  expect(wished({ "prices.15": "350", again: "prices.20" }, TWENTIETH)).toEqual([
    ["prices.15", 35000],
    ["prices.20", 37900],
  ]);
  // At once: it holds now anyway.
  expect(wished({ "prices.15": "350", again: "prices.20" }, null)).toEqual([["prices.15", 35000]]);
});

it("of several planned prices only the boxes say which is taken back, on its own day too", async () => {
  await save({ "prices.15": "350", "prices.20": "400" }, TENTH);
  expect(wished({}, TWENTIETH)).toEqual([]);
  expect(wished({ again: ["prices.15", "prices.20"] }, TWENTIETH)).toHaveLength(2);
  expect(readSetupGroup(world.db.orm, SIZES).again).toMatchObject([
    { value: "prices.15", label: "Price by size: 15 yards: as today again" },
    { value: "prices.20", text: "instead of $400, planned from Thursday, December 10, 2026 on" },
  ]);
  expect(looked({ again: "prices.15" }, TENTH)).toEqual(["Price by size: 15 yards: $350 → $329"]);
  await save({ again: "prices.15" }, TENTH);
  expect(planned()).toEqual([
    ["prices.20", 40000, TENTH],
    ["prices.15", 32900, TENTH],
  ]);
});
