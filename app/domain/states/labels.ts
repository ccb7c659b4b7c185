/** Words for states. Customers read the first table; the CRM and the driver's pages read all of them. Pure. */
import { withSign } from "../kernel/text";
import type { StatusSentence } from "./sentence";
import type { BookingStatus, ChangeState, ChargeState, MessageState, RefundState, UnitState } from "./transitions";

export interface StatusWords {
  label: string;
  /** What it means for the customer and what comes next; `statusWords` puts the days and the money to it. */
  meaning: string;
}

export const BOOKING_STATUS: Readonly<Record<BookingStatus, StatusWords>> = {
  quoted: { label: "Quote ready", meaning: "Sign and pay to book it." },
  pending_payment: { label: "Waiting for payment", meaning: "Nothing is booked until you pay." },
  expired: { label: "Expired", meaning: "The time to pay ran out. Nothing was charged, and you can still pay now." },
  paid_pending_scheduling: { label: "Paid, being scheduled", meaning: "Your payment is in." },
  confirmed: { label: "Confirmed", meaning: "Your delivery is planned." },
  out_for_delivery: { label: "Out for delivery", meaning: "The truck is on its way to you." },
  on_site: { label: "At your site", meaning: "Ask for the pickup whenever you are ready." },
  pickup_requested: { label: "Pickup requested", meaning: "Daily charges have stopped. We will come and get it." },
  out_for_pickup: { label: "Out for pickup", meaning: "The truck is on its way to get your dumpster." },
  awaiting_settlement: {
    label: "Picked up",
    meaning: "The final statement comes when the load is weighed and everything is settled.",
  },
  completed: { label: "Completed", meaning: "All done and paid. Thank you." },
  balance_due: { label: "Balance due", meaning: "A charge is not paid yet. You can pay it on your booking’s page." },
  delivery_failed: { label: "Delivery not possible", meaning: "Choose a new day, or call us." },
  pickup_failed: {
    label: "Pickup not possible",
    meaning: "Put right what was in the way, then choose a new day, or call us.",
  },
  cancelled: { label: "Cancelled", meaning: "Nothing was charged." },
};

/** A pickup that was in vain because another truck of ours had the dumpster: nothing of that is its customer's. */
export const PICKUP_CROSSED = "Another truck of ours had it then, so there is no fee. Choose a new day, or call us.";

/**
 * Stands beside each delivery day that is said while the street's permit is missing: nobody should wait at the curb for
 * a truck that may not leave yet (domain.md, 4.31).
 */
export const WITH_PERMIT = "once we have the street permit";

/** Of an order that the office has stopped: no day is said, nor why. Whoever is late with it says so when it goes on. */
export const BEFORE_A_TRUCK = "We will call or write to you before a truck comes.";
export const HELD = { headline: "Your order is waiting", more: BEFORE_A_TRUCK } as const satisfies StatusSentence;

/** Where the office, which is not "you", says it otherwise. */
const TO_THE_OFFICE: Partial<Record<BookingStatus, string>> = {
  // On account nobody has paid yet.
  paid_pending_scheduling: "Booked, to schedule",
  on_site: "At the site",
};

/** The label as the office reads it; an unknown status shows as itself. */
export function bookingStatusLabel(status: string): string {
  return isKeyOf(BOOKING_STATUS, status) ? (TO_THE_OFFICE[status] ?? BOOKING_STATUS[status].label) : status;
}

/**
 * The status on the payment-success page: "Confirmed", as the specification says (section 2). A cancelled booking alone
 * says so, because somebody may come back to the page's address later.
 */
export function paymentSuccessLabel(status: BookingStatus): string {
  return status === "cancelled" ? BOOKING_STATUS.cancelled.label : BOOKING_STATUS.confirmed.label;
}

export const UNIT_STATE: Readonly<Record<UnitState, string>> = {
  reserved: "Reserved for you",
  delivering: "On its way to you",
  on_site: "At your site",
  pickup_requested: "Pickup requested",
  collecting: "Being collected",
  off_site: "Picked up",
  settled: "Done",
  delivery_failed: "Delivery not possible",
  pickup_failed: "Pickup not possible",
  cancelled: "Cancelled",
};

/** The same for the office, which is not "you". */
export const UNIT_STATE_OFFICE: Readonly<Record<UnitState, string>> = {
  ...UNIT_STATE,
  reserved: "Reserved",
  delivering: "On its way",
  on_site: "At the site",
};

