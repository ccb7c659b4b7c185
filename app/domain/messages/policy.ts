import type { CapName } from "../limits/caps";
import type { WorkKind } from "../outbox/work";

/**
 * One policy for every message: whether a stranger can bring it about without paying, and then by which cap its mailbox
 * is protected. Pure. A kind of mail or text without an entry here cannot be sent.
 */
export type Policy =
  /** Always sent. `why` says what stands behind it that a stranger does not have for nothing. */
  | { free: "never"; why: string }
  /** Counted when it is sent; over the cap it is not sent at all, because an old one of these is of no use. */
  | { free: "always" | "unpaid"; cap: Extract<CapName, `${"mail" | "sms"}-${string}`> };

export const MESSAGES = {
  "mail.booking-confirmed": { free: "never", why: "a payment, or a saved card and a dumpster of ours; once a booking" },
  "mail.booking-documents": { free: "always", cap: "mail-documents" },
  // Once a booking as well, and when the office sends it again to who has no address.
  "sms.booking-confirmed": { free: "never", why: "a payment, or a saved card and a dumpster of ours; or the office" },
  // Money goes back or does not: who has paid must hear of it.
  "mail.cancelled": { free: "unpaid", cap: "mail-cancelled" },
  "sms.cancelled": { free: "never", why: "a booking that was paid, or that the office prepared; once a cancellation" },
  "mail.delivery-failed": { free: "never", why: "a truck of ours that went there; once an attempt" },
  "sms.delivery-failed": { free: "never", why: "a truck of ours that went there; once an attempt" },
  "mail.on-the-way": { free: "never", why: "a truck of ours that left for it; once each time it leaves" },
  "sms.on-the-way": { free: "never", why: "a truck of ours that left for it; once each time it leaves" },
  "mail.called-back": { free: "never", why: "a truck of ours that left for it; once each time it turns back" },
  "sms.called-back": { free: "never", why: "a truck of ours that left for it; once each time it turns back" },
  "mail.delivered": { free: "never", why: "a dumpster of ours that was set down; once" },
  "sms.delivered": { free: "never", why: "a dumpster of ours that was set down; once" },
  "mail.access-blocked": { free: "never", why: "a driver of ours who stands there; once a visit" },
  "sms.access-blocked": { free: "never", why: "a driver of ours who stands there; once a visit" },
  "mail.picked-up": { free: "never", why: "a dumpster of ours that was collected; once" },
  "sms.picked-up": { free: "never", why: "a dumpster of ours that was collected; once" },
  "mail.pickup-requested": { free: "never", why: "a dumpster of ours stands there, for which somebody paid" },
  "sms.pickup-requested": { free: "never", why: "a dumpster of ours stands there, for which somebody paid" },
  "mail.pickup-kept": { free: "never", why: "a dumpster of ours stands there, for which somebody paid" },
  "sms.pickup-kept": { free: "never", why: "a dumpster of ours stands there, for which somebody paid" },
  "mail.extended": { free: "never", why: "a payment, or days that cost nothing of a paid order; once a change" },
  "sms.extended": { free: "never", why: "a payment, or days that cost nothing of a paid order; once a change" },
  "mail.extra-planned": { free: "never", why: "a payment, or a dumpster of ours that stands there; once a truck" },
  "sms.extra-planned": { free: "never", why: "a payment, or a dumpster of ours that stands there; once a truck" },
  "mail.extra-failed": { free: "never", why: "a truck of ours that went there; once an attempt" },
  "sms.extra-failed": { free: "never", why: "a truck of ours that went there; once an attempt" },
  "mail.extra-withdrawn": { free: "never", why: "a truck that was planned for a paid order; once a truck" },
  "sms.extra-withdrawn": { free: "never", why: "a truck that was planned for a paid order; once a truck" },
  "mail.new-card": { free: "never", why: "a card of their own that was kept; once a payment page" },
  "mail.moved": { free: "never", why: "the office moved a paid order, or its customer chose a day that we offered" },
  "sms.moved": { free: "never", why: "the office moved a paid order, or its customer chose a day that we offered" },
  "mail.scheduled": {
    free: "never",
    why: "the office planned a paid order; once, and once more with another dumpster",
  },
  "sms.scheduled": { free: "never", why: "the office planned a paid order; once, and once more with another dumpster" },
  "mail.pickup-failed": { free: "never", why: "a truck of ours that went there; once an attempt" },
  "sms.pickup-failed": { free: "never", why: "a truck of ours that went there; once an attempt" },
  "mail.day-before": { free: "never", why: "a paid order and its day; once a booking and day" },
  "sms.day-before": { free: "never", why: "a paid order and its day; once a booking and day" },
  "mail.due-soon": { free: "never", why: "a dumpster of ours that stands there; once a booking and day" },
  "sms.due-soon": { free: "never", why: "a dumpster of ours that stands there; once a booking and day" },
  "mail.due-today": { free: "never", why: "a dumpster of ours that stands there; once a booking and day" },
  "sms.due-today": { free: "never", why: "a dumpster of ours that stands there; once a booking and day" },
  "mail.overdue": {
    free: "never",
    why: "a dumpster of ours that stands there; at most once in two days, later in seven",
  },
  "sms.overdue": {
    free: "never",
    why: "a dumpster of ours that stands there; at most once in two days, later in seven",
  },
  "mail.delivery-late": { free: "never", why: "a paid order whose truck did not come; once a booking and day" },
  "sms.delivery-late": { free: "never", why: "a paid order whose truck did not come; once a booking and day" },
  "mail.errand-late": {
    free: "never",
    why: "a truck that was planned for a paid order and did not come; once a booking and day",
  },
  "sms.errand-late": {
    free: "never",
    why: "a truck that was planned for a paid order and did not come; once a booking and day",
  },
  "mail.office-digest": { free: "never", why: "to the office alone; once a day" },
  "mail.charge-notice": { free: "never", why: "a dumpster of ours that was out, or the office; once a notice" },
  "sms.charge-notice": { free: "never", why: "a dumpster of ours that was out, or the office; once a notice" },
  "mail.balance-due": { free: "never", why: "a charge that a card refused, once each; or the office" },
  "sms.balance-due": { free: "never", why: "a charge that a card refused, once each; or the office" },
  "mail.charge-paid": { free: "never", why: "money that was paid; once a charge" },
  "mail.charge-dropped": { free: "never", why: "the office took a charge back; once" },
  "mail.final-statement": { free: "never", why: "a rental that is over; once" },
  "mail.refund": { free: "never", why: "money that was paid; once for each end of a refund" },
  "mail.payment-received": { free: "never", why: "a check or cash that an admin wrote down; once" },
  "mail.late-payment": { free: "never", why: "money that was paid, or a saved card; once a payment page" },
  "sms.refund": { free: "never", why: "money that was paid; once for each end of a refund" },
  "sms.late-payment": { free: "never", why: "money that was paid, or a saved card; once a payment page" },
  "mail.sign-request": { free: "never", why: "the office prepares the booking, or sends it again" },
  "sms.sign-request": { free: "never", why: "the office prepares the booking, or sends it again" },
  "mail.resume": { free: "always", cap: "mail-resume" },
  "mail.lead": { free: "always", cap: "mail-lead" },
  "mail.confirm-account": { free: "always", cap: "mail-account" },
  "mail.account-key": { free: "always", cap: "mail-account-key" },
  "sms.account-code": { free: "always", cap: "sms-account-code" },
  "sms.booking-link": { free: "always", cap: "sms-booking-link" },
  "mail.account-changed": { free: "never", why: "a mailed link that was opened, or the present password; or an admin" },
  "sms.account-changed": { free: "never", why: "a texted code that was typed, or the present password; or an admin" },
  "mail.invitation": { free: "always", cap: "mail-invitation" },
  "sms.invitation": { free: "never", why: "the office invites a driver" },
} as const satisfies Record<MessageKind, Policy>;

/** The work that sends something: each has its entry above, or the types say so. */
export type MessageKind = Extract<WorkKind, `${"mail" | "sms"}.${string}`>;

/** The policy of a piece of work that sends something. Throws for a kind that has none. */
export function policyOf(kind: string): Policy {
  if (!(kind in MESSAGES)) throw new Error(`${kind} has no policy`);
  return MESSAGES[kind as MessageKind];
}

/** Whether a stranger can bring a kept message's kind about without paying; not of a kind that there is no more. */
export function isFree(template: string | null): boolean {
  return template !== null && template in MESSAGES && policyOf(template).free !== "never";
}
