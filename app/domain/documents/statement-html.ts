import { formatDay, type Day } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { documentPage, factStrip, masthead, together } from "./document-styles-parts";
import { html, trustedHtml, typed, typedLines } from "./escape";
import type { BusinessView, PersonView } from "./views";

/** A rental's statement as it is printed; cents, days of New York, finished words. */
export interface StatementDocument {
  business: BusinessView;
  bookingNumber: string;
  customer: PersonView;
  serviceAddress: string[];
  asOf: Day;
  /** "Final statement" */
  name: string;
  /** What it adds to what is owed; below 0 it takes off. */
  rows: { when: string; label: string; cents: Cents }[];
  /** What they come to, never below 0; the last one is what is left. */
  sums: { label: string; cents: Cents }[];
  /** What is still open, as a sentence; null where nothing is. */
  open: string | null;
  tickets: string[];
  /** "Invoice INV-2026-000123" */
  papers: string[];
}

/** The statement: the source of its PDF, fully escaped. */
export function statementHtml(view: StatementDocument): string {
  const { business, name, bookingNumber, customer, rows } = view;
  return documentPage(
    `${name} for booking ${bookingNumber}`,
    html`${masthead(business, name, html`${typed(bookingNumber)}`)}
${factStrip([
  ["As of", formatDay(view.asOf, { year: true, short: true })],
  ["Booking", typed(bookingNumber)],
  ...view.sums.slice(-1).map(({ label, cents }): [string, string] => [label, formatCents(cents)]),
])}
<div class="pair">
<div class="wide"><p class="label">For</p><p><b>${typed(customer.name)}</b></p><p>${typedLines([customer.email, customer.phone])}</p></div>
<div class="wide"><p class="label">Service address</p><p>${typedLines(view.serviceAddress)}</p></div>
</div>
<table>
<thead><tr><th scope="col">What</th><th scope="col">Date</th><th scope="col" class="sum">Amount</th></tr></thead>
<tbody class="lines">${rows.map(
      ({ when, label, cents }) =>
        html`<tr><td><b>${typed(label)}</b></td><td>${typed(when)}</td><td class="sum">${formatCents(cents)}</td></tr>
`,
    )}</tbody>
<tbody class="totals">${view.sums.map(
      ({ label, cents }, i) =>
        html`<tr${i === view.sums.length - 1 && trustedHtml(' class="due"')}><th scope="row" colspan="2">${label}</th><td class="sum">${formatCents(cents)}</td></tr>
`,
    )}</tbody>
</table>
<div class="notes">
<div class="keep"><h2>Where it stands</h2><p>${view.open === null ? "Nothing more is to be paid." : typed(view.open)}</p>
<p>Questions? Call ${together(business.phone)} or write to ${typed(business.email)}, and give the booking number ${together(bookingNumber)}.</p></div>
${view.tickets.length > 0 && html`<div><h2>What your load weighed</h2>${view.tickets.map((ticket) => html`<p>${typed(ticket)}</p>`)}</div>`}
${view.papers.length > 0 && html`<div><h2>Papers</h2>${view.papers.map((paper) => html`<p>${typed(paper)}</p>`)}</div>`}
</div>`,
  );
}
