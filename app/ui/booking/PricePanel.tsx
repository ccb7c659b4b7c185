import type { ReactNode } from "react";
import { formatCents } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { materialLabel, MATERIALS } from "~/domain/pricing/materials";
import type { PricingItem, PricingResult } from "~/domain/pricing/types";
import { percentText } from "~/domain/settings/defaults";
import { Money } from "../form/parts";
import type { PriceFigures } from "../frame/figures";

/** Every line of the price on a scale ticket; all amounts in cents. `children` go below the total. */
export function PricePanel({ price, figures, heading = "Your price", children }: { price: PricingResult | null; figures: PriceFigures; heading?: string; children?: ReactNode }) {
  return (
    <section className="ticket" aria-labelledby="price-heading">
      <h2 id="price-heading">{heading}</h2>
      {price && price.items.length > 0 ? (
        <>
          <dl className="sum">
            {price.items.map((item, i) => <Item key={i} item={item} figures={figures} />)}
            {price.discount > 0 && <Row label="Discount" cents={-price.discount} />}
            <Row label="Delivery and pickup" cents={price.deliveryFee} free />
            {price.extension > 0 && <Row label={`Days beyond ${figures.includedDays}`} cents={price.extension} />}
            {price.haulFee > 0 && <Row label="Haul of the full dumpster" cents={price.haulFee} />}
            <Row label={`Tax, ${percentText(figures.taxRate)}`} cents={price.tax} />
            <div className="total">
              <dt>Total</dt>
              <dd id="price-total" aria-live="polite"><Money cents={price.total} /></dd>
            </div>
          </dl>
          <p className="hint mt-3">
            {tons(figures.includedTons)} included, {tons(figures.maxTons)} maximum{price.totalUnits > 1 ? " for each dumpster" : ""}. Paid by card when you book.
          </p>
        </>
      ) : (
        <p className="soft">Choose a size to see every line of the price.</p>
      )}
      {children}
    </section>
  );
}

function Item({ item, figures }: { item: PricingItem; figures: PriceFigures }) {
  const base = figures.prices[item.size] * item.quantity;
  const { disposalFeeMultiplier } = MATERIALS[item.material];
  // The credit is shown as far as it counts: a line never falls below 0, and the parts must add up.
  const credit = item.unit_price * item.quantity + item.special_handling_fee - item.line_total;
  const plain = credit === 0 && item.special_handling_fee === 0 && item.disposal_fee_adjustment === 0;
  return (
    <>
      <Row label={`${item.quantity} × ${item.size}-yard, ${materialLabel(item.material)}`} cents={item.line_total} />
      {!plain && (
        <>
          <Row part label={`${item.quantity} × ${formatCents(figures.prices[item.size])}`} cents={base} />
          {item.disposal_fee_adjustment !== 0 && <Row part label={`Disposal, × ${disposalFeeMultiplier}`} cents={item.unit_price * item.quantity - base} />}
          {item.special_handling_fee > 0 && <Row part label="Special handling" cents={item.special_handling_fee} />}
          {credit > 0 && <Row part label="Recycling credit" cents={-credit} />}
        </>
      )}
    </>
  );
}

function Row({ label, cents, part, free }: { label: string; cents: number; part?: boolean; free?: boolean }) {
  return (
    <div className={part ? "part" : undefined}>
      <dt>{label}</dt>
      <dd>{free && cents === 0 ? "Free" : <Money cents={cents} />}</dd>
    </div>
  );
}
