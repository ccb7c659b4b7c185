import { describe, expect, it } from "vitest";
import { MATERIAL_LIST, materialLabel, MATERIALS } from "./materials";
import { capacityText, dimensionsText } from "./size-advice";
import { MATERIAL_TEXTS } from "./material-texts";
import { PROHIBITED_ITEMS, prohibitedItemLabel } from "./prohibited-items";
import { MATERIAL_IDS } from "./types";
import {
  DUMPSTER_SIZES,
  PROJECT_TYPES,
  projectTypeLabel,
  WASTE_TYPES,
  wasteTypeLabel,
  wasteTypesFor,
} from "./waste-types";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { comparePrices, compareZipClaim } from "./consistency";

describe("the materials", () => {
  it("are the specification's thirteen, in order", () => {
    expect(MATERIAL_LIST.map((material) => material.id)).toEqual([...MATERIAL_IDS]);
    expect(MATERIAL_LIST).toHaveLength(13);
    for (const id of MATERIAL_IDS) expect(MATERIALS[id].id).toBe(id);
  });

  it.each([
    ["general", 1, 0, 0],
    ["heavy", 1.3, 0, 0],
    ["yard", 0.8, 0.1, 0],
    ["concrete", 1.2, 0.2, 0],
    ["roofing", 1.4, 0, 2500],
    ["clean_fill", 0.6, 0.3, 0],
    ["wood", 0.9, 0.15, 0],
    ["metal", 0.5, 0.8, 0],
    ["mixed_construction", 1.1, 0.05, 0],
    ["furniture", 1, 0.1, 1500],
    ["asphalt", 1.3, 0.25, 0],
    ["electronics", 2, 0, 7500],
    ["special", 1.5, 0, 5000],
  ] as const)("%s has the specification's figures", (id, multiplier, credit, fee) => {
    expect(MATERIALS[id]).toMatchObject({
      disposalFeeMultiplier: multiplier,
      recyclingCreditRate: credit,
      specialHandlingFee: fee,
    });
    expect(MATERIALS[id].requiresSpecialHandling).toBe(fee > 0);
  });

  it("prohibit what the specification lists, in words", () => {
    const listed = Object.fromEntries(Object.entries(PROHIBITED_ITEMS).filter(([, items]) => items.length > 0));
    expect(listed).toEqual({
      concrete: ["rebar", "wire_mesh"],
      roofing: ["asbestos_shingles", "lead_paint"],
      wood: ["treated_lumber", "painted_wood"],
      mixed_construction: ["hazardous_materials", "asbestos", "lead"],
      furniture: ["mattresses", "electronics"],
      electronics: ["CRT_monitors", "batteries", "fluorescent_bulbs"],
    });
    for (const item of Object.values(listed).flat()) expect(prohibitedItemLabel(item)).not.toMatch(/_/);
    expect(prohibitedItemLabel("moon_dust")).toBe("moon_dust");
    expect(prohibitedItemLabel("constructor")).toBe("constructor");
  });

  it("have words for people; an unknown id shows as itself", () => {
    for (const { description, regulatoryNotes, weightTip } of Object.values(MATERIAL_TEXTS)) {
      for (const text of [description, regulatoryNotes, weightTip]) expect(text).toMatch(/^[A-Z].{20,}\.$/s);
    }
    expect([materialLabel("wood"), materialLabel("lava")]).toEqual(["Clean wood", "lava"]);
    expect(MATERIAL_LIST.filter((m) => m.maxSizeYards === 15 || m.isHeavy).map((m) => m.id)).toEqual(["heavy"]);
  });
});

describe("the catalogues", () => {
  it("hold the specification's waste types", () => {
    expect(wasteTypesFor("residential").map((t) => t.id)).toEqual([
      "household_items",
      "appliances",
      "yard_waste",
      "construction_materials",
      "concrete",
      "roofing",
      "flooring",
      "mixed_debris",
    ]);
    expect(wasteTypesFor("commercial").map((t) => t.id)).toEqual([
      "office_cleanout",
      "retail_renovation",
      "restaurant_equipment",
      "warehouse_cleanout",
      "construction_commercial",
      "manufacturing_waste",
      "medical_office",
      "mixed_commercial",
    ]);
    expect([wasteTypeLabel("yard_waste"), wasteTypeLabel("odd_thing")]).toEqual(["Yard waste", "odd_thing"]);
  });

  it("advise three sizes for each project, and waste types of its kind", () => {
    expect(PROJECT_TYPES.map((p) => p.title)).toEqual([
      "Home Cleanout",
      "Renovation Project",
      "Construction Site",
      "Business Cleanout",
    ]);
    for (const project of PROJECT_TYPES) {
      expect(project.sizes.map((s) => s.size).sort()).toEqual([15, 20, 25]);
      for (const id of project.wasteTypes)
        expect(WASTE_TYPES.find((t) => t.id === id)?.businessType).toBe(project.businessType);
    }
    expect([projectTypeLabel("renovation"), projectTypeLabel("x")]).toEqual(["Renovation Project", "x"]);
  });

  it("describe the sizes, and never the capacity without what is included", () => {
    expect(
      DUMPSTER_SIZES.map((row) => [row.size, row.height_feet, row.estimated_tons, row.base_price, row.popular]),
    ).toEqual([
      [15, 4, 250, 32900, false],
      [20, 5, 350, 37900, true],
      [25, 6, 450, 43900, false],
    ]);
    expect(dimensionsText(DUMPSTER_SIZES[0]!)).toBe("16 ft long, 7 ft wide, 4 ft high");
    expect(capacityText(DUMPSTER_SIZES[0]!, DEFAULT_SETTINGS)).toBe(
      "Room for about 2.5 tons; 1 ton included, 3 tons maximum",
    );
  });
});

describe("the checks at start", () => {
  const prices = DEFAULT_SETTINGS.prices;

  it("are quiet when all sources agree", () => {
    expect(comparePrices({ configured: prices, specBase: { ...prices }, matrix: { ...prices } })).toEqual([]);
    expect(
      comparePrices({
        configured: prices,
        specBase: Object.fromEntries(DUMPSTER_SIZES.map((row) => [row.size, row.base_price])),
        matrix: prices,
      }),
    ).toEqual([]);
    expect(compareZipClaim({ claimed: 119, active: 119 })).toEqual([]);
  });

  it("name each difference and each missing row", () => {
    const found = comparePrices({
      configured: prices,
      specBase: { ...prices, 20: 38000 },
      matrix: { 15: 32900, 25: 43900 },
    });
    expect(found.map(({ source, size, expected, found: other }) => [source, size, expected, other])).toEqual([
      ["dumpster_sizes", 20, 37900, 38000],
      ["pricing_matrix", 20, 37900, null],
    ]);
    expect(found.map((mismatch) => mismatch.message)).toEqual([
      "20 yards: the configured price is $379, dumpster_sizes has $380",
      "20 yards: the configured price is $379, pricing_matrix has no row: the size is not offered",
    ]);
    expect(compareZipClaim({ claimed: 197, active: 119 })).toMatchObject([
      { subject: "zip_claim", expected: 197, found: 119 },
    ]);
  });
});
