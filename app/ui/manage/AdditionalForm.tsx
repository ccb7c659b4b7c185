import type { ReactNode } from "react";
import { ADDITIONAL_MATERIALS } from "~/domain/booking/additional-rules";
import type { AdditionalOffer } from "~/domain/booking/customer-views";
import { formatDay } from "~/domain/kernel/days";
import { formatPrice, type Cents } from "~/domain/kernel/money";
import { MATERIALS } from "~/domain/pricing/materials";
import { SIZES, type OrderLine, type PricingResult } from "~/domain/pricing/types";
import { percentText } from "~/domain/settings/defaults";
import { Field, Money, RadioCards, SelectField, useHydrated, type Answers } from "../form";

/** The amounts that the summary shows, in cents. */
export type AdditionalSums = Pick<PricingResult, "subtotal" | "discount" | "deliveryFee" | "extension" | "tax" | "total">;

/** What the request belongs to, in words of the specification's dialog (section 2). */
export function AdditionalIntro({ number, offer }: { number: string; offer: AdditionalOffer }) {
  return (
    <>
      <p>This request is associated with your existing booking <b className="num">{number}</b>.</p>
      <p className="soft">It comes to the same address on {formatDay(offer.startDate)}, or on the next day that works. You see the day before you sign and pay.</p>
    </>
  );
}

const MATERIAL_CHOICES = Object.entries(ADDITIONAL_MATERIALS).map(([id, label]) => {
  const times = MATERIALS[id as keyof typeof ADDITIONAL_MATERIALS].disposalFeeMultiplier;
  return { value: id, label, text: times === 1 ? undefined : `Price × ${times}` };
});

/** The four fields; `line` is what they say now. Heavy debris leaves 15 yards only, once scripts run. */
export function AdditionalFields({ offer, line, ...answers }: { offer: AdditionalOffer; line: OrderLine } & Answers) {
  const hydrated = useHydrated();
  const { config, limits } = offer;
  const most = MATERIALS[line.material].maxSizeYards;
  return (
    <>
      <div className="pair">
        <SelectField
          {...answers}
          name="size"
          data-alt="3"
          label="Size"
          hint={`Heavy debris goes in ${MATERIALS.heavy.maxSizeYards} yards only.`}
          options={SIZES.map((size) => ({ value: String(size), label: `${size} yard, ${formatPrice(config.prices[size])}`, disabled: hydrated && size > most }))}
        />
        <Field {...answers} name="quantity" label="Quantity" hint={`1 to ${limits.maxQuantityPerLine}`} type="number" inputMode="numeric" className="short" min={1} max={limits.maxQuantityPerLine} />
      </div>
      <RadioCards {...answers} name="material" legend="Material" cards="tight" choices={MATERIAL_CHOICES} />
      <Field
        {...answers}
        name="rentalDays"
        label="Rental days"
        hint={`1 to ${limits.maxRentalDays}. ${config.includedDays} days are in the price; each further day is ${formatPrice(config.extensionPerDay)} per dumpster.`}
        type="number"
        inputMode="numeric"
        className="short"
        min={1}
        max={limits.maxRentalDays}
      />
    </>
  );
}

/** Subtotal, delivery fee (only above 0), tax, total (specification, section 2), and what else is in the total. `children` go below it. */
export function AdditionalSummary({ sums, offer: { config }, children }: { sums: AdditionalSums; offer: AdditionalOffer; children?: ReactNode }) {
  return (
    <section className="ticket" aria-labelledby="summary-heading">
      <h2 id="summary-heading">Summary</h2>
      <dl className="sum">
        <Row label="Subtotal" cents={sums.subtotal} />
        {sums.discount > 0 && <Row label="Discount" cents={-sums.discount} />}
        {sums.deliveryFee > 0 && <Row label="Delivery fee" cents={sums.deliveryFee} />}
        {sums.extension > 0 && <Row label={`Days beyond ${config.includedDays}`} cents={sums.extension} />}
        <Row label={`Tax, ${percentText(config.taxRate)}`} cents={sums.tax} />
        <div className="total">
          <dt>Total</dt>
          <dd aria-live="polite"><Money cents={sums.total} /></dd>
        </div>
      </dl>
      {children}
    </section>
  );
}

function Row({ label, cents }: { label: ReactNode; cents: Cents }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd><Money cents={cents} /></dd>
    </div>
  );
}
