import { formatCents, type Cents } from "~/domain/kernel/money";

/** A price with every line of it; cents. The lines sum to the total. */
export interface PriceLines {
  lines: { label: string; cents: Cents }[];
  total: Cents;
}

/** What is paid now, line by line, before anybody pays. */
export function Sums({ price: { lines, total }, heading, what }: { price: PriceLines; heading: string; what: string }) {
  return (
    <section className="ticket" aria-labelledby="sums-heading">
      <h2 id="sums-heading">{heading}</h2>
      <dl className="sum">
        {lines.map(({ label, cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCents(cents)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{what}</dt>
          <dd>{formatCents(total)}</dd>
        </div>
      </dl>
    </section>
  );
}
