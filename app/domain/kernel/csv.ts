/** Comma-separated values (RFC 4180) that a spreadsheet may open without running anything. Pure. */
import { INVISIBLE } from "./invisible";
import type { Cents } from "./money";

/** An amount of money is given as what it is, so that every file writes it in the same way. */
export type CsvCell = string | number | { readonly cents: Cents } | null;

/** What a spreadsheet takes for the beginning of a formula, in whatever width, also behind blanks and what joins nothing. */
const FORMULA = /^[\s\u200C\u200D\uFE0E\uFE0F]*[=+\-@|%\t\r＝＋－＠]/;
/** They would end the line, or part the cell, in some spreadsheet. */
const LINE_ENDS = /[\r\n\t\u2028\u2029]+/g;

/** Before the first line: Excel then reads the letters as UTF-8. */
export const CSV_START = "\ufeff";

/** One line with its end. Texts are quoted, and one that looks like a formula gets an apostrophe before it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  // A number of dollars as people write it, "20.30": no sign and no commas, so that spreadsheets still add it up.
  if (typeof cell === "object") return (Math.round(cell.cents) / 100).toFixed(2);
  const text = cell.replace(INVISIBLE, "").replace(LINE_ENDS, " ");
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
