/**
 * A figure with its bar: `most` and `least` are inclusive; without either it is for orientation.
 * @typedef {{ value: number | string | null, unit?: string, most?: number, least?: number }} Figure
 * @typedef {Record<string, Figure | number | string | null>} Row
 */

/** What was not met in this run, a line each. @type {string[]} */
export const missed = [];

/**
 * Prints rows of figures as a table; a figure with a bar carries ✓ or ✗ and the bar.
 * @param {string} title
 * @param {Record<string, Row>} rows
 */
export function show(title, rows) {
  const names = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))];
  const lines = [
    ["", ...names],
    ...Object.entries(rows).map(([what, row]) => [
      what,
      ...names.map((name) => cell(`${title}, ${what}: ${name}`, row[name] ?? null)),
    ]),
  ];
  const widths = names.concat("").map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  console.log(`\n${title}`);
  for (const [i, line] of lines.entries()) {
    console.log(
      `  ${line.map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0))).join("  ")}`,
    );
    if (i === 0) console.log(`  ${widths.map((width) => "─".repeat(width)).join("  ")}`);
  }
}

/** @param {string} name @param {Figure | number | string | null} given @returns {string} */
function cell(name, given) {
  const { value, unit = "", most, least } = given !== null && typeof given === "object" ? given : { value: given };
  if (value === null) return "–";
  const text = `${typeof value === "number" ? spoken(value) : value}${unit && ` ${unit}`}`;
  if (most === undefined && least === undefined) return text;
  const good =
    typeof value === "number" && (most === undefined || value <= most) && (least === undefined || value >= least);
  const bar = [most !== undefined && `≤ ${spoken(most)}`, least !== undefined && `≥ ${spoken(least)}`]
    .filter(Boolean)
    .join(" ");
  if (!good) missed.push(`${name} ${text}, bar ${bar}`);
  return `${text} ${good ? "✓" : "✗"} ${bar}`;
}

/** @param {number} value */
function spoken(value) {
  return value.toLocaleString("en-US", {
    maximumFractionDigits: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3,
  });
}
