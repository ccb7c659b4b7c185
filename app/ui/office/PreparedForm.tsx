import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Problem } from "~/http/answers/forms.server";
import type { Values } from "~/ui/form";
import { isHalfTyped } from "./tabs";
import type { OrderOffer, ShownWhen } from "./OrderPriceSide";
import { PhoneOrderForm } from "./PhoneOrderForm";
import type { OrderAnswers } from "./phone-order";
import { ORDER_FORM } from "./order-form";
import type { PreparedView } from "./PreparedOrder";

interface Props {
  problem?: Problem | null | undefined;
  values: Values;
  offer: OrderOffer;
  answers: OrderAnswers;
  view: PreparedView;
  shownWhen: ShownWhen;
}

/**
 * The form of an order that the caller may be changing at this moment. It follows what they save while nothing is half
 * typed here; else it stays as it is, made from the version that it was made from, and its save says so.
 */
export function PreparedForm({ problem, values, offer, answers, view, shownWhen }: Props) {
  const { key } = useLocation();
  // The end of its price is none of the draft's, and has no version there.
  const version = `${view.version} ${String(values["quoteUntil"])}`;
  const [shown, setShown] = useState({ key, values, version, seen: view.version });
  const isNewPage = shown.key !== key;
  useEffect(() => {
    if (isNewPage || (shown.version !== version && !isHalfTyped()))
      setShown({ key, values, version, seen: view.version });
  }, [isNewPage, key, values, version, view.version, shown.version]);
  const now = isNewPage ? { key, values, version, seen: view.version } : shown;
  return (
    <section id="order-form" aria-label="The order">
      <PhoneOrderForm
        // A refusal that goes takes what was typed along: it was made from an older version.
        key={`${now.key} ${now.version} ${problem ? "refused" : ""}`}
        problem={problem}
        values={now.values}
        offer={offer}
        answers={answers}
        prepared={{
          number: view.number,
          seen: now.seen,
          isSigned: view.isSigned,
          keepsEnd: view.keepsEnd,
          shownWhen,
          fixed: view.fixed && { price: view.fixed, of: values },
        }}
      />
    </section>
  );
}

/**
 * Before all others of the page: the first submit button of a form is the one that Enter presses in its fields, and those
 * beside the order send its form too.
 */
export function PreparedFirstButton() {
  return (
    <button
      type="submit"
      form={ORDER_FORM}
      name="intent"
      value="save"
      className="unseen"
      tabIndex={-1}
      aria-hidden="true"
    >
      Save the order
    </button>
  );
}
