import { formatCents, formatPrice } from "~/domain/kernel/money";
import { priceLines } from "~/domain/pricing/price-lines";
import type { PricingConfig } from "~/domain/pricing/types";
import { SubmitButton, useHydrated, type Values } from "~/ui/form";
import { LeadButton } from "./OrderPlace";
import {
  placeOf,
  isFixed,
  pricePhoneOrder,
  rowValue,
  saidPrice,
  shortOf,
  unpricedWords,
  type FixedPrice,
  type OrderAnswers,
  type PhonePlaces,
  type WeightWords,
} from "./phone-order";

export interface OrderOffer {
  config: PricingConfig;
  places: PhonePlaces;
  /** What is said of any other ZIP. */
  notServed: string;
  firstDay: string;
  lastDay: string;
  /** Of one dumpster. */
  tons: WeightWords;
}

/** When the caller sees what is put right; null where nothing of it is saved any more. */
export type ShownWhen = "saved" | "renewed" | null;

/** An order that was prepared. */
export interface PreparedNow {
  /** The booking's. */
  number: string;
  /** The version of the draft that this page was made from. */
  seen: number;
  isSigned: boolean;
  /** Signed, it keeps the end of its price. */
  keepsEnd: boolean;
  shownWhen: ShownWhen;
  /** Its price where that is fixed. */
  fixed: FixedPrice | null;
}

/** The price, and the button that saves. Live once the page is hydrated, by a button before that. */
export function OrderPriceSide({
  typed,
  config,
  places,
  tons,
  exempt,
  onAccount,
  isStopped,
  prepared,
}: Pick<OrderOffer, "config" | "places" | "tons"> & {
  typed: Values;
  exempt: OrderAnswers["exempt"];
  onAccount: boolean;
  /** The number said STOP. */
  isStopped: boolean;
  prepared: PreparedNow | undefined;
}) {
  const hydrated = useHydrated();
  const today = pricePhoneOrder(typed, config, places, exempt?.certificate ?? null);
  const fixed = prepared?.fixed && isFixed(typed, prepared.fixed, config) ? prepared.fixed.price : null;
  const price = fixed ?? today;
  const place = placeOf(typed, places);
  // What cannot be ordered has no price to read out and nothing to save; a price that was fixed is still theirs.
  const unserved = fixed === null && place?.served === false ? place.zip : null;
  const tooSmall = fixed === null ? shortOf(typed, today, places) : null;
  const isOrder = unserved === null && tooSmall === null;
  const byText = rowValue(typed, "smsConsent", 0) === "on" && !isStopped;
  const byMail = rowValue(typed, "email", 0) !== "";
  const ways = [...(byText ? ["text message"] : []), ...(byMail ? ["email"] : [])].join(" and by ");
  return (
    <aside className="order-price panel" aria-labelledby="price-heading">
      <h2 id="price-heading">Price</h2>
      <div aria-live="polite">
        {unserved !== null ? (
          <p className="empty">
            We do not deliver to {unserved}, so there is no price.{" "}
            {prepared
              ? "Put the ZIP right."
              : "Keep the caller as a lead, for somebody to call back, or put the ZIP right."}
          </p>
        ) : price ? (
          <>
            {tooSmall ? (
              <p className="notice warn">
                {formatPrice(tooSmall.short)} below the smallest order here ({formatPrice(tooSmall.least)} before tax):
                add to it{prepared ? "." : ", or keep it as a lead."}
              </p>
            ) : (
              <p className="read-out">“{saidPrice(price, tons)}”</p>
            )}
            <dl className="sum">
              {[
                ...priceLines(price, config.taxRate),
                { code: "total", label: "Total", cents: price.total } as const,
              ].map(({ code, label, cents }, index) => (
                <div key={index} className={code === "total" ? code : undefined}>
                  <dt>{label}</dt>
                  <dd>{formatCents(cents)}</dd>
                </div>
              ))}
            </dl>
            {exempt && price.exempt !== undefined && exempt.until < rowValue(typed, "quoteUntil", 0) && (
              <p className="hint">Without tax only if it is signed by {exempt.words}: their certificate ends then.</p>
            )}
            {fixed && today && fixed.total !== today.total && (
              <p className="hint">The price that was fixed for them. Today it would be {formatCents(today.total)}.</p>
            )}
          </>
        ) : (
          <p className="empty">{unpricedWords(typed, config)}</p>
        )}
      </div>
      <p className="hint">
        {tons.included} ton included for each dumpster, {tons.most} tons maximum.
      </p>
      {isOrder ? (
        <SubmitButton intent="save" className="button full">
          {prepared ? "Save what is put right" : "Hold, save and send the link"}
        </SubmitButton>
      ) : (
        !prepared &&
        (tooSmall ? (
          <LeadButton className="button full" />
        ) : (
          <SubmitButton intent="lead" className="button full" formNoValidate>
            Keep as a lead
          </SubmitButton>
        ))
      )}{" "}
      {/* For browsers without script: what the program answers to the form as it stands. */}
      {!hydrated && (
        <SubmitButton intent="update" className="button secondary full" formNoValidate>
          Update price and days
        </SubmitButton>
      )}
      {isOrder && prepared?.shownWhen !== null && (
        <p className="hint">
          {prepared
            ? AFTER_SAVING[prepared.isSigned ? "signed" : prepared.shownWhen]
            : `The caller gets one link to sign${onAccount ? "" : " and pay"}${ways ? `, by ${ways}` : isStopped ? ": enter an email address" : ": enter an email address, or check text messages"}.${onAccount ? " They pay nothing now." : ""}`}
        </p>
      )}
    </aside>
  );
}

/** What becomes of what is put right. */
const AFTER_SAVING = {
  saved: "The caller’s form shows it at once; their agreement asks them to look again before they sign.",
  renewed: "The caller sees it once the price is renewed: until then their link says that it is over.",
  signed:
    "The caller has signed. A change of what they signed they sign once more; other dumpsters, days or another ZIP at the price of that day; these are held for them as the former were, where enough are free. A payment page that is open ends; notes for the driver and a gate code leave it open.",
};
