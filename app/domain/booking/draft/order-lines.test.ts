import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings/defaults";
import { draftData } from "../../../../tests/support/domain";
import { SIZES } from "../../../../tests/support/prices";
import { allLines, cartKey, type CartLine, type DraftData } from "./data";
import { asPosted } from "./opened";
import { applyProject } from "./project-buttons";
import { keepTyped } from "./project-typed";

const line = (dumpsterSize: number, quantity = 1, materialCategory = "general"): CartLine => ({
  dumpsterSize,
  quantity,
  materialCategory,
});
const PROJECT = { projectType: "renovation", businessType: "residential" };
const TYPED = { materialCategory: "general", dumpsterSize: "20", quantity: "1" };

/** A button of the page that shows `before` with its form about `at`. */
function press(
  before: DraftData,
  at: string,
  intent: string,
  fields: Record<string, string> = {},
  waste: string[] = [],
) {
  const cartSeen = cartKey(asPosted(before, at));
  const typed = at === "none" ? {} : TYPED;
  const wasteTypes = waste.length === 1 ? waste.join() : waste;
  const sent = { ...PROJECT, ...typed, line: at, cartSeen, intent, wasteTypes, ...fields };
  return applyProject(before, sent, DEFAULT_SETTINGS, SIZES);
}
const linesOf = (outcome: ReturnType<typeof press>) => outcome.ok && allLines(outcome.data);

const two = draftData({ cart: [line(15), line(25, 2)], wasteTypes: [] });

describe("the buttons of an order's lines", () => {
  it("open a line in the form, and put it back where it was", () => {
    expect(press(two, "none", "edit:1")).toMatchObject({ ok: true, done: false, open: "1", data: { cart: two.cart } });
    const changed = press(two, "0", "continue", { dumpsterSize: "20", quantity: "3" });
    expect(changed).toMatchObject({ ok: true, done: true, data: { dumpsterSize: null } });
    expect(linesOf(changed)).toEqual([line(20, 3), line(25, 2)]);
  });

  it("go from one line to another, keeping what was changed", () => {
    const next = press(two, "0", "edit:1", { dumpsterSize: "20" });
    expect(next).toMatchObject({ ok: true, open: "1" });
    expect(linesOf(next)).toEqual([line(20), line(25, 2)]);
  });

  it("open a form for another one only when asked for, and close it again", () => {
    expect(press(two, "none", "add")).toMatchObject({ ok: true, open: "new", data: { cart: two.cart } });
    const added = press(two, "new", "add");
    expect(added).toMatchObject({ ok: true, open: "new" });
    expect(linesOf(added)).toEqual([...two.cart, line(20)]);
    expect(press(two, "new", "close")).toMatchObject({ ok: true, open: null, data: { cart: two.cart } });
    expect(linesOf(press(two, "0", "close"))).toEqual(two.cart);
  });

  // It would be missing from the order, and nobody would be told.
  it.each<Record<string, string>>([
    { quantity: "6" },
    { quantity: "1e9" },
    { dumpsterSize: "25", materialCategory: "heavy" },
    { materialCategory: "nonsense" },
  ])("leave a line as it was when its form asks for what cannot be had: %o", (asked) => {
    const three = draftData({ cart: [line(15), line(25), line(20)], wasteTypes: [] });
    const fields = { dumpsterSize: "15", ...asked };
    const removed = press(three, "0", "remove:1", fields);
    expect(removed.ok && linesOf(press(removed.data, "0", "close"))).toEqual([line(15), line(20)]);
    // Leaving by the mailed link is not checked at all.
    expect(allLines(keepTyped(three, { ...PROJECT, ...TYPED, ...fields, line: "0" }))).toEqual(three.cart);
  });

  it("never make the order larger than a booking may be, also not by closing and removing", () => {
    let data = draftData({ cart: [line(15)], wasteTypes: [] });
    const grow = (at: string, intent: string) => {
      const next = press(data, at, intent, { dumpsterSize: "15", quantity: "5" });
      if (next.ok) data = next.data;
      return next;
    };
    for (let i = 0; i < 5; i++) {
      grow("new", "remove:99");
      grow("none", "close");
    }
    expect(allLines(data).length).toBeLessThan(4);
    expect(grow("new", "remove:99")).toMatchObject({ ok: false });
    // A booking that is too large by now can still be made smaller, also where it stays too large.
    const large = draftData({ cart: [line(15, 5), line(20, 5), line(25, 5), line(25, 5)], wasteTypes: [] });
    const smaller = press(large, "none", "remove:1");
    expect(linesOf(smaller)).toEqual([line(15, 5), line(25, 5), line(25, 5)]);
    expect(smaller.ok && linesOf(press(smaller.data, "none", "remove:2"))).toEqual([line(15, 5), line(25, 5)]);
  });

  it("change the numbers of the lines beside the form", () => {
    expect(linesOf(press(two, "none", "continue", { "quantityOf-0": "4", "quantityOf-1": "1" }))).toEqual([
      line(15, 4),
      line(25),
    ]);
    expect(linesOf(press(two, "0", "update", { dumpsterSize: "15", "quantityOf-1": "5" }))).toEqual([
      line(15),
      line(25, 5),
    ]);
    expect(linesOf(press(two, "none", "update", { "quantityOf-1": "x", "quantityOf-9": "3" }))).toEqual(two.cart);
    const many = press(draftData({ cart: [line(15, 5), line(20, 4), line(25)] }), "none", "continue", {
      "quantityOf-2": "2",
    });
    expect(many).toMatchObject({
      problem: { fields: { quantity: expect.stringContaining("would make 11") as string } },
    });
  });

  it.each([
    ["edit:0", "none", {}],
    ["remove:0", "none", {}],
    ["continue", "1", {}],
    ["continue", "none", { "quantityOf-0": "2" }],
  ])("change nothing for a page that showed another order: %s of %s", (intent, at, fields) => {
    expect(press(two, at, intent, { ...fields, cartSeen: "1x15heavy" })).toMatchObject({
      ok: false,
      problem: { fields: { "": expect.stringContaining("another tab") as string } },
    });
  });
});

