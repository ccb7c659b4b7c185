import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { STREET_NEEDS, type Placement } from "./placement";
import { customerPlacement, mayBeSetDown, placementTerms, placementText } from "./placement-rules";

const NO_PERMIT = { permit_number: null, permit_from: null, permit_until: null };
const PERMIT = { permit_number: "C-1042", permit_from: day("2026-12-01"), permit_until: day("2026-12-09") };

describe("a truck may leave", () => {
  it.each<[Placement, object, string, boolean]>([
    ["driveway", NO_PERMIT, "2026-12-05", true],
    ["lot", NO_PERMIT, "2026-12-05", true],
    ["street", NO_PERMIT, "2026-12-05", false],
    ["street", { ...PERMIT, permit_number: null }, "2026-12-05", false],
    ["street", { ...PERMIT, permit_from: null }, "2026-12-05", false],
    ["street", { ...PERMIT, permit_until: null }, "2026-12-05", false],
    ["street", PERMIT, "2026-11-30", false],
    ["street", PERMIT, "2026-12-01", true],
    ["street", PERMIT, "2026-12-09", true],
    ["street", PERMIT, "2026-12-10", false],
  ])("to the %s with %j on %s: %s", (placement, permit, on, may) => {
    expect(mayBeSetDown({ ...NO_PERMIT, ...permit, placement }, day(on))).toBe(may);
  });
});

it("signs nothing for the driveway, so that what was signed before the question stays signed", () => {
  expect(placementTerms({ placement: "driveway", associationApproval: false })).toEqual([]);
  expect(placementTerms({ placement: "lot", associationApproval: false })).toEqual(["Placement: on a lot or yard."]);
  expect(placementTerms({ placement: "street", associationApproval: true })).toEqual([
    "Placement: on the street.",
    STREET_NEEDS,
    "An association (HOA) has to agree to the dumpster. I will have its permission before the delivery day.",
  ]);
});

it.each([
  [{ placement: "driveway" as const, association_approval: false, permit_number: null }, "On the driveway"],
  [{ placement: "street" as const, association_approval: false, permit_number: null }, "On the street"],
  [
    { placement: "street" as const, association_approval: true, permit_number: "C-1042" },
    "On the street, with permit C-1042; your association (HOA) has to agree",
  ],
])("tells the customer: %j", (place, words) => {
  expect(customerPlacement(place)).toBe(words);
});

it.each([
  [
    { placement: "driveway" as const, association_approval: true, ...NO_PERMIT },
    "On the driveway; the association (HOA) has to agree",
  ],
  [{ placement: "street" as const, association_approval: false, ...NO_PERMIT }, "On the street; permit still missing"],
  [
    { placement: "street" as const, association_approval: false, ...PERMIT },
    "On the street; permit C-1042, Tue, Dec 1 to Wed, Dec 9",
  ],
])("tells those who plan and drive: %j", (place, words) => {
  expect(placementText(place)).toBe(words);
});
