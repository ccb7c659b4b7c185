import type { Instant } from "~/domain/kernel/time.server";
import { isQuoteOver } from "~/domain/states/status-rules";
import { mayHaveAnother } from "~/domain/changes/additional-rules";
import { refundOfCheckout } from "~/domain/records/customer-refund.server";
import { listCustomerDocuments, readCustomerBooking } from "~/domain/records/customer.server";
import { readOff, statusAsked, type Off } from "~/domain/records/status.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { BOOKING_STATUS, HELD, REFUND_STATE } from "~/domain/states/labels";
import { dayAt } from "~/domain/kernel/time.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { PaymentResult, ReturnReason } from "~/domain/records/customer-views";
import type { Verification } from "./verify.server";

const WHY: Record<Extract<Verification, { state: "returned" }>["outcome"], ReturnReason> = {
  refunded_nothing_left: "nothing_left",
  refunded_duplicate: "duplicate",
  refunded_wrong_amount: "wrong_amount",
  refunded_refused: "not_changed",
  nothing_left: "not_charged",
};

/** The payment-success page's data for what was found out. */
export function describePayment(
  services: Pick<Services, "clock" | "db" | "flags" | "settings">,
  found: Exclude<Verification, { state: "ended" }>,
  page: { sessionId: string; checkout: string | null; signedIn: boolean; nextTry: number | null },
): PaymentResult {
  const { sessionId } = page;
  if (found.state === "processing" || found.state === "unknown")
    return { state: "processing", sessionId, checkout: page.checkout, nextTry: page.nextTry };
  const { orm } = services.db;
  const settings = services.settings();
  const asked = statusAsked(services.flags(), services.clock.now());
  const { number, ...all } = readCustomerBooking(orm, settings, found.booking, asked);
  if (found.state === "expired")
    return { state: "expired", booking: { number }, isChange: found.changeId !== null || found.onlyCard };
  if (found.state === "returned") {
    const refund = refundOfCheckout(orm, sessionId);
    return {
      state: "returned",
      booking: { number },
      // The booking of a change stands as it is, whatever came of its payment.
      why: found.changeId !== null && found.outcome !== "refunded_duplicate" ? "not_changed" : WHY[found.outcome],
      amount: found.amount,
      refundState: refund && asked.refundStates ? REFUND_STATE[refund.state] : null,
      bookAgainUrl: anotherUrl(found.booking),
    };
  }
  const isAddition = mayHaveAnother(found.booking, dayAt(services.clock.now()));
  const { status, statusWords, paidLabel, orderDetails, total, email, receiptEmail, wasteTypes } = all;
  const { deliveryDate, deliveryStep, pickupDate, isKept, deliveryTime, deliveryHours, addressLines, placement } = all;
  const off = readOff(orm, found.booking, asked);
  return {
    state: "confirmed",
    sessionId,
    bookingId: found.booking.id,
    booking: {
      number,
      status,
      statusWords,
      paidLabel: off ? offLabel(status, off) : paidLabel,
      orderDetails,
      total,
      deliveryDate,
      deliveryStep,
      pickupDate,
      ...(isKept && { isKept }),
      ...(all.comeApart && { comeApart: true }),
      ...(all.goApart && { goApart: true }),
      ...(off && { isOff: true as const }),
      ...(off === "closed" && isAhead(status) && { dayUrl: managePaths.reschedule({ booking: number }) }),
      deliveryTime,
      deliveryHours,
      addressLines,
      placement,
      wasteTypes,
      email,
      receiptEmail,
    },
    documents: listCustomerDocuments(orm, found.booking),
    invoices: settings.invoicesEnabled
      ? {
          automatic: found.changeId === null && found.booking.status === "paid_pending_scheduling",
          mayDownload: page.signedIn,
        }
      : null,
    isAddition,
    anotherUrl: isAddition ? paths.manage.another(number) : anotherUrl(found.booking),
  };
}

/** Where an unpaid booking is signed and paid: its draft, or the office's signing address while its price holds. */
export function payUrl(booking: Booking, now: Instant): string {
  return booking.draft_id && (booking.status !== "quoted" || isQuoteOver(booking, now))
    ? paths.book.payment(booking.draft_id)
    : paths.signAgreement(booking.signing_key);
}

/** A booking of its own with the same choices, where nothing is left to add to. */
export function anotherUrl(booking: Booking): string {
  const [first] = booking.price.items;
  return paths.book.prefilled({
    dumpsterSize: booking.dumpster_size,
    projectType: booking.project_type,
    zip: booking.zip,
    materialCategory: first?.material,
  });
}

/** Of an order of which not all comes as planned: what stands, or is under way, beside that is its state. */
function offLabel(status: Booking["status"], off: Off): string {
  return isAhead(status) ? OFF_LABEL[off] : BOOKING_STATUS[status].label;
}

const isAhead = (status: Booking["status"]) => status === "confirmed" || status === "paid_pending_scheduling";

const OFF_LABEL: Readonly<Record<Off, string>> = {
  held: HELD.headline,
  late: "Delivery is late",
  closed: "Needs another day",
};
