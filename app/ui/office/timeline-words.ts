import type { EventAction, EventData, RightEnd } from "~/domain/events/happenings";
import { formatCents } from "~/domain/kernel/money";
import { declineWords } from "~/domain/payments/card-words";
import { answerInWords } from "~/domain/pricing/material-words";
import {
  bookingStatusLabel,
  CHANGE_KIND,
  CHANGE_STATE,
  CHARGE_STATE,
  MESSAGE_STATE,
  REFUND_STATE,
  UNIT_STATE_OFFICE,
} from "~/domain/states/labels";
import { DISPUTE_STATE } from "~/domain/states/dispute-words";
import type { BookingStatus } from "~/domain/states/transitions";
import { isTaskKind, TASK_KINDS } from "~/domain/tasks/kinds";
import { CUSTOMER_WORDS } from "./customer-words";
import {
  after,
  changedArea,
  changedZips,
  madeArea,
  editedBooking,
  FIELD,
  LINKS_END,
  look,
  money,
  REMINDER,
  RIGHT,
  RIGHT_END,
  saidDay,
  saidEnd,
  SIGNED_OUT,
  type Told,
  putRight,
} from "./timeline-parts";
import { CHARGE_WORDS, GIVEN_BACK_WORDS } from "./charge-words";
import { CALL_WORDS } from "./call-words";
import { LEAD_WORDS } from "./lead-words";
import { DISPATCH_WORDS } from "./dispatch-words";
import { YARD_WORDS } from "./yard-words";

export interface TimelineEntry {
  id: number;
  at: number;
  subject_kind: string;
  subject_id: string;
  action: string;
  from_state: string | null;
  to_state: string | null;
  actor_kind: string;
  actor_label: string;
  why: string | null;
  data: Record<string, unknown> | null;
}

/** What an order that the office prepared carries beyond anybody's: nobody decided on each of them. */
const GIVEN: Readonly<Record<string, (endsAt: number | undefined, at: number) => string>> = {
  consultation: () => "its materials were talked about",
  full_window: () => "they keep their delivery window even if it fills up before they pay",
  exempt: () => "it is exempt from sales tax",
  on_account: () => "it goes on the customer’s account",
  price: (endsAt, at) => `the price holds${after(" ", saidEnd(endsAt, at))}`,
};
const PREPARED = "Prepared by the office: ";
const given = (data: EventData<"right_granted">, at: number) =>
  Object.hasOwn(GIVEN, data.right ?? "") ? GIVEN[data.right ?? ""]?.(data.ends_at, at) : undefined;
const BACK = "the payment goes back";
const task = ({ task: kind = "task" }: { task?: string }) => (isTaskKind(kind) ? TASK_KINDS[kind].label : kind);

