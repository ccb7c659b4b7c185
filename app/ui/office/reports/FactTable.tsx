import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { formatCents } from "~/domain/kernel/money";
import { withSign } from "~/domain/kernel/text";
import { wordsOf, type Figure, type Measure } from "~/domain/reports/figures";
import { cellText } from "~/domain/reports/tables";
import type { FactRow } from "~/domain/reports/rows.server";
import type { Sum } from "~/domain/reports/sums.server";
import { plural, When } from "../bits";

const MEASURES: Readonly<Record<Measure, (amount: number) => string>> = {
  cents: (cents) => formatCents(Math.round(cents)),
  hours: (hours) => (hours / 24).toFixed(1),
  minutes: (minutes) => cellText("minutes", minutes),
  pounds: (pounds) => pounds.toLocaleString("en-US"),
  hundredths: (hundredths) => (hundredths / 100).toFixed(2),
  booked: (amount) => (amount > 0 ? "Yes" : "No"),
  units: String,
};

/** Of which the reports show what one has on average; what they come to and how many they are are what it is made of. */
const AVERAGED: ReadonlySet<Figure> = new Set<Figure>(["order", "collected", "late"]);
const SUMS: Readonly<Partial<Record<Measure, (amount: number) => string>>> = {
  cents: formatCents,
  hours: MEASURES.hours,
  minutes: MEASURES.minutes,
  pounds: MEASURES.pounds,
  hundredths: MEASURES.hundredths,
  booked: String,
};

/** "12 rows; before tax $1,200.00, tax $96.00". "97 rows; days at the site 679.0, 7.0 each". */
export function sumWords(figure: Figure, { n, amount, extra }: Sum): string {
  const words = wordsOf(figure);
  const told = words.amount && SUMS[words.amount.as];
  const each = words.amount && AVERAGED.has(figure) && n > 0 ? MEASURES[words.amount.as](amount / n) : "";
  const sums = [
    words.amount && told ? `${words.amount.head.toLowerCase()} ${told(amount)}` : "",
    each && `${each} each`,
    words.extra ? `${words.extra.head.toLowerCase()} ${MEASURES[words.extra.as](extra)}` : "",
  ].filter(Boolean);
  return `${plural(n, "row")}${sums.length > 0 ? `; ${sums.join(", ")}` : ""}.`;
}

/** The facts of a figure, each with the booking that it is about. */
export function FactTable({ figure, rows }: { figure: Figure; rows: FactRow[] }) {
  const { title, keyHead, key: label, amount, extra, detail } = wordsOf(figure);
  return (
    <table className="list facts-list">
      <caption className="unseen">{title}, the last first</caption>
      <thead>
        <tr>
          <th scope="col">Booking</th>
          <th scope="col">{keyHead}</th>
          <th scope="col">When</th>
          {amount && (
            <th scope="col" className="right">
              {amount.head}
            </th>
          )}
          {extra && (
            <th scope="col" className="right">
              {extra.head}
            </th>
          )}
          {detail && <th scope="col">{detail}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.subject}>
            <th scope="row">
              {row.number ? (
                <>
                  <Link to={crmPaths.booking(row.number)}>{row.number}</Link> <bdi>{row.name}</bdi>
                </>
              ) : figure === "lead" ? (
                <Link to={crmPaths.lead(row.subject)}>The request</Link>
              ) : (
                "–"
              )}
            </th>
            <td>{label(row.key)}</td>
            <td>
              <When at={row.at} year />
            </td>
            {amount && <td className="right">{MEASURES[amount.as](row.amount)}</td>}
            {extra && <td className="right">{MEASURES[extra.as](row.extra)}</td>}
            {detail && (
              <td className="breakable">
                <bdi>{row.detail && withSign(row.detail)}</bdi>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
