import type { BookingStatus } from "../states/transitions";
import type { MessageKind } from "./policy";

/**
 * What a message about a booking says when it is sent, which may be days after it was caused: as it was meant, in other
 * words that fit, or nothing. Pure.
 */
export type Words =
  /** Paid, and the delivery is still to come. */
  | "confirmed"
  /** The receipt and papers, with the state that the booking has now. */
  | "documents"
  /** The whole booking, or one dumpster of it. */
  | "cancelled"
  | "one-cancelled"
  | "delivery-failed"
  /** Where the truck is, or was; which job it is about is asked of the job itself. */
  | "truck"
  /** Another day than the customer knows. */
  | "moved"
  | "scheduled"
  | "pickup-failed"
  /** What a day brings; for which dumpsters is asked of their jobs. */
  | "reminder"
  /** A later charge, or all of them. */
  | "money"
  | "refund"
  /** The payment came too late for a booking that nobody has now. */
  | "returned"
  /** Money goes back, whatever the booking does. */
  | "money-back"
  | "sign"
  /** Signed, and still to be paid, or to be signed once more: where the office asks for it. */
  | "go-on"
  | "resume";

/** How far a booking is, as far as messages care. */
const STAGE = {
  quoted: "quoted",
  pending_payment: "unpaid",
  expired: "unpaid",
  paid_pending_scheduling: "ahead",
  confirmed: "ahead",
  out_for_delivery: "under-way",
  on_site: "under-way",
  pickup_requested: "under-way",
  out_for_pickup: "under-way",
  awaiting_settlement: "under-way",
  completed: "under-way",
  balance_due: "under-way",
  delivery_failed: "missed",
  pickup_failed: "under-way",
  cancelled: "cancelled",
} as const satisfies Record<BookingStatus, string>;
type Stage = (typeof STAGE)[BookingStatus];
type ByStage = Readonly<Record<Stage, Words | null>>;

const RECEIPT: ByStage = {
  quoted: null,
  unpaid: null,
  ahead: "confirmed",
  "under-way": "documents",
  missed: "documents",
  cancelled: "documents",
};
const SIGN: ByStage = { quoted: "sign", unpaid: null, ahead: null, "under-way": null, missed: null, cancelled: null };
/** A failed dumpster shows before all others: a booking in any other state has none any more. */
const MISSED: ByStage = { ...SIGN, quoted: null, missed: "delivery-failed" };
/** A booking of several dumpsters may stand elsewhere as a whole: the job decides. None where nothing is booked. */
const TRUCK: ByStage = { ...SIGN, quoted: null, ahead: "truck", "under-way": "truck", missed: "truck" };
const MOVED: ByStage = { ...TRUCK, ahead: "moved", "under-way": "moved", missed: "moved" };
const SCHEDULED: ByStage = { ...SIGN, quoted: null, ahead: "scheduled" };
/** A pickup that failed shows before all but a failed delivery; the job itself says whether it is the last attempt. */
const NOT_COLLECTED: ByStage = { ...SIGN, quoted: null, "under-way": "pickup-failed", missed: "pickup-failed" };
const REMINDER: ByStage = { ...TRUCK, ahead: "reminder", "under-way": "reminder", missed: "reminder" };
/** Money that is owed or was: whatever became of the booking. What is still true of it is asked of the charge itself. */
const MONEY: ByStage = {
  quoted: null,
  unpaid: null,
  ahead: "money",
  "under-way": "money",
  missed: "money",
  cancelled: "money",
};
const CANCELLED: ByStage = {
  quoted: null,
  unpaid: null,
  ahead: "one-cancelled",
  "under-way": "one-cancelled",
  missed: "one-cancelled",
  cancelled: "cancelled",
};
const REFUND: ByStage = {
  quoted: "refund",
  unpaid: "refund",
  ahead: "refund",
  "under-way": "refund",
  missed: "refund",
  cancelled: "refund",
};
/** Somebody whose money came too late may have chosen another day meanwhile, and paid for that. */
const LATE: ByStage = {
  quoted: "returned",
  unpaid: "returned",
  ahead: "money-back",
  "under-way": "money-back",
  missed: "money-back",
  cancelled: "returned",
};
/** Without a booking: a lead, the office's own, an account, an invitation; and money that came by hand, which stays true. */
export type AboutBooking = Exclude<
  MessageKind,
  | "mail.lead"
  | "mail.office-digest"
  | "mail.confirm-account"
  | "mail.payment-received"
  | "sms.booking-link"
  | `${"mail" | "sms"}.invitation`
  | `${"mail" | "sms"}.account-${string}`
