import { yearOf, shortDay } from "../kernel/moments";
import type { Orm } from "#db/client.server";
import { accountOf, findInvoiceLink } from "../documents/invoices.server";
import { formatDay } from "../kernel/days";
import { dayAt, formatInstant, type Instant } from "../kernel/time.server";
import { METHOD } from "../payments/methods";
import { listDisputesOf } from "../payments/disputes-read.server";
import { isToTakeUp } from "../payments/give-back.server";
import { leftToGive } from "../payments/held-refunds.server";
import { readLedger } from "../payments/ledger.server";
import { heldByBanks } from "../payments/taken-by-bank.server";
import { isOnTheBooks } from "../payments/refunds.server";
import { listWaitingKinds } from "../outbox/outbox.server";
import { materialLabel } from "../pricing/materials";
import { priceLines } from "../pricing/price-lines";
import { wasteTypeLabel } from "../pricing/waste-types";
import { isPayable, isQuoteOver } from "../states/status-rules";
import type { Settings } from "../settings/schema";
import { dueDay, listItems, listUnits, receiptAddress, type Booking } from "../booking/order/bookings.server";
import { findAgreementLink } from "../documents/agreement.server";
import type { CustomerBooking, CustomerDocument, MoneyRow } from "./customer-views";
import { deliveryDateText, orderDetails, pickupDateText, rentalText, stayFromThen } from "./customer-text";
import { findLastLeaving } from "./left-days.server";
import { daysFromThen, isDayOver } from "./customer-unit.server";
import { paymentSuccessLabel, REFUND_STATE } from "../states/labels";
import { customerPlacement } from "../schedule/placement-rules";
import { deliveryHours, deliveryTimeLabel } from "../schedule/rules";
import { isPermitMissing, readStatus, signsOnAccount, whatIsCancelled, type StatusAsked } from "./status.server";
import type { RefundStates } from "./cancelled-money.server";
import { cardWords } from "../payments/card-words";
import { deliveryStep } from "./status-words";
import { apartOf, isKept } from "../booking/order/apart";

/** What the pages after the payment show of a booking. */
export function readCustomerBooking(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  options: StatusAsked,
): CustomerBooking {
  const units = listUnits(orm, booking.id);
  const ahead = units.filter(({ state }) => state !== "cancelled");
  const isAllOver = ahead.every((unit) => isDayOver(unit, options.now));
  // Where they stay differently long each says it for itself.
  const fromThen = isAllOver ? [...new Set(ahead.map((unit) => daysFromThen(orm, settings, booking, unit)))] : [];
  const due = dueDay(booking);
  const left = findLastLeaving(orm, units);
  const items = listItems(orm, booking.id).map((item) => ({
    ...item,
    material: materialLabel(item.material_category),
  }));
  return {
    number: booking.booking_number,
    status: booking.status,
    statusWords: readStatus(orm, booking, options),
    paidLabel: paymentSuccessLabel(booking.status),
    isPaid: booking.paid_at !== null,
    isOpen: isPayable(booking),
    payLabel: payLabel(orm, booking, options.leadsOn ? options.now : null),
    orderDetails: [...orderDetails({ ...booking, items }), ...whatIsCancelled(booking, units)],
    lines: priceLines(booking.price, settings.taxRate).map(({ label, cents }) => ({ label, cents })),
    total: booking.total_amount,
    // What each of them has for itself stands with it.
    ...apartOf(units),
    deliveryDate: deliveryDateText(booking),
    deliveryStep: deliveryStep(deliveryDateText(booking), isPermitMissing(booking, units)),
    pickupDate: left ? formatDay(left, { year: true }) : pickupDateText(booking),
    stayFromThen: fromThen.length === 1 ? stayFromThen(fromThen[0]!) : null,
    isKept: isKept(booking, units),
    deliveryTime: deliveryTimeLabel(booking.delivery_time_window),
    deliveryHours: deliveryHours(booking.delivery_time_window),
    rental: rentalText(booking, settings),
    wasteTypes: booking.waste_types.map(wasteTypeLabel),
    instructions: booking.special_instructions,
    ...companyOf(orm, booking),
    customerName: `${booking.first_name} ${booking.last_name}`,
    email: booking.email,
    receiptEmail: receiptAddress(booking),
    addressLines: [booking.address, `${booking.city}, FL ${booking.zip}`],
    placement: customerPlacement(booking),
    // Which one it is, the card company is still being asked.
    card: listWaitingKinds(orm, booking.id).has("stripe.new-card") ? "your new card" : cardWords(booking),
    bookedAt: formatInstant(booking.created_at),
    paidAt: booking.paid_at === null ? null : formatInstant(booking.paid_at),
    accountDue: due && formatDay(due, { year: true }),
    zip: booking.zip,
    size: booking.dumpster_size,
    material: items[0]?.material_category ?? null,
    included: whatIsIncluded(settings, booking),
  };
}

