import { expect, it } from "vitest";
import { readDraftData } from "../booking/draft/data";
import { projectOnlySchema } from "../booking/draft/fields";
import { tidyWasteTypes, WASTE_TYPES, wasteTypeLabel } from "./waste-types";

const EVERY = WASTE_TYPES.map(({ id }) => id);
const MANY = Array.from({ length: 5_000 }, (_, i) => `made_up_${i}`);

it("takes each type once, and never more than the catalogue has", () => {
  expect(tidyWasteTypes([...EVERY, ...EVERY])).toEqual(EVERY);
  expect(tidyWasteTypes(MANY)).toHaveLength(EVERY.length);
});

it("keeps a well-formed id that the catalogue does not know, which is shown as it is; drops everything else", () => {
  expect(tidyWasteTypes([" flooring ", "old_type", "<b>", "", "x".repeat(41), 7, null, "a b"])).toEqual([
    "flooring",
    "old_type",
  ]);
  expect(wasteTypeLabel("old_type")).toBe("old_type");
});

it("is so in a form, in an address and in a draft that was stored before", () => {
  expect(projectOnlySchema.parse({ projectType: "renovation", wasteTypes: MANY }).wasteTypes).toHaveLength(
    EVERY.length,
  );
  expect(readDraftData({ wasteTypes: [...MANY, "<b>"] }).wasteTypes).toHaveLength(EVERY.length);
  expect(readDraftData({ wasteTypes: ["flooring", "flooring", 7] }).wasteTypes).toEqual(["flooring"]);
});
