import { expect, it } from "vitest";
import { csvLine } from "./csv";

it.each([
  ["plain", '"plain"'],
  ["O’Neil, Zoë 🚛", '"O’Neil, Zoë 🚛"'],
  ['He said "no"', '"He said ""no"""'],
  ["=1+1", `"'=1+1"`],
  ["+14075550133", `"'+14075550133"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["  =cmd|' /C calc'!A0", `"'  =cmd|' /C calc'!A0"`],
  ["\t=1", `"' =1"`],
  // A Japanese or Chinese spreadsheet reads its own wide signs as these.
  ["＝1+1", `"'＝1+1"`],
  ["＠SUM(A1)", `"'＠SUM(A1)"`],
  ["\n=1", `"' =1"`],
  ["\u0000=1", `"'=1"`],
  ["\u202e=1", `"'=1"`],
  ["\u200b=1", `"'=1"`],
  ["\u061c=1", `"'=1"`],
  ["\ufeff=1", `"'=1"`],
  ["\u2060=1\u00ad", `"'=1"`],
  // What joins letters is written; before a formula it hides nothing.
  ["می\u200cشود", '"می\u200cشود"'],
  ["\u200d=1", `"'\u200d=1"`],
  ["a\u2028b", '"a b"'],
  ["a\r\nb\tc", '"a b c"'],
  ["a=b", '"a=b"'],
  ["", '""'],
  [409.32, "409.32"],
  [-5, "-5"],
  [0, "0"],
  [{ cents: 708_00 }, "708.00"],
  [{ cents: 20_30 }, "20.30"],
  [{ cents: 1_234_567_05 }, "1234567.05"],
  [{ cents: -5 }, "-0.05"],
  [{ cents: 0 }, "0.00"],
  [null, ""],
])("%j is the cell %s", (cell, text) => {
  expect(csvLine([cell])).toBe(`${text}\r\n`);
});

it("parts cells by commas", () => {
  expect(csvLine(["a", 1, null, "b"])).toBe('"a",1,,"b"\r\n');
});
