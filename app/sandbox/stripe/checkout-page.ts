import { TEST_CARDS } from "./cards";
import { CHECKOUT_STYLE } from "./checkout-style";
import type { CardField, CardFields, CheckoutView, PayInput } from "./checkout-view";
import { html, trusted, type Markup } from "./html";

export interface CheckoutPageState {
  /** Of this answer's content security policy; the page has one style sheet inside and no script. */
  nonce: string;
  /** What was typed; the security code is never printed again. */
  values?: PayInput;
  errors?: CardFields;
  formError?: string;
}

/**
 * The hosted payment page as a whole document; null stands for a session that does not exist. A POST goes to its own
 * address.
 */
export function checkoutPage(view: CheckoutView | null, state: CheckoutPageState): string {
  const problem = Boolean(state.formError) || Object.keys(state.errors ?? {}).length > 0;
  const title = `${problem ? "Error: " : ""}${view?.mode === "setup" ? "Save your card" : "Pay"}${view ? ` – ${view.businessName}` : ""} (sandbox)`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${state.nonce}">${trusted(CHECKOUT_STYLE)}</style>
</head>
<body>
<aside class="band" aria-label="Sandbox"><p><strong>Sandbox</strong> – no real money moves. Do not type a real card.</p></aside>
${view ? page(view, state) : notFound()}
</body>
</html>
`.text;
}

function page(view: CheckoutView, state: CheckoutPageState): Markup {
  return html`<div class="frame${view.status === "open" ? "" : " one"}">
<header>
${backLink(view)}
${view.status === "open" && summary(view)}
</header>
<main>
${view.status === "open" ? (view.waitingForBank ? bankQuestion(view, state, view.waitingForBank) : cardForm(view, state)) : ended(view)}
</main>
</div>
<footer><p>A stand-in for Stripe’s checkout, running on this computer only. Nothing you type leaves it.</p></footer>`;
}

function backLink(view: CheckoutView): Markup {
  return view.cancelUrl && view.status !== "complete"
    ? html`<p class="back"><a href="${view.cancelUrl}"><span aria-hidden="true">←</span> Back to ${view.businessName}</a></p>`
    : html`<p class="back"><strong>${view.businessName}</strong></p>`;
}

function summary(view: CheckoutView): Markup {
  if (view.mode === "setup")
    return html`<h1>Save your card</h1><p class="total">${money(0)} <small>due today</small></p>`;
  return html`<h1>Pay ${view.businessName}</h1>
<p class="total">${money(view.total)}</p>
<ul class="lines">${view.lines.map(
    (line) =>
      html`<li><span><b>${line.name}</b>${line.quantity > 1 && html` <i>× ${line.quantity}</i>`}${line.description && html` <small>${line.description}</small>`}</span> <span>${money(line.amount)}</span></li>`,
  )}<li class="sum"><span>Total due</span> <span>${money(view.total)}</span></li></ul>`;
}

function cardForm(view: CheckoutView, state: CheckoutPageState): Markup {
  const values = state.values ?? {};
  const action = view.mode === "setup" ? "Save card" : `Pay ${money(view.total)}`;
  return html`${problems(state)}
<form method="post" novalidate>
<h2>Contact</h2>
${
  view.emailLocked
    ? html`<p class="field"><span class="label">Email</span> <span class="fixed">${view.email ?? ""}</span></p>`
    : field("email", "Email", state, {
        type: "email",
        autocomplete: "email",
        inputmode: "email",
        value: values.email ?? view.email ?? "",
      })
}
<h2>Card</h2>
${field("cardNumber", "Card number", state, { type: "text", autocomplete: "cc-number", inputmode: "numeric", value: values.cardNumber ?? "", placeholder: "1234 1234 1234 1234" })}
<div class="pair">
${field("expiry", "Expiration date", state, { type: "text", autocomplete: "cc-exp", inputmode: "numeric", value: values.expiry ?? "", placeholder: "MM / YY" })}
${field("cvc", "Security code", state, { type: "text", autocomplete: "cc-csc", inputmode: "numeric", value: "", placeholder: "CVC" })}
</div>
<p class="field"><label for="name">Name on card <small>(optional)</small></label>
<input id="name" name="name" type="text" autocomplete="cc-name" value="${values.name ?? ""}"></p>
${view.submitNote && html`<p class="note">${view.submitNote}</p>`}
<button type="submit">${action}</button>
${view.keepsCard && html`<p class="small">${view.businessName} keeps this card on file for later charges that you agreed to.</p>`}
</form>
${testCards()}`;
}

interface InputShape {
  type: "email" | "text";
  autocomplete: string;
  inputmode: "email" | "numeric";
  value: string;
  placeholder?: string;
}

function field(name: CardField, label: string, { errors }: CheckoutPageState, input: InputShape): Markup {
  const error = errors?.[name];
  return html`<div class="field${error ? " wrong" : ""}"><label for="${name}">${label}</label>
${error && html`<p class="error" id="${name}-error"><span class="unseen">Error: </span>${error}</p>`}
<input id="${name}" name="${name}" type="${input.type}" autocomplete="${input.autocomplete}" inputmode="${input.inputmode}" value="${input.value}"${input.placeholder && html` placeholder="${input.placeholder}"`} required spellcheck="false"${error && html` aria-invalid="true" aria-describedby="${name}-error"`}></div>`;
}

/** The summary that the house shows on every form: first in the page, a link to each field. */
function problems({ errors = {}, formError }: CheckoutPageState): Markup | null {
  const fields = (["email", "cardNumber", "expiry", "cvc"] as const).filter((name) => errors[name]);
  if (fields.length === 0 && !formError) return null;
  return html`<div class="problem" role="alert" aria-labelledby="problem-title"><h2 id="problem-title">There is a problem</h2>
<ul>${formError && html`<li>${formError}</li>`}${fields.map((name) => html`<li><a href="#${name}">${errors[name]}</a></li>`)}</ul></div>`;
}

function bankQuestion(view: CheckoutView, state: CheckoutPageState, card: { brand: string; last4: string }): Markup {
  const what = view.mode === "setup" ? "keep your card" : `take ${money(view.total)}`;
  return html`${problems(state)}
<form method="post" class="bank">
<h2>Your bank asks: is this you?</h2>
<p>${view.businessName} wants to ${what} with the card ending in <b>${card.last4}</b>. A real bank would ask for a code or a tap in its app.</p>
<button type="submit" name="confirm" value="yes">Yes, confirm</button>
<button type="submit" name="confirm" value="no" class="quiet">No, refuse</button>
</form>`;
}

function ended(view: CheckoutView): Markup {
  if (view.status === "complete") {
    return html`<h1>${view.mode === "setup" ? "Your card is saved" : "This is paid"}</h1>
<p>${view.mode === "setup" ? "Nothing was charged." : `We received ${money(view.total)}. Nothing more is due.`}</p>
<p><a class="button" href="${view.successUrl}">Continue</a></p>`;
  }
  return html`<h1>This checkout has expired</h1>
<p>Nothing was charged.</p>
${view.cancelUrl && html`<p><a class="button" href="${view.cancelUrl}">Go back and start again</a></p>`}`;
}

function notFound(): Markup {
  return html`<div class="frame one"><main><h1>This checkout does not exist</h1><p>Check the address, or go back to the page that sent you here.</p></main></div>`;
}

function testCards(): Markup {
  return html`<details><summary>Test cards</summary>
<p>Any date in the future and any security code. Only these numbers work here:</p>
<dl>${TEST_CARDS.map(({ number, note }) => html`<div><dt><code>${grouped(number)}</code></dt><dd>${note}</dd></div>`)}</dl></details>`;
}

function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(\d{4})(\d{6})(\d{5})$/, "$1 $2 $3")
    : number.replace(/(\d{4})(?=\d)/g, "$1 ");
}

function money(cents: number): string {
  return (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
}
