import { Form } from "@remix-run/react";
import { useState, type KeyboardEvent } from "react";
import { formatCents, formatPrice } from "~/domain/kernel/money";
import { priceLines } from "~/domain/pricing/price-lines";
import type { PricingConfig } from "~/domain/pricing/types";
import type { Problem } from "~/http/answers/forms.server";
import { SubmitButton, useHydrated, type Values } from "~/ui/form";
import { TwoWriters } from "../form/TwoWriters";
import { OrderCaller } from "./OrderCaller";
import { OrderLines } from "./OrderLines";
import { OrderMore } from "./OrderMore";
import { OrderPayment, useHowPaid } from "./OrderPayment";
import { LeadButton, OrderPlace } from "./OrderPlace";
import { OrderWhen } from "./OrderWhen";
import {
  answeredMeanwhile,
  dayProblemOf,
  placeOf,
  isFixed,
  pricePhoneOrder,
  rowId,
  rowsOf,
  rowValue,
  saidPrice,
  shortOf,
  unpricedWords,
  type OrderAnswers,
  type PhonePlaces,
  type FixedPrice,
  withoutFields,
  type WeightWords,
} from "./phone-order";
import { ORDER_FORM } from "./order-form";
import { useAskBeforeLeaving } from "./use-ask-before-leaving";
import { useAnsweredSummary, useOrder } from "./use-order";

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

interface Props {
  problem?: Problem | null | undefined;
  values: Values;
  offer: OrderOffer;
  answers: OrderAnswers;
  /** An order that was prepared: the booking's number, the version of the draft that this page was made from, whether it is signed, whether that keeps the end of its price, when its caller sees it, and its price where that is fixed. */
  prepared?: {
    number: string;
    seen: number;
    isSigned: boolean;
    keepsEnd: boolean;
    shownWhen: ShownWhen;
    fixed: FixedPrice | null;
  };
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
      <PriceSide
        typed={typed}
        config={config}
        places={places}
        tons={tons}
        exempt={answers.exempt}
        onAccount={paid?.by === "account"}
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

/** Live once the page is hydrated, by a button before that. */
function PriceSide({
  typed,
  config,
  places,
  tons,
  exempt,
  onAccount,
  prepared,
}: Pick<OrderOffer, "config" | "places" | "tons"> & {
  typed: Values;
  exempt: OrderAnswers["exempt"];
  onAccount: boolean;
  prepared: Props["prepared"];
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
  const byText = rowValue(typed, "smsConsent", 0) === "on";
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
            : `The caller gets one link to sign${onAccount ? ", and pays nothing now" : " and pay"}${ways ? `, by ${ways}` : ": enter an email address, or check text messages"}.`}
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
