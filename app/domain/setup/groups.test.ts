import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { SETTING_KEYS, settingsSchema, type Settings } from "../settings/schema";
import { fieldsOf, fieldsOfKey, findField, groupOf, saidChange, typedOf, valueAt, withValue } from "./fields";
import { findGroup, GROUPS, type SetupGroup } from "./groups";
import { checkWishes, readWishes, withWishes, type Sent } from "./read";

const SIZES = [15, 20, 25];
/** With something in every list, so that a way of writing is tried with words in it. */
const FULL: Settings = {
  ...DEFAULT_SETTINGS,
  photographs: [{ file: "/photos/yard.webp", alt: "Our yard", width: 1200, height: 800 }],
  reviews: [{ text: "On time, and clean.", name: "Maria A.", from: "Winter Park" }],
  agreementClause: "First.\n\nSecond.",
  taxRate: 0.065,
  overagePerTon: 7050,
};
const group = (page: SetupGroup["page"], id: string) => findGroup(page, id) as SetupGroup;
const read = (id: string, sent: Sent, settings = DEFAULT_SETTINGS) => {
  const on = GROUPS.find((one) => one.id === id) as SetupGroup;
  const fields = fieldsOf(on, SIZES);
  const { wishes, wrong } = readWishes(fields, sent, typedOf({ settings, sizes: SIZES }, fields));
  const checked = checkWishes(settings, wishes);
  return { wrong: { ...wrong, ...checked.wrong }, settings: checked.settings, wishes };
};

describe("every setting", () => {
  it("stands in one group, with words", () => {
    const shown = GROUPS.flatMap(({ keys }: SetupGroup) => keys);
    expect([...shown].sort()).toEqual([...SETTING_KEYS].sort());
    for (const key of SETTING_KEYS)
      for (const field of fieldsOfKey(key, SIZES)) {
        expect(field.label.trim(), field.name).not.toBe("");
        expect(groupOf(key).keys).toContain(key);
        expect(findField(field.name), field.name).toEqual(field);
      }
  });

  it.each(GROUPS.map(({ page, id }) => [page, id] as const))("%s/%s comes back as it was shown", (page, id) => {
    const fields = fieldsOf(group(page, id), SIZES);
    const typed = typedOf({ settings: FULL, sizes: SIZES }, fields);
    const { wishes, wrong } = readWishes(fields, typed, {});
    expect(wrong).toEqual({});
    for (const { field, value } of wishes) expect(value, field.name).toEqual(valueAt({ settings: FULL }, field));
    expect(wishes.map(({ field }) => field.name).sort()).toEqual(
      fields
        .filter(({ name }) => `${typed[name]?.toString()}` !== "")
        .map(({ name }) => name)
        .sort(),
    );
    // Nothing was changed in it.
    expect(readWishes(fields, typed, typed).wishes).toEqual([]);
    expect(settingsSchema.safeParse(withWishes(FULL, wishes)).success).toBe(true);
  });
});

