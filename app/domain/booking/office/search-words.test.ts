import Database from "better-sqlite3";
import { expect, it } from "vitest";
import {
  halvesOf,
  isOneList,
  matchOf,
  readBookingNumber,
  readPaperNumber,
  readShortNumber,
  searchWords,
} from "./search-words";

it.each([
  ["  ", []],
  ["Zoë O'Neill-Smith", ["Zoë", "O'Neill'Smith"]],
  ["O\u2019Neil, rob", ["O'Neil", "rob"]],
  ["smith- o'", ["smith", "o"]],
  ["Zoe\u0308", ["Zoë"]],
  ["DMP-2026-000123", ["2026000123"]],
  ["dmp 2026 123", ["2026000123"]],
  ["dmp-2026-0001", ["20260001"]],
  ["DMP-20", ["20"]],
  ["dmp-202", ["202"]],
  ["dmp2026", ["2026"]],
  ["dmp", []],
  // Without its year, as the index has it too.
  ["DMP32", ["000032"]],
  ["dmp 7", ["000007"]],
  ["dmp 202", ["202"]],
  ["2026-123", ["2026000123"]],
  ["DMP2026000123", ["2026000123"]],
  ["(407) 555-0133", ["4075550133"]],
  ["+1 407.555.0133", ["4075550133"]],
  ["ann 407-555-0133", ["ann", "4075550133"]],
  ["555-0133", ["5550133"]],
  ["12-34", ["12", "34"]],
  ["ann.lee+x@Example.com", ["annleexExamplecom"]],
  ["ann@", ["ann"]],
  ["main main street", ["main", "street"]],
  ['a" OR b* NEAR(', ["a", "OR", "b", "NEAR"]],
  [`x${"y".repeat(50)}`, [`x${"y".repeat(23)}`]],
  ["a b c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h"]],
])("%j is looked for as %j", (typed, words) => expect(searchWords(typed)).toEqual(words));

it.each<[string, string | null]>([
  ["INV-2026-000012", "INV-2026-000012"],
  ["inv 2026 12", "INV-2026-000012"],
  ["CRN-2026-000012", "CRN-2026-000012"],
  [" crn2026 12 ", "CRN-2026-000012"],
  ["Crn - 2026 - 000012", "CRN-2026-000012"],
  ["invoice 2026-12", "INV-2026-000012"],
  ["Credit note no. 2026 12", "CRN-2026-000012"],
  ["invoice INV-2026-000012", "INV-2026-000012"],
  // No whole number of a paper: a beginning, a year of two figures, more than one number, something else.
  ...["", "CRN-2026", "CRN-26-12", "CRN-2026-0000012", "CRN-2026-12 x", "INV CRN-2026-12", "CR-2026-12"].map(
    (typed): [string, null] => [typed, null],
  ),
  ["DMP-2026-000012", null],
  [`crn 2026 ${" ".repeat(40)}12`, null],
])("%j is the paper %j", (typed, number) => {
  expect(readPaperNumber(typed)).toBe(number);
  if (number) expect(readBookingNumber(typed)).toBeNull();
});

it.each([
  [["914", "Conway", "Rd"], '("914"*) AND ("Conway"*) AND ("Rd"* OR "road")'],
  [["road"], '("road"* OR "rd")'],
  // "st"* finds "street" by itself, the other way round a whole "st" is meant: no "Stephen".
  [["st"], '("st"*)'],
  [["street"], '("street"* OR "st")'],
  [["roa"], '("roa"*)'],
  [["120", "north"], '("120"*) AND ("north"* OR "n")'],
  [["ne"], '("ne"* OR "northeast")'],
  // With and without its sign, whichever was typed.
  [["O'Neil"], '("ONeil"* OR (("O") AND ("Neil"*)))'],
  [["oneil"], '("oneil"* OR (("o") AND ("neil"*)))'],
  [["Jean'Luc"], '("JeanLuc"* OR (("Jean") AND ("Luc"*)))'],
  [["otto"], '("otto"* OR (("o") AND ("tto"*)))'],
  [["dan"], '("dan"*)'],
])("%j asks the index for %s", (words, match) => expect(matchOf(words)).toBe(match));

it("tells the words that are one list from those that are compared", () => {
  expect(isOneList(["oneil"])).toBe(true);
  for (const words of [["O'Neil"], ["rob", "oneil"], []]) expect(isOneList(words), words.join(" ")).toBe(false);
});

it.each([
  ["DMP32", { letters: "DMP", sequence: "000032" }],
  [" inv - 30 ", { letters: "INV", sequence: "000030" }],
  ["crn 1", { letters: "CRN", sequence: "000001" }],
  ["invoice 20", { letters: "INV", sequence: "000020" }],
  ["Invoice # 20", { letters: "INV", sequence: "000020" }],
  ["order 32", { letters: "DMP", sequence: "000032" }],
  ["credit note 7", { letters: "CRN", sequence: "000007" }],
  ["order oak", null],
  // The beginning of a whole one.
  ["DMP-2026", null],
  ["32", null],
  ["dmp 2026 32", null],
  ["inv 1234567", null],
])("reads %j as a number without its year: %j", (typed, read) => expect(readShortNumber(typed)).toEqual(read));

it("asks for whole words and for something else with each", () => {
  expect(matchOf(["Ann", "st"], { whole: true })).toBe('("Ann") AND ("st" OR "street")');
  expect(matchOf(["O'Neil"], { also: "x" })).toBe('("ONeil"* OR (("O" OR "x") AND ("Neil"* OR "x")) OR "x")');
  expect(matchOf(["O'Neil"], { whole: true })).toBe('("ONeil" OR (("O") AND ("Neil")))');
  expect(matchOf(["Ann", "blvd"], { also: "x" })).toBe('("Ann"* OR "x") AND ("blvd"* OR "boulevard" OR "x")');
});

// Without positions in the index FTS5 refuses what it takes for two words, so whatever we call one word must be one
// there.
it("parts words where the index does, whatever letter or sign stands between", () => {
  const db = new Database(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE t USING fts5(words, tokenize = 'unicode61 remove_diacritics 2', detail = none, content = '')",
  );
  const ask = db.prepare("SELECT count(*) FROM t WHERE t MATCH ?");
  const isRefused = (words: string[]) => {
    try {
      ask.get(words.map((word) => `"${word}"*`).join(" OR "));
      return false;
    } catch {
      return true;
    }
  };
  // All scripts written with an alphabet; what follows are ideographs and syllables, letters every one.
  const codes = Array.from({ length: 0x3000 }, (_, code) => code);
  const refused: string[] = [];
  for (let at = 0; at < codes.length; at += 256) {
    const words = codes
      .slice(at, at + 256)
      .flatMap((code) => searchWords(`a${String.fromCodePoint(code)}b`).flatMap(halvesOf));
    if (isRefused(words)) refused.push(...words.filter((word) => isRefused([word])));
  }
  db.close();
  expect(refused).toEqual([]);
});
