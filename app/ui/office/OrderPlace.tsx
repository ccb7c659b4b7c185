import { useState } from "react";
import { formatPrice } from "~/domain/kernel/money";
import { Field, type Answers, type Values } from "~/ui/form";
import { AnsweredField } from "./OrderWhen";
import { byKey } from "./Keys";
import { placeOf, rowValue, type PhonePlaces } from "./phone-order";

/** Where it goes: the ZIP is answered while it is typed, and where we do not go a lead is one key away. */
export function OrderPlace({
  isNew,
  typed,
  places,
  notServed,
  ...answers
}: Answers & { isNew: boolean; typed: Values; places: PhonePlaces; notServed: string }) {
  const place = placeOf(typed, places);
  // As it stood when the field was left: while it is typed it is not wrong yet.
  const [left, setLeft] = useState("");
  const zip = rowValue(typed, "zip", 0);
  const isCutOff = zip !== "" && zip === left && !place;
  const isSaidAbove = answers.problem?.fields["zip"] === notServed;
  return (
    <fieldset>
      <legend>Where</legend>
      <div className="quad place">
        <AnsweredField
          answer="zip-answer"
          name="zip"
          label="ZIP"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          required
          onBlur={(event) => setLeft(event.target.value)}
          {...answers}
        />
        <Field name="address" label="Street address" autoComplete="off" required {...answers} />
        <Field name="city" label="City" autoComplete="off" {...answers} />
      </div>
      <div id="zip-answer" role="status">
        {place?.served && (
          <p className="hint">
            {place.city}, {place.county} County,{" "}
            {place.fee > 0 ? `${formatPrice(place.fee)} for the delivery` : "delivery included"}.
            {place.least > 0 && ` The smallest order here is ${formatPrice(place.least)} before tax.`}
          </p>
        )}
        {isCutOff && !answers.problem?.fields["zip"] && <p className="notice warn">A ZIP code has five digits.</p>}
        {place && !place.served && (
          <div className={isSaidAbove ? undefined : "notice warn"}>
            {!isSaidAbove && <p>{notServed}</p>}
            {/* What was prepared is an order, and stays one. */}
            {isNew && <LeadButton className="button secondary" />}
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** One key keeps what cannot be ordered, for somebody to call back. */
export function LeadButton({ className }: { className: string }) {
  return (
    <button
      name="intent"
      value="lead"
      className={className}
      formNoValidate
      accessKey="l"
      {...byKey("l", "Keep as a lead")}
    >
      Keep as a lead (Alt+L)
    </button>
  );
}
