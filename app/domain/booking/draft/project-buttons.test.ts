import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../settings/defaults";
import { SIZES } from "../../../../tests/support/prices";
import { draftData } from "../../../../tests/support/domain";
import { cartKey, orderLines, type DraftData } from "./data";
import { applyProject } from "./project-buttons";
import { prefilled } from "./project-typed";

const LINE = { dumpsterSize: 20, quantity: 1, materialCategory: "general" };
const EMPTY = draftData({ cart: [], projectType: "" });
const press = (
  intent: string,
  fields: Record<string, string | string[]> = {},
  before: DraftData = EMPTY,
  settings = DEFAULT_SETTINGS,
) =>
  applyProject(
    before,
    {
      projectType: "renovation",
      businessType: "residential",
      materialCategory: "general",
      dumpsterSize: "20",
      quantity: "2",
      intent,
      ...fields,
    },
    settings,
    SIZES,
  );

describe("the buttons of /book", () => {
  it("add the typed line and empty it", () => {
    const added = press("add");
    expect(added).toMatchObject({
      ok: true,
      done: false,
      data: { cart: [{ ...LINE, quantity: 2 }], dumpsterSize: null, quantity: 1, materialCategory: "general" },
    });
  });

  it("save the typed line and close its form, and show the price or the order that was asked for", () => {
    const before = draftData({ cart: [LINE, { ...LINE, dumpsterSize: 25 }] });
    const saved = press("save", { line: "1", dumpsterSize: "15" }, before);
    expect(saved).toMatchObject({ ok: true, done: false, open: null, shows: "order" });
    expect(saved.ok && orderLines(saved.data, SIZES).map(({ size, quantity }) => [size, quantity])).toEqual([
      [20, 1],
      [15, 2],
    ]);
    expect(press("save", { line: "new", dumpsterSize: "" }, before)).toMatchObject({
      ok: false,
      problem: { fields: { dumpsterSize: expect.any(String) as string } },
    });
    expect(press("update", { line: "1" }, before)).toMatchObject({ open: "1", shows: "price" });
  });

  it("remove nothing for a page that showed another order", () => {
    const before = draftData({ cart: [LINE, { ...LINE, dumpsterSize: 25 }] });
    const shown = cartKey({ cart: [{ ...LINE, dumpsterSize: 15 }, ...before.cart] });
    expect(press("remove:1", { cartSeen: shown }, before)).toMatchObject({
      ok: false,
      problem: { fields: { "": expect.stringContaining("another tab") as string } },
    });
    expect(press("remove:1", { cartSeen: cartKey(before) }, before)).toMatchObject({
      ok: true,
      data: { cart: [LINE] },
    });
  });

  it("remove the line of their number, and nothing for a number that is none", () => {
    const before = draftData({ cart: [LINE, { ...LINE, dumpsterSize: 15 }] });
    for (const [intent, sizes] of [
      ["remove:0", [15]],
      ["remove:1", [20]],
      ["remove:2", [20, 15]],
      ["remove:-1", [20, 15]],
      ["remove:x", [20, 15]],
    ] as const) {
      const removed = press(intent, {}, before);
      expect(removed.ok && removed.data.cart.map((line) => line.dumpsterSize)).toEqual(sizes);
      expect(removed).toMatchObject({ data: { dumpsterSize: 20, quantity: 2 } });
    }
  });

  it("price again and keep what was typed", () => {
    expect(press("update")).toMatchObject({
      ok: true,
      done: false,
      data: { dumpsterSize: 20, quantity: 2, projectType: "renovation" },
    });
    expect(press("update", { dumpsterSize: "" })).toMatchObject({
      ok: true,
      done: false,
      data: { dumpsterSize: null },
    });
  });

  it("continue with the typed line, with the cart, or not at all", () => {
    expect(press("continue")).toMatchObject({ ok: true, done: true, data: { dumpsterSize: 20 } });
    const untouched = { dumpsterSize: "", quantity: "1" };
    expect(press("continue", untouched, draftData())).toMatchObject({
      ok: true,
      done: true,
      data: { dumpsterSize: null, cart: [LINE] },
    });
    // Begun, it would be missing from the order without a word.
    for (const [name, value] of [
      ["quantity", "2"],
      ["materialCategory", "concrete"],
    ] as const)
      expect(press("continue", { ...untouched, [name]: value }, draftData())).toMatchObject({
        ok: false,
        problem: { fields: { dumpsterSize: expect.any(String) as string } },
      });
    // An answer about the order leaves the form of the one to come open.
    for (const [intent, material] of [
      ["use:roofing", "roofing"],
      ["keep", "general"],
    ] as const)
      expect(press(intent, { ...untouched, line: "new", wasteTypes: ["roofing"] }, draftData())).toMatchObject({
        ok: true,
        done: false,
        open: "new",
        data: { cart: [{ ...LINE, materialCategory: material }] },
      });
    // Edited, and its size is offered no more.
    const both = draftData({ cart: [LINE, { ...LINE, dumpsterSize: 30 }] });
    expect(press("continue", { ...untouched, line: "1" }, both)).toMatchObject({ ok: false });
    expect(press("continue", { dumpsterSize: "" })).toMatchObject({
      ok: false,
      problem: { fields: { dumpsterSize: expect.any(String) }, values: { quantity: "2" } },
    });
    expect(press("continue", { projectType: "" })).toMatchObject({
      ok: false,
      problem: { fields: { projectType: expect.any(String) } },
    });
    expect(press("", {})).toMatchObject({ ok: true, done: true });
  });

  it.each(["add", "update", "continue"])("refuse heavy debris in a large dumpster: %s", (intent) => {
    expect(press(intent, { materialCategory: "heavy" })).toMatchObject({
      ok: false,
      problem: { fields: { dumpsterSize: expect.stringContaining("15") } },
    });
    expect(press(intent, { materialCategory: "heavy", dumpsterSize: "15" })).toMatchObject({ ok: true });
  });

  it.each(["add", "update", "continue"])("hold the limits of a line and of a booking: %s", (intent) => {
    expect(press(intent, { quantity: "6" })).toMatchObject({
      ok: false,
      problem: { fields: { quantity: expect.any(String) } },
    });
    const nine = draftData({
      cart: [
        { ...LINE, quantity: 5 },
        { ...LINE, quantity: 4 },
      ],
    });
    expect(press(intent, { quantity: "1" }, nine)).toMatchObject({ ok: true });
    expect(press(intent, { quantity: "2" }, nine)).toMatchObject({
      ok: false,
      problem: { fields: { quantity: expect.stringContaining("this would make 11") } },
    });
  });

  it("forget the waste types of the other branch", () => {
    expect(
      press("update", { wasteTypes: ["flooring", "office_cleanout", "<b>"], businessType: "commercial" }),
    ).toMatchObject({ data: { wasteTypes: ["office_cleanout"] } });
  });
});

