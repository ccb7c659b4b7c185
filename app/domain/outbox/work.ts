import { z } from "zod";
import type { Id, IdKind } from "../kernel/ids.server";
import { CHECKOUT_OUTCOMES } from "../states/money";

/**
 * Every kind of follow-up work: which lane does it, and what it needs to know. One table: `enqueue` takes nothing else,
 * the handlers are complete over it, and stored payloads are read by the kind's own entry. Pure.
 */

/**
 * Whoever is slow holds up their own lane only. Documents are printed one after the other by one browser, the card
 * company may take half a minute, and no mail stands behind either.
 */
export const LANE_KINDS = ["documents", "card-company", "messages"] as const;
export type Lane = (typeof LANE_KINDS)[number];

interface Entry {
  lane: Lane;
  /** Keys that a stored payload has besides are left out: a newer version may have put them there. */
  payload: z.ZodObject;
}

const id = <K extends IdKind>(_kind: K) => z.custom<Id<K>>((value) => typeof value === "string" && value !== "");
const ofBooking = z.object({ bookingId: id("booking") });
const ofJob = z.object({ jobId: id("job") });
/** `known`: when the customer believes that it comes, where it was moved since they were told. */
const ofPlanned = ofJob.extend({ known: z.object({ day: z.string(), window: z.string() }).optional() });

const ofTruck = z.object({ jobId: id("job"), at: z.number() });
const ofAsked = z.object({ unitId: id("unit"), at: z.number() });
const ofWithdrawn = z.object({ jobId: id("job"), back: z.number() });
const ofVisit = z.object({ visitId: id("visit") });
const ofCharge = z.object({ chargeId: id("charge") });
/** `fromSurplus`: no money came for it, what had been paid too much paid it. */
const ofReceipt = ofCharge.extend({ fromSurplus: z.boolean().optional() });
const ofNotice = z.object({ chargeId: id("charge"), notice: z.number() });
const ofBalance = z.object({ bookingId: id("booking"), chargeId: id("charge").nullable() });
/** A dumpster's dates as its customer knows them: New York days and the delivery's window. */
const KNOWN_DATES = z.object({ unitId: id("unit"), delivery: z.string(), window: z.string(), pickup: z.string() });
export type KnownDates = z.infer<typeof KNOWN_DATES>;
/** What is due on a New York day: how it stands is read when it is sent, and only on that day. */
const ofDay = z.object({ bookingId: id("booking"), day: z.string() });
const ofCancellation = z.object({ cancellationId: id("cancellation") });
const ofRefund = z.object({ refundId: id("refund"), state: z.enum(["succeeded", "failed", "canceled"]) });
const ofLatePayment = z.object({ checkoutId: id("checkout"), outcome: z.enum(CHECKOUT_OUTCOMES) });
const ofMoved = z.object({ bookingId: id("booking"), known: z.array(KNOWN_DATES) });

