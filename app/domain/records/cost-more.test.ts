import { expect, it } from "vitest";
import { termsFacts } from "../documents/terms-facts";
import { agreementSections, cardConsentText } from "../documents/terms";
import type { OrderLine } from "../pricing/types";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { whatCouldCostMore } from "./cost-more";

const line = (changes: Partial<OrderLine> = {}): OrderLine => ({
  size: 20,
  quantity: 1,
  material: "general",
  rentalDays: 7,
  ...changes,
});
const HOUR = 3_600_000;
/** One for all, as in the product: what was written for another order of the same settings must not be given again. */
const USUAL = termsFacts(DEFAULT_SETTINGS);
const table = (
  total: number,
  lines: OrderLine[],
  settings = DEFAULT_SETTINGS,
  hours = 100,
  wasteTypes: string[] = [],
) =>
  whatCouldCostMore(
    { total, lines, wasteTypes, msToWindowStart: hours * HOUR },
    settings === DEFAULT_SETTINGS ? USUAL : termsFacts(settings),
  );

it("has every later charge with its amount from the settings, in dollars", () => {
  const { rows, most } = table(40932, [line()]);
  expect(rows.map(({ label, amount }) => [label, amount])).toEqual([
    ["Weight over 1 ton", "$105 per ton"],
    ["Extra days", "$25 a day for each dumpster, plus tax"],
    ["Hauls that you ask for", "$95 each, plus tax"],
    ["A dry run", "$150"],
    ["Items that may not go in", "$95 each"],
    ["A different material from the one ordered", "The difference in price"],
    ["Light cleaning", "$35"],
    ["Moving or tampering", "$1,000"],
    ["Permits outside Orlando", "What the permit costs"],
    ["Cancelling late", "$40.93 or $81.86"],
  ]);
  expect(most).toBe(40932 + 21000);
  expect(rows.every(({ when }) => when.endsWith("."))).toBe(true);
});

it("follows the settings and the order", () => {
  const dearer = table(40932, [line({ quantity: 2 }), line({ size: 15, material: "concrete" })], {
    ...DEFAULT_SETTINGS,
    dryRunFee: 17550,
    overagePerTon: 8000,
  });
  const amount = (label: string) => dearer.rows.find((row) => row.label === label)?.amount;
  expect([amount("A dry run"), amount("Weight over 1 ton")]).toEqual(["$175.50", "$115 per ton"]);
  expect(dearer.most).toBe(40932 + 3 * 23000);
  expect(dearer.rows[0]?.when).toContain("less than a foot deep");
});

it.each<[hours: number, label: string, amount: string, when: string]>([
  [48, "Cancelling late", "$40.93 or $81.86", "Free 48 hours or more before"],
  [47.99, "Cancelling", "$40.93 now", "less than 48 hours away; $81.86 in the last 24 hours."],
  [24, "Cancelling", "$40.93 now", "less than 48 hours away"],
  [23.99, "Cancelling", "$81.86", "less than 24 hours away. Not once"],
  [1, "Cancelling", "$81.86", "From the payment on"],
])("says what cancelling costs now, %s hours before the delivery", (hours, label, amount, when) => {
  const row = table(40932, [line()], DEFAULT_SETTINGS, hours).rows.at(-1);
  expect(row).toMatchObject({ label, amount });
  expect(row?.when).toContain(when);
  expect(table(0, [line()], DEFAULT_SETTINGS, hours).rows.filter((one) => one.label.includes("ancel"))).toEqual([]);
});

it("is written once for orders of one price, with the same lines, as near to their delivery", () => {
  expect(table(40932, [line()], DEFAULT_SETTINGS, 100)).toBe(table(40932, [line()], DEFAULT_SETTINGS, 60));
  expect(table(40932, [line({ quantity: 2 })]).most).toBe(40932 + 2 * 21000);
  expect(table(40932, [line({ material: "concrete" })]).rows[0]?.when).toContain("less than a foot deep");
});

it("says a tip that two lines share once, and nothing of a fee where nothing is paid", () => {
  const { rows } = table(0, [line({ material: "concrete" }), line({ material: "asphalt" })]);
  expect(rows[0]?.when.match(/less than a foot deep/g)).toHaveLength(1);
  expect(rows.map((row) => row.label).join()).not.toMatch(/cancel/i);
});

it("says of which material a tip is where lines differ", () => {
  const of = (...materials: OrderLine["material"][]) =>
    table(
      40932,
      materials.map((material) => line({ material })),
    ).rows[0]?.when;
  const mixed = of("concrete", "general", "asphalt");
  expect(mixed).toContain("Concrete and Asphalt: Three tons of this");
  expect(mixed).toContain("General debris: This is light");
  expect(of("concrete")).not.toContain("Concrete:");
});

it("calls no load light where something heavier is checked", () => {
  const tip = (wasteTypes: string[], ...materials: OrderLine["material"][]) =>
    table(
      40932,
      materials.map((material) => line({ material })),
      DEFAULT_SETTINGS,
      100,
      wasteTypes,
    ).rows[0]?.when ?? "";
  expect(tip(["household_items"], "general")).toContain("This is light");
  expect(tip(["roofing"], "general")).toMatch(/at most\. Roofing: One square of shingles .* roughly 20\.$/);
  expect(tip(["concrete", "household_items"], "furniture")).toMatch(/at most\. Concrete: Three tons of this[^:]*$/);
  // What has a dumpster of its own is no load of the other one.
  expect(tip(["roofing"], "general", "roofing")).toContain("General debris: This is light");
});

it("counts what is checked and not ordered as what it is: in dollars, and in the most", () => {
  const order = { total: 40932, lines: [line()], wasteTypes: ["roofing"], msToWindowStart: 100 * HOUR };
  const dearer = [{ material: "roofing" as const, cents: 17660, withTax: 19073 }];
  const { rows, most } = whatCouldCostMore({ ...order, dearer }, USUAL);
  expect(rows.find(({ label }) => label.startsWith("A different material"))?.amount).toBe(
    "Roofing: +$176.60, plus tax",
  );
  expect(most).toBe(40932 + 21000 + 19073);
  expect(whatCouldCostMore(order, USUAL).most).toBe(40932 + 21000);
  const exempt = [{ material: "roofing" as const, cents: 17660, withTax: 17660 }];
  const untaxed = whatCouldCostMore({ ...order, dearer: exempt }, USUAL);
  expect(untaxed.rows.find(({ label }) => label.startsWith("A different material"))?.amount).toBe("Roofing: +$176.60");
});

it("names the same charges at the same prices as the agreement and the consent for the card", () => {
  const facts = termsFacts(DEFAULT_SETTINGS);
  const payment =
    agreementSections(facts)
      .find(({ id }) => id === "payment")
      ?.bullets?.join(" ") ?? "";
  for (const amount of ["$70 plus $35 landfill fee per ton", "$25 a day", "$95 each", "$150", "$35", "$1,000"])
    expect(payment).toContain(amount);
  for (const amount of ["$70", "$35", "$25", "$95", "$150", "$1,000"]) expect(cardConsentText(facts)).toContain(amount);
});

it("says of extra days whether they chose to keep it", () => {
  const days = (isKept: boolean) =>
    whatCouldCostMore({ total: 40932, lines: [line()], wasteTypes: [], msToWindowStart: 100 * HOUR, isKept }, USUAL)
      .rows.find(({ label }) => label === "Extra days")
      ?.when.split(":")[0];
  expect([days(false), days(true)]).toEqual(["Only when you ask to keep it longer", "You chose to keep it longer"]);
});
