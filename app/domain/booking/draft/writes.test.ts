import { describe, expect, it } from "vitest";
import { draftData } from "../../../../tests/support/domain";
import { openLine, readDraftData } from "./data";
import { TRACKED } from "./tracked";
import { compareWrites, fieldTexts, KEPT_WRITES, withFieldsOf, type Write } from "./writes";
import { fieldWord, valueWords } from "./write-words";

const BASE = draftData();
const texts = (changes: object) => fieldTexts(readDraftData({ ...BASE, ...changes }));
const write = (was: string, now: string, isOthers = true, version = 2): Write => ({
  version,
  field: "address",
  was,
  now,
  isOthers,
});

describe("a save that was made from an older version", () => {
  const stored = texts({ address: "B" });
  it.each([
    ["left it: the other's stays", "A", [write("A", "B")], ["address"], []],
    ["wrote something else: both are told", "C", [write("A", "B")], [], ["address"]],
    ["wrote the same", "B", [write("A", "B")], [], []],
    ["nobody wrote it", "C", [], [], []],
    ["only the same person wrote it, in another tab", "A", [write("A", "B", false)], [], []],
    ["left it, and the other wrote it twice", "A", [write("A", "X"), write("X", "B", true, 3)], ["address"], []],
    [
      "the other wrote it, and then the same person: theirs was seen",
      "C",
      [write("A", "X"), write("X", "B", false, 3)],
      [],
      [],
    ],
    [
      "left it, but more was written than is kept: nobody knows what was seen",
      "A",
      Array.from({ length: KEPT_WRITES }, (_, i) => write("A", "B", true, i + 2)),
      [],
      ["address"],
    ],
  ])("%s", (_name, mine, since, theirs, conflicts) => {
    expect(compareWrites(TRACKED, texts({ address: mine }), stored, since)).toEqual({ theirs, conflicts });
  });
});

it("an order is the same order, whichever of its lines is open in a form", () => {
  const two = draftData({
    cart: [
      { dumpsterSize: 15, quantity: 1, materialCategory: "mixed_construction" },
      { dumpsterSize: 20, quantity: 2, materialCategory: "general" },
    ],
  });
  expect(fieldTexts(openLine(two, 0)).lines).toBe(fieldTexts(two).lines);
  expect(valueWords("lines", fieldTexts(two).lines)).toBe(
    "1 × 15 yards, Mixed construction debris; 2 × 20 yards, General debris",
  );
});

it("the other's fields are taken whole: the contact's, the boxes', the lines'", () => {
  const other = draftData({
    cart: [{ dumpsterSize: 15, quantity: 3, materialCategory: "roofing" }],
    smsConsent: true,
    contactInfo: { ...BASE.contactInfo, phone: "(407) 555-0177", firstName: "Other" },
  });
  const merged = withFieldsOf(openLine(BASE, 0), ["lines", "phone", "smsConsent"], other);
  expect(fieldTexts(merged)).toEqual({
    ...fieldTexts(BASE),
    lines: fieldTexts(other).lines,
    phone: "(407) 555-0177",
    smsConsent: "on",
  });
});

it.each([
  ["deliveryDate", "2026-12-03", "delivery day", "Thursday, December 3"],
  ["deliveryTime", "morning", "delivery time", "Morning (8AM - 12PM)"],
  ["smsConsent", "", "text messages", "no"],
  ["smsConsent", "on", "text messages", "yes"],
  ["specialInstructions", "", "notes for the driver", "nothing"],
  ["wasteTypes", "roofing yard_waste", "waste types", "Roofing, Yard waste"],
  ["address", "1 Oak", "street address", "1 Oak"],
] as const)("%s %s in words", (field, text, name, words) => {
  expect([fieldWord(field), valueWords(field, text)]).toEqual([name, words]);
});
