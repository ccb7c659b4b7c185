import { formatCents, type Cents } from "../kernel/money";
import { signatureBlock, termsBlock } from "./agreement-html";
import { documentPage, factStrip, linesTable, masthead, parties } from "./document-styles-parts";
import { html, tidy, trustedHtml, typed, type Html } from "./escape";
import { orderSums } from "./invoice-html";
import type { AgreementView, BusinessView } from "./views";

/** A photograph of the rental; `jpeg` in base64. */
export interface EvidencePhoto {
  /** "Set down, Tue, Dec 1, 9:12 am, 28.53831, −81.37924 (±12 m)" */
  caption: string;
  jpeg: string;
}

/** What a bank is shown of a disputed payment (domain.md, 4.30). Moments and days are finished labels. */
export interface EvidenceView {
  business: BusinessView;
  bookingNumber: string;
  /** "The customer says that they did not make the payment." */
  claim: string;
  amount: Cents;
  /** "Visa ending in 4242" */
  card: string;
  paidAt: string;
  /** Our own account, as the office wrote it. */
  said: string;
  /** Signed; null where no signature is kept. */
  agreement: AgreementView | null;
  /** The sections of the agreement that the dispute is about, by their ids. */
  clauses: readonly string[];
  /** What happened, in order: when, what. */
  history: readonly (readonly [when: string, what: string])[];
  photos: readonly EvidencePhoto[];
  tickets: readonly { facility: string; number: string; when: string; gross: number; tare: number; net: number }[];
  money: readonly { when: string; what: string; amount: Cents }[];
  messages: readonly { when: string; way: string; subject: string; body: string }[];
}

const CLAIMS: Readonly<Record<string, string>> = {
  fraudulent: "The customer says that they did not make the payment.",
  product_not_received: "The customer says that nothing was delivered.",
  product_unacceptable: "The customer says that what came was not what was agreed.",
  duplicate: "The customer says that they paid twice.",
  credit_not_processed: "The customer says that they are owed a refund.",
  subscription_canceled: "The customer says that they had cancelled.",
  unrecognized: "The customer does not recognize the payment.",
  general: "The customer disputes the payment.",
};
/** What somebody says at their bank, from the card company's word. */
export const claimOf = (reason: string): string => CLAIMS[reason] ?? "The customer disputes the payment.";

/** Which sections of the agreement answer it. */
export const clausesFor = (reason: string): readonly string[] =>
  reason === "credit_not_processed" || reason === "subscription_canceled"
    ? ["cancelling", "payment"]
    : ["rental", "payment", "weight", "days"];

/** The evidence as one document, finished and escaped: the source of its PDF. */
export function evidenceHtml(view: EvidenceView): string {
  const { agreement } = view;
  const clauses = agreement ? agreement.sections.filter(({ id }) => view.clauses.includes(id)) : [];
  return documentPage(
    `Evidence for booking ${view.bookingNumber}`,
    html`${masthead(view.business, "Evidence", html`Booking ${typed(view.bookingNumber)}`)}
${factStrip([
  ["Booking", typed(view.bookingNumber)],
  ["Disputed", formatCents(view.amount)],
  ["Card", typed(view.card)],
  ["Paid", typed(view.paidAt)],
])}
${agreement && parties("Customer", agreement.customer, agreement)}
<div class="order"><h2>In short</h2><p>${view.claim}</p>${view.said !== "" && lines(view.said)}</div>
${view.history.length > 0 && html`<div class="order"><h2>What happened</h2>${pairs("When", "What", view.history)}</div>`}
${view.photos.length > 0 && html`<div class="order"><h2>Photographs by our drivers</h2>${view.photos.map(photo)}</div>`}
${
  view.tickets.length > 0 &&
  html`<div class="order"><h2>Weight tickets</h2>${pairs(
    "Ticket",
    "Pounds",
    view.tickets.map((ticket) => [
      `${ticket.facility}, ${ticket.number}, ${ticket.when}`,
      `gross ${ticket.gross.toLocaleString("en-US")}, tare ${ticket.tare.toLocaleString("en-US")}, net ${ticket.net.toLocaleString("en-US")}`,
    ]),
  )}</div>`
}
${
  view.money.length > 0 &&
  html`<div class="order"><h2>Charges and payments</h2>${pairs(
    "When",
    "What",
    view.money.map((one) => [one.when, `${one.what}: ${formatCents(one.amount)}`]),
  )}</div>`
}
${view.messages.length > 0 && html`<div class="order"><h2>Messages</h2>${view.messages.map((one) => html`<section class="keep"><p><b>${typed(`${one.when}, ${one.way}`)}</b></p>${one.subject !== "" && html`<p><b>${typed(one.subject)}</b></p>`}${lines(messageText(one.body))}</section>`)}</div>`}
${agreement && html`<div class="order"><h2>The order</h2>${linesTable(agreement.lines, orderSums(agreement.figures), "")}</div>`}
${clauses.length > 0 && html`<div class="order"><h2>The clauses that apply</h2><p>${clauses.map(({ heading }) => heading).join(" · ")}: see the agreement below, with its signature.</p></div>`}
${agreement && termsBlock(agreement)}
${agreement && signatureBlock(agreement)}`,
  );
}

/** Text of several lines as it was written; a person at the bank reads it, and it is evidence of what was said. */
function lines(text: string): Html {
  const kept = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(tidy)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return html`<p style="white-space:pre-wrap">${kept}</p>`;
}

/** A mail without what its plain text draws: the lines under its headings, and the same foot below each. */
function messageText(body: string): string {
  const [said = ""] = body.split(/^-- ?$/m);
  return said.replace(/^[=-]{3,} *$\n?/gm, "");
}

function pairs(one: string, other: string, rows: readonly (readonly [string, string])[]): Html {
  return html`<table><thead><tr><th scope="col">${one}</th><th scope="col">${other}</th></tr></thead><tbody class="lines">${rows.map(([left, right]) => html`<tr><td>${typed(left)}</td><td>${typed(right)}</td></tr>`)}</tbody></table>`;
}

function photo({ caption, jpeg }: EvidencePhoto): Html {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(jpeg)) return html``;
  return html`<figure class="keep" style="margin:0 0 12pt">${trustedHtml(`<img src="data:image/jpeg;base64,${jpeg}" alt="" style="max-width:100%;max-height:280pt">`)}<figcaption>${typed(caption)}</figcaption></figure>`;
}
