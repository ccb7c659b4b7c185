/**
 * What needs a person, by kind (domain.md, 4.24). A new kind is a line here and its maker: a call of `openTask` where it
 * begins and of `closeTask` where it ends, in the transaction that causes either. Pure.
 */

/** The one next action: call whom it is about, open the record where it is done, or have the work tried once more. */
export type NextAction = "call" | "open" | "retry";

export interface KindOfTask {
  /** What is to be done, as the queue says it. */
  label: string;
  next: NextAction;
  /** The words of the link to the record. */
  open: string;
  /** Where on the record's page it is done. */
  at?: string;
  /** It is told in the office's mail of the day: money that did not move, what does not agree, work that was given up. */
  mailed?: true;
  /** Money that should be here, and is not: it stands before what is only older. */
  pastDue?: true;
  /** What "Done" comes to beyond the queue, said before it is pressed. */
  done?: string;
}

export const TASK_KINDS = {
  lead: { label: "Call back", next: "call", open: "Open the request" },
  missed_call: { label: "Missed call", next: "call", open: "Open the request" },
  voicemail: { label: "Voicemail: listen, call back", next: "call", open: "Listen" },
  callback: { label: "Call dropped: call back", next: "call", open: "Go on where it stopped" },
  answer: { label: "Answer a customer", next: "call", open: "Open" },
  texted_cancel: { label: "Texted CANCEL: may want to cancel the booking", next: "call", open: "Open the booking" },
  strangers: { label: "Many strange numbers at once", next: "open", open: "Look at them" },
  quote_ending: { label: "Quote about to end", next: "call", open: "Open the quote" },
  to_schedule: { label: "Order to schedule", next: "open", open: "Schedule it", at: "units" },
  not_served: { label: "Do not serve: deliver this order?", next: "open", open: "Decide", at: "customer" },
  permit: { label: "Street permit to get", next: "open", open: "Enter the permit", at: "actions" },
  no_room: { label: "No room after a closed day", next: "call", open: "Find another day", at: "units" },
  closed_day: {
    label: "Stands on a closed day",
    next: "call",
    open: "Agree on another",
    at: "actions",
    done: "Done: a truck goes out all the same, its customer reads so, and cancelling costs as usual. Not reached: put it off.",
  },
  hold_begun: {
    label: "Tell the customer: no truck comes for now",
    next: "call",
    open: "Open the booking",
    at: "actions",
  },
  hold_ended: {
    label: "Tell the customer: the truck may come again",
    next: "call",
    open: "Open the booking",
    at: "units",
  },
  no_access: { label: "A driver cannot get in", next: "call", open: "Open the booking", at: "units" },
  reconcile: { label: "Dumpster number to clear up", next: "open", open: "Look at the dumpsters", mailed: true },
  shortage: { label: "Too few dumpsters", next: "open", open: "Look at the yard" },
  relocate: { label: "Move a dumpster on its site", next: "open", open: "Plan it", at: "units" },
  emergency: { label: "Emergency: give it to a driver", next: "open", open: "Give it to a driver", at: "units" },
  paid_not_done: { label: "Paid for and not done", next: "call", open: "Look at the job", at: "units" },
  another_day: { label: "Not possible: agree on a new day", next: "call", open: "Choose the day", at: "units" },
  not_done: { label: "Swap, emptying or move not possible", next: "call", open: "Plan it anew", at: "units" },
  dump_later: { label: "Parked full, to be dumped", next: "open", open: "Plan it", at: "units" },
  move_dumpster: { label: "Enter where a dumpster is", next: "open", open: "Open the dumpster" },
  driver_off: { label: "Job of a driver who is off", next: "open", open: "Open the booking", at: "units" },
  recalled: { label: "Called back: who drives it now?", next: "open", open: "Open the booking", at: "units" },
  offer_untaken: { label: "Offered, not taken: who drives it?", next: "open", open: "Open the booking", at: "units" },
  driver_conflict: { label: "A driver’s account differs", next: "open", open: "Compare", mailed: true },
  refund_failed: { label: "Refund not received", next: "open", open: "Find another way", mailed: true },
  refund_by_hand: { label: "Refund to pay out", next: "open", open: "Pay it out", mailed: true },
  refund_elsewhere: {
    label: "Refunded in Stripe, not here",
    next: "open",
    open: "See what it was for",
    at: "money",
    mailed: true,
  },
  excess: {
    label: "Gave back too much: let it be or collect",
    next: "open",
    open: "Decide",
    at: "money",
    mailed: true,
  },
  surplus: { label: "Paid too much", next: "open", open: "Give it back", at: "money", mailed: true },
  payout_failed: { label: "Payout did not reach the bank", next: "open", open: "Look at the takings", mailed: true },
  dispute: { label: "Dispute to answer", next: "open", open: "Answer it", mailed: true },
  dispute_lost: {
    label: "Dispute lost: write off or collect",
    next: "open",
    open: "Decide",
    mailed: true,
    pastDue: true,
  },
  charge_question: { label: "Charge questioned", next: "open", open: "Answer it" },
  charge_proof: { label: "Charge without its proof", next: "open", open: "Look at it" },
  charge_untold: { label: "Charge that nobody was told of", next: "call", open: "Look at it" },
  charge_failed: { label: "Charge not paid", next: "call", open: "Look at it", mailed: true },
  account_overdue: { label: "Account past due", next: "call", open: "Open the account", mailed: true, pastDue: true },
  crossing_charged: {
    label: "Fee charged for our own crossing",
    next: "open",
    open: "Give it back",
    at: "money",
    mailed: true,
  },
  message_bounced: { label: "Message came back", next: "open", open: "Check the contact", at: "customer" },
  work_given_up: { label: "Given up after many tries", next: "retry", open: "Open", mailed: true },
} as const satisfies Record<string, KindOfTask>;

