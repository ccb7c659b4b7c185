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
  cents: formatCents,
  hours: (hours) => (hours / 24).toFixed(1),
  minutes: (minutes) => cellText("minutes", minutes),
  pounds: (pounds) => pounds.toLocaleString("en-US"),
  hundredths: (hundredths) => (hundredths / 100).toFixed(2),
  booked: (amount) => (amount > 0 ? "Yes" : "No"),
  units: String,
};

/** "12 rows; before tax $1,200.00, tax $96.00". */
export function sumWords(figure: Figure, { n, amount, extra }: Sum): string {
  const words = wordsOf(figure);
  const sums = [
    words.amount && ["cents", "pounds", "hundredths", "booked"].includes(words.amount.as)
      ? `${words.amount.head.toLowerCase()} ${words.amount.as === "booked" ? amount : MEASURES[words.amount.as](amount)}`
      : "",
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
