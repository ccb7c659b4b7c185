import type {
  BookingStatus,
  ChangeState,
  ChargeState,
  JobKind,
  JobState,
  RefundState,
  UnitState,
} from "../states/transitions";
import type { ChangeKind } from "../states/labels";
import type { CheckoutOutcome } from "../states/money";
import type { MessageActions } from "./message-happenings";
import type { DisputeState } from "../states/dispute";
import type { ChargeActions } from "./charge-happenings";
import type { CallActions } from "./call-happenings";
import type { CustomerActions } from "./customer-happenings";
import type { SetupActions } from "./setup-happenings";
import type { TeamActions } from "./team-happenings";
import type { FieldChange, YardActions } from "./yard-happenings";

/**
 * Everything that can happen, as identifiers, names and numbers: no sentence is stored. The words are made when it is
 * shown (app/ui/office/timeline-words.ts), in the reader's way. Pure.
 */

interface Facts {
  subject: string;
  from?: string;
  to?: string;
  data?: object;
  /** True: a text goes with it that somebody typed, or that the caller was given. */
  why?: true;
}

/** Why the links of a booking or a draft ended. */
export type LinksEnd = "signed_out" | "other_email_typed" | "other_email_signed" | "other_contact_office";
/** Why something that the office allowed holds no more. */
export type RightEnd =
  | "other_order_signed"
  | "account_refused"
  | "taken_back"
  | "another_price_given"
  | "price_has_other_end";
/** Which sessions ended: the browser's own, one that was chosen, all but the own, all. */
export type SignedOut = "here" | "one" | "others" | "everywhere";
/** By what somebody showed their second factor. */
export type FactorBy = "app" | "recovery";
/** What became of an offer to a driver. */
export type OfferEnd = "accepted" | "declined" | "withdrawn" | "expired";
/** New York days, and the window's name. */
export type UnitDates = { delivery: string; window: string; pickup: string };
export type { FieldChange } from "./yard-happenings";
export type { SettingChange } from "./setup-happenings";
type CheckoutState = "creating" | "open" | "complete" | "expired" | "abandoned";
type LeadState = "new" | "contacted" | "closed";

