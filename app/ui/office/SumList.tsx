import { formatCents } from "~/domain/kernel/money";
import { sumLines, taxWords } from "~/domain/pricing/price-lines";
import type { PriceSums, Taxed } from "~/domain/pricing/types";

/** The sums of an order, from its subtotal to its total. */
export function SumList({ sums, taxRate }: { sums: PriceSums & Taxed; taxRate: number }) {
  return (
    <dl className="sum">
      {sumLines(sums, taxWords(sums, taxRate)).map(({ code, label, cents }) => (
        <div key={code} className={code === "total" ? code : undefined}>
          <dt>{label}</dt>
          <dd>{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
