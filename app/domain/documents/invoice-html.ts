import { formatCents } from "../kernel/money";
import { formatDay } from "../kernel/days";
import { sumLines } from "../pricing/price-lines";
import { documentPage, factStrip, linesTable, masthead, parties, together, type SumRow } from "./document-styles-parts";
import { html, typed, type Html } from "./escape";
import type { InvoiceView, OrderFigures } from "./views";

/** The finished invoice: the source of the PDF and the printable page, fully escaped. */
export function invoiceHtml(view: InvoiceView): string {
  const isPaid = view.balance <= 0;
  const name = view.credits ? "Credit note" : "Invoice";
  return documentPage(
    `${name} ${view.invoiceNumber} for booking ${view.bookingNumber}`,
    html`${masthead(view.business, name, html`${typed(view.invoiceNumber)}`)}
${factStrip([
  [view.credits ? "Date" : "Invoice date", formatDay(view.issuedOn, { year: true, short: true })],
  ["Booking", typed(view.bookingNumber)],
  [view.credits ? "Credit" : "Total", formatCents(view.total)],
  statusOf(view, isPaid),
])}
${parties("Bill to", view.customer, view, view)}
${linesTable(view.lines, [...orderSums(view), ...lastSums(view)], stamp(view, isPaid))}
${footNotes(view)}
<p class="thanks">Thank you for your business.</p>`,
  );
}

function statusOf(view: InvoiceView, isPaid: boolean): [string, string] {
  if (view.credits) return ["Takes back", view.credits];
  if (isPaid) return ["Status", isTakenBack(view) ? "Taken back" : "Paid in full"];
  return ["Balance due", formatCents(view.balance)];
}

/** Nobody paid anything of it, and nobody has to. */
const isTakenBack = ({ credited = 0, paid }: InvoiceView) => credited > 0 && paid === 0;

function lastSums({ credits, credited = 0, paid, total, balance }: InvoiceView): SumRow[] {
  return credits
    ? [{ label: "Taken back", cents: -total, kind: "due" }]
    : [
        ...(credited > 0 ? [{ label: "Taken back by credit note", cents: -credited }] : []),
        { label: "Paid", cents: -paid },
        { label: "Balance due", cents: balance, kind: "due" },
      ];
}

/** The sums from the subtotal to the total, as rows of the table. */
export function orderSums(figures: OrderFigures): SumRow[] {
  return sumLines(figures, figures.taxRatePercent).map(({ code, label, cents }) => ({
    label,
    cents,
    ...(code === "total" && { kind: "grand" }),
  }));
}

function stamp(view: InvoiceView, isPaid: boolean): Html {
  if (view.credits) return html`<div class="stamp"><b>CREDIT</b></div>`;
  if (!isPaid) return html`<div class="stamp open"><b>DUE</b><small>${formatCents(view.balance)}</small></div>`;
  if (isTakenBack(view)) return html`<div class="stamp"><b>CREDITED</b></div>`;
  return html`<div class="stamp"><b>PAID</b>${view.payment && html`<small>${typed(view.payment.paidAt)}</small>`}</div>`;
}

function footNotes(view: InvoiceView): Html {
  return html`<div class="notes">
<div class="keep"><h2>Payment</h2>${paymentLine(view)}
<p>Questions? Call ${together(view.business.phone)} or write to ${typed(view.business.email)}, and give the booking number ${together(view.bookingNumber)}.</p></div>
${view.notes.length > 0 && html`<div><h2>Good to know</h2>${view.notes.map((note) => html`<p>${typed(note)}</p>`)}</div>`}
</div>`;
}

function paymentLine(view: InvoiceView): Html {
  if (view.credits)
    return html`<p>This takes back ${formatCents(view.total)} of invoice ${typed(view.credits)}. What you had paid of it goes back the way it came, less fees that have an invoice of their own.</p>`;
  if (view.payment) {
    const { brand, last4, paidAt } = view.payment;
    return html`<p>${formatCents(view.paid)} paid with ${typed(cardBrand(brand))} ending in ${typed(last4)} on ${typed(paidAt)}.</p>`;
  }
  if (view.balance > 0 && view.dueBy)
    return html`<p>${formatCents(view.balance)} is on your account. Please pay it by ${formatDay(view.dueBy, { year: true })}.</p>`;
  if (view.balance > 0)
    return html`<p>${formatCents(view.balance)} is due. Please pay with the link in our email, or call us.</p>`;
  return view.total === 0 || isTakenBack(view) ? html`<p>Nothing to pay.</p>` : html`<p>Paid in full.</p>`;
}

const BRANDS: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa" for Stripe's "visa"; a name we do not know stays as it is. */
export function cardBrand(brand: string): string {
  return BRANDS[brand] ?? brand;
}
