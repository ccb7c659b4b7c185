import { describe, expect, it } from "vitest";
import { answers, askAbout, likelyMaterials, materialQuestion, proposedMaterials } from "./material-advice";
import { answerInWords } from "./material-words";
import type { MaterialId } from "./types";
import { PROJECT_TYPES, WASTE_TYPES } from "./waste-types";

it("is asked about for a second dumpster of General debris, too", () => {
  expect(materialQuestion(["yard_waste"], "general", ["general"])).toMatchObject({ proposed: ["yard"] });
  expect(materialQuestion(["yard_waste"], "general", ["yard"])).toBeNull();
  expect(materialQuestion(["household_items"], "general", ["general"])).toBeNull();
});

describe("what is checked proposes a material", () => {
  it.each<[string[], MaterialId[]]>([
    [[], []],
    [["household_items"], ["general"]],
    [["appliances"], ["general"]],
    [["yard_waste"], ["yard"]],
    [["construction_materials"], ["mixed_construction"]],
    [["concrete"], ["concrete"]],
    [["roofing"], ["roofing"]],
    [["flooring"], ["general"]],
    [["mixed_debris"], ["general"]],
    [["office_cleanout"], ["general"]],
    [["retail_renovation"], ["mixed_construction"]],
    [["restaurant_equipment"], ["general"]],
    [["warehouse_cleanout"], ["general"]],
    [["construction_commercial"], ["mixed_construction"]],
    [["manufacturing_waste"], ["special"]],
    [["medical_office"], ["general"]],
    [["mixed_commercial"], ["general"]],
    // Clean materials are only proposed for clean loads.
    [["household_items", "yard_waste"], ["general"]],
    [["household_items", "concrete"], ["heavy"]],
    [["construction_materials", "concrete"], ["heavy"]],
    [["household_items", "roofing"], ["roofing"]],
    [["construction_materials", "flooring"], ["mixed_construction"]],
    // No one price takes both.
    [
      ["concrete", "roofing"],
      ["concrete", "roofing"],
    ],
    [["no_such_type"], []],
    [["constructor"], []],
  ])("%j → %j", (wasteTypes, proposed) => {
    expect(proposedMaterials(wasteTypes)).toEqual(proposed);
  });

  it("knows every waste type of the catalogue", () => {
    for (const { id } of WASTE_TYPES) expect(proposedMaterials([id]), id).toHaveLength(1);
  });
});

