import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { chargeAttempts, chargeQuestions, charges } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { enqueue } from "../outbox/outbox.server";
import { findEntry, openAmount, type Charge } from "../payments/books.server";
import { CHARGES_UNDER_WAY, CHARGES_UNPAID } from "../states/money";
import { canMove, type ChargeState } from "../states/transitions";
import { closeTask, openTask } from "../tasks/tasks.server";
import { LATER, missingProof, type LaterChargeKind, type ProofGap } from "./kinds";
import type { Basis, Proof } from "./stored-charge";
import { chargeTitle } from "./words";

/** A later charge: one that has a cause, and goes by proof and notice. */
export type LaterRow = Charge & { cause: string };
export type Attempt = typeof chargeAttempts.$inferSelect;
export type Question = typeof chargeQuestions.$inferSelect;

const byId = prepared((orm) =>
  orm
    .select()
    .from(charges)
    .where(and(eq(charges.id, sql.placeholder("id")), isNotNull(charges.cause)))
    .prepare(),
);
const byCapability = prepared((orm) =>
  orm
    .select()
    .from(charges)
    .where(eq(charges.capability, sql.placeholder("capability")))
    .prepare(),
);
const ofBooking = prepared((orm) =>
  orm
    .select()
    .from(charges)
    .where(and(eq(charges.booking_id, sql.placeholder("booking")), isNotNull(charges.cause)))
    // Those of one moment in the order in which they were made.
    .orderBy(asc(charges.created_at), sql`rowid`)
    .prepare(),
);

/** Null for none, and for what was paid as it was bought. */
export function findCharge(orm: Orm, by: { id: string } | { capability: string }): LaterRow | null {
  const found = "id" in by ? byId(orm).get({ id: by.id }) : byCapability(orm).get({ capability: by.capability });
  return found?.cause == null ? null : { ...found, cause: found.cause };
}

/** Throws when there is none. */
export function getCharge(orm: Orm, id: Id<"charge">): LaterRow {
  const found = findCharge(orm, { id });
  if (!found) throw new Error(`no later charge ${id}`);
  return found;
}

/** A booking's later charges, oldest first. */
export function listCharges(orm: Orm, bookingId: Id<"booking">): LaterRow[] {
  return ofBooking(orm)
    .all({ booking: bookingId })
    .flatMap((row) => (row.cause === null ? [] : [{ ...row, cause: row.cause }]));
}

/** A charge that its card did not pay, with what of it is still to be paid; cents, tax included. */
export type Unpaid = LaterRow & { open: Cents };

/** What its card did not pay, oldest first: what a payment link is for. */
export function listUnpaid(orm: Orm, bookingId: Id<"booking">): Unpaid[] {
  return listCharges(orm, bookingId)
    .filter(isUnpaid)
    .map((charge) => ({ ...charge, open: openOfCharge(orm, charge) }));
}

/** What is still to be paid of a charge: a check may have paid a part. Before it fell due, all of it. Cents, tax included. */
export function openOfCharge(orm: Orm, charge: Pick<Charge, "id" | "amount" | "tax">): Cents {
  const entry = findEntry(orm, `charge:${charge.id}`);
  return entry ? openAmount(orm, entry) : totalOfCharge(charge);
}

export const isUnpaid = ({ state }: Pick<Charge, "state">): boolean => CHARGES_UNPAID.some((one) => one === state);
export const isUnderWay = ({ state }: Pick<Charge, "state">): boolean => CHARGES_UNDER_WAY.some((one) => one === state);
export const totalOfCharge = ({ amount, tax }: Pick<Charge, "amount" | "tax">): Cents => amount + tax;

/** What its evidence lacks; empty where its customer may be told of it. */
export function gapsOf(charge: Pick<Charge, "kind" | "clause" | "evidence" | "approved_by">): ProofGap[] {
  return missingProof({ ...charge, approved: charge.approved_by !== null });
}

export interface NewCharge {
  bookingId: Id<"booking">;
  unitId: Id<"unit"> | null;
  jobId: Id<"job"> | null;
  cause: string;
  kind: LaterChargeKind;
  amount: Cents;
  tax: Cents;
  basis: Basis;
  proofs: Proof[];
  replaces?: Id<"charge">;
  /** Allowed already, as the one that it stands for was. */
  approvedBy?: Id<"account"> | null;
}

/** Proposes a charge, with its event, once for each cause: null where there is one, whatever became of it. */
export function proposeCharge(tx: Tx, deed: Deed, wanted: NewCharge): LaterRow | null {
  const { bookingId, kind, basis } = wanted;
  const row = tx
    .insert(charges)
    .values({
      id: newId("charge"),
      booking_id: bookingId,
      unit_id: wanted.unitId,
      job_id: wanted.jobId,
      kind,
      state: "proposed",
      amount: wanted.amount,
      tax: wanted.tax,
      description: chargeTitle({ kind, basis, description: "" }),
      cause: wanted.cause,
      basis,
      evidence: { proofs: wanted.proofs },
      clause: LATER[kind].clause,
      replaces_charge_id: wanted.replaces ?? null,
      approved_by: wanted.approvedBy ?? null,
      capability: newCapability(),
      created_at: deed.now,
    })
    .onConflictDoNothing()
    .returning()
    .get();
  if (!row?.cause) return null;
  recordEvent(tx, deed, {
    subject: { kind: "charge", id: row.id },
    bookingId,
    action: "charge_proposed",
    to: "proposed",
    data: { kind, amount: row.amount + row.tax },
  });
  return { ...row, cause: row.cause };
}

