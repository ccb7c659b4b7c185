import { lookAtCharges } from "~/domain/charges/look.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import { hastenMails, type Task } from "~/domain/outbox/outbox.server";
import type { WorkKind } from "~/domain/outbox/work";
import { replaceCard } from "~/domain/payments/card.server";
import { getPayment } from "~/domain/payments/ledger.server";
import { REFUSED_BY_CARD_COMPANY } from "~/domain/payments/refund-failure";
import { applyRefundFacts, findRefund } from "~/domain/payments/refunds.server";
import { findCheckout } from "~/domain/payments/checkouts.server";
import type { Services } from "~/services.server";
import { applySession, type Till } from "../payments/checkout.server";
import { answerDispute } from "../payments/dispute-evidence.server";
import { ensureAgreementPdf, ensureChargeInvoicePdf, ensureInvoicePdf, learnCard } from "../documents/documents.server";
import { chargeCard } from "../payments/card-charge.server";
import * as accountMails from "../messages/account-mails.server";
import * as charges from "../messages/charges.server";
import * as late from "../messages/late.server";
import * as mails from "../messages/mails.server";
import { paymentReceived } from "../messages/receipt.server";
import { sendInvitation } from "../messages/invitation.server";
import * as changed from "../messages/changed.server";
import * as money from "../messages/money.server";
import * as missed from "../messages/missed.server";
import * as moved from "../messages/moved.server";
import { signRequest, signRequestText } from "../messages/sign-request.server";
import { officeDigest } from "../messages/office-digest.server";
import * as reminders from "../messages/reminders.server";
import * as scheduled from "../messages/scheduled.server";
import * as trucks from "../messages/trucks.server";
import type { Effect } from "../messages/send.server";
import { heldBack } from "../messages/while-on-hold.server";
import { accountChangedText, accountCode, bookingLinkText, drivingText } from "../messages/texts.server";

/**
 * Does its part outside, then returns the effect for the transaction that marks the row as done. Throws to be tried
 * again.
 */
type Handler<K extends WorkKind> = (services: Services, deed: Deed, work: Task<K>) => Promise<Effect | void>;

/** Every kind of follow-up work, one line each; the type refuses a kind without a handler. */
export const HANDLERS: { readonly [K in WorkKind]: Handler<K> } = {
  "document.invoice": async (services, deed, { payload }) => {
    await ensureInvoicePdf(services, deed, payload.bookingId);
    return (tx) => hastenMails(tx, payload.bookingId);
  },
  "document.agreement": async (services, deed, { payload, booking_id }) => {
    await ensureAgreementPdf(services, deed, payload.agreementId);
    return (tx) => booking_id && hastenMails(tx, booking_id);
  },
  "stripe.card": async (services, _deed, { payload }) => {
    if (!(await learnCard(services, findCheckout(services.db.orm, { id: payload.checkoutId }))))
      throw new Error("the card company cannot be reached");
  },
  "stripe.new-card": keepNewCard,
  "stripe.detach": async (services, _deed, { payload }) => {
    const gone = await services.stripe.detachCard(payload.paymentMethodId);
    if (!gone.ok && gone.code === "unreachable") throw new Error(gone.message);
  },
  "document.charge-invoice": async (services, deed, { payload }) => {
    await ensureChargeInvoicePdf(services, deed, payload.invoiceId);
  },
  "charges.look":
    async (services, deed, { payload }) =>
    (tx) =>
      lookAtCharges(tx, deed, services.settings(), payload.bookingId),
  "stripe.charge": chargeCard,
  "stripe.refund": sendRefund,
  "stripe.expire": closePaymentPage,
  "stripe.dispute-answer": answerDispute,
  "mail.payment-received": paymentReceived,
  "mail.booking-confirmed": mails.bookingReceipt,
  "mail.booking-documents": mails.bookingReceipt,
  "sms.booking-confirmed": mails.bookingConfirmedText,
  "mail.cancelled": money.bookingCancelled,
  "sms.cancelled": money.bookingCancelledText,
  "mail.delivery-failed": missed.deliveryFailed,
  "sms.delivery-failed": missed.missedText,
  "mail.on-the-way": trucks.onTheWay,
  "sms.on-the-way": trucks.onTheWayText,
  "mail.called-back": trucks.calledBack,
  "sms.called-back": trucks.calledBackText,
  "mail.delivered": trucks.delivered,
  "sms.delivered": trucks.deliveredText,
  "mail.access-blocked": trucks.accessBlocked,
  "sms.access-blocked": trucks.accessBlockedText,
  "mail.picked-up": trucks.pickedUp,
  "sms.picked-up": trucks.pickedUpText,
  "mail.pickup-requested": changed.pickupRequested,
  "sms.pickup-requested": changed.pickupRequestedText,
  "mail.pickup-kept": changed.pickupKept,
  "sms.pickup-kept": changed.pickupKeptText,
  "mail.extended": changed.extended,
  "sms.extended": changed.extendedText,
  "mail.extra-planned": changed.extraPlanned,
  "sms.extra-planned": changed.extraPlannedText,
  "mail.extra-failed": missed.extraFailed,
  "sms.extra-failed": missed.extraFailedText,
  "mail.extra-withdrawn": changed.extraWithdrawn,
  "sms.extra-withdrawn": changed.extraWithdrawnText,
  "mail.new-card": changed.newCard,
  "mail.moved": moved.moved,
  "sms.moved": moved.movedText,
  "mail.scheduled": scheduled.scheduled,
  "sms.scheduled": scheduled.scheduledText,
  "mail.pickup-failed": missed.pickupFailed,
  "sms.pickup-failed": missed.missedText,
  "mail.day-before": reminders.reminder,
  "sms.day-before": reminders.reminderText,
  "mail.due-soon": reminders.reminder,
  "sms.due-soon": reminders.reminderText,
  "mail.due-today": reminders.reminder,
  "sms.due-today": reminders.reminderText,
  "mail.overdue": reminders.reminder,
  "sms.overdue": reminders.reminderText,
  "mail.delivery-late": late.deliveryLate,
  "sms.delivery-late": late.deliveryLateText,
  "mail.errand-late": late.errandLate,
  "sms.errand-late": late.errandLateText,
  "mail.office-digest": officeDigest,
  "mail.charge-notice": charges.chargeNotice,
  "sms.charge-notice": charges.chargeNoticeText,
  "mail.balance-due": charges.balanceDue,
  "sms.balance-due": charges.balanceDueText,
  "mail.charge-paid": charges.chargePaid,
  "mail.charge-dropped": charges.chargeDropped,
  "mail.final-statement": charges.finalStatement,
  "mail.refund": money.refundState,
  "sms.refund": money.refundStateText,
  "mail.late-payment": money.paymentReturned,
  "sms.late-payment": money.paymentReturnedText,
  "mail.sign-request": signRequest,
  "sms.sign-request": signRequestText,
  "mail.resume": mails.resumeLink,
  "mail.lead": mails.newLead,
  "mail.confirm-account": mails.confirmAccount,
  "mail.account-key": accountMails.accountKey,
  "mail.account-changed": accountMails.accountChanged,
  "sms.account-code": accountCode,
  "sms.account-changed": accountChangedText,
  "mail.invitation": sendInvitation,
  "sms.invitation": drivingText,
  "sms.booking-link": bookingLinkText,
};

