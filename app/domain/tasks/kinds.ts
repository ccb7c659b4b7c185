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
}

export const TASK_KINDS = {
  lead: { label: "Call back", next: "call", open: "Open the request" },
  missed_call: { label: "Missed call", next: "call", open: "Open the request" },
  voicemail: { label: "Voicemail to hear", next: "call", open: "Listen" },
  callback: { label: "Call dropped: call back", next: "call", open: "Go on where it stopped" },
  answer: { label: "Answer a customer", next: "call", open: "Open" },
  quote_ending: { label: "Quote about to end", next: "call", open: "Open the quote" },
  to_schedule: { label: "Order to schedule", next: "open", open: "Schedule it", at: "units" },
  permit: { label: "Street permit to get", next: "open", open: "Enter the permit", at: "actions" },
  no_room: { label: "No room after a closed day", next: "call", open: "Find another day", at: "units" },
  no_access: { label: "A driver cannot get in", next: "call", open: "Open the booking", at: "units" },
  reconcile: { label: "Dumpster number to clear up", next: "open", open: "Look at the dumpsters" },
  shortage: { label: "Too few dumpsters", next: "open", open: "Look at the yard" },
  dump_later: { label: "Parked full, to be dumped", next: "open", open: "Plan it", at: "units" },
  move_dumpster: { label: "Enter where a dumpster is", next: "open", open: "Open the dumpster" },
  driver_off: { label: "Job of a driver who is off", next: "open", open: "Open the booking", at: "units" },
  driver_conflict: { label: "A driver’s account differs", next: "open", open: "Compare" },
  refund_failed: { label: "Refund not received", next: "open", open: "Look at the money", at: "money" },
  message_bounced: { label: "Message came back", next: "open", open: "Check the contact", at: "customer" },
  work_given_up: { label: "Given up after many tries", next: "retry", open: "Open" },
} as const satisfies Record<string, KindOfTask>;

export type TaskKind = keyof typeof TASK_KINDS;

export const isTaskKind = (kind: string): kind is TaskKind => Object.hasOwn(TASK_KINDS, kind);

/** What a task can be about; each has its reader where the queue is shown (records/task-queue.server.ts). */
export const TASK_SUBJECTS = [
  "booking",
  "lead",
  "message",
  "refund",
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
