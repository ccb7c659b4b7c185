import { formatCents, type Cents } from "../kernel/money";
import { documentPage, factStrip, masthead, together } from "./document-styles-parts";
import { html, trustedHtml, typed } from "./escape";
import type { BusinessView } from "./views";

/** A customer's month as it is printed for them, a company's above all; cents, finished words. */
export interface AccountStatementDocument {
  business: BusinessView;
  customer: string;
  poNumber: string | null;
  /** "Tue, Dec 1, 2026 to Thu, Dec 31, 2026" */
  days: string;
  terms: string;
  before: Cents;
  /** What each adds to what is owed; below 0 it takes off. */
  rows: { when: string; booking: string; label: string; cents: Cents }[];
  after: { label: string; cents: Cents };
  /** What is open at its end, by booking and the day it is due on: "$409.32, since Tue, Dec 1, 2026". */
  open: { booking: string; words: string }[];
}

/** The statement of a month: the source of its PDF, fully escaped. */
export function accountStatementHtml(view: AccountStatementDocument): string {
  const { business, customer, after } = view;
  const sum = (label: string, cents: Cents, isLast: boolean) =>
    html`<tr${isLast && trustedHtml(' class="due"')}><th scope="row" colspan="3">${label}</th><td class="sum">${formatCents(cents)}</td></tr>
`;
  return documentPage(
    `Statement for ${customer}`,
    html`${masthead(business, "Statement", typed(view.days))}
${factStrip([
  ["For", typed(customer)],
  ["Terms", typed(view.terms)],
  ...(view.poNumber === null ? [] : [["PO number", typed(view.poNumber)] as [string, ReturnType<typeof typed>]]),
  [after.label, formatCents(after.cents)],
])}
<table>
<thead><tr><th scope="col">What</th><th scope="col">Booking</th><th scope="col">Date</th><th scope="col" class="sum">Amount</th></tr></thead>
<tbody class="totals">${sum("Balance before", view.before, false)}</tbody>
<tbody class="lines">${view.rows.map(
      ({ when, booking, label, cents }) =>
        html`<tr><td><b>${typed(label)}</b></td><td>${together(booking)}</td><td>${typed(when)}</td><td class="sum">${formatCents(cents)}</td></tr>
`,
    )}</tbody>
<tbody class="totals">${sum(after.label, after.cents, true)}</tbody>
</table>
<div class="notes">
<div class="keep"><h2>Open at the end</h2>${
      view.open.length === 0
        ? html`<p>Nothing is open.</p>`
        : view.open.map(({ booking, words }) => html`<p>${together(booking)}: ${typed(words)}</p>`)
    }
<p>Questions? Call ${together(business.phone)} or write to ${typed(business.email)}.</p></div>
</div>`,
  );
}