/** Every action in the office's words. The type refuses an action without them. */
const WORDS: { readonly [A in EventAction]: (told: Told<A>) => string } = {
  ...YARD_WORDS,
  ...DISPATCH_WORDS,
  ...CHARGE_WORDS,
  ...GIVEN_BACK_WORDS,
  booking_made: ({ data, to }) => `Booking${after(" ", data.booking_number)} made${after(": ", status(to))}`,
  booking_quoted: ({ data, to }) => `Booking${after(" ", data.booking_number)} prepared${after(": ", status(to))}`,
  booking_moved: ({ to }) => `Booking: ${status(to) ?? "moved"}`,
  material_asked: ({ data, by }) =>
    `${by === "staff" || by === "admin" ? "Caller" : "Customer"} was asked: ${answerInWords(data)}`,
  card_consent_given: () => "Agreed to the card on file",
  note_written: () => "Note",
  link_opened: () => "The link to sign was opened",
  order_corrected: ({ data }) => `Order put right${after(": ", putRight(data))}`,
  booking_edited: ({ data }) => editedBooking(data),
  quote_renewed: ({ data: { was, now, until }, at }) =>
    [
      `Price renewed${after(": ", now === undefined ? undefined : formatCents(now))}`,
      ...(was === undefined ? [] : [was === now ? "the same as before" : `before ${formatCents(was)}`]),
      ...(until === undefined ? [] : [`good ${saidEnd(until, at)}`]),
    ].join(", "),
  sent_again: ({ data }) => (data.what === "link" ? "The link to sign was sent again" : "The papers were sent again"),
  area_made: ({ data }) => madeArea(data),
  area_changed: ({ data }) => changedArea(data),
  area_zips_changed: ({ data }) => changedZips(data),
  card_replaced: ({ data }) => `Card on file replaced${after(": ", data.is ? `ending in ${data.is}` : undefined)}`,
  place_described: ({ data }) =>
    [
      "Customer on the place",
      ...(data.note ? ["note changed"] : []),
      ...(data.photos ? [`${data.photos} ${data.photos === 1 ? "picture" : "pictures"} added`] : []),
      ...(data.removed ? [`${data.removed} taken away`] : []),
    ].join(", "),
  put_on_hold: () => "Put on hold",
  taken_off_hold: () => "Taken off hold",
  permit_kept: ({ data, at }) =>
    `Street permit${after(" ", data.permit_number)}${after(": ", saidDay(data.from, at))}${after(" to ", saidDay(data.until, at))}`,
  additional_asked: ({ data }) => `Another dumpster asked for${after(": booking ", data.booking_number)}`,
  test_booking_deleted: ({ data }) => `Test booking${after(" ", data.booking_number)} deleted`,
  links_ended: ({ data }) => `Links and cookies ended${after(": ", look(LINKS_END, data.reason))}`,
  right_granted: ({ data, at }) => PREPARED + (given(data, at) ?? "more than anybody may"),
  right_ended: ({ data }) =>
    `Ended: ${look(RIGHT, data.right) ?? "what the office had allowed"}${after(", ", look(RIGHT_END, data.reason))}`,
  account_refused: ({ data }) =>
    `Not on account${data.owed === undefined ? "" : `: ${formatCents(data.owed)} owed and ${formatCents(data.total ?? 0)} for this order are more than the limit of ${formatCents(data.limit ?? 0)}`}`,
  unit_reserved: ({ data }) => `Unit${after(" ", data.unit_number)}: ${UNIT_STATE_OFFICE.reserved}`,
  unit_moved: ({ data, to }) => `Unit${after(" ", data.unit_number)}: ${look(UNIT_STATE_OFFICE, to) ?? "moved"}`,
  unit_rescheduled: ({ data, at }) =>
    `Unit${after(" ", data.unit_number)}: moved${after(" to ", saidDay(data.is?.delivery, at))}${after(", pickup ", saidDay(data.is?.pickup, at))}`,
  hold_made: () => "Dumpsters held while paying",
  quote_held: ({ data, at }) => `Dumpsters held${after(" ", saidEnd(data.until, at))}`,
  hold_ended: ({ to }) => (to === "used" ? "Hold used by the payment" : "Hold released"),
  checkout_opened: () => "Payment page opened",
  checkout_ended: ({ to }) => `Payment page ${to === "expired" ? "expired" : "ended"}`,
  card_declined: ({ data }) => declineWords(data.code),
  payment_confirmed: () => "Payment confirmed the booking",
  payment_refunded_nothing_left: () => `Nothing was left: ${BACK}`,
  payment_refunded_duplicate: () => `Paid a second time: ${BACK}`,
  payment_refunded_wrong_amount: () => `Paid for another order: ${BACK}`,
  payment_refunded_refused: () => `Not possible any more: ${BACK}`,
  payment_nothing_left: () => "Card saved, but nothing was left",
  charge_made: ({ data, to }) => `Charge${money(data.amount)}: ${look(CHARGE_STATE, to) ?? "made"}`,
  charge_noticed: ({ data }) => `Charge${money(data.amount)}: ${CHARGE_STATE.noticed}`,
  charge_disputed: ({ data, to }) => `Charge${money(data.amount)}: ${look(CHARGE_STATE, to) ?? "disputed"}`,
  charge_settled: ({ data }) => `Charge${money(data.amount)}: paid`,
  dispute_opened: ({ data, to }) =>
    `${to === "inquiry" ? "The bank asks about a payment" : "A payment is disputed"}${money(data.amount)}`,
  dispute_moved: ({ data, to }) => `Dispute${money(data.amount)}: ${look(DISPUTE_STATE, to)?.toLowerCase() ?? "moved"}`,
  dispute_answer_asked: () => "The answer to the dispute is being packed",
  dispute_answered: () => "The answer to the dispute was sent to the bank",
  dispute_written_off: ({ data }) => `Lost dispute written off${money(data.amount)}`,
  charge_credited: ({ data }) => `Taken back${money(data.amount)}`,
  payment_received: ({ data }) => `Payment received${money(data.amount)}`,
  refund_approved: ({ data, to }) => `${look(REFUND_STATE, to) ?? REFUND_STATE.approved}${money(data.amount)}`,
  refund_moved: ({ data, to }) => `${look(REFUND_STATE, to) ?? "Refund moved"}${money(data.amount)}`,
  change_asked: ({ data }) => `${look(CHANGE_KIND, data.kind) ?? "Change"}: asked for${money(data.total)}`,
  change_moved: ({ data, to }) =>
    `${look(CHANGE_KIND, data.kind) ?? "Change"}: ${look(CHANGE_STATE, to)?.toLowerCase() ?? "moved"}`,
  order_cancelled: ({ data }) =>
    `Cancelled${data.fee === undefined ? "" : `: fee ${formatCents(data.fee)}, refund ${formatCents(data.refund ?? 0)}`}`,
  invoice_issued: ({ data }) =>
    `${data.invoice_number?.startsWith("CRN") ? "Credit note" : "Invoice"}${after(" ", data.invoice_number)} issued`,
  agreement_signed: ({ data }) => `Agreement signed${after(", version ", data.version)}`,
  pdf_made: ({ subject }) => `${subject === "invoice" ? "Invoice" : "Agreement"}: PDF made`,
  pdf_made_again: ({ data }) =>
    `PDF made again${data.reason === "file_missing" ? ": the stored file was missing" : ""}`,
  team_invited: () => "Invited to the team",
  team_invitation_withdrawn: () => "Invitation withdrawn",
  team_joined: ({ to }) => `Joined the team${after(" as ", to ?? undefined)}`,
  team_role_changed: ({ to }) => (to === "admin" ? "Made an admin" : "Is staff again, no longer an admin"),
  team_removed: () => "Removed from the team",
  flag_switched: ({ to }) => `Flag switched ${to ?? ""}`.trim(),
  ...LEAD_WORDS,
  message_moved: ({ to }) => `Message: ${look(MESSAGE_STATE, to) ?? "moved"}`,
  text_received: ({ data }) =>
    `${data.word ? `Texted ${(data.said ?? data.word).toUpperCase()}` : `Text came in${after(": ", data.said)}`}${after(" · the number also has ", data.others?.join(", "))}`,
  texts_stopped: ({ data }) =>
    `No texts any more${after(": ", data.phone)}${data.source === "network" ? ", says the phone network" : ""}`,
  texts_allowed: ({ data }) => `Texts wanted again${after(": ", data.phone)}`,
  reminder_skipped: ({ data, at }) =>
    `Not sent, its time had passed: ${look(REMINDER, data.reminder) ?? "a reminder"}${after(" of ", saidDay(data.day, at))}`,
  task_made: ({ data }) => `To do: ${task(data)}`,
  ...CALL_WORDS,
  task_closed: ({ data }) => `No longer to do: ${task(data)}`,
  task_done: ({ data }) => `Done: ${task(data)}`,
  task_reopened: ({ data }) => `To do after all: ${task(data)}`,
  task_snoozed: ({ data, at }) => `Put off: ${task(data)}${after(", ", saidEnd(data.until, at))}`,
  task_taken: ({ data }) => `Taken on: ${task(data)}`,
  task_given_back: ({ data }) => `Given back: ${task(data)}`,
  signed_up: () => "Account asked for",
  SIGNED_IN: ({ data }) => `Signed in${data.by === "code" ? " with a code" : ""}`,
  SIGNED_OUT: ({ data }) => `Signed out${after(": ", look(SIGNED_OUT, data.scope))}`,
  TOKEN_REFRESHED: () => "Session renewed",
  USER_UPDATED: ({ data }) =>
    `Account changed${after(": ", data.fields?.map((field) => look(FIELD, field)).join(", "))}`,
  PASSWORD_RECOVERY: () => "New password by a link or code",
  INITIAL_SESSION: () => "Came back, still signed in",
  MFA_CHALLENGE_VERIFIED: ({ data }) =>
    data.by === "recovery" ? "Second factor: a recovery code was used" : "Second factor: code from the app",
  second_factor_refused: ({ data }) =>
    data.reason === "used" ? "Second factor: a used code was refused" : "Second factor: a wrong code was refused",
  second_factor_on: () => "Second factor turned on",
  second_factor_off: () => "Second factor turned off",
  recovery_codes_made: () => "New recovery codes",
  second_factor_reset: () => "Second factor reset",
  ...CUSTOMER_WORDS,
  // The settings' own pages tell each value (domain/setup): their words need not go with every record.
  setting_changed: () => "Settings changed",
  setting_planned: ({ data, at }) => `Settings planned${after(" for ", saidDay(data.from, at))}`,
  setting_plan_ended: ({ data }) =>
    data.reason === "refused" ? "A planned setting was not possible" : "Plan withdrawn",
  view_kept: ({ data }) => `${data.shared ? "View of everybody" : "View"} saved${after(": ", data.name)}`,
  view_renamed: ({ data }) => `View renamed${after(": ", data.was)}${after(" → ", data.is)}`,
  view_removed: ({ data }) => `View removed${after(": ", data.name)}`,
};