export type TaskKind = keyof typeof TASK_KINDS;

/** Those of the office's mail of the day. */
export const MAILED_TASKS = (Object.keys(TASK_KINDS) as TaskKind[]).filter((kind) => "mailed" in TASK_KINDS[kind]);

export const PAST_DUE_TASKS = (Object.keys(TASK_KINDS) as TaskKind[]).filter((kind) => "pastDue" in TASK_KINDS[kind]);

export const isTaskKind = (kind: string): kind is TaskKind => Object.hasOwn(TASK_KINDS, kind);

/** What a task can be about; each has its reader where the queue is shown (records/task-queue.server.ts). */
export const TASK_SUBJECTS = [
  "booking",
  "customer",
  "lead",
  "message",
  "refund",
  "dispute",
  "payout",
  "charge",
  "work",
  "dumpster",
  "size",
  "job",
  "call",
] as const;
export type TaskSubject = (typeof TASK_SUBJECTS)[number];

/**
 * `done` is a person's word that nothing is left to do, while its cause may go on; `closed` is a cause that has ended.
 * Nothing but a new beginning of the cause, or undoing, opens it again.
 */
export type TaskState = "open" | "done" | "closed";

/** Whose tasks a queue shows. Snoozed ones are in no other. */
export const QUEUES = ["all", "mine", "nobody", "snoozed"] as const;
export type Queue = (typeof QUEUES)[number];

export const isQueue = (value: unknown): value is Queue => QUEUES.some((queue) => queue === value);

/** How many tasks are counted: nobody counts more at a glance, and a figure stays as cheap as a page. */
export const MOST_COUNTED = 99;

/** Who asks for a call-back, or has written to us, waits an hour at most. */
export const ANSWER_WITHIN_MINUTES = 60;
/** A quote is about to end when less than this is left of it. */
export const QUOTE_ENDS_WITHIN_HOURS = 24;
/** Cities and counties take days for a street's permit; it is due so many days before it is needed, at 9 in the morning. */
export const PERMIT_DAYS_AHEAD = 3;