/** Each action with its subject, its states and its data; an optional key may be missing. */
interface Actions
  extends YardActions, ChargeActions, CustomerActions, TeamActions, MessageActions, CallActions, SetupActions {
  booking_made: { subject: "booking"; to: BookingStatus; data: { booking_number: string } };
  booking_quoted: { subject: "booking"; to: BookingStatus; data: { booking_number: string } };
  booking_moved: { subject: "booking"; from: BookingStatus; to: BookingStatus; why: true };
  /**
   * Who ordered was asked about the material, and said `answer`, or a dumpster each for `apart`: what was checked did not
   * go with the price.
   */
  material_asked: {
    subject: "booking";
    data: { wasteTypes: string[]; checked: string[]; proposed: string[]; answer: string; apart?: string[] | undefined };
  };
  card_consent_given: { subject: "booking" };
  /** The note itself is the why: words of the office for the office. */
  note_written: { subject: "booking"; why: true };
  /** The caller's link was opened for the first time. */
  link_opened: { subject: "booking" };
  /** A prepared order was put right: by whom stands with the event. What was written first has the fields alone. */
  order_corrected: { subject: "booking"; data: { fields: string[]; changes?: FieldChange[] } };
  /** What needs no signature was put right by the office: each field as the forms write it. */
  booking_edited: { subject: "booking"; data: { changes: FieldChange[] } };
  /** A price that had ended, as of today; cents, tax included, and its new end in milliseconds. */
  quote_renewed: { subject: "booking"; data: { was: number; now: number; until: number } };
  sent_again: { subject: "booking"; data: { what: "link" | "papers" } };
  /** The last four digits of the card before and of the one that later charges go to now. */
  card_replaced: { subject: "booking"; data: { was: string | null; is: string | null } };
  /** The customer wrote to the driver, or sent or took away pictures of the place. */
  place_described: { subject: "booking"; data: { note: boolean; photos: number; removed: number } };
  put_on_hold: { subject: "booking"; why: true };
  taken_off_hold: { subject: "booking" };
  /** First and last New York day that it holds. */
  permit_kept: { subject: "booking"; data: { permit_number: string; from: string; until: string } };
  additional_asked: { subject: "booking"; data: { booking_number: string } };
  test_booking_deleted: {
    subject: "booking";
    from: BookingStatus;
    data: { booking_number: string; invoice_numbers: string[] };
  };
  links_ended: { subject: "booking" | "draft"; data: { reason: LinksEnd } };
  /** `ends_at` in milliseconds; rows from before it was kept have none. */
  right_granted: { subject: "draft"; data: { right: string; ends_at?: number } };
  right_ended: { subject: "draft"; data: { right: string; reason: RightEnd } };
  /** An order was signed for an account that does not carry it: what is owed there, its total and the limit, in cents. */
  account_refused: { subject: "booking"; data: { owed: number; total: number; limit: number } };
  unit_reserved: { subject: "unit"; to: "reserved"; data: { unit_number: number } };
  unit_moved: { subject: "unit"; from: UnitState; to: UnitState; data: { unit_number: number }; why: true };
  unit_rescheduled: { subject: "unit"; data: { unit_number: number; was: UnitDates; is: UnitDates }; why: true };
  job_planned: { subject: "job"; to: "unscheduled"; data: { job: JobKind } };
  /** `driver` is who has it then, by name. */
  job_moved: {
    subject: "job";
    from: JobState;
    to: JobState;
    data: { job: JobKind; driver?: string };
    why: true;
  };
  job_rescheduled: {
    subject: "job";
    from: JobState;
    to: JobState;
    data: { job: JobKind; was: string; is: string; window?: string };
    why: true;
  };
  /** Another number stood on the dumpster than we have for this place; nothing is guessed. */
  number_differs: { subject: "job"; data: { job: JobKind; ours: string | null; theirs: string; unit?: string } };
  load_weighed: {
    subject: "job";
    data: { facility: string; ticket: string; gross: number; tare: number; net: number };
  };
  /** More than the most tons that we lift, found at the scale. */
  overweight_found: { subject: "job"; data: { net: number; most_tons: number } };
  /** What the evidence of an attempt lacks: arrival, reason, photo; nothing where it is complete. */
  attempt_judged: { subject: "job"; data: { missing: string[]; awaited?: boolean } };
  load_reported: {
    subject: "job";
    data: {
      report: string;
      material: string | null;
      prohibited: string | null;
      prohibited_count: number | null;
      cleaning: boolean;
      moved: boolean;
      overloaded: boolean;
      second_number: string | null;
    };
  };
  report_withdrawn: { subject: "job"; data: { report: string } };
  /** A step of a driver's phone does not fit; `reason` is a code of `CONFLICTS` (domain/driver/entries.ts). */
  journal_conflict: { subject: "job"; data: { job: JobKind; step: string; reason: string } };
  /** A step stood already; what the driver's phone brought with it, sent later, is kept. */
  journal_kept: { subject: "job"; data: { job: JobKind; step: JobState; number?: string } };
  /** Steps came from a phone whose sign-in had ended: nothing is done with them. */
  journal_held: { subject: "job"; data: { job: JobKind; steps: number } };
  /** A photograph came with such a step. */
  photo_held: { subject: "job"; data: { job: JobKind; step: string } };
  /** Whose account the office went by, and how many steps that were. */
  journal_answered: { subject: "job"; data: { job: JobKind; account: "driver" | "office"; steps: number } };
  /** The phone's clock was wrong by more than five minutes: the step has the time that it must have been. */
  journal_clock: { subject: "job"; data: { job: JobKind; step: JobState } };
  /** The photograph by its id, and the step of the job that it goes with. */
  photo_kept: {
    subject: "job";
    data: { job: JobKind; step: "serviced" | "ticketed" | "attempted" | "report"; photo: string };
  };
  /** Which stop of its driver's day it became, from 1. */
  job_ordered: { subject: "job"; data: { job: JobKind; stop: number } };
  /** The rest of it is another driver's: by name, and who had it. */
  job_handed_over: { subject: "job"; data: { job: JobKind; driver: string; was?: string }; why: true };
  /** Which dumpster is to be loaded; null: the driver chooses. */
  dumpster_planned: { subject: "job"; data: { job: JobKind; number: string | null } };
  /** A step that the office entered for its driver. */
  step_entered: { subject: "job"; data: { job: JobKind; step: JobState; driver: string } };
  /** A driver was asked to take it, by name; `answer`: what became of it. */
  job_offered: { subject: "job"; data: { job: JobKind; driver: string } };
  offer_ended: { subject: "job"; data: { job: JobKind; driver: string; answer: OfferEnd }; why: true };
  /** A dispatcher took back their own last move of it. */
  move_undone: { subject: "job"; data: { job: JobKind } };
  job_reassigned: { subject: "job"; data: { job: JobKind; driver: string } };
  /** A driver who stands there cannot get in: until when they wait (milliseconds). The reason is the why. */
  access_blocked: { subject: "job"; data: { job: JobKind; until: number }; why: true };
  /** What the customer answered; `minutes` where they clear the way. */
  access_answered: { subject: "job"; data: { answer: "clearing" | "another_day"; minutes?: number } };
  /** `part` of the New York day; how many dumpsters were moved, and for how many there was no room. */
  day_closed: {
    subject: "closure";
    data: { day: string; part: string; moved: number; left: number };
    why: true;
  };
  /** `back`: everything that could went back to it (so many; `left` had been moved again); else what moved stays. */
  day_opened: { subject: "closure"; data: { day: string; part: string; back?: number; left?: number } };
  hold_made: { subject: "hold"; to: "live" };
  /** For a price of the office, until it ends (milliseconds). */
  quote_held: { subject: "hold"; to: "live"; data: { until: number } };
  hold_ended: { subject: "hold"; from: "live"; to: "released" | "used" | "expired"; why: true };
  checkout_opened: { subject: "checkout"; to: "creating" };
  checkout_ended: { subject: "checkout"; from: CheckoutState; to: "expired" | "abandoned"; why: true };
  card_declined: { subject: "checkout"; data: { code?: string } };
  charge_made: { subject: "charge"; to: ChargeState; data: { amount: number } };
  charge_noticed: { subject: "charge"; to: "noticed"; data: { amount: number } };
  /** A dispute of the payment froze it, or ended. */
  charge_disputed: { subject: "charge"; from: ChargeState; to: ChargeState; data: { amount: number } };
  /** Nothing is open on it any more. */
  charge_settled: { subject: "charge"; from: ChargeState; to: "succeeded"; data: { amount: number } };
  /** An admin gave a part of it back, outside the rules. */
  charge_given_back: { subject: "charge"; data: { amount: number }; why: true };
  /** An admin gave back what was paid too much; no charge is credited by it. */
  excess_let_off: { subject: "booking"; data: { amount: number }; why: true };
  surplus_given_back: { subject: "booking"; data: { amount: number }; why: true };
  /** `reason` is the card company's word. */
  dispute_opened: { subject: "dispute"; to: DisputeState; data: { amount: number; reason: string } };
  dispute_moved: { subject: "dispute"; from: DisputeState; to: DisputeState; data: { amount: number } };
  dispute_answer_asked: { subject: "dispute"; data: { amount: number } };
  dispute_answered: { subject: "dispute"; data: { amount: number } };
  dispute_written_off: { subject: "dispute"; data: { amount: number }; why: true };
  charge_credited: { subject: "charge"; data: { amount: number } };
  payment_received: { subject: "payment"; data: { amount: number } };
  refund_approved: { subject: "refund"; to: RefundState; data: { amount: number }; why: true };
  refund_moved: { subject: "refund"; from: RefundState; to: RefundState; data: { amount: number } };
  /** `total` in cents, tax included. */
  change_asked: { subject: "change"; to: "priced"; data: { kind: ChangeKind; total: number } };
  change_moved: { subject: "change"; from: ChangeState; to: ChangeState; data: { kind: ChangeKind }; why: true };
  order_cancelled: { subject: "cancellation"; data: { percent: number; fee: number; refund: number }; why: true };
  invoice_issued: { subject: "invoice"; data: { invoice_number: string } };
  agreement_signed: {
    subject: "agreement";
    data: { version: number; content_sha256: string; terms_version: string };
  };
  pdf_made: { subject: "invoice" | "agreement"; data: { sha256: string } };
  pdf_made_again: { subject: "file"; data: { reason: "file_missing"; before: string; sha256: string } };
  lead_made: { subject: "lead"; to: "new" };
  lead_moved: { subject: "lead"; from: LeadState; to: LeadState; why: true };
  /** As with a booking's note. */
  lead_noted: { subject: "lead"; why: true };
  /** What needs a person: `task` is its kind. */
  task_made: { subject: "task"; to: "open"; data: { task: string } };
  task_closed: { subject: "task"; from: "open"; to: "closed"; data: { task: string } };
  task_done: { subject: "task"; from: "open"; to: "done"; data: { task: string }; why: true };
  task_reopened: { subject: "task"; from: "done" | "closed" | "open"; to: "open"; data: { task: string } };
  /** `until` in milliseconds. */
  task_snoozed: { subject: "task"; data: { task: string; until: number }; why: true };
  task_taken: { subject: "task"; data: { task: string } };
  task_given_back: { subject: "task"; data: { task: string } };
  signed_up: { subject: "account" };
  // The specification's own names of what happens to somebody's sign-in (section 4).
  SIGNED_IN: { subject: "account"; data: { by: "password" | "code" } };
  SIGNED_OUT: { subject: "account"; data: { scope: SignedOut } };
  /** The browser's session goes on under another secret, because the password or the address changed. */
  TOKEN_REFRESHED: { subject: "account" };
  USER_UPDATED: { subject: "account"; data: { fields: string[] } };
  PASSWORD_RECOVERY: { subject: "account" };
  /** A browser came back, after half an hour or more, with the session that it had. */
  INITIAL_SESSION: { subject: "account" };
  /** The second factor was shown: by the app, or by a recovery code. */
  MFA_CHALLENGE_VERIFIED: { subject: "account"; data: { by: FactorBy } };
  /** `used`: the code, or a later one, was taken before. */
  second_factor_refused: { subject: "account"; data: { reason: "wrong" | "used" } };
  second_factor_on: { subject: "account" };
  second_factor_off: { subject: "account" };
  recovery_codes_made: { subject: "account" };
  /** Another admin took it away. */
  second_factor_reset: { subject: "team"; why: true };
  /** A filter of the bookings' list under a name; `shared`: everybody's. */
  view_kept: { subject: "view"; data: { name: string; filter: string; shared: boolean } };
  view_renamed: { subject: "view"; data: { was: string; is: string } };
  view_removed: { subject: "view"; data: { name: string } };
}

/** What a payment did is an action of its own for each outcome. */
type Paid = {
  [O in CheckoutOutcome as `payment_${O}`]: {
    subject: "checkout";
    from: Exclude<CheckoutState, "complete">;
    to: "complete";
  };
};

type All = Actions & Paid;
export type EventAction = keyof All;

type Given<F, K extends keyof Facts> = F extends { [P in K]: infer V } ? { [P in K]: V } : { [P in K]?: never };
type Why<F> = F extends { why: true } ? { why?: string | undefined } : { why?: never };
type Subject<F> = F extends { subject: infer S extends string }
  ? { subject: { [P in S]: { kind: P; id: string } }[S] }
  : never;

/** One member for each action: its subject, its states, exactly its data. */
export type Happening<A extends EventAction = EventAction> = {
  [P in A]: { action: P } & Subject<All[P]> &
    Given<All[P], "from"> &
    Given<All[P], "to"> &
    Given<All[P], "data"> &
    Why<All[P]>;
}[A];

/** The data of an action as a stored row has it: rows of earlier versions may lack some. */
export type EventData<A extends EventAction> = All[A] extends { data: infer D } ? Partial<D> : Record<string, never>;