describe("the question before going on", () => {
  it.each<
    [
      string,
      string[],
      MaterialId,
      MaterialId[],
      { checked: string[]; proposed: MaterialId[]; apart: MaterialId[] } | null,
    ]
  >([
    ["nothing checked", [], "general", [], null],
    ["general for junk", ["household_items", "flooring"], "general", [], null],
    [
      "general for a roof",
      ["roofing"],
      "general",
      [],
      { checked: ["roofing"], proposed: ["roofing"], apart: ["roofing"] },
    ],
    ["a roof for a roof", ["roofing"], "roofing", [], null],
    [
      "general for junk and a roof",
      ["household_items", "roofing"],
      "general",
      [],
      { checked: ["roofing"], proposed: ["roofing"], apart: ["general", "roofing"] },
    ],
    // It may go as General debris, but costs less by itself.
    [
      "general for leaves alone",
      ["yard_waste"],
      "general",
      [],
      { checked: ["yard_waste"], proposed: ["yard"], apart: ["yard"] },
    ],
    ["general for leaves and junk", ["yard_waste", "household_items"], "general", [], null],
    [
      "clean concrete with junk",
      ["concrete", "household_items"],
      "concrete",
      [],
      { checked: ["household_items"], proposed: ["heavy"], apart: ["concrete", "general"] },
    ],
    ["heavy debris for concrete", ["concrete"], "heavy", [], null],
    ["what was chosen and takes it", ["construction_materials"], "wood", [], null],
    [
      "scrap metal for junk",
      ["household_items"],
      "metal",
      [],
      { checked: ["household_items"], proposed: ["general"], apart: ["general"] },
    ],
    [
      "two kinds, one of them priced",
      ["roofing", "concrete"],
      "roofing",
      [],
      { checked: ["concrete"], proposed: ["concrete"], apart: ["roofing", "concrete"] },
    ],
    [
      "two kinds, neither priced",
      ["roofing", "concrete"],
      "general",
      [],
      { checked: ["roofing", "concrete"], proposed: ["roofing", "concrete"], apart: ["roofing", "concrete"] },
    ],
    ["each kind in a dumpster of its own", ["roofing", "concrete"], "roofing", ["concrete"], null],
    ["the roof in another dumpster", ["roofing", "household_items"], "general", ["roofing"], null],
    ["special waste takes all", ["roofing", "concrete"], "special", [], null],
    ["electronics are talked about first", ["flooring"], "electronics", [], null],
  ])("%s", (_name, wasteTypes, chosen, others, expected) => {
    expect(materialQuestion(wasteTypes, chosen, others)).toEqual(expected && { ...expected, chosen });
  });

  it("is about the line in the form, else about one of General debris, else about the last", () => {
    const lines = (...materials: MaterialId[]) => materials.map((material) => ({ material }));
    expect(askAbout(["roofing"], lines("general", "yard"), null)).toMatchObject({ at: 0, chosen: "general" });
    expect(askAbout(["roofing"], lines("general", "yard"), 1)).toMatchObject({ at: 1, chosen: "yard" });
    expect(askAbout(["roofing"], lines("wood", "yard"), null)).toMatchObject({ at: 1, chosen: "yard" });
    expect(askAbout(["roofing"], [], null)).toBeNull();
  });
});

describe("an answer", () => {
  const kept = { wasteTypes: ["roofing", "flooring"], checked: ["roofing"], proposed: ["roofing"], answer: "general" };
  it("holds for the same boxes, in any order, while its material is in the order", () => {
    expect(answers(kept, ["flooring", "roofing"], ["general", "wood"])).toBe(true);
    expect(answers(kept, ["roofing"], ["general"])).toBe(false);
    expect(answers(kept, ["roofing", "concrete"], ["general"])).toBe(false);
    expect(answers(kept, ["flooring", "roofing"], ["wood"])).toBe(false);
    expect(answers(null, [], [])).toBe(false);
  });

  it("is told to the office", () => {
    expect(answerInWords(kept)).toBe("Roofing checked, kept General debris");
    expect(answerInWords({ ...kept, checked: ["roofing", "concrete"], answer: "roofing" })).toBe(
      "Roofing and Concrete checked, took Roofing",
    );
    expect(answerInWords({})).toBe(" checked, kept ");
  });
});

describe("the four likely materials", () => {
  it("are four different ones with General debris first, for whatever is chosen", () => {
    for (const projectType of ["", "constructor", ...PROJECT_TYPES.map(({ id }) => id)])
      for (const businessType of ["residential", "commercial"] as const)
        for (const wasteTypes of [[], ...WASTE_TYPES.map(({ id }) => [id]), WASTE_TYPES.map(({ id }) => id)]) {
          const likely = likelyMaterials({ projectType, businessType, wasteTypes });
          expect(new Set(likely).size, `${projectType} ${wasteTypes.join()}`).toBe(4);
          expect(likely[0]).toBe("general");
        }
  });

  it("have what is checked, and what such a project often holds", () => {
    const of = (projectType: string, wasteTypes: string[]) =>
      likelyMaterials({ projectType, businessType: "residential", wasteTypes });
    expect(of("renovation", [])).toEqual(["general", "mixed_construction", "heavy", "roofing"]);
    expect(of("home_cleanout", ["roofing"])).toEqual(["general", "roofing", "furniture", "yard"]);
    expect(of("home_cleanout", ["household_items", "concrete"])).toEqual(["general", "heavy", "concrete", "furniture"]);
  });
});
