import { DISPUTE, type DisputeState } from "./dispute";

/**
 * The state machines of domain.md, section 2, as tables: from each state the states that may follow. One place each;
 * whoever changes a state asks `canMove` and writes the event row in the same transaction. Pure.
 */
type Table<S extends string> = Readonly<Record<S, readonly S[]>>;

export const UNIT_STATES = [
  "reserved",
  "delivering",
  "on_site",
  "pickup_requested",
  "collecting",
  "off_site",
  "settled",
  "delivery_failed",
  "pickup_failed",
  "cancelled",
] as const;
export type UnitState = (typeof UNIT_STATES)[number];

/** At a customer, or on the way there or back: its dumpster is nowhere else. */
export const UNITS_OUT = [
  "delivering",
  "on_site",
  "pickup_requested",
  "collecting",
  "pickup_failed",
] as const satisfies readonly UnitState[];

const UNIT: Table<UnitState> = {
  reserved: ["delivering", "cancelled"],
  // Once the truck is on its way nobody cancels: the delivery succeeds, fails, or is called back by us.
  delivering: ["on_site", "delivery_failed", "reserved"],
  // Rescheduled, cleared while the driver waits, or cancelled by the office.
  delivery_failed: ["reserved", "delivering", "cancelled"],
  // Straight to collecting on the due day, without a request. A dump-and-return leaves the unit on site.
  on_site: ["pickup_requested", "collecting"],
  pickup_requested: ["collecting", "on_site"],
  collecting: ["off_site", "pickup_failed", "on_site", "pickup_requested"],
  pickup_failed: ["pickup_requested", "collecting", "on_site"],
  off_site: ["settled"],
  settled: [],
  cancelled: [],
};

