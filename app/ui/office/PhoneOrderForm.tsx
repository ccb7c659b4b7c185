import { Form } from "@remix-run/react";
import { useState, type KeyboardEvent } from "react";
import type { Problem } from "~/http/answers/forms.server";
import type { Values } from "~/ui/form";
import { TwoWriters } from "../form/TwoWriters";
import { OrderCaller } from "./OrderCaller";
import { OrderLines } from "./OrderLines";
import { OrderMore } from "./OrderMore";
import { OrderPayment, useHowPaid } from "./OrderPayment";
import { OrderPlace } from "./OrderPlace";
import { OrderPriceSide, type OrderOffer, type PreparedNow } from "./OrderPriceSide";
import { OrderWhen } from "./OrderWhen";
import {
  answeredMeanwhile,
  dayProblemOf,
  placeOf,
  pricePhoneOrder,
  rowId,
  rowsOf,
  rowValue,
  type OrderAnswers,
  withoutFields,
} from "./phone-order";
import { ORDER_FORM } from "./order-form";
import { useAskBeforeLeaving } from "./use-ask-before-leaving";
import { useAnsweredSummary, useOrder } from "./use-order";

interface Props {
  problem?: Problem | null | undefined;
  values: Values;
  offer: OrderOffer;
  answers: OrderAnswers;
  prepared?: PreparedNow;
}

/** The whole order on one page, in the order in which a caller tells it; every field by keyboard. */
export function PhoneOrderForm({ problem, values, offer, answers: first, prepared }: Props) {
  const { config, places, notServed, firstDay, lastDay, tons } = offer;
  const given = problem?.values ?? values;
  const { form, typed, answers, trouble, follow, use, set } = useOrder({ values: given, answers: first });
  const [rows, setRows] = useState(rowsOf(given));
  useAskBeforeLeaving(form);
  const over = answeredMeanwhile(problem, typed, { answers, first, places });
  const about = { problem: withoutFields(problem, over), values };
  useAnsweredSummary(problem, over);
  const dayProblem = dayProblemOf(typed, answers);
  const { account } = answers;
  const total = pricePhoneOrder(typed, config, places, answers.exempt?.certificate ?? null)?.total ?? null;
  const { paid, choose } = useHowPaid(form, { given, account, total });
  const change = (name: string) => {
    if (name === "payment") choose();
    const place = placeOf({ zip: form.current ? String(new FormData(form.current).get("zip") ?? "") : "" }, places);
    // Filled in from the ZIP, and may be overwritten (domain.md, 4.4).
    if (name === "zip" && place?.served) set("city", place.city);
    follow();
  };
  const chooseDay = (day: string) => {
    set("deliveryDate", day);
    follow();
  };
  return (
    <Form
      method="post"
      id={prepared && ORDER_FORM}
      noValidate
      className="order"
      ref={form}
      onInput={(event) => change((event.target as HTMLInputElement).name)}
      onKeyDown={(event) => {
        if (!prepared) goOnFromNumber(event);
        sendFromSelect(event);
      }}
    >
      {/* The first submit button is the one that Enter presses: not one that answers for the caller. */}
      <button type="submit" name="intent" value="save" className="unseen" tabIndex={-1} aria-hidden="true">
        Save the booking
      </button>
      <TwoWriters seen={prepared?.seen} problem={problem} />
      {prepared && <input type="hidden" name="prepared" value={prepared.number} />}
      {/* As its field came: left so, another page's end of the price stays. */}
      {prepared && (
        <input type="hidden" name="quoteSeen" value={rowValue(given, problem ? "quoteSeen" : "quoteUntil", 0)} />
      )}
      <div className="order-fields">
        {trouble === "signed out" && (
          <p className="notice bad" role="alert">
            You are signed out. Everything typed stays here:{" "}
            <a href="/auth" target="_blank" rel="noreferrer">
              log in in another tab
            </a>
            , then save.
          </p>
        )}
        <OrderCaller
          isNew={!prepared}
          caller={answers.caller}
          use={use}
          meant={answers.email?.typed === rowValue(typed, "email", 0) ? answers.email.meant : null}
          takeMeant={(email) => {
            set("email", email);
            follow();
            form.current?.querySelector<HTMLInputElement>("[name=email]")?.focus();
          }}
          {...about}
        />
        <OrderPlace isNew={!prepared} typed={typed} places={places} notServed={notServed} {...about} />
        <OrderLines
          rows={rows}
          addRow={() => {
            setRows(rows + 1);
            // Its size is what is typed next; it is there once React has drawn it.
            setTimeout(() => document.getElementById(rowId(rows, "size"))?.focus());
          }}
          problem={problem}
          given={given}
          typed={typed}
          config={config}
        />
        <OrderWhen
          typed={typed}
          days={answers.days}
          firstDay={firstDay}
          lastDay={lastDay}
          chooseDay={chooseDay}
          dayProblem={dayProblem}
          {...about}
        />
        <OrderMore
          given={given}
          typed={typed}
          config={config}
          isDayWrong={dayProblem !== null}
          keepsEnd={prepared?.keepsEnd ?? false}
          {...about}
        />
        {account && paid && <OrderPayment account={account} paid={paid} total={total} problem={about.problem} />}
      </div>
      <OrderPriceSide
        typed={typed}
        config={config}
        places={places}
        tons={tons}
        exempt={answers.exempt}
        onAccount={paid?.by === "account"}
        isStopped={answers.caller?.isStopped ?? false}
        prepared={prepared}
      />
    </Form>
  );
}

/**
 * Enter in the number looks the caller up, as it does without scripts, and goes on: nothing is sent before anybody has read
 * who calls, and which order of theirs is open.
 */
function goOnFromNumber(event: KeyboardEvent<HTMLFormElement>): void {
  const from = event.target as HTMLInputElement;
  if (event.key !== "Enter" || from.name !== "phone") return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLInputElement>("[name=firstName]")?.focus();
}

/** Enter in a closed select does what it does in every other field; in an open one it chooses. */
function sendFromSelect(event: KeyboardEvent<HTMLFormElement>): void {
  const from = event.target as HTMLElement;
  if (event.key !== "Enter" || event.repeat || from.tagName !== "SELECT") return;
  // A browser that does not know which of its lists are open keeps its own ways.
  if (!CSS.supports("selector(:open)") || from.matches(":open")) return;
  event.preventDefault();
  event.currentTarget.requestSubmit(event.currentTarget.querySelector<HTMLButtonElement>("[value=save]"));
}