describe("a material that does not go with what is checked", () => {
  const none = draftData({ cart: [], wasteTypes: [] });
  it("is asked about before going on, not before", () => {
    expect(press(none, "", "update", {}, ["roofing"])).toMatchObject({ ok: true });
    expect(press(none, "", "continue", {}, ["roofing"])).toMatchObject({
      ok: false,
      problem: {
        title: "One question before you go on",
        fields: { materialQuestion: "You checked Roofing, and the price is for General debris. Which is right?" },
        values: { dumpsterSize: "20", wasteTypes: "roofing" },
      },
    });
  });

  it("stays, and is not asked about again for the same boxes", () => {
    const kept = press(none, "", "keep", {}, ["roofing"]);
    expect(kept).toMatchObject({
      ok: true,
      done: true,
      data: { materialCategory: "general", materialAnswer: { checked: ["roofing"], answer: "general" } },
    });
    if (!kept.ok) return;
    expect(press(kept.data, "", "continue", { dumpsterSize: "25" }, ["roofing"])).toMatchObject({ ok: true });
    expect(press(kept.data, "", "continue", {}, ["roofing", "concrete"])).toMatchObject({ ok: false });
  });

  it("gives way to the proposed one, in a size that it may fill", () => {
    expect(press(none, "", "use:roofing", {}, ["roofing"])).toMatchObject({
      ok: true,
      done: true,
      data: { materialCategory: "roofing", dumpsterSize: 20, materialAnswer: { answer: "roofing" } },
    });
    expect(press(none, "", "use:heavy", {}, ["concrete", "household_items"])).toMatchObject({
      ok: true,
      data: { materialCategory: "heavy", dumpsterSize: 15 },
    });
  });

  it("stays on the page once where it makes a larger size than is advised very heavy", () => {
    const large = { dumpsterSize: "25" };
    const used = press(none, "", "use:concrete", large, ["concrete"]);
    expect(used).toMatchObject({
      ok: true,
      done: false,
      open: null,
      shows: "heavy",
      data: { materialCategory: "concrete", dumpsterSize: 25, materialAnswer: { answer: "concrete" } },
    });
    if (!used.ok) return;
    const on = press(used.data, "", "continue", { ...large, materialCategory: "concrete" }, ["concrete"]);
    expect(on).toMatchObject({ ok: true, done: true });
    expect(press(none, "", "use:concrete", { dumpsterSize: "15" }, ["concrete"])).toMatchObject({ done: true });
    // Of an order without a form, its line is opened; so is the one that is added for it.
    expect(press(two, "none", "use:concrete", {}, ["concrete"])).toMatchObject({
      done: false,
      open: "1",
      shows: "heavy",
    });
    const apart = press(none, "", "apart", large, ["concrete", "roofing"]);
    expect(apart).toMatchObject({ open: "0", shows: "heavy" });
  });

  it("is changed in the line that it is about where no form is shown", () => {
    const used = press(two, "none", "use:roofing", {}, ["roofing", "household_items"]);
    expect(used).toMatchObject({ ok: true, done: true });
    expect(linesOf(used)).toEqual([line(15), line(25, 2, "roofing")]);
  });

  it("was answered in the page by script", () => {
    expect(press(none, "", "continue", { materialAnswer: "general" }, ["roofing"])).toMatchObject({
      ok: true,
      data: { materialAnswer: { answer: "general" } },
    });
    const made_up = press(none, "", "continue", { materialAnswer: "metal" }, ["roofing"]);
    expect(made_up).toMatchObject({ ok: false });
  });
});