/** The names of the records that events are about, by id. */
export type Names = Readonly<Record<string, string>>;

/** One event as a sentence for the office. An action that this version does not know is shown by its name. */
export function describeEvent(
  { at, action, subject_kind, from_state, to_state, actor_kind, data }: Omit<TimelineEntry, "id" | "subject_id">,
  names: Names = {},
): string {
  if (!Object.hasOwn(WORDS, action)) return unknown(subject_kind, action, to_state);
  const words = WORDS[action as EventAction] as (told: object) => string;
  const named = (id: string | undefined) => (id !== undefined && Object.hasOwn(names, id) ? names[id] : undefined);
  return words({ data: data ?? {}, subject: subject_kind, from: from_state, to: to_state, at, by: actor_kind, named });
}

/** Steps of the house's own machines: somebody who asks "what happened?" wants to hear the rest. */
const TECHNICAL: ReadonlySet<string> = new Set<EventAction>([
  "card_consent_given",
  "unit_reserved",
  "unit_moved",
  "job_planned",
  "dumpster_moved",
  "hold_made",
  "hold_ended",
  "checkout_opened",
  "checkout_ended",
  "payment_confirmed",
  "charge_made",
  "charge_noticed",
  "charge_disputed",
  "pdf_made",
  "pdf_made_again",
  "message_moved",
  "task_made",
  "task_closed",
  "call_ringing",
  "call_answered",
]);
/** Where nothing else tells of it: time did it, or the driver's last step. */
const TOLD_STATES: ReadonlySet<string> = new Set<BookingStatus>(["expired", "balance_due", "completed"]);
/** On the way to what is told a line later, or beside it. */
const PASSED = new Set(["charge_moved evidence_ready", "charge_moved processing", "job_moved ticketed"]);

