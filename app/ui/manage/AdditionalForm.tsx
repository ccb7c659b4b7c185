import type { ReactNode } from "react";
import { ADDITIONAL_MATERIALS } from "~/domain/changes/additional-rules";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { formatDay } from "~/domain/kernel/days";
import { formatPrice, roundCents } from "~/domain/kernel/money";
import { MATERIALS, materialTerms } from "~/domain/pricing/materials";
import { sumLines } from "~/domain/pricing/price-lines";
import type { OrderLine, PriceSums } from "~/domain/pricing/types";
import { percentText } from "~/domain/kernel/money";
import { Field, Money, RadioCards, SelectField, useHydrated, type Answers } from "../form";

/** What the request belongs to, in words of the specification's dialog (section 2). */
export function AdditionalIntro({ number, offer }: { number: string; offer: AdditionalOffer }) {
  return (
    <>
      <p>
        This request is associated with your existing booking <b className="num">{number}</b>.
      </p>
      <p className="soft">
        It comes to the same address on {formatDay(offer.startDate)}, or on the next day that works. You see the day
        before you sign and pay.
      </p>
    </>
  );
}

/** What a material costs more than general debris is said in dollars, of the size that it goes in. */
function materialChoices({ config }: AdditionalOffer) {
  return Object.entries(ADDITIONAL_MATERIALS).map(([id, label]) => {
    const material = id as keyof typeof ADDITIONAL_MATERIALS;
    const { maxSizeYards } = MATERIALS[material];
    const price = maxSizeYards === null ? undefined : config.prices[maxSizeYards];
    const more =
      price === undefined ? 0 : roundCents(price * materialTerms(material, config.materials).multiplier) - price;
    return { value: id, label, text: more === 0 ? undefined : `${formatPrice(more)} more for ${maxSizeYards} yards` };
  });
}

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
          options={Object.entries(config.prices).map(([size, price]) => ({
            value: size,
            label: `${size} yard, ${formatPrice(price)}`,
            disabled: hydrated && most !== null && Number(size) > most,
          }))}
        />
        <Field
          {...answers}
          name="quantity"
          label="Quantity"
          hint={`1 to ${limits.maxQuantityPerLine}`}
          type="number"
          inputMode="numeric"
          className="short"
          min={1}
          max={limits.maxQuantityPerLine}
        />
      </div>
      <RadioCards {...answers} name="material" legend="Material" cards="tight" choices={materialChoices(offer)} />
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

/**
 * Subtotal, delivery fee (only above 0), tax, total (specification, section 2), and what else is in the total.
 * `children` go below it.
 */
export function AdditionalSummary({
  sums,
  offer: { config },
  children,
}: {
  sums: PriceSums;
  offer: AdditionalOffer;
  children?: ReactNode;
}) {
  return (
    <section className="ticket" aria-labelledby="summary-heading">
      <h2 id="summary-heading">Summary</h2>
      <dl className="sum">
        {sumLines(sums, percentText(config.taxRate)).map(({ code, label, cents }) => (
          <div key={code} className={code === "total" ? code : undefined}>
            <dt>{label}</dt>
            <dd aria-live={code === "total" ? "polite" : undefined}>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
