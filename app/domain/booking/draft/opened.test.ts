import { describe, expect, it } from "vitest";
import { draftData } from "../../../../tests/support/domain";
import type { MaterialId } from "../../pricing/types";
import { allLines, cartLines, closeLine, materialAnswerOf, readDraftData, removeLine, type CartLine } from "./data";
import { apart, asPosted, opened, questionOf, stillOpen, withAnswer } from "./opened";

const line = (dumpsterSize: number, materialCategory = "general"): CartLine => ({
  dumpsterSize,
  quantity: 1,
  materialCategory,
});
const three = draftData({ cart: [line(15), line(25)], ...line(20), lineAt: 1 });
const sizes = (data: Parameters<typeof allLines>[0]) => allLines(data).map(({ dumpsterSize }) => dumpsterSize);

describe("the lines of an order", () => {
  it("keep their places, whichever of them is being typed", () => {
    expect(sizes(three)).toEqual([15, 20, 25]);
    expect(sizes(closeLine(three))).toEqual([15, 20, 25]);
    for (const at of ["0", "1", "2"]) expect(sizes(opened(three, at).data)).toEqual([15, 20, 25]);
    expect(opened(three, "0").data).toMatchObject({ dumpsterSize: 15, cart: [line(20), line(25)] });
    expect(cartLines(three).map(({ at, size }) => [at, size])).toEqual([
      [0, 15],
      [2, 25],
    ]);
  });

  it("are removed by their place, never the one being typed", () => {
    expect(sizes(removeLine(three, 0))).toEqual([20, 25]);
    expect(sizes(removeLine(three, 2))).toEqual([15, 20]);
    expect(removeLine(three, 1)).toEqual(three);
    expect(removeLine(three, 0)).toMatchObject({ dumpsterSize: 20, lineAt: 0 });
  });

  it("of a draft from before places are read: the typed one is the last", () => {
    const { lineAt: _lineAt, materialAnswer: _answer, ...old } = draftData({ cart: [line(15)], ...line(20) });
    expect(sizes(readDraftData(old))).toEqual([15, 20]);
    expect(readDraftData({ ...old, lineAt: -1, materialAnswer: { answer: 7 } })).toMatchObject({
      lineAt: null,
      materialAnswer: null,
    });
  });
});

describe("what a page shows open", () => {
  const one = draftData({ cart: [], ...line(20) });
  const inCart = draftData({ cart: [line(20)] });
  it.each<[string, ReturnType<typeof draftData>, string | null, string, number | null]>([
    ["nothing yet", draftData({ cart: [] }), null, "", null],
    ["the only line", one, null, "", 20],
    ["the only line, in the cart", inCart, null, "0", 20],
    ["another one beside it", one, "new", "new", null],
    ["none of several", three, null, "none", null],
    ["the one that was asked for", three, "2", "2", 25],
    ["none for a place that is none", three, "3", "none", null],
    ["none for what is no place", three, "x", "none", null],
  ])("%s", (_name, data, asked, open, size) => {
    const shown = opened(data, asked);
    expect([shown.line, shown.data.dumpsterSize]).toEqual([open, size]);
    // Its form comes back to the same lines.
    expect(asPosted(data, shown.line)).toEqual(shown.data);
    expect(sizes(shown.data)).toEqual(sizes(data));
  });

  it("stays open after a button that stays on the page", () => {
    expect(stillOpen(three, "1")).toBe("1");
    expect(stillOpen(closeLine(three), "new")).toBe("new");
    expect(stillOpen(closeLine(three), "none")).toBeNull();
    expect(stillOpen(one, "")).toBeNull();
  });
});

describe("a dumpster for each kind", () => {
  const about = (at: number, ...materials: MaterialId[]) => ({
    checked: ["roofing"],
    chosen: "general" as const,
    proposed: ["roofing" as const],
    apart: materials,
    at,
  });

  it("stands in the place of the line that the question is about, in a size that it may fill", () => {
    const split = apart(three, about(2, "general", "heavy"), [15, 20, 25]);
    expect(sizes(split)).toEqual([15, 20, 25, 15]);
    expect(split.cart.map(({ materialCategory }) => materialCategory)).toEqual([
      "general",
      "general",
      "general",
      "heavy",
    ]);
    expect(split.dumpsterSize).toBeNull();
  });

  it("keeps the number of the first, and is one of each other", () => {
    const split = apart(draftData({ cart: [], ...line(20), quantity: 3 }), about(0, "roofing", "concrete"), [15, 20]);
    expect(split.cart.map(({ materialCategory, quantity }) => [materialCategory, quantity])).toEqual([
      ["roofing", 3],
      ["concrete", 1],
    ]);
    expect(questionOf({ ...split, wasteTypes: ["roofing", "concrete"] })).toBeNull();
    // Kept as the answer, and only while there is a dumpster for each.
    const said = { answer: "roofing", apart: ["roofing", "concrete"] };
    expect(materialAnswerOf(split)).toMatchObject(said);
    expect(readDraftData(JSON.parse(JSON.stringify(split))).materialAnswer).toMatchObject(said);
    expect(materialAnswerOf(removeLine(split, 1))).toBeNull();
  });
});

describe("the question about the material", () => {
  const roof = draftData({ cart: [], ...line(20), wasteTypes: ["roofing"] });
  const kept = withAnswer(roof, "general");
  it("is asked once for the same boxes", () => {
    expect(questionOf(roof)).toMatchObject({ checked: ["roofing"], proposed: ["roofing"], at: 0 });
    expect(questionOf(kept)).toBeNull();
    expect(materialAnswerOf(kept)).toMatchObject({ answer: "general", checked: ["roofing"] });
  });

  it("is asked anew for other boxes, and for another material than was kept", () => {
    expect(questionOf({ ...kept, wasteTypes: ["roofing", "concrete"] })).not.toBeNull();
    expect(questionOf({ ...kept, materialCategory: "yard" })).not.toBeNull();
    expect(materialAnswerOf({ ...kept, wasteTypes: [] })).toBeNull();
    expect(questionOf({ ...kept, dumpsterSize: 15 })).toBeNull();
  });

  it("keeps what was taken as well, and nothing that was not asked", () => {
    expect(withAnswer({ ...roof, materialCategory: "roofing" }, "roofing").materialAnswer).toMatchObject({
      proposed: ["roofing"],
      answer: "roofing",
    });
    expect(withAnswer(roof, "metal")).toEqual(roof);
    expect(withAnswer({ ...roof, wasteTypes: [] }, "general").materialAnswer).toBeNull();
  });
});