/** What the owner of an account is told about, each by a mail of its own. */
export const ACCOUNT_CHANGES = [
  "password",
  "email",
  "factor-on",
  "factor-off",
  "factor-reset",
  "recovery-made",
  "recovery-used",
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

const WORK = {
  "document.invoice": { lane: "documents", payload: ofBooking },
  "document.agreement": { lane: "documents", payload: z.object({ agreementId: id("agreement") }) },
  "document.charge-invoice": { lane: "documents", payload: z.object({ invoiceId: id("invoice") }) },
  /** What has become chargeable of a booking, and what has settled. */
  "charges.look": { lane: "messages", payload: ofBooking },
  "stripe.card": { lane: "card-company", payload: z.object({ checkoutId: id("checkout") }) },
  /** The card of a page on which another one was kept: which it is, and the former one taken away. */
  "stripe.new-card": { lane: "card-company", payload: z.object({ checkoutId: id("checkout") }) },
  "stripe.detach": { lane: "card-company", payload: z.object({ paymentMethodId: z.string().min(1) }) },
  "stripe.refund": { lane: "card-company", payload: z.object({ refundId: id("refund") }) },
  /** `askedAt`: when the office asked for it, so that an earlier asking is not sent besides. */
  "stripe.dispute-answer": {
    lane: "card-company",
    payload: z.object({ disputeId: id("dispute"), askedAt: z.number() }),
  },
  /** The card on file, for a later charge. */
  "stripe.charge": { lane: "card-company", payload: z.object({ attemptId: id("chargeAttempt") }) },
  "stripe.expire": { lane: "card-company", payload: z.object({ checkoutId: id("checkout") }) },
  "mail.booking-confirmed": { lane: "messages", payload: ofBooking },
  "mail.booking-documents": { lane: "messages", payload: ofBooking },
  "sms.booking-confirmed": { lane: "messages", payload: ofBooking },
  "mail.cancelled": { lane: "messages", payload: ofCancellation },
  "sms.cancelled": { lane: "messages", payload: ofCancellation },
  /** `jobId` is the attempt that failed. */
  "mail.delivery-failed": { lane: "messages", payload: ofJob },
  "sms.delivery-failed": { lane: "messages", payload: ofJob },
  /** `at`: when the truck left, so that an earlier start of the same job is not told late. */
  "mail.on-the-way": { lane: "messages", payload: ofTruck },
  "sms.on-the-way": { lane: "messages", payload: ofTruck },
  /** `at`: when the truck had left that was called back. */
  "mail.called-back": { lane: "messages", payload: ofTruck },
  "sms.called-back": { lane: "messages", payload: ofTruck },
  "mail.delivered": { lane: "messages", payload: ofJob },
  "sms.delivered": { lane: "messages", payload: ofJob },
  "mail.access-blocked": { lane: "messages", payload: ofVisit },
  "sms.access-blocked": { lane: "messages", payload: ofVisit },
  "mail.picked-up": { lane: "messages", payload: ofJob },
  "sms.picked-up": { lane: "messages", payload: ofJob },
  /** `at`: the minute from which no day is charged; the same of who keeps it after all, from when they are again. */
  "mail.pickup-requested": { lane: "messages", payload: ofAsked },
  "sms.pickup-requested": { lane: "messages", payload: ofAsked },
  "mail.pickup-kept": { lane: "messages", payload: ofAsked },
  "sms.pickup-kept": { lane: "messages", payload: ofAsked },
  "mail.extended": { lane: "messages", payload: z.object({ changeId: id("change") }) },
  "sms.extended": { lane: "messages", payload: z.object({ changeId: id("change") }) },
  /** A truck beyond delivery and pickup; `back` in cents is what goes back of what was paid for it. */
  "mail.extra-planned": { lane: "messages", payload: ofPlanned },
  "sms.extra-planned": { lane: "messages", payload: ofPlanned },
  "mail.extra-failed": { lane: "messages", payload: ofJob },
  "sms.extra-failed": { lane: "messages", payload: ofJob },
  "mail.extra-withdrawn": { lane: "messages", payload: ofWithdrawn },
  "sms.extra-withdrawn": { lane: "messages", payload: ofWithdrawn },
  /** Another card is on file. */
  "mail.new-card": { lane: "messages", payload: ofBooking },
  /** What the customer knows of each dumpster that was moved; what is told is how it stands when it is told. */
  "mail.moved": { lane: "messages", payload: ofMoved },
  "sms.moved": { lane: "messages", payload: ofMoved },
  /** A truck is planned for each of the booking's dumpsters that are to come. */
  "mail.scheduled": { lane: "messages", payload: ofBooking },
  "sms.scheduled": { lane: "messages", payload: ofBooking },
  /** `jobId` is the attempt that failed. */
  "mail.pickup-failed": { lane: "messages", payload: ofJob },
  "sms.pickup-failed": { lane: "messages", payload: ofJob },
  "mail.day-before": { lane: "messages", payload: ofDay },
  "sms.day-before": { lane: "messages", payload: ofDay },
  "mail.due-soon": { lane: "messages", payload: ofDay },
  "sms.due-soon": { lane: "messages", payload: ofDay },
  "mail.due-today": { lane: "messages", payload: ofDay },
  "sms.due-today": { lane: "messages", payload: ofDay },
  "mail.overdue": { lane: "messages", payload: ofDay },
  "sms.overdue": { lane: "messages", payload: ofDay },
  "mail.delivery-late": { lane: "messages", payload: ofDay },
  "sms.delivery-late": { lane: "messages", payload: ofDay },
  "mail.errand-late": { lane: "messages", payload: ofDay },
  "sms.errand-late": { lane: "messages", payload: ofDay },
  /** To the office: what waits for it on a day. */
  "mail.office-digest": { lane: "messages", payload: z.object({ day: z.string() }) },
  /** `notice`: which one of the charge, from 1. */
  "mail.charge-notice": { lane: "messages", payload: ofNotice },
  "sms.charge-notice": { lane: "messages", payload: ofNotice },
  /** The payment link; `chargeId`: the one whose card was refused now, null where the office sends it again. */
  "mail.balance-due": { lane: "messages", payload: ofBalance },
  "sms.balance-due": { lane: "messages", payload: ofBalance },
  "mail.charge-paid": { lane: "messages", payload: ofReceipt },
  "mail.charge-dropped": { lane: "messages", payload: ofCharge },
  "mail.final-statement": { lane: "messages", payload: ofBooking },
  /** Of money that came by hand: all payments of one receipt. */
  "mail.payment-received": { lane: "messages", payload: z.object({ receipt: z.string().min(1) }) },
  "mail.refund": { lane: "messages", payload: ofRefund },
  "sms.refund": { lane: "messages", payload: ofRefund },
  "mail.late-payment": { lane: "messages", payload: ofLatePayment },
  "sms.late-payment": { lane: "messages", payload: ofLatePayment },
  "mail.sign-request": { lane: "messages", payload: ofBooking },
  "sms.sign-request": { lane: "messages", payload: ofBooking },
  "mail.resume": { lane: "messages", payload: z.object({ draftId: id("draft") }) },
  "mail.lead": { lane: "messages", payload: z.object({ leadId: id("lead") }) },
  /** `tokenHash` where it carries a confirmation link, whose address alone has the token. */
  "mail.confirm-account": {
    lane: "messages",
    payload: z.object({
      to: z.string().min(1),
      confirmPath: z.string().min(1),
      /** "until …" or "through …"; rows from before have the moment alone. */
      validUntil: z.string().transform((words) => (/^(until|through) /.test(words) ? words : `until ${words}`)),
      tokenHash: z.string().optional(),
      alreadyRegistered: z.boolean().optional(),
    }),
  },
  /**
   * What was asked for by mail, also for an address without an account: whether it is sent is decided then. `key` is the
   * secret of the link or the code, and gone when the work is done.
   */
  "mail.account-key": {
    lane: "messages",
    payload: z.object({
      to: z.string().min(1),
      letter: z.enum(["confirm", "reset", "code", "new-email"]),
      key: z.string().min(1),
      /** Wall time in milliseconds. */
      expiresAt: z.number(),
      /** Whose new address it is. */
      accountId: id("account").optional(),
    }),
  },
  /** The booking link, to who asked for it by a key while they called. */
  "sms.booking-link": { lane: "messages", payload: z.object({ callId: id("call") }) },
  /** The same by text, to a number (E.164). `wanted`: also where there is no account yet, by a sign-up. */
  "sms.account-code": {
    lane: "messages",
    payload: z.object({
      to: z.string().min(1),
      key: z.string().min(1),
      /** Wall time in milliseconds. */
      expiresAt: z.number(),
      purpose: z.enum(["sign-in", "sign-up", "reset"]),
    }),
  },
  "mail.account-changed": {
    lane: "messages",
    payload: z.object({ to: z.string().min(1), changed: z.enum(ACCOUNT_CHANGES) }),
  },
  /** The same to the number (E.164) of an account that has no address. */
  "sms.account-changed": {
    lane: "messages",
    payload: z.object({ to: z.string().min(1), changed: z.enum(ACCOUNT_CHANGES) }),
  },
  /** To drive for us; by mail it is the team's kind. The link's address alone has the token; it is taken out when the work is done. */
  "sms.invitation": {
    lane: "messages",
    payload: z.object({ invitationId: id("invitation"), confirmPath: z.string().min(1) }),
  },
  "mail.invitation": {
    lane: "messages",
    payload: z.object({ invitationId: id("invitation"), confirmPath: z.string().min(1) }),
  },
} as const satisfies Record<string, Entry>;

export type WorkKind = keyof typeof WORK;
export type Payload<K extends WorkKind> = z.infer<(typeof WORK)[K]["payload"]>;
/** One member for each kind: its name with exactly its payload. */
export type KindOfWork<K extends WorkKind = WorkKind> = { [P in K]: { kind: P; payload: Payload<P> } }[K];

export const WORK_KINDS = Object.keys(WORK) as WorkKind[];

export const isWorkKind = (kind: string): kind is WorkKind => Object.hasOwn(WORK, kind);

/** The kinds that a lane takes. */
export const kindsIn = (lane: Lane): WorkKind[] => WORK_KINDS.filter((kind) => WORK[kind].lane === lane);

/** The lane of a kind; what nobody knows fails among the messages, where the office sees it. */
export const laneOf = (kind: string): Lane => (isWorkKind(kind) ? WORK[kind].lane : "messages");

/** Stored work that cannot be done: its kind is unknown, or its payload is not its kind's. Its message is for the office. */
export class UnreadableWork extends Error {
  override name = "UnreadableWork";
}

/** The one reader of stored work. Throws UnreadableWork. */
export function readWork<S extends { kind: string; payload: unknown }>(
  stored: S,
): Omit<S, "kind" | "payload"> & KindOfWork {
  const { kind } = stored;
  if (!isWorkKind(kind)) throw new UnreadableWork(`no handler for ${kind}`);
  const read = WORK[kind].payload.safeParse(stored.payload);
  if (!read.success) {
    const wrong = read.error.issues.map(({ path }) => path.join(".") || "all of it");
    throw new UnreadableWork(`${kind}: the stored payload cannot be read (${[...new Set(wrong)].join(", ")})`);
  }
  return { ...stored, payload: read.data } as Omit<S, "kind" | "payload"> & KindOfWork;
}
