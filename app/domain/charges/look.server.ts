import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges, messages, outbox } from "#db/schema/index";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { settleUnit } from "../dispatch/advance.server";
import { settingsAsSigned } from "../documents/signed-terms.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { HOUR, MINUTE, plus } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { tellCustomer } from "../outbox/news.server";
import type { Settings } from "../settings/schema";
import { closeTask, openTask } from "../tasks/tasks.server";
import {
  endCharge,
  gapsOf,
  getCharge,
  listCharges,
  moveCharge,
  needProof,
  proposeCharge,
  type LaterRow,
} from "./charges.server";
import { dropCrossings } from "./crossings.server";
import { readFacts } from "./facts.server";
import { chargesFor, type Wanted } from "./wanted";
import { photosOf } from "./stored-charge";
import { chargeTitle } from "./words";

/**
 * The one verb that makes later charges go on: proposes what a booking's facts make chargeable (once for each fact),
 * takes back what they no longer do, checks the evidence, orders the notices, and settles what has come to its end.
 * Called as often as anybody likes; looking twice changes nothing.
 */
export function lookAtCharges(tx: Tx, deed: Deed, settings: Settings, bookingId: Id<"booking">): void {
  const booking = getBooking(tx, bookingId);
  if (booking.paid_at === null) return;
  const terms = settingsAsSigned(tx, bookingId, settings);
  follow(tx, deed, booking, chargesFor(readFacts(tx, terms, booking), terms));
  dropCrossings(tx, deed, booking.id);
  for (const charge of listCharges(tx, bookingId)) goOn(tx, deed, booking, charge);
  settleBooking(tx, deed, bookingId);
}

/** Typed by a person, or asked instead of another: no fact of a driver's makes or ends it. */
const isByHand = ({ cause }: LaterRow): boolean => cause.startsWith("hand:") || cause.startsWith("lowered:");

function follow(tx: Tx, deed: Deed, booking: Booking, wanted: readonly Wanted[]): void {
  const known = new Map(listCharges(tx, booking.id).map((charge) => [charge.cause, charge]));
  for (const one of wanted) {
    const before = known.get(one.cause);
    if (!before) proposeCharge(tx, deed, { ...one, bookingId: booking.id });
    else if (before.state === "proposed") correct(tx, before, one);
    else if (isOpenToProof(before)) addPictures(tx, before, one);
  }
  const causes = new Set(wanted.map(({ cause }) => cause));
  for (const charge of known.values())
    if (
      (charge.state === "proposed" || charge.state === "evidence_ready") &&
      !isByHand(charge) &&
      !causes.has(charge.cause)
    )
      endCharge(tx, deed, charge.id, "voided", "What it was for was taken back.");
}

/** Nobody was told yet: its figures and its proof are those of now. */
function correct(tx: Tx, { id, evidence }: LaterRow, { kind, amount, tax, basis, proofs }: Wanted): void {
  const description = chargeTitle({ kind, basis, description: "" });
  const byHand = (evidence?.proofs ?? []).filter((proof) => proof.byHand);
  tx.update(charges)
    .set({ amount, tax, basis, description, evidence: { proofs: [...proofs, ...byHand] } })
    .where(eq(charges.id, id))
    .run();
}

/** Told, or about to be, and nothing is charged yet. */
const isOpenToProof = ({ state }: LaterRow): boolean =>
  state === "evidence_ready" || state === "noticed" || state === "questioned";

/** A driver's pictures come after their steps: whoever reads of the charge sees those that came since. */
function addPictures(tx: Tx, { id, evidence, notices }: LaterRow, { proofs }: Wanted): void {
  const known = evidence?.proofs ?? [];
  const seen = new Set(photosOf(known).map(({ capability }) => capability));
  const added = photosOf(proofs).filter(({ capability }) => !seen.has(capability));
  if (added.length === 0) return;
  tx.update(charges)
    .set({ evidence: { proofs: [...known, ...added] } })
    .where(eq(charges.id, id))
    .run();
  // The notice that waited for it.
  const causes = CHANNELS.map((channel) => noticeCause(channel, id, notices));
  tx.update(outbox)
    .set({ run_at: Date.now() })
    .where(and(inArray(outbox.cause, causes), eq(outbox.state, "waiting"), isNull(outbox.lease_token)))
    .run();
}

/** As far as a charge goes by itself: from complete evidence to its notice. Held ones stay where they are. */
function goOn(tx: Tx, deed: Deed, booking: Booking, { id }: LaterRow): void {
  let charge = getCharge(tx, id);
  const gaps = gapsOf(charge);
  needProof(tx, deed, charge, charge.state === "proposed" ? gaps : null);
  if (charge.state === "proposed" && gaps.length === 0) charge = moveCharge(tx, deed, id, "evidence_ready");
  if (charge.state === "evidence_ready" && charge.held_why === null && booking.on_hold_reason === null)
    orderNotice(tx, deed, charge);
}

