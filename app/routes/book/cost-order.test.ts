import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOrder } from "~/domain/booking/order/order.server";
import type { DraftData } from "~/domain/booking/draft/data";
import { draftData, openWorld, type TestWorld } from "../../../tests/support/domain";
import type { OpenDraft } from "~/http/access/draft.server";
import { costOrder } from "./cost-order.server";

let world: TestWorld;
beforeEach(async () => (world = await openWorld({ fleet: { 15: 3, 20: 3 } })));
afterEach(() => world.close());

const line = (dumpsterSize: number, materialCategory = "general", quantity = 1) => ({
  dumpsterSize,
  quantity,
  materialCategory,
});
function costsOf(changes: Partial<DraftData>) {
  const data = draftData({ wasteTypes: ["roofing"], ...changes });
  const settings = world.settings();
  const open = { draft: { data }, order: describeOrder(world.db.orm, settings, data), settings } as OpenDraft;
  return costOrder(open, world.clock.now());
}
function difference(cart: DraftData["cart"], answer: string | null) {
  const said = { wasteTypes: ["roofing"], checked: ["roofing"], proposed: ["roofing"] };
  const { dearer = [] } = costsOf({ cart, ...(answer && { materialAnswer: { ...said, answer } }) });
  return dearer;
}

it("knows whether they chose to keep it", () => {
  expect([true, false].map((flexibleExtension) => costsOf({ flexibleExtension }).isKept)).toEqual([true, false]);
});

it("what was proposed and not taken costs its difference in every dumpster that it may go into, by the order's own tax", () => {
  const [one] = difference([line(20)], "general");
  expect(one).toMatchObject({ material: "roofing" });
  const { cents = 0, withTax = 0 } = one ?? {};
  expect([cents > 0, withTax]).toEqual([true, cents + Math.round(cents * 0.08)]);
  const [other] = difference([line(15)], "general");
  expect(difference([line(20, "general", 2), line(15)], "general")).toEqual([
    { material: "roofing", cents: 2 * cents + (other?.cents ?? 0), withTax: 2 * withTax + (other?.withTax ?? 0) },
  ]);
});

it("counts a dumpster of another material that was added after the answer", () => {
  const cents = (...order: Parameters<typeof difference>) => difference(...order).map((one) => one.cents);
  const [mixed = 0] = cents([line(15, "mixed_construction")], "mixed_construction");
  const [general = 0] = cents([line(20)], "general");
  expect([mixed > 0, general > 0]).toEqual([true, true]);
  expect(cents([line(15, "mixed_construction"), line(20)], "mixed_construction")).toEqual([mixed + general]);
  expect(cents([line(20, "roofing"), line(20)], "roofing")).toEqual([]);
});

it("is the same in whatever order the dumpsters were chosen and the question answered", () => {
  const cents = (...order: Parameters<typeof difference>) => difference(...order).map((one) => one.cents);
  const each = ["general", "furniture", "mixed_construction"].map((material) => line(20, material));
  const [whole = 0] = cents(each, "general");
  const alone = each.flatMap((one) => cents([one], one.materialCategory));
  expect(alone.every((one) => one > 0)).toBe(true);
  expect(whole).toBe(alone.reduce((sum, one) => sum + one, 0));
  for (const answer of ["furniture", "mixed_construction"]) {
    expect(cents(each, answer)).toEqual([whole]);
    expect(cents(each.toReversed(), answer)).toEqual([whole]);
  }
});

it("is nothing where it was taken, and where nothing was asked", () => {
  expect(difference([line(20, "roofing")], "roofing")).toEqual([]);
  expect(difference([line(20)], null)).toEqual([]);
});
