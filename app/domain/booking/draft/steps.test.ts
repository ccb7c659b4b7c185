import { describe, expect, it } from "vitest";
import { draftData } from "../../../../tests/support/domain";
import { SIZES } from "../../../../tests/support/prices";
import { cartLines, EMPTY_DRAFT, orderLines, readDraftData } from "./data";
import { firstIncomplete, isReachable, prune, STEPS, type Progress, type Station } from "./steps";

const ELECTRONICS = [{ dumpsterSize: 20, quantity: 1, materialCategory: "electronics" }];
const at = (changes: Partial<Progress>): Progress => ({ data: draftData(), stepsDone: [], signed: false, ...changes });

describe("steps", () => {
  it.each<[string, Partial<Progress>, Station]>([
    ["nothing yet", { data: EMPTY_DRAFT }, "project"],
    ["typed, not sent", {}, "project"],
    ["the project", { stepsDone: ["project"] }, "schedule"],
    [
      "a done project whose lines were removed",
      { data: draftData({ cart: [] }), stepsDone: ["project", "schedule"] },
      "project",
    ],
    [
      "a material that needs a talk",
      { data: draftData({ cart: ELECTRONICS }), stepsDone: ["project", "schedule"] },
      "call-back",
    ],
    [
      "the same, after the office talked about it",
      {
        data: draftData({ cart: ELECTRONICS }),
        stepsDone: ["project", "schedule"],
        rights: new Set(["consultation"] as const),
      },
      "agreement",
    ],
    [
      "the same, with another right",
      {
        data: draftData({ cart: ELECTRONICS }),
        stepsDone: ["project", "schedule"],
        rights: new Set(["price", "full_window"] as const),
      },
      "call-back",
    ],
    ["the schedule", { stepsDone: ["project", "schedule"] }, "agreement"],
    [
      "a schedule without its day",
      { data: draftData({ deliveryDate: "" }), stepsDone: ["project", "schedule"] },
      "schedule",
    ],
    ["a signature", { stepsDone: ["project", "schedule"], signed: true }, "payment"],
    ["a signature, but the project was touched", { stepsDone: ["schedule"], signed: true }, "project"],
  ])("%s", (_name, progress, station) => {
    expect(firstIncomplete(at(progress))).toBe(station);
    if (station === "call-back") return;
    const reachable = STEPS.filter((step) => isReachable(step, at(progress)));
    expect(reachable).toEqual(STEPS.slice(0, STEPS.indexOf(station) + 1));
  });

  it("lead to a call-back after the project only, and from a consultation back to the project only", () => {
    expect(isReachable("call-back", at({}))).toBe(false);
    expect(isReachable("call-back", at({ stepsDone: ["project"] }))).toBe(true);
    const consultation = at({
      data: draftData({ cart: ELECTRONICS }),
      stepsDone: ["project", "schedule"],
      signed: true,
    });
    expect(STEPS.filter((step) => isReachable(step, consultation))).toEqual(["project"]);
  });

  it("forget waste types that are not offered", () => {
    expect(prune(draftData({ wasteTypes: ["flooring", "office_cleanout"] }), new Set(["flooring"])).wasteTypes).toEqual(
      ["flooring"],
    );
  });
});

describe("a stored draft", () => {
  it.each([
    null,
    undefined,
    7,
    "x",
    [],
    { cart: "x", quantity: -3, rentalDays: 0.5, contactInfo: { firstName: 1 }, dumpsterSize: "20", wasteTypes: [1] },
  ])("is read leniently: %j", (stored) => {
    if (stored === null || stored === undefined || (typeof stored === "object" && !Array.isArray(stored))) {
      const data = readDraftData(stored);
      expect(data).toMatchObject({ quantity: 1, rentalDays: 7, dumpsterSize: null, cart: [], wasteTypes: [] });
    } else expect(readDraftData(stored)).toEqual(EMPTY_DRAFT);
  });

  it.each([
    ["a size that is too large for the material", { dumpsterSize: 25, quantity: 1, materialCategory: "heavy" }],
    ["an unknown size", { dumpsterSize: 40, quantity: 1, materialCategory: "general" }],
    ["an unknown material", { dumpsterSize: 20, quantity: 1, materialCategory: "uranium" }],
    ["too many", { dumpsterSize: 20, quantity: 99, materialCategory: "general" }],
  ])("leaves out a typed line with %s, and keeps the cart", (_name, typed) => {
    const data = draftData(typed);
    expect(orderLines(data, SIZES)).toEqual([{ size: 20, quantity: 1, material: "general", rentalDays: 7 }]);
    expect(cartLines(data)).toEqual(orderLines(data, SIZES).map((line) => ({ ...line, at: 0 })));
  });
});
