import { formatCents, type Cents } from "~/domain/kernel/money";
import { Unbroken } from "../Unbroken";

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

/** How what was looked at is paid; an order on account can have it there, by the office alone. */
export function PayNext({ onAccount, phone, then = "" }: { onAccount: boolean; phone: string; then?: string }) {
  return (
    <p className="small soft">
      You pay by card on the next page.{then && ` ${then}`}
      {onAccount && (
        <>
          {" "}
          <Unbroken text={`Or call us at ${phone}, and we put it on your account.`} />
        </>
      )}
    </p>
  );
}
