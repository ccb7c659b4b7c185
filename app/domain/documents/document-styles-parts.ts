import { formatCents } from "../kernel/money";
import { formatDay, type Day } from "../kernel/days";
import { documentStyles } from "./document-styles";
import { href, html, telHref, tidy, trustedHtml, typed, typedLines, type Html, type HtmlValue } from "./escape";
import type { BusinessView, DocumentLine, PersonView, RentalView } from "./views";
import { dateNames, type Apart } from "../booking/order/apart";

/** Nothing may be loaded or run, whatever a note says: the document stands alone. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The whole standalone document around its parts. */
export function documentPage(title: string, body: HtmlValue): string {
  return html`${trustedHtml("<!DOCTYPE html>")}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedHtml(POLICY.replace(/'/g, "&#39;"))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${tidy(title)}</title>
${documentStyles()}
</head>
<body>
<p class="hint">To keep a copy, print this page or save it as a PDF with your browser’s Print command.</p>
<main>
${body}
</main>
</body>
</html>
`.toString();
}

/** A roll-off dumpster: ribbed box, slanted front, wheels. */
const LOGO = trustedHtml(
  // The company's sign, as on every page (app/ui/art/Logo.tsx): a sun over the rim of a dumpster.
  '<svg viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="5" fill="#083c3d"/><path d="M9 21a11 11 0 0 1 22 0z" fill="#ffc62b"/>' +
    '<path d="M4 23h32v3H4zM7 28h4v6H7zM14.5 28h4v6h-4zM22 28h4v6h-4zM29.5 28h4v6h-4z" fill="#fff"/></svg>',
);

export function masthead(business: BusinessView, title: string, subtitle: HtmlValue): Html {
  return html`<header class="head">
<div class="brand">${LOGO}<div><strong>${typed(business.name)}</strong>
<address>${typedLines(business.addressLines)}<br><a href="${href(telHref(business.phone))}">${together(business.phone)}</a> · <a href="${href(`mailto:${business.email}`)}">${typed(business.email)}</a>${business.website && html`<br>${typed(business.website)}`}${(business.licenseClaims ?? []).map((claim) => html`<br>${typed(claim)}`)}</address></div></div>
<div class="title"><h1>${title}</h1><p>${subtitle}</p></div>
</header>`;
}

/** The strip of four figures below the masthead. */
export function factStrip(facts: [label: string, value: HtmlValue][]): Html {
  return html`<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Who, where, when, side by side; with the company and its own order number, where it goes on a company's account. */
export function parties(
  customerLabel: string,
  customer: PersonView,
  rental: RentalView & { isLater?: true; isCancelled?: true; apart?: Apart | undefined },
  { company, poNumber }: { company?: string | undefined; poNumber?: string | undefined } = {},
): Html {
  const { isLater, isCancelled, isKept, apart = {} } = rental;
  const names = dateNames(apart, isKept);
  const days = `${rental.rentalDays} ${rental.rentalDays === 1 ? "day" : "days"}`;
  const was = isCancelled && html`<p>was planned for</p>`;
  return html`<div class="pair">
<div class="wide"><p class="label">${customerLabel}</p><p><b>${typed(company ?? customer.name)}</b></p>${company && html`<p>${typed(customer.name)}</p>`}<p>${typedLines([customer.email, customer.phone])}</p>${poNumber && html`<p>PO number <b>${typed(poNumber)}</b></p>`}</div>
<div class="wide"><p class="label">Service address</p><p>${typedLines(rental.serviceAddress)}</p></div>
<div><p class="label">${names.delivery}</p>${was}<p><b>${wholeDay(rental.deliveryDay)}</b></p><p>${typed(rental.windowLabel)}</p></div>
<div><p class="label">${names.pickup}</p>${was}<p><b>${wholeDay(rental.pickupDay)}</b></p><p>${isLater || apart.comeApart || apart.goApart ? `Your order: ${days}` : `Rental of ${days}`}</p></div>
</div>`;
}

/** A number that stays on one line wherever it fits: bookings, phones. */
export function together(text: string): Html {
  return html`<span class="nb">${typed(text)}</span>`;
}

/** The day with its year; a line may end after the weekday only. */
function wholeDay(day: Day): string {
  const [weekday = "", ...rest] = formatDay(day, { year: true }).split(" ");
  return `${weekday} ${rest.join("\u00A0")}`;
}

/**
 * The table of lines. The sums are rows of its last tbody: Chromium repeats a tfoot on every printed page.
 * `mark` stands to the left of the sums.
 */
export function linesTable(lines: DocumentLine[], sums: SumRow[], mark: HtmlValue): Html {
  return html`<table>
<thead><tr><th scope="col">Description</th><th scope="col" class="qty">Qty</th><th scope="col" class="unit">Unit price</th><th scope="col" class="sum">Amount</th></tr></thead>
<tbody class="lines">${lines.map(
    (
      line,
    ) => html`<tr><td><b>${typed(line.description)}</b>${line.detail && html`<small>${typed(line.detail)}</small>`}</td><td class="qty">${line.quantity}</td><td class="unit">${formatCents(line.unitCents)}</td><td class="sum">${formatCents(line.totalCents)}</td></tr>
`,
  )}</tbody>
<tbody class="totals">${sums.map(
    (
      sum,
      i,
    ) => html`<tr${sum.kind && html` class="${sum.kind}"`}>${i === 0 && html`<td class="mark" rowspan="${sums.length}">${mark}</td>`}<th scope="row" colspan="2">${sum.label}</th><td class="sum">${formatCents(sum.cents)}</td></tr>
`,
  )}</tbody>
</table>`;
}

export interface SumRow {
  label: string;
  cents: number;
  kind?: "grand" | "due";
}
