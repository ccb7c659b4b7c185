import { describe, expect, it } from "vitest";
import { hasWebAddress, manyLines, oneLine, readDate, ticked, tidyEmail, wholeNumber } from "./typed";

describe("a name", () => {
  it.each([
    "WIN $500 visit http://evil.example/claim now!",
    "evil.example",
    "Ada ftp://x",
    "www.evil",
    "WWW.Evil.Example",
    "ada@example.com",
    "Ada (evil.co.uk)",
    "t.co/x9",
    "x.com:80",
    "192.168.0.1",
    "evil。example",
    "xn--80ak.xn--p1ai",
    "пример.рф",
    "my-site.online",
    "dr.evil.example",
    "Claim it at win-500.fr",
    "evil.st",
    "evil.ms",
  ])("is refused with an address in it: %s", (name) => {
    expect(hasWebAddress(name)).toBe(true);
  });

  it.each([
    "St. John",
    "St.John",
    "O'Neil-Smith Jr.",
    "J.R.",
    "J.R.R. Tolkien",
    "J.Smith",
    "Dr. A. Lee",
    "Dr.Lee",
    "Smith.Jr",
    "Ma. Elena",
    "María José",
    "Ng",
    "李小龍",
    "Smith, Ada",
    "Ada c/o Eve",
    "Smith & Sons",
    "John Smith III.",
  ])("is taken: %s", (name) => {
    expect(hasWebAddress(name)).toBe(false);
  });

  it("is read in a time that grows with its length alone", () => {
    const started = performance.now();
    for (const part of ["a", "a.", "aa.", "-", "a@", "1.1"]) hasWebAddress(part.repeat(30_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("reading text", () => {
  it.each([
    ["2026-12-01", "2026-12-01"],
    ["2026/12/1", "2026-12-01"],
    ["12/1/2026", "2026-12-01"],
    ["12-01-26", "2026-12-01"],
    ["12.1.2026", "2026-12-01"],
    ["Dec 1, 2026", "2026-12-01"],
    ["dec. 1 2026", "2026-12-01"],
    ["December 1st, 2026", "2026-12-01"],
    ["Tue, Dec 1, 2026", "2026-12-01"],
    ["1 December 2026", "2026-12-01"],
    ["13/1/2026", null],
    ["2/29/2027", null],
    ["2/29/2028", "2028-02-29"],
    ["Smarch 1, 2026", null],
    ["12/1", null],
    ["tomorrow", null],
    ["", null],
    [null, null],
  ])("the date %o is %o", (typed, value) => {
    expect(readDate(typed)).toBe(value);
  });

  it.each([
    ["ada+dump@sub.example.co", "ada+dump@sub.example.co"],
    ["o'brien@example.com", "o'brien@example.com"],
    ["mailto:ada@example.com", "ada@example.com"],
    ["<ada@example.com>", "ada@example.com"],
    ["ada @ example.com", "ada@example.com"],
    ["ada@@example.com", null],
    ["ada@example..com", null],
    ["ada@-example.com", null],
    ["a,b@example.com", null],
    ["ada@exämple.com", null],
    [["x"], null],
  ])("the address %o is %o", (typed, value) => {
    expect(tidyEmail(typed)).toBe(value);
  });

  it.each([
    ["7", 7],
    [" 20-yard ", 20],
    ["20 yards", 20],
    ["2.0", 2],
    [3, 3],
    ["-1", null],
    ["1e3", null],
    ["1 2", null],
    ["", null],
    [1.5, null],
    [undefined, null],
  ])("the number %o is %o", (typed, value) => {
    expect(wholeNumber(typed)).toBe(value);
  });

  it("what nobody sees is no text: direction marks, blank letters, tags, and joiners that join nothing", () => {
    for (const blank of [
      "\u3164",
      "\u115F\u1160",
      "\uFFA0",
      "\u2800",
      "\u061C",
      "\u00AD",
      "\u2064",
      "\u{E0041}",
      "\u200D \u200C",
      "\uFE0F",
    ]) {
      expect(oneLine(` ${blank} `)).toBe("");
      expect(manyLines(`${blank}\r\n${blank}`)).toBe("");
    }
    expect(oneLine("\u061C+1 (407) 555-0142")).toBe("+1 (407) 555-0142");
  });

  it("what people really write keeps its joiners", () => {
    for (const text of [
      "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
      "\u0915\u094D\u200D\u0937",
      "\u{1F469}\u200D\u{1F469}\u200D\u{1F467}",
      "\u2764\uFE0F",
      "Jos\u00E9 \u738B \uAC15",
    ])
      expect(oneLine(text)).toBe(text);
  });

  it("drops what cannot be seen, so that nothing reads as something else", () => {
    expect(oneLine("Ada\u202E nori\u0000\u200B\r\nBcc: x")).toBe("Ada nori Bcc: x");
    expect(manyLines("a\r\nb\rc\u0007")).toBe("a\nb\nc");
    expect(["on", "ON", "1", "true", "", "off", undefined, ["on"]].map(ticked)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
