import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { taxOn, type Cents } from "../kernel/money";
import { tellCustomer } from "../outbox/news.server";
import { allocate, getEntry, post } from "../payments/books.server";
import { leftOfCharge } from "../payments/credits.server";
import { splitCredit, totalOf } from "../payments/entries";
import { checkAccountDue } from "../payments/account-tasks.server";
import { unpaidTask } from "../payments/settle-charge.server";
import { listPhotosOfBooking } from "../photos/photos.server";
import type { Settings } from "../settings/schema";
import { isTaxed } from "../states/labels";
import { closeTask } from "../tasks/tasks.server";
import { taxRateOf } from "./amounts";
import {
  dropTold,
  getCharge,
  listUnpaid,
  moveCharge,
  needProof,
  openOfCharge,
  proposeCharge,
  type LaterRow,
} from "./charges.server";
import type { LaterChargeKind } from "./kinds";
import { letOff } from "./let-off.server";
import { beginTime, lookAtCharges, orderNotice, settleBooking } from "./look.server";
import { answerQuestion } from "./question.server";
import type { Proof } from "./stored-charge";
import { readFacts } from "./facts.server";

export type OfficeResult = { ok: true } | { ok: false; code: "not_now" | "admin_only" };
const NOT_NOW = { ok: false, code: "not_now" } as const;

/** Stops a charge where it stands: no notice, no card, until it is let go. Before it fell due only. */
export function holdCharge(tx: Tx, deed: Deed<StaffActor>, id: Id<"charge">, why: string): OfficeResult {
  const charge = getCharge(tx, id);
  if (!["proposed", "evidence_ready", "noticed", "questioned"].includes(charge.state) || charge.held_why !== null)
    return NOT_NOW;
  tx.update(charges).set({ held_why: why }).where(eq(charges.id, id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: charge.booking_id,
    action: "charge_held",
    why,
  });
  return { ok: true };
}

/** Lets it go on from where it stands. Where no notice of it has left, its customer is told now. */
export function releaseCharge(tx: Tx, deed: Deed<StaffActor>, settings: Settings, id: Id<"charge">): OfficeResult {
  const charge = getCharge(tx, id);
  if (charge.held_why === null) return NOT_NOW;
  tx.update(charges).set({ held_why: null }).where(eq(charges.id, id)).run();
  recordEvent(tx, deed, { subject: { kind: "charge", id }, bookingId: charge.booking_id, action: "charge_released" });
  if (charge.state === "noticed" && charge.noticed_at === null) orderNotice(tx, deed, charge);
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true };
}

/** An admin's yes to what needs one (domain.md, section 3: $1,000). */
export function approveCharge(tx: Tx, deed: Deed<StaffActor>, settings: Settings, id: Id<"charge">): OfficeResult {
  if (deed.by.kind !== "admin") return { ok: false, code: "admin_only" };
  const charge = getCharge(tx, id);
  if (charge.state !== "proposed" || charge.approved_by !== null) return NOT_NOW;
  tx.update(charges).set({ approved_by: deed.by.id }).where(eq(charges.id, id)).run();
  recordEvent(tx, deed, { subject: { kind: "charge", id }, bookingId: charge.booking_id, action: "charge_approved" });
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true };
}

/**
 * An admin waives a charge (`letOff`), for a reason that its customer reads where they knew of it. Refused once it is paid:
 * that is a refund.
 */
export function waiveCharge(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  id: Id<"charge">,
  why: string,
): OfficeResult {
  if (deed.by.kind !== "admin") return { ok: false, code: "admin_only" };
  const charge = getCharge(tx, id);
  if (charge.state === "questioned")
    // Asked meanwhile: it is the answer to that, too.
    return answerQuestion(tx, deed, settings, id, why, { outcome: "waived" }).ok ? { ok: true } : NOT_NOW;
  if (!letOff(tx, deed, charge, why)) return NOT_NOW;
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true };
}

/** What nobody will pay is written off by an admin: it is owed no more, and no paper takes it back. */
export function writeOffCharge(tx: Tx, deed: Deed<StaffActor>, id: Id<"charge">, why: string): OfficeResult {
  if (deed.by.kind !== "admin") return { ok: false, code: "admin_only" };
  const charge = getCharge(tx, id);
  if (charge.state !== "billed" && charge.state !== "failed" && charge.state !== "requires_action") return NOT_NOW;
  const made = getEntry(tx, `charge:${id}`);
  // What a check has paid of it stays paid.
  const { amount, tax } = splitCredit(openOfCharge(tx, charge), made, leftOfCharge(tx, charge));
  const entry = post(tx, deed, {
    booking_id: charge.booking_id,
    kind: "write_off",
    amount,
    tax,
    charge_id: id,
    cause: `write_off:${id}`,
  });
  allocate(tx, deed, entry, made, totalOf({ amount, tax }));
  moveCharge(tx, deed, id, "written_off", { why, end_reason: why, ended_at: deed.now });
  closeTask(tx, deed, unpaidTask(id));
  settleBooking(tx, deed, charge.booking_id);
  const { customer_id } = getBooking(tx, charge.booking_id);
  if (customer_id !== null) checkAccountDue(tx, deed, customer_id);
  return { ok: true };
}

/** A proposal that somebody of the office sees to be wrong, before its customer was told of it. */
export function voidCharge(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  id: Id<"charge">,
  why: string,
): OfficeResult {
  const charge = getCharge(tx, id);
  if (charge.state !== "proposed" && charge.state !== "evidence_ready") return NOT_NOW;
  needProof(tx, deed, charge, null);
  dropTold(tx, deed, charge, "voided", why);
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true };
}

