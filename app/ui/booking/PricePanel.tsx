import { Fragment, type ReactNode } from "react";
import { formatCents, formatPrice } from "~/domain/kernel/money";
import { tons } from "~/domain/pricing/ceiling";
import { materialLabel } from "~/domain/pricing/materials";
import { priceLines } from "~/domain/pricing/price-lines";
import type { PricingItem, PricingResult } from "~/domain/pricing/types";
import { Money } from "../form/parts";
import { KeptPart } from "../kept-part";
import { Unbroken } from "../Unbroken";
import type { PriceFigures } from "../frame/figures";

/**
 * Every line of the price on a scale ticket; all amounts in cents. `paid` says when it is paid, where it costs something;
 * `action` stands beside the heading, `children` go right below the total.
 */
export function PricePanel({
  price,
  figures,
  heading = "Your price",
  paid = "Paid by card when you book.",
  action,
  children,
}: {
  price: PricingResult | null;
  figures: PriceFigures;
  heading?: string;
  paid?: string | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className="ticket" aria-labelledby="price-heading">
      {action ? (
        <div className="row">
          <h2 id="price-heading">{heading}</h2>
          {action}
        </div>
      ) : (
        <h2 id="price-heading">{heading}</h2>
      )}
      {price && price.items.length > 0 ? (
        <>
          <KeptPart of={Sum} props={{ price, figures }} />
          {children}
          <p className="hint mt-3">
            {tons(figures.includedTons)} included, {tons(figures.maxTons)} maximum
            {price.totalUnits > 1 ? " for each dumpster" : ""}.{" "}
            {price.total === 0 ? "Nothing is charged when you book." : paid}
          </p>
        </>
      ) : (
        <>
          <p className="soft">Choose a size to see it.</p>
          {children}
        </>
      )}
    </section>
  );
}

/** Many have the same price: its markup hangs on nothing else. */
function Sum({ price, figures }: { price: PricingResult; figures: PriceFigures }) {
  return (
    <dl className="sum">
      {priceLines(price, figures.taxRate).map((line, i) => (
        <Fragment key={i}>
          {/* Said where it costs nothing, too: it is in the price. */}
          {line.code === "tax" && price.deliveryFee === 0 && (
            <Row label="Delivery and pickup" free={figures.delivery} />
          )}
          <Row label={line.label} cents={line.cents} />
          {line.code === "dumpster" && <Parts item={line.item} />}
          {line.code === "extension" && <ExtraDays items={price.items} includedDays={figures.includedDays} />}
        </Fragment>
      ))}
      <div className="total">
        <dt>Total</dt>
        <dd id="price-total" aria-live="polite">
          <Money cents={price.total} />
        </dd>
      </div>
    </dl>
  );
}

/** What a line is made of, where it is more than the price of its size. */
function Parts({ item }: { item: PricingItem }) {
  const base = item.unit_price * item.quantity - item.disposal_fee_adjustment;
  const material = materialLabel(item.material).replace(/^./, (first) => first.toLowerCase());
  // The credit is shown as far as it counts: a line never falls below 0, and the parts must add up.
  const credit = item.unit_price * item.quantity + item.special_handling_fee - item.line_total;
  if (credit === 0 && item.special_handling_fee === 0 && item.disposal_fee_adjustment === 0) return null;
  return (
    <>
      <Row part label={`${item.quantity} × ${formatCents(base / item.quantity)}`} cents={base} />
      {item.disposal_fee_adjustment !== 0 && (
        <Row
          part
          label={`${item.disposal_fee_adjustment > 0 ? "More" : "Less"} for ${material}`}
          cents={item.disposal_fee_adjustment}
        />
      )}
      {item.special_handling_fee > 0 && <Row part label="Special handling" cents={item.special_handling_fee} />}
      {credit > 0 && <Row part label="Recycling credit" cents={-credit} />}
    </>
  );
}

/** How the extra days are counted, for each line of the order: "3 days × $25 × 2". */
function ExtraDays({ items, includedDays }: { items: PricingItem[]; includedDays: number }) {
  return items.map(({ size, quantity, material, rentalDays, extension }, i) => {
    const days = rentalDays - includedDays;
    if (extension === 0 || days < 1) return null;
    const daily = formatPrice(extension / (days * quantity));
    const count = `${days} ${days === 1 ? "day" : "days"} × ${daily}${quantity > 1 ? ` × ${quantity}` : ""}`;
    const alike = items.some((other, at) => at !== i && other.size === size);
    const name = items.length > 1 ? `${size}-yard${alike ? ` ${materialLabel(material)}` : ""}: ` : "";
    return <Row key={i} part label={name + count} cents={extension} />;
  });
}

function Row({ label, part, ...amount }: { label: string; part?: true } & ({ cents: number } | { free: string })) {
  return (
    <div className={part && "part"}>
      <dt>
        <Unbroken text={label} />
      </dt>
      <dd>{"free" in amount ? amount.free : <Money cents={amount.cents} />}</dd>
    </div>
  );
}