/** Does a piece of work by its kind's handler, but none that promises a truck to a booking on hold. */
export async function handle<K extends WorkKind>(
  services: Services,
  deed: Deed,
  work: Task<K>,
): Promise<Effect | void> {
  const held = heldBack(services, work);
  if (held) return held;
  const handler: Handler<K> = HANDLERS[work.kind];
  return handler(services, deed, work);
}

/** Which card was kept on a page that only keeps one: from then on it is the booking's. */
async function keepNewCard(services: Services, deed: Deed, work: Task<"stripe.new-card">): Promise<Effect | void> {
  const checkout = findCheckout(services.db.orm, { id: work.payload.checkoutId });
  if (!checkout?.session_id) return;
  const card = await services.stripe.getCard({ sessionId: checkout.session_id });
  if (!card.ok) throw new Error(card.message);
  return (tx) => replaceCard(tx, deed, checkout.booking_id, checkout.id, card.value);
}

/** Ends a payment page that is no longer wanted. One that was paid in the same moment goes back as a second payment. */
async function closePaymentPage(services: Till, deed: Deed, work: Task<"stripe.expire">): Promise<void> {
  const sessionId = findCheckout(services.db.orm, { id: work.payload.checkoutId })?.session_id;
  if (!sessionId) return;
  const ended = await services.stripe.expireSession(sessionId);
  if (ended.ok) await applySession(services, deed, ended.value);
  else if (ended.code === "unreachable") throw new Error(ended.message);
}

/** Refunds with the refund's own id as idempotency key: a second try after a crash finds the first one's answer. */
async function sendRefund(
  services: Pick<Services, "db" | "log" | "stripe">,
  deed: Deed,
  work: Task<"stripe.refund">,
): Promise<Effect | void> {
  const refund = findRefund(services.db.orm, { id: work.payload.refundId });
  // What is paid out by hand is no card company's.
  if (!refund || refund.state !== "approved" || refund.method !== "card") return;
  const payment = getPayment(services.db.orm, refund.payment_id);
  if (!payment.stripe_payment_intent_id) throw new Error(`payment ${payment.id} has no payment intent`);
  const booking = getBooking(services.db.orm, refund.booking_id);
  // Stripe forgets idempotency keys after a day; a retry looks first whether an answer was lost.
  const made =
    work.attempts > 1
      ? await services.stripe.findRefund({
          paymentIntentId: payment.stripe_payment_intent_id,
          idempotencyKey: refund.id,
        })
      : null;
  if (made && !made.ok && made.code === "unreachable") throw new Error(made.message);
  const found = made?.ok ? made.value : null;
  if (found) return (tx) => applyRefundFacts(tx, deed, refund, found);
  const answer = await services.stripe.refund({
    paymentIntentId: payment.stripe_payment_intent_id,
    amount: refund.amount,
    idempotencyKey: refund.id,
    bookingId: booking.id,
    reason: refund.reason,
  });
  if (!answer.ok && answer.code === "unreachable") throw new Error(answer.message);
  if (!answer.ok) {
    services.log.error({ module: "payments", action: "refund", booking_id: booking.id, error_message: answer.message });
    return (tx) =>
      applyRefundFacts(tx, deed, refund, {
        refundId: `refused:${refund.id}`,
        status: "failed",
        amount: refund.amount,
        paymentIntentId: payment.stripe_payment_intent_id,
        failureReason: (answer.code === "refused" && answer.reason) || REFUSED_BY_CARD_COMPANY,
      });
  }
  return (tx) => applyRefundFacts(tx, deed, refund, answer.value);
}