>;

const WORDS: Readonly<Record<AboutBooking, ByStage>> = {
  "mail.booking-confirmed": RECEIPT,
  "mail.booking-documents": RECEIPT,
  "sms.booking-confirmed": { ...RECEIPT, "under-way": null, missed: null, cancelled: null },
  "mail.cancelled": CANCELLED,
  "sms.cancelled": CANCELLED,
  "mail.delivery-failed": MISSED,
  "sms.delivery-failed": MISSED,
  "mail.on-the-way": TRUCK,
  "sms.on-the-way": TRUCK,
  "mail.called-back": TRUCK,
  "sms.called-back": TRUCK,
  "mail.delivered": TRUCK,
  "sms.delivered": TRUCK,
  "mail.access-blocked": TRUCK,
  "sms.access-blocked": TRUCK,
  "mail.picked-up": TRUCK,
  "sms.picked-up": TRUCK,
  "mail.pickup-requested": TRUCK,
  "sms.pickup-requested": TRUCK,
  "mail.pickup-kept": TRUCK,
  "sms.pickup-kept": TRUCK,
  "mail.extended": MOVED,
  "sms.extended": MOVED,
  "mail.extra-planned": TRUCK,
  "sms.extra-planned": TRUCK,
  "mail.extra-failed": TRUCK,
  "sms.extra-failed": TRUCK,
  "mail.extra-withdrawn": TRUCK,
  "sms.extra-withdrawn": TRUCK,
  "mail.new-card": { ...MOVED, cancelled: "moved" },
  "mail.moved": MOVED,
  "sms.moved": MOVED,
  "mail.scheduled": SCHEDULED,
  "sms.scheduled": SCHEDULED,
  "mail.pickup-failed": NOT_COLLECTED,
  "sms.pickup-failed": NOT_COLLECTED,
  "mail.day-before": REMINDER,
  "sms.day-before": REMINDER,
  "mail.due-soon": REMINDER,
  "sms.due-soon": REMINDER,
  "mail.due-today": REMINDER,
  "sms.due-today": REMINDER,
  "mail.overdue": REMINDER,
  "sms.overdue": REMINDER,
  "mail.delivery-late": REMINDER,
  "sms.delivery-late": REMINDER,
  "mail.errand-late": REMINDER,
  "sms.errand-late": REMINDER,
  "mail.charge-notice": MONEY,
  "sms.charge-notice": MONEY,
  "mail.balance-due": MONEY,
  "sms.balance-due": MONEY,
  "mail.charge-paid": MONEY,
  "mail.charge-dropped": MONEY,
  "mail.final-statement": MONEY,
  "mail.refund": REFUND,
  "sms.refund": REFUND,
  "mail.late-payment": LATE,
  "sms.late-payment": LATE,
  "mail.sign-request": { ...SIGN, unpaid: "go-on" },
  "sms.sign-request": { ...SIGN, unpaid: "go-on" },
  // A signed booking that nobody has paid for is still begun.
  "mail.resume": { ...SIGN, quoted: "resume", unpaid: "resume" },
};

/** The words that fit a booking of this status now; null when nothing does. */
export function wordsFor(kind: AboutBooking, status: BookingStatus): Words | null {
  return WORDS[kind][STAGE[status]];
}