describe("the buttons of an order of several lines", () => {
  const lines = [LINE, { ...LINE, dumpsterSize: 15 }];
  const noForm = { line: "none", dumpsterSize: "", quantity: "" };

  it("leave a line as it was, and keep the numbers beside the others", () => {
    const closed = press("close", { line: "1", dumpsterSize: "25", "quantityOf-0": "3" }, draftData({ cart: lines }));
    expect(closed).toMatchObject({
      ok: true,
      data: {
        cart: [
          { ...LINE, quantity: 3 },
          { dumpsterSize: 15, quantity: 1 },
        ],
        dumpsterSize: null,
      },
    });
  });

  it("keep what was checked meanwhile, and leave the form open that was, when another line goes", () => {
    const before = draftData({ cart: lines, wasteTypes: [] });
    const checked = { wasteTypes: ["roofing"], businessType: "residential", projectType: "construction" };
    expect(press("close", { line: "1", ...checked }, before)).toMatchObject({
      data: { wasteTypes: ["roofing"], projectType: "construction" },
    });
    const three = draftData({ cart: [...lines, LINE] });
    expect(press("remove:0", { line: "2" }, three)).toMatchObject({ ok: true, open: "1" });
    expect(press("remove:0", { line: "new", dumpsterSize: "" }, three)).toMatchObject({ ok: true, open: "new" });
    expect(press("remove:0", noForm, three)).toMatchObject({ ok: true, open: null });
  });

  it("show the material that was taken from the question, wherever the page is shown again", () => {
    const wasteTypes = ["roofing"];
    const taken = press("use:roofing", { wasteTypes, line: "" }, draftData({ cart: [], wasteTypes }));
    expect(taken).toMatchObject({ ok: true, values: { materialCategory: "roofing" } });
  });

  it("never keep anybody in a form of an order that is too large", () => {
    const cart = [5, 4, 3].map((quantity) => ({ ...LINE, quantity }));
    expect(press("close", { line: "2", quantity: "3" }, draftData({ cart }))).toMatchObject({ ok: true });
    expect(press("remove:0", noForm, draftData({ cart }))).toMatchObject({ ok: true });
    expect(press("edit:0", noForm, draftData({ cart }))).toMatchObject({ ok: false });
    // It may stay as large as it is, and not grow beside the button.
    const larger = { ...noForm, "quantityOf-2": "5" };
    expect(press("close", larger, draftData({ cart }))).toMatchObject({ ok: false });
  });

  it("take a size that the proposed material may fill", () => {
    const wasteTypes = ["concrete", "yard_waste"];
    const used = press("use:heavy", { ...noForm, wasteTypes }, draftData({ cart: [LINE], wasteTypes }));
    expect(used).toMatchObject({ ok: true, data: { cart: [{ materialCategory: "heavy", dumpsterSize: 15 }] } });
  });
});

