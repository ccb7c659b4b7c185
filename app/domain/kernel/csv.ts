/** Comma-separated values (RFC 4180) that a spreadsheet may open without running anything. Pure. */

export type CsvCell = string | number | null;

/** What a spreadsheet takes for the beginning of a formula, in whatever width, also behind blanks. */
const FORMULA = /^\s*[=+\-@|%\t\r＝＋－＠]/;
/** Of no use in a cell, and some end it or hide what stands in it. Line breaks and tabs become blanks. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Before the first line: Excel then reads the letters as UTF-8. */
export const CSV_START = "\ufeff";

/** One line with its end. Texts are quoted, and one that looks like a formula gets an apostrophe before it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = cell.replace(CONTROLS, "").replace(/[\r\n\t]+/g, " ");
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