/** The customer was told by phone, because no message could reach them: their time begins now. */
export function toldByPhone(tx: Tx, deed: Deed<StaffActor>, settings: Settings, id: Id<"charge">): OfficeResult {
  const charge = getCharge(tx, id);
  if (charge.state !== "noticed" || charge.due_at !== null) return NOT_NOW;
  recordEvent(tx, deed, { subject: { kind: "charge", id }, bookingId: charge.booking_id, action: "charge_told" });
  tx.update(charges)
    .set({ notices: charge.notices + 1 })
    .where(eq(charges.id, id))
    .run();
  beginTime(tx, deed, settings, getCharge(tx, id));
  return { ok: true };
}

/** The payment link once more, for everything that a booking's card did not pay. False where nothing is. */
export function sendPaymentLink(tx: Tx, deed: Deed<StaffActor>, bookingId: Id<"booking">): boolean {
  const [first] = listUnpaid(tx, bookingId);
  if (!first) return false;
  recordEvent(tx, deed, { subject: { kind: "booking", id: bookingId }, bookingId, action: "payment_link_sent" });
  tellCustomer(tx, "balance-due", {
    bookingId,
    cause: newId("message"),
    payload: { bookingId, chargeId: null },
  });
  return true;
}

/** What the office adds by hand: in cents before tax, with what proves it. */
export interface ByHand {
  unitId: Id<"unit"> | null;
  kind: LaterChargeKind;
  amount: Cents;
  words: string;
  /** Photographs of the booking, by their addresses. */
  photos: string[];
  /** What the office writes down as its record; "" for nothing. */
  note: string;
}
export type ByHandResult = { ok: true; charge: LaterRow } | { ok: false; code: "not_paid" | "unknown_unit" };

/**
 * Adds a charge that no fact of a driver's makes: a permit, a damage found later. It goes the same way, by its evidence
 * and its notice; what is missing keeps it where it is.
 */
export function addByHand(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  bookingId: Id<"booking">,
  { unitId, kind, amount, words, photos, note }: ByHand,
): ByHandResult {
  const booking = getBooking(tx, bookingId);
  if (booking.paid_at === null) return { ok: false, code: "not_paid" };
  if (unitId !== null && !listUnits(tx, bookingId).some(({ id }) => id === unitId))
    return { ok: false, code: "unknown_unit" };
  const made = proposeCharge(tx, deed, {
    bookingId,
    unitId,
    jobId: null,
    cause: `hand:${newId("charge")}`,
    kind,
    amount,
    tax: isTaxed(kind) ? taxOn(amount, taxRateOf(booking.price, settings)) : 0,
    basis: { by: "typed", words, cents: amount },
    proofs: [
      ...photoProofs(tx, bookingId, photos),
      ...ticketProofs(tx, settings, bookingId, unitId, kind),
      ...noted(note),
    ],
    approvedBy: null,
  });
  if (!made) throw new Error("a charge of the office was there before");
  lookAtCharges(tx, deed, settings, bookingId);
  return { ok: true, charge: getCharge(tx, made.id) };
}

const noted = (note: string): Proof[] => (note ? [{ is: "note", words: note }] : []);

function photoProofs(orm: Orm, bookingId: Id<"booking">, wanted: readonly string[]): Proof[] {
  return listPhotosOfBooking(orm, bookingId)
    .filter(({ capability }) => wanted.includes(capability))
    .map(({ capability, step, createdAt }) => ({ is: "photo", capability, step, at: createdAt }));
}

/** A weight is proved by its ticket alone, whoever proposes it. */
function ticketProofs(
  orm: Orm,
  settings: Settings,
  bookingId: Id<"booking">,
  unitId: Id<"unit"> | null,
  kind: LaterChargeKind,
): Proof[] {
  if (kind !== "weight_overage") return [];
  return readFacts(orm, settings, getBooking(orm, bookingId))
    .units.filter(({ id }) => unitId === null || id === unitId)
    .flatMap(({ jobs }) => jobs.flatMap(({ ticket }) => (ticket ? [ticket] : [])));
}

export type AddProofResult = { ok: true } | { ok: false; code: "not_now" | "nothing" };

/** Puts to a proposed charge what proves it, by hand. */
export function addProof(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  id: Id<"charge">,
  { photos, note }: Pick<ByHand, "photos" | "note">,
): AddProofResult {
  const charge = getCharge(tx, id);
  if (charge.state !== "proposed") return { ok: false, code: "not_now" };
  const before = charge.evidence?.proofs ?? [];
  const known = new Set(before.flatMap((proof) => (proof.is === "photo" ? [proof.capability] : [])));
  const fresh = [
    ...photoProofs(tx, charge.booking_id, photos).filter(
      (proof) => proof.is !== "photo" || !known.has(proof.capability),
    ),
    ...noted(note),
  ];
  if (fresh.length === 0) return { ok: false, code: "nothing" };
  tx.update(charges)
    .set({ evidence: { proofs: [...before, ...fresh.map((proof) => ({ ...proof, byHand: true }))] } })
    .where(eq(charges.id, id))
    .run();
  recordEvent(tx, deed, { subject: { kind: "charge", id }, bookingId: charge.booking_id, action: "charge_proved" });
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true };
}