/**
 * Tells the customer of a charge, by mail and by text where they agreed. Its time begins when the first of both has left
 * (`noteTold`), not before. An order of the office's answer is a new notice with a time of its own, and so is one that was
 * stopped before it left.
 */
export function orderNotice(tx: Tx, deed: Deed, charge: LaterRow): void {
  const { id, notices, booking_id } = charge;
  const notice = notices + 1;
  const untold = { notices: notice, noticed_at: null, due_at: null };
  // Noticed once more it stays where it is.
  if (charge.state === "noticed") tx.update(charges).set(untold).where(eq(charges.id, id)).run();
  else moveCharge(tx, deed, id, "noticed", untold);
  tellCustomer(tx, "charge-notice", {
    bookingId: booking_id,
    cause: `${id}:${notice}`,
    payload: { chargeId: id, notice },
    ...(awaitsPicture(charge) && { runAt: Date.now() + WAITS_FOR_PICTURE_MS }),
  });
}

/** The phone sends a step first and its picture right after it: so long the notice waits for the ticket's. */
const WAITS_FOR_PICTURE_MS = 2 * MINUTE;

const awaitsPicture = ({ kind, notices, evidence }: LaterRow): boolean =>
  kind === "weight_overage" && notices === 0 && photosOf(evidence?.proofs ?? []).length === 0;

const CHANNELS = ["mail", "sms"] as const;
const noticeCause = (channel: (typeof CHANNELS)[number], id: Id<"charge">, notice: number) =>
  `${channel}.charge-notice:${id}:${notice}`;

/** Whether the newest notice of a charge has reached its customer, as far as anybody knows. */
export function isTold(orm: Orm, { id, notices, noticed_at }: LaterRow): boolean {
  const causes = CHANNELS.map((channel) => noticeCause(channel, id, notices));
  const states = causes.flatMap((cause) =>
    orm.select({ state: messages.state }).from(messages).where(eq(messages.cause, cause)).all(),
  );
  // Told by phone, there is no message.
  if (states.length === 0) return noticed_at !== null;
  return states.some(({ state }) => state === "sent" || state === "delivered");
}

const untoldTask = (id: Id<"charge">) => `charge_untold:${id}`;

/**
 * What became of a notice's mail or text, in the transaction that keeps it: the first one that has left begins the time
 * to question it. Where neither can, somebody calls.
 */
export function noteTold(tx: Tx, deed: Deed, settings: Settings, id: Id<"charge">, notice: number): void {
  const charge = getCharge(tx, id);
  if (charge.state !== "noticed" || charge.notices !== notice || charge.due_at !== null) return;
  const messagesOf = CHANNELS.map((channel) => noticeCause(channel, id, notice));
  const hasLeft = messagesOf.some((cause) => {
    const state = tx.select({ state: messages.state }).from(messages).where(eq(messages.cause, cause)).get()?.state;
    return state === "sent" || state === "delivered";
  });
  if (hasLeft) return beginTime(tx, deed, settings, charge);
  const isWaiting = messagesOf.some(
    (cause) =>
      tx
        .select({ id: outbox.id })
        .from(outbox)
        .where(and(eq(outbox.cause, cause), eq(outbox.state, "waiting")))
        .get() !== undefined,
  );
  if (!isWaiting) callThem(tx, deed, charge);
}

/** Nobody could be told: it waits for a person, and is charged by nobody. */
export function callThem(tx: Tx, deed: Deed, { id, booking_id }: LaterRow): void {
  tx.update(charges).set({ due_at: null, noticed_at: null }).where(eq(charges.id, id)).run();
  openTask(tx, deed, {
    kind: "charge_untold",
    cause: untoldTask(id),
    subject: { kind: "charge", id },
    bookingId: booking_id,
    due: deed.now,
  });
}

/** From now on the customer has as long as the agreement says. */
export function beginTime(tx: Tx, deed: Deed, settings: Settings, { id, booking_id, amount, tax }: LaterRow): void {
  const { noticeHours } = settingsAsSigned(tx, booking_id, settings);
  const due_at = plus(deed.now, noticeHours * HOUR);
  tx.update(charges).set({ noticed_at: deed.now, due_at }).where(eq(charges.id, id)).run();
  closeTask(tx, deed, untoldTask(id));
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: booking_id,
    action: "charge_noticed",
    to: "noticed",
    data: { amount: amount + tax },
  });
}

/**
 * Settles every dumpster that can be, and stores what follows for the booking; once it is over, its customer gets the
 * final statement.
 */
export function settleBooking(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  for (const unit of listUnits(tx, bookingId)) if (unit.state === "off_site") settleUnit(tx, deed, unit.id);
  const status = recomputeBooking(tx, deed, bookingId);
  if (status !== "completed" && status !== "balance_due") return;
  enqueue(tx, {
    kind: "mail.final-statement",
    cause: `mail.final-statement:${bookingId}`,
    bookingId,
    payload: { bookingId },
  });
}