type Changed = Partial<
  Pick<
    Charge,
    "payment_id" | "noticed_at" | "due_at" | "ended_at" | "end_reason" | "held_why" | "notices" | "approved_by"
  >
>;

/** Moves a charge with its event. Throws for a move that the table does not know: the caller has decided before. */
export function moveCharge(
  tx: Tx,
  deed: Deed,
  id: Id<"charge">,
  to: ChargeState,
  { why, ...changed }: Changed & { why?: string } = {},
): LaterRow {
  const charge = getCharge(tx, id);
  const { state: from, booking_id, kind, amount, tax } = charge;
  if (!canMove("charge", from, to)) throw new Error(`charge ${id}: ${from} cannot become ${to}`);
  tx.update(charges)
    .set({ ...changed, state: to })
    .where(eq(charges.id, id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: booking_id,
    action: "charge_moved",
    from,
    to,
    why,
    data: { kind, amount: amount + tax },
  });
  if (from === "questioned" || to === "questioned") askOffice(tx, deed, charge, to === "questioned");
  return getCharge(tx, id);
}

/** Ends one for good that nothing was booked for. */
export function endCharge(tx: Tx, deed: Deed, id: Id<"charge">, to: "waived" | "voided", why: string): LaterRow {
  return moveCharge(tx, deed, id, to, { why, ended_at: deed.now, end_reason: why, held_why: null });
}

/** Ends a charge that its customer knows of, and tells them. One that nobody was told of just ends. */
export function dropTold(tx: Tx, deed: Deed, charge: LaterRow, to: "waived" | "voided", why: string): void {
  const isKnown = charge.notices > 0;
  endCharge(tx, deed, charge.id, to, why);
  if (isKnown)
    enqueue(tx, {
      kind: "mail.charge-dropped",
      cause: `mail.charge-dropped:${charge.id}`,
      bookingId: charge.booking_id,
      payload: { chargeId: charge.id },
    });
}

const questionTask = (id: Id<"charge">) => `charge_question:${id}`;

function askOffice(tx: Tx, deed: Deed, { id, booking_id }: LaterRow, isAsked: boolean): void {
  if (!isAsked) return closeTask(tx, deed, questionTask(id));
  openTask(tx, deed, {
    kind: "charge_question",
    cause: questionTask(id),
    subject: { kind: "charge", id },
    bookingId: booking_id,
    due: deed.now,
    again: true,
  });
}

const proofTask = (id: Id<"charge">) => `charge_proof:${id}`;
/** A photograph that a phone still has comes within the day. */
const PROOF_WITHIN_MS = 24 * 3_600_000;

/** Somebody has to see to a charge that cannot go on by itself; `null` where it can. */
export function needProof(tx: Tx, deed: Deed, charge: LaterRow, gaps: readonly ProofGap[] | null): void {
  if (gaps === null || gaps.length === 0) return closeTask(tx, deed, proofTask(charge.id));
  openTask(tx, deed, {
    kind: "charge_proof",
    cause: proofTask(charge.id),
    subject: { kind: "charge", id: charge.id },
    bookingId: charge.booking_id,
    due: (gaps.includes("approval") ? deed.now : deed.now + PROOF_WITHIN_MS) as Deed["now"],
  });
}

/** Null when there is none. */
export function findAttempt(orm: Orm, id: string): Attempt | null {
  return (
    orm
      .select()
      .from(chargeAttempts)
      .where(eq(chargeAttempts.id, id as Id<"chargeAttempt">))
      .get() ?? null
  );
}

/** The tries to charge the card, newest first. */
export function listAttempts(orm: Orm, chargeId: Id<"charge">): Attempt[] {
  const mine = eq(chargeAttempts.charge_id, chargeId);
  return orm.select().from(chargeAttempts).where(mine).orderBy(desc(chargeAttempts.started_at)).all();
}

/** Tries whose end nobody knows yet, the oldest first, for the reconciler. */
export function listStartedAttempts(orm: Orm, before: Deed["now"], most = 200): Attempt[] {
  return orm
    .select()
    .from(chargeAttempts)
    .where(and(sql`${chargeAttempts.state} = 'started'`, lte(chargeAttempts.started_at, before)))
    .orderBy(asc(chargeAttempts.started_at))
    .limit(most)
    .all();
}

/** What its customer asked, newest first. */
export function listQuestions(orm: Orm, chargeId: Id<"charge">): Question[] {
  const mine = eq(chargeQuestions.charge_id, chargeId);
  return orm.select().from(chargeQuestions).where(mine).orderBy(desc(chargeQuestions.asked_at)).all();
}

/** The one that waits for its answer; null for none. */
export function findOpenQuestion(orm: Orm, chargeId: Id<"charge">): Question | null {
  const open = and(eq(chargeQuestions.charge_id, chargeId), isNull(chargeQuestions.answered_at));
  return orm.select().from(chargeQuestions).where(open).get() ?? null;
}

/** Whether a dumpster, or the booking as a whole, has a later charge whose last word is not spoken. */
export function hasUnderWay(orm: Orm, bookingId: Id<"booking">, unitId: Id<"unit">): boolean {
  const open = and(
    eq(charges.booking_id, bookingId),
    inArray(charges.state, [...CHARGES_UNDER_WAY]),
    sql`(${charges.unit_id} is null or ${charges.unit_id} = ${unitId})`,
  );
  return orm.select({ id: charges.id }).from(charges).where(open).limit(1).get() !== undefined;
}
