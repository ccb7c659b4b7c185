import { describe, expect, it } from "vitest";
import { countSegments, inPlainLetters } from "./segments";

describe("a text's segments", () => {
  it.each([
    ["nothing", "", { encoding: "GSM-7", units: 0, segments: 0 }],
    ["160 letters", "a".repeat(160), { encoding: "GSM-7", units: 160, segments: 1 }],
    ["161 letters", "a".repeat(161), { encoding: "GSM-7", units: 161, segments: 2 }],
    ["306 letters", "a".repeat(306), { encoding: "GSM-7", units: 306, segments: 2 }],
    ["307 letters", "a".repeat(307), { encoding: "GSM-7", units: 307, segments: 3 }],
    ["signs of the extension table, which take two", "€".repeat(80), { encoding: "GSM-7", units: 160, segments: 1 }],
    [
      "one sign of two that would be cut",
      `${"a".repeat(152)}€${"a".repeat(10)}`,
      { encoding: "GSM-7", units: 164, segments: 2 },
    ],
    ["a curly apostrophe", `${"a".repeat(69)}’`, { encoding: "UCS-2", units: 70, segments: 1 }],
    ["71 letters with one", `${"a".repeat(70)}’`, { encoding: "UCS-2", units: 71, segments: 2 }],
    [
      "an emoji, which is two units",
      `${"a".repeat(66)}🚛${"a".repeat(10)}`,
      { encoding: "UCS-2", units: 78, segments: 2 },
    ],
  ])("of %s", (_name, text, is) => expect(countSegments(text)).toMatchObject(is));

  it("never cut a letter of two units in half", () => {
    // 66 + the emoji's two would be 68: it goes to the next one whole, and fills it with 66 others.
    expect(countSegments(`${"a".repeat(66)}🚛${"é".repeat(65)}’`).segments).toBe(3);
    expect(countSegments(`${"a".repeat(152)}€${"a".repeat(151)}`).segments).toBe(2);
    expect(countSegments(`${"a".repeat(152)}€${"a".repeat(152)}`).segments).toBe(3);
  });

  it("name the letters that make it dear", () => {
    expect(countSegments("It’s 12 °C – “fine”").odd).toEqual(["’", "°", "–", "“", "”"]);
    expect(countSegments("Ñandú? No: ñ").odd).toEqual(["ú"]);
  });
});

it("are spared where plain letters say the same; names keep theirs", () => {
  expect(inPlainLetters("It’s “5–10” days… 2 × Muñoz, Łukasz")).toBe(`It's "5-10" days... 2 x Muñoz, Łukasz`);
});