export const JOB_STATES = [
  "unscheduled",
  "scheduled",
  "assigned",
  "en_route",
  "arrived",
  "serviced",
  "to_disposal",
  "at_disposal",
  "ticketed",
  "returned",
  "completed",
  "dump_later",
  "attempted",
  "cancelled",
] as const;
export type JobState = (typeof JOB_STATES)[number];
export const JOB_KINDS = ["delivery", "pickup", "swap", "dump_and_return", "relocate", "disposal"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const JOB: Table<JobState> = {
  unscheduled: ["scheduled", "cancelled"],
  scheduled: ["unscheduled", "assigned", "cancelled"],
  // Unassign and cancel only before en_route; back to scheduled after it is our recalling (`recallJob`), no driver's step.
  assigned: ["scheduled", "unscheduled", "en_route", "cancelled"],
  en_route: ["arrived", "attempted", "scheduled"],
  arrived: ["serviced", "attempted", "scheduled"],
  serviced: ["completed", "to_disposal", "dump_later"],
  to_disposal: ["at_disposal", "dump_later"],
  at_disposal: ["ticketed", "to_disposal", "dump_later"],
  ticketed: ["returned", "completed"],
  returned: ["completed"],
  completed: [],
  // Parked full: the dumpster is staged and a disposal task goes on.
  dump_later: [],
  // Closed for good; staff open the next attempt as a job of its own.
  attempted: [],
  cancelled: [],
};

export const BOOKING_STATUSES = [
  "quoted",
  "pending_payment",
  "expired",
  "paid_pending_scheduling",
  "confirmed",
  "out_for_delivery",
  "on_site",
  "pickup_requested",
  "out_for_pickup",
  "awaiting_settlement",
  "completed",
  "balance_due",
  "delivery_failed",
  "pickup_failed",
  "cancelled",
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/**
 * A paid booking's status follows from its units, so any of these may follow any other (another unit was added, moved
 * or cancelled).
 */
const LIVE = [
  "paid_pending_scheduling",
  "confirmed",
  "out_for_delivery",
  "on_site",
  "pickup_requested",
  "out_for_pickup",
  "awaiting_settlement",
  "completed",
  "balance_due",
  "delivery_failed",
  "pickup_failed",
] as const satisfies readonly BookingStatus[];

const fromLive = (from: BookingStatus): readonly BookingStatus[] => [
  ...LIVE.filter((status) => status !== from),
  "cancelled",
];

const BOOKING: Table<BookingStatus> = {
  quoted: ["pending_payment", "expired", "cancelled"],
  pending_payment: ["paid_pending_scheduling", "confirmed", "expired", "cancelled"],
  // A payment that arrives late is allotted again; a customer who comes back starts a new checkout; the office renews
  // its price.
  expired: ["quoted", "pending_payment", "paid_pending_scheduling", "confirmed", "cancelled"],
  paid_pending_scheduling: fromLive("paid_pending_scheduling"),
  confirmed: fromLive("confirmed"),
  out_for_delivery: fromLive("out_for_delivery"),
  on_site: fromLive("on_site"),
  pickup_requested: fromLive("pickup_requested"),
  out_for_pickup: fromLive("out_for_pickup"),
  awaiting_settlement: fromLive("awaiting_settlement"),
  delivery_failed: fromLive("delivery_failed"),
  pickup_failed: fromLive("pickup_failed"),
  completed: ["balance_due"],
  balance_due: ["completed"],
  cancelled: [],
};

export const CHARGE_STATES = [
  "proposed",
  "evidence_ready",
  "noticed",
  "processing",
  "billed",
  "succeeded",
  "waived",
  "voided",
  "questioned",
  "requires_action",
  "failed",
  "written_off",
  "disputed",
  "won",
  "lost",
] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

/**
 * A later charge starts in `proposed`. One that the customer pays themselves at a checkout starts in `processing` (proof
 * before charge is for the card on file), the rental of an order on a customer's account in `billed`.
 */
const CHARGE: Table<ChargeState> = {
  proposed: ["evidence_ready", "waived", "voided"],
  evidence_ready: ["noticed", "waived", "voided"],
  // An order on account is billed where others' cards are charged.
  noticed: ["processing", "billed", "questioned", "waived", "voided"],
  // Answered: the customer gets a new notice with its own 24 hours.
  questioned: ["noticed", "waived", "voided"],
  processing: ["succeeded", "requires_action", "failed"],
  billed: ["succeeded", "waived", "voided", "written_off"],
  // Both get a payment link.
  requires_action: ["succeeded", "failed", "waived", "written_off"],
  failed: ["processing", "requires_action", "succeeded", "waived", "written_off"],
  succeeded: ["disputed"],
  disputed: ["won", "lost"],
  won: [],
  lost: [],
  waived: [],
  voided: [],
  written_off: [],
};

export const REFUND_STATES = [
  "requested",
  "approved",
  "submitted",
  "pending",
  "succeeded",
  "failed",
  "requires_action",
  "canceled",
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

const REFUND: Table<RefundState> = {
  requested: ["approved", "canceled"],
  approved: ["submitted", "canceled"],
  submitted: ["pending", "succeeded", "failed", "requires_action", "canceled"],
  pending: ["succeeded", "failed", "requires_action", "canceled"],
  requires_action: ["pending", "succeeded", "failed", "canceled"],
  // The customer's bank can return a refund days later (Stripe's refund.failed).
  succeeded: ["failed"],
  failed: [],
  canceled: [],
};

export const CHANGE_STATES = ["priced", "applied", "refused", "withdrawn", "expired"] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** What is bought after the payment. That it is being paid at this moment is its open checkout alone. */
const CHANGE: Table<ChangeState> = {
  priced: ["applied", "refused", "withdrawn", "expired"],
  // Money may come late: what is still possible is done, the rest goes back.
  expired: ["applied", "refused"],
  // What was bought is not wanted any more and its truck has not left: its money goes back.
  applied: ["withdrawn"],
  // The money came, it could not be honoured, and it alone went back.
  refused: [],
  // Its owner does not want it any more: money that comes all the same goes back.
  withdrawn: [],
};

export const MESSAGE_STATES = ["queued", "sent", "delivered", "bounced", "failed", "received"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const MESSAGE: Table<MessageState> = {
  // A mail server may refuse it for good at once.
  queued: ["sent", "bounced", "failed"],
  // Accepted by the mail server or the phone network: what follows is their report, which may never come.
  sent: ["delivered", "bounced", "failed"],
  // Some mail servers take a mail and send it back later.
  delivered: ["bounced"],
  bounced: [],
  // Somebody has it sent once more.
  failed: ["queued"],
  // What came in has no further state of its own.
  received: [],
};

const MACHINES = {
  unit: UNIT,
  job: JOB,
  booking: BOOKING,
  charge: CHARGE,
  refund: REFUND,
  change: CHANGE,
  message: MESSAGE,
  dispute: DISPUTE,
};

export interface StateOf {
  unit: UnitState;
  job: JobState;
  booking: BookingStatus;
  charge: ChargeState;
  refund: RefundState;
  change: ChangeState;
  message: MessageState;
  dispute: DisputeState;
}
export type Machine = keyof StateOf;

/** The states that may follow; an empty list for a final state. */
export function nextStates<M extends Machine>(machine: M, from: StateOf[M]): readonly StateOf[M][] {
  const table: Table<StateOf[M]> = MACHINES[machine] as unknown as Table<StateOf[M]>;
  return table[from];
}

/** Whether a state may follow another. Staying where it is is no move. */
export function canMove<M extends Machine>(machine: M, from: StateOf[M], to: StateOf[M]): boolean {
  return nextStates(machine, from).includes(to);
}

/** Kinds that bring away a full dumpster, which must be weighed before the job is done. */
export const needsDisposal = (kind: JobKind): boolean => kind !== "delivery" && kind !== "relocate";

const NEVER: Partial<Record<JobKind, JobState>> = {
  // Its customer waits for the same one, empty.
  dump_and_return: "dump_later",
  // It stands in our yard: a truck that cannot load it is called back, and the job is still to be done.
  disposal: "attempted",
};

/** `canMove` for jobs with the kind's own path: a full dumpster goes over the scale, an empty one never does. */
export function canMoveJob(kind: JobKind, from: JobState, to: JobState): boolean {
  if (from === "serviced" && (to === "completed") === needsDisposal(kind)) return false;
  if (from === "ticketed" && to === "completed" && kind === "dump_and_return") return false;
  return NEVER[kind] !== to && canMove("job", from, to);
}