function companyOf(orm: Orm, booking: Booking): Pick<CustomerBooking, "company" | "poNumber"> {
  const { company = null, poNumber = null } = accountOf(orm, booking);
  return { company, poNumber };
}

/** The button that leads on from an order that is not booked yet. */
function payLabel(orm: Orm, booking: Booking, now: Instant | null): string {
  if (now !== null && isQuoteOver(booking, now)) return "See the price of today";
  if (booking.status !== "quoted") return "Continue to payment";
  return signsOnAccount(orm, booking) ? "Read and sign" : "Sign and pay";
}

function whatIsIncluded(settings: Settings, booking: Booking): string[] {
  const dumpster = booking.total_units > 1 ? "each dumpster" : "the dumpster";
  return [
    `Delivery, pickup and ${booking.rental_duration_days} rental days.`,
    `${settings.includedTons} ton of weight for ${dumpster}, ${settings.maxTons} tons maximum. You see the scale ticket before any extra weight is charged.`,
    "Extra days stop counting when you ask for the pickup, however long we take.",
  ];
}

/** Invoice and signed agreement, as far as they exist. */
export function listCustomerDocuments(
  orm: Orm,
  booking: Booking,
): { invoice: CustomerDocument | null; agreement: CustomerDocument | null } {
  const invoice = findInvoiceLink(orm, booking.id);
  const agreement = findAgreementLink(orm, booking.id);
  // Only while it is: a print that was given up, or an order that never had one, is not being prepared for ever.
  const isThere = Boolean(invoice?.pdfUrl && agreement?.pdfUrl);
  const waiting = isThere ? new Set<string>() : listWaitingKinds(orm, booking.id);
  return {
    invoice: invoice && {
      label: `Invoice ${invoice.number}`,
      pdfUrl: invoice.pdfUrl,
      pdfIsComing: waiting.has("document.invoice"),
      capability: invoice.capability,
    },
    agreement: agreement && {
      label: "Rental agreement",
      pdfIsComing: waiting.has("document.agreement"),
      ...agreement,
    },
  };
}

/** As many as a page has room for; the statement has all. */
const MOST_MOVES = 40;

/**
 * Money that moved, in the order in which it did: the newest that was paid, and that went back (negative), by us or by a bank that decided so.
 * What was charged stands in the statement. Refunds without their state when `refundStates` is off; what failed and waits for
 * another way is told by its state alone, and as far as its customer has it not otherwise.
 */
export function listMoney(orm: Orm, booking: Booking, options: RefundStates & { now: Instant }): MoneyRow[] {
  const { payments, refunds } = readLedger(orm, booking.id);
  const given = refunds.filter((one) => isOnTheBooks(one) || (options.refundStates && isToTakeUp(one)));
  const disputes = listDisputesOf(orm, booking.id);
  // What waits for the bank's decision to go back is among what it has: it is no second time away.
  const waiting = given.filter(({ state }) => state === "requested").reduce((sum, { amount }) => sum + amount, 0);
  const held = heldByBanks(orm, booking.id) - waiting;
  const holding = disputes.find(({ state, withdrawn, reinstated }) => state !== "lost" && withdrawn > reinstated);
  const thisYear = yearOf(options.now);
  const when = (at: Instant) => shortDay(dayAt(at), thisYear);
  return [
    ...payments.slice(-MOST_MOVES).map((payment) => ({
      at: payment.paid_at,
      label: `Payment by ${METHOD[payment.method]}`,
      state: "Received",
      when: when(payment.paid_at),
      amount: payment.amount,
    })),
    ...given.slice(-MOST_MOVES).map((refund) => ({
      at: refund.updated_at,
      label: refund.method === "card" ? "Refund to your card" : `Refund by ${METHOD[refund.method]}`,
      state: options.refundStates ? REFUND_STATE[isToTakeUp(refund) ? "failed" : refund.state] : "",
      when: when(refund.updated_at),
      amount: -leftToGive(orm, refund),
    })),
    ...disputes
      .filter(({ state, withdrawn, reinstated }) => state === "lost" && withdrawn > reinstated)
      .map((dispute) => ({
        at: dispute.updated_at,
        label: "Taken back by your bank",
        state: "You have it back",
        when: when(dispute.updated_at),
        amount: dispute.reinstated - dispute.withdrawn,
      })),
    ...(held > 0 && holding
      ? [
          {
            at: holding.updated_at,
            label: "Your bank decides about it",
            state: "Your bank has it",
            when: when(holding.updated_at),
            amount: -held,
          },
        ]
      : []),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _, ...row }) => row);
}