describe("what is typed", () => {
  it.each([
    ["fees", { taxRate: "6.5" }, { taxRate: 0.065 }],
    ["fees", { taxRate: "7%" }, { taxRate: 0.07 }],
    ["fees", { deliveryFee: "$1,250.50" }, { deliveryFee: 125050 }],
    ["fees", { "haulFees.20": "99" }, { haulFees: { ...DEFAULT_SETTINGS.haulFees, 20: 9900 } }],
    ["weight", { includedTons: "1.5" }, { includedTons: 1.5 }],
    ["materials", { "materials.roofing.multiplier": "1.55" }, { materials: { roofing: { multiplier: 1.55 } } }],
    ["materials", { "materials.metal.creditRate": "75" }, { materials: { metal: { creditRate: 0.75 } } }],
    ["days", { sameDayCutoffMinute: "9:30" }, { sameDayCutoffMinute: 570 }],
    ["days", { holidays: "2027-07-05 Monday\r\n\r\n2026-12-25" }, { holidays: ["2026-12-25", "2027-07-05"] }],
    [
      "days",
      { holidays: "11/30/2026\r\n1/4/2027 Stock-taking\n2026-11-30 Monday\nFriday, Dec 25, 2026 Christmas" },
      { holidays: ["2026-11-30", "2026-12-25", "2027-01-04"] },
    ],
    ["days", { deliveryWeekdays: ["Saturday", "Monday"] }, { deliveryWeekdays: [1, 6] }],
    ["company", { businessName: "  Sun \n Line " }, { businessName: "Sun Line" }],
    ["documents", { agreementClause: "a\r\n\r\nb" }, { agreementClause: "a\n\nb" }],
    // A box that is not checked is not sent.
    ["documents", {}, { invoicesEnabled: false }],
  ] as const)("%s %j", (id, sent, changed) => {
    const boxes =
      id === "days" && !("deliveryWeekdays" in sent)
        ? { deliveryWeekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] }
        : {};
    const on = id === "documents" && "agreementClause" in sent ? { invoicesEnabled: "on" } : {};
    const done = read(id, { ...boxes, ...on, ...sent } as Sent);
    expect(done.wrong).toEqual({});
    expect(done.settings).toEqual({ ...DEFAULT_SETTINGS, ...changed });
  });

  it.each([
    ["fees", { taxRate: "eight" }, { taxRate: "Enter a percentage such as 8 or 6.5." }],
    ["fees", { taxRate: "80" }, { taxRate: "Enter at most 25%." }],
    ["fees", { deliveryFee: "-5", dryRunFee: "12.345" }, { deliveryFee: /in dollars/, dryRunFee: /in dollars/ }],
    ["sizes", { "prices.20": "1e3" }, { "prices.20": /in dollars/ }],
    ["sizes", { "prices.20": "100001" }, { "prices.20": "Enter at most $100,000." }],
    ["materials", { "materials.roofing.multiplier": "-1" }, { "materials.roofing.multiplier": "Enter 0 or more." }],
    [
      "company",
      { "address.zip": "123", businessName: " " },
      { "address.zip": "Enter five digits.", businessName: "Enter a text." },
    ],
    ["weight", { includedTons: "4" }, { includedTons: /largest weight/ }],
    ["cancelling", { "cancellation.lateHours": "60" }, { "cancellation.lateHours": /Free cancelling/ }],
    ["booking", { maxRentalDays: "31" }, { maxRentalDays: "Enter at most 30." }],
    ["booking", { maxRentalDays: "2.5" }, { maxRentalDays: "Enter a whole number." }],
  ] as const)("%s refuses %j beside the field", (id, sent, wrong) => {
    const found = read(id, sent).wrong;
    expect(Object.keys(found).sort()).toEqual(Object.keys(wrong).sort());
    for (const [name, words] of Object.entries(wrong)) expect(found[name]).toMatch(words);
  });

  it("names what is wrong in a list", () => {
    const reviews = "On time. | Maria A. | Winter Park\n\nOnly a text";
    expect(read("website", { reviews, "structuredHours.days": ["Monday"] }).wrong).toEqual({
      reviews: "Entry 2, name: Enter a text.",
    });
    expect(read("website", { reviews: "On time. | Maria A." }).wrong["reviews"]).toBe("Entry 1, town: Enter a text.");
    const photographs = "/photos/yard.webp | The yard | 800 | 600\n/photos/yard.webp | The yard | 800 | tall";
    expect(read("website", { photographs }).wrong["photographs"]).toMatch(/^Entry 2, height: /);
    expect(read("days", { holidays: "2/30/2026", deliveryWeekdays: ["Monday"] }).wrong["holidays"]).toMatch(
      /^“2\/30\/2026”: no day that we know\. Write one like 12\/25\/2026, /,
    );
    // Each that was not understood, as it was typed.
    const typed = ["12/24/2026", "Dec 35 2026", "Chrismas", "2026-13-01", "x".repeat(60), "no day"];
    expect(read("days", { holidays: typed.join("\n"), deliveryWeekdays: ["Monday"] }).wrong["holidays"]).toMatch(
      /^“2026-13-01”, “Chrismas”, “Dec 35 2026” and 2 more: no day/,
    );
    expect(read("days", { holidays: "2026-02-30", deliveryWeekdays: [] }).wrong).toEqual({
      holidays: expect.stringMatching(/^“2026-02-30”: no day that we know\./) as string,
      deliveryWeekdays: "Choose at least one day.",
    });
  });
});

it("tells a change with both values", () => {
  expect(saidChange({ field: "prices.20", was: 37900, is: 38950 })).toBe("Price by size: 20 yards: $379 → $389.50");
  expect(saidChange({ field: "taxRate", was: 0.08, is: 0.065 })).toBe("Sales tax: 8% → 6.5%");
  expect(saidChange({ field: "agreementClause", was: "", is: "Long" })).toBe("Your own terms (optional) changed");
  expect(saidChange({ field: "gone.for.good", was: 1, is: 2 })).toBe("gone.for.good changed");
  expect(saidChange({ field: "holidays", was: null, is: 3 })).toContain("nothing → something else");
});

it("tells of a list what came and what went, not all of it twice", () => {
  const was = ["2026-11-26", "2026-12-25", "2027-01-01"];
  const days = (is: unknown) => saidChange({ field: "holidays", was, is });
  expect(days(["2026-11-26", "2026-11-30", "2027-01-01"])).toBe(
    "Closed days: added: Mon, Nov 30, 2026; taken out: Fri, Dec 25, 2026",
  );
  expect(days([...was, "2026-11-30"])).toBe("Closed days: added: Mon, Nov 30, 2026");
  expect(saidChange({ field: "deliveryWeekdays", was: [1, 2, 6], is: [1, 2] })).toBe(
    "We deliver and pick up on: taken out: Sat",
  );
});

it("touches nothing of what it was given", () => {
  const field = findField("address.city");
  const changed = withValue(DEFAULT_SETTINGS, field ?? ({} as never), "Kissimmee");
  expect(changed.address).toEqual({ ...DEFAULT_SETTINGS.address, city: "Kissimmee" });
  expect(DEFAULT_SETTINGS.address.city).toBe("Orlando");
});

it("says beside every price that what was prepared at a fixed price keeps it", () => {
  for (const { page, id, affects } of GROUPS)
    if (page === "pricing" && id !== "cancelling")
      expect(affects, id).toContain("prepared at a fixed price, signed or not, until that price ends");
});