export const CHARGE_STATE: Readonly<Record<ChargeState, string>> = {
  proposed: "Proposed",
  evidence_ready: "Proof complete",
  noticed: "Notice sent",
  processing: "Being charged",
  billed: "On account",
  succeeded: "Paid",
  waived: "Waived",
  voided: "Voided",
  questioned: "You asked about it: nothing is charged until we have answered",
  requires_action: "Your bank wants you to confirm",
  failed: "Card declined",
  written_off: "Written off",
  disputed: "Disputed at the bank",
  won: "Dispute won",
  lost: "Dispute lost",
};

/** The same for the office, which is not "you". */
export const CHARGE_STATE_OFFICE: Readonly<Record<ChargeState, string>> = {
  ...CHARGE_STATE,
  questioned: "Questioned",
  requires_action: "Bank asks the customer",
};

export const CHARGE_KINDS = [
  "rental",
  "additional_dumpster",
  "extension",
  "haul",
  "day_overage",
  "weight_overage",
  "material_difference",
  "dry_run",
  "prohibited_item",
  "cleaning",
  "tamper",
  "permit",
  "cancellation_fee",
] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export const CHARGE_KIND: Readonly<Record<ChargeKind, string>> = {
  rental: "Rental",
  additional_dumpster: "Additional dumpster",
  extension: "Extra days, booked",
  haul: "Haul",
  day_overage: "Extra days",
  weight_overage: "Extra weight",
  material_difference: "Different material",
  dry_run: "Dry run",
  prohibited_item: "Prohibited item",
  cleaning: "Cleaning",
  tamper: "Moved or tampered with",
  permit: "Permit",
  cancellation_fee: "Cancellation fee",
};

/** A charge on one line: "Rental: 1 × 20-yard dumpster". What begins with its kind already says it once. */
export function chargeName(kind: ChargeKind, description: string): string {
  const label = CHARGE_KIND[kind];
  const [word = label] = label.split(",");
  return withSign(description.startsWith(word) ? description : `${label}: ${description}`);
}

/** The same as a heading and what stands under it: "Extra days", "2 days × $25". */
export function chargeHeading(kind: ChargeKind, description: string): { title: string; detail: string } {
  const [title = ""] = CHARGE_KIND[kind].split(",");
  const [first = "", ...rest] = description.split(": ");
  return { title, detail: first === title && rest.length > 0 ? rest.join(": ") : description };
}

/**
 * Taxed: rental, additional, extension, day overage, hauls (domain.md, section 3). A material difference is rental,
 * priced again.
 */
export function isTaxed(kind: ChargeKind): boolean {
  return ["rental", "additional_dumpster", "extension", "day_overage", "haul", "material_difference"].includes(kind);
}

/** What can be bought after the payment (domain.md, section 2). */
export const CHANGE_KINDS = ["extension", "swap", "haul", "additional", "balance"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGE_KIND: Readonly<Record<ChangeKind, string>> = {
  extension: "More days",
  swap: "Swap",
  haul: "Haul",
  additional: "Additional dumpster",
  balance: "Balance",
};

export const CHANGE_STATE: Readonly<Record<ChangeState, string>> = {
  priced: "Priced, not paid",
  applied: "Done",
  refused: "Not possible, money returned",
  withdrawn: "Withdrawn",
  expired: "Not paid in time",
};

export const MESSAGE_STATE: Readonly<Record<MessageState, string>> = {
  queued: "On its way",
  sent: "Sent",
  delivered: "Delivered",
  bounced: "Came back",
  failed: "Not sent",
  received: "Received",
};

export const MESSAGE_CHANNEL = { email: "Email", sms: "Text", call: "Call" } as const;

export const REFUND_STATE: Readonly<Record<RefundState, string>> = {
  requested: "Refund waits for the bank",
  approved: "Refund approved",
  submitted: "Refund sent to the bank",
  pending: "Refund on its way",
  succeeded: "Refunded",
  failed: "Refund failed: we are on it and will call you",
  requires_action: "Refund needs your details: we will call you",
  canceled: "Refund canceled",
};

/** The same for the office, which sees to it itself. */
export const REFUND_STATE_OFFICE: Readonly<Record<RefundState, string>> = {
  ...REFUND_STATE,
  requested: "Waits for the end of a dispute",
  failed: "Refund failed",
  requires_action: "Refund needs the customer’s details",
};

function isKeyOf<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