/** Why a right ended that another one took the place of: the signature of another order tells of it, or what is given anew. */
const FOLLOWED: ReadonlySet<string> = new Set<RightEnd>([
  "other_order_signed",
  "another_price_given",
  "price_has_other_end",
]);

/** Whether an entry is folded away: what a booking's state follows from is told by what made it so. */
export function isTechnical({ action, to_state, data }: Pick<TimelineEntry, "action" | "to_state" | "data">): boolean {
  if (action === "right_ended") return FOLLOWED.has((data as EventData<"right_ended"> | null)?.reason ?? "");
  if (action === "booking_moved") return !TOLD_STATES.has(to_state ?? "");
  return TECHNICAL.has(action) || PASSED.has(`${action} ${to_state}`);
}

/** A line of a timeline. */
export interface Line<E extends TimelineEntry = TimelineEntry> {
  entry: E;
  words: string;
  /** The numbers of the dumpsters that it is about, where a booking has several. */
  units: readonly number[];
}

/**
 * A timeline, oldest first, with the words of each line. What one order was given on being prepared is one line:
 * "Prepared by the office: the price holds until Dec 11, 5:00 PM, and they keep their delivery window even if it fills up before they pay". `unitOf`:
 * the unit of each job, where there are several: two trucks of a day do the same. `names`: of the records that it is about.
 */
export function tellTimeline<E extends TimelineEntry>(
  entries: readonly E[],
  { unitOf, names }: { unitOf?: ReadonlyMap<string, number> | undefined; names?: Names | undefined } = {},
): Line<E>[] {
  const told: Line<E>[] = [];
  for (const entry of entries) {
    const last = told.at(-1);
    const more = entry.action === "right_granted" ? given(entry.data ?? {}, entry.at) : undefined;
    if (more && last?.entry.action === "right_granted" && last.entry.at === entry.at) last.words += `, and ${more}`;
    else {
      const unit = unitOf?.get(entry.subject_id);
      told.push({ entry, words: describeEvent(entry, names), units: unit === undefined ? [] : [unit] });
    }
  }
  return told;
}

function unknown(subject: string, action: string, to: string | null): string {
  const words = `${subject}: ${action.replaceAll("_", " ")}${to && to !== action ? `, ${to.replaceAll("_", " ")}` : ""}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const status = (to: string | null) => (to === null ? undefined : bookingStatusLabel(to));