describe("a dumpster for each kind", () => {
  const wasteTypes = ["household_items", "roofing"];
  const before = draftData({ cart: [], dumpsterSize: 20, quantity: 2, wasteTypes });
  const pressed = { wasteTypes, cartSeen: "" };
  const ordered = () => {
    const done = press("apart", pressed, before);
    if (!done.ok) throw new Error("refused");
    return done.data;
  };

  it("is ordered once, also by a second press on the same page", () => {
    expect(ordered().cart).toHaveLength(2);
    expect(press("apart", pressed, ordered())).toMatchObject({ ok: true, data: ordered() });
  });

  it("is refused with what was typed for a page that showed another order, or one that is gone", () => {
    for (const now of [EMPTY, draftData({ cart: [LINE], wasteTypes })])
      expect(press("apart", { ...pressed, line: "0", cartSeen: cartKey({ cart: [LINE, LINE] }) }, now)).toMatchObject({
        ok: false,
        problem: { fields: { "": expect.stringContaining("another tab") as string }, values: { wasteTypes } },
      });
  });
});

it("a line whose size is not on offer any more is named before somebody goes on", () => {
  const before = draftData({ cart: [{ dumpsterSize: 30, quantity: 1, materialCategory: "general" }] });
  expect(press("continue", {}, before)).toMatchObject({
    ok: false,
    problem: {
      fields: { "": expect.stringContaining("We do not offer the 30-yard dumpster now. Remove it") as string },
    },
  });
  expect(press("remove:0", {}, before)).toMatchObject({ ok: true, data: { cart: [] } });
});

describe("a first draft from the address", () => {
  const asked = (query: string) => {
    const sent: Record<string, string | string[]> = {};
    const search = new URLSearchParams(query);
    for (const name of search.keys()) sent[name] = search.getAll(name);
    return prefilled(sent);
  };
  it("takes what makes sense", () => {
    expect(asked("dumpsterSize=20&projectType=renovation&zip=32801&quantity=2")).toMatchObject({
      dumpsterSize: 20,
      projectType: "renovation",
      zip: "32801",
      quantity: 2,
    });
  });

  it("takes a waste type once, however often it stands there", () => {
    expect(asked("wasteTypes=concrete&".repeat(700)).wasteTypes).toEqual(["concrete"]);
  });

  it("keeps the line as it was asked for, for its page to say what cannot be had of it", () => {
    expect(asked("materialCategory=roofing")).toMatchObject({
      materialCategory: "roofing",
      dumpsterSize: null,
      quantity: 1,
    });
    expect(asked("dumpsterSize=25&materialCategory=heavy&quantity=9")).toMatchObject({
      materialCategory: "heavy",
      dumpsterSize: 25,
      quantity: 9,
    });
    expect(asked(`materialCategory=${"x".repeat(5_000)}`).materialCategory).toHaveLength(40);
  });

  it.each([
    "dumpsterSize=40",
    "dumpsterSize=20&materialCategory=heavy",
    "dumpsterSize=20&quantity=-1",
    "projectType=%3Cscript%3E&zip=abc&wasteTypes=x",
    "dumpsterSize=20&dumpsterSize=15&materialCategory=constructor",
    "zip=" + "9".repeat(5_000),
  ])("ignores nonsense: %s", (query) => {
    const data = asked(query);
    expect(orderLines(data, SIZES).every((line) => line.size === 20)).toBe(true);
    expect(data).toMatchObject({ projectType: "", zip: "", wasteTypes: [] });
  });
});
