import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { ledgerEntries } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import { closeTask, needPerson } from "../tasks/tasks.server";
import { allocateFrom, listAllocations, openAmount, type LedgerEntry } from "./books.server";
import { chargesPaidBy, listDisputesOf, type Dispute } from "./disputes-read.server";
import { openOf } from "./entries";
import { apartWords } from "./refund-words";

/** What its customer has back of a payment and still owes us for it; cents. */
export interface Taken {
  /** The bank took it for good; null where a refund was more than what was due. */
  dispute: Dispute | null;
  paymentId: Id<"payment">;
  entry: LedgerEntry;
  open: Cents;
}

/** The cause of the entry of what a bank took. */
export const takenCause = ({ id }: Pick<Dispute, "id">) => `dispute:${id}`;

/** The task that somebody decides what becomes of a lost dispute: over once nothing of it is owed. */
export const lostCause = ({ id }: Pick<Dispute, "id">) => `dispute_lost:${id}`;

/** The task that somebody decides what becomes of money that went back beyond what was due: over once nothing of it is owed. */
const excessTask = (bookingId: Id<"booking">): string => `excess:${bookingId}`;

/** What went back of a booking's payments, or was taken of them; the oldest first. */
const moneyAway = prepared((orm) =>
  orm
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.booking_id, sql.placeholder("id")), inArray(ledgerEntries.kind, ["refund", "dispute"])))
    .orderBy(asc(ledgerEntries.id))
    .prepare(),
);

/**
 * The lost disputes of a booking of which something is still owed, because nobody has paid it again and nobody wrote it off,
 * and the refunds that were more than what was due, as far as they were.
 */
export function listTaken(orm: Orm, bookingId: Id<"booking">): Taken[] {
  const entries = moneyAway(orm).all({ id: bookingId });
  if (entries.length === 0) return [];
  const allocations = listAllocations(orm, bookingId);
  const disputes = listDisputesOf(orm, bookingId);
  const lost = new Map(disputes.filter(({ state }) => state === "lost").map((one) => [takenCause(one), one]));
  return entries.flatMap((entry) => {
    const { kind, cause, payment_id: paymentId } = entry;
    const dispute = lost.get(cause) ?? null;
    if ((dispute === null && kind !== "refund") || paymentId === null) return [];
    const open = openOf(entry, allocations);
    return open > 0 ? [{ dispute, paymentId, entry, open }] : [];
  });
}

/** The causes of what banks hold while they decide, or have not given back yet where they decided for us. */
export const heldCauses = (disputes: readonly Dispute[]): ReadonlySet<string> =>
  new Set(disputes.filter(({ state }) => state !== "lost").map(takenCause));

/** What of a booking's payments banks hold, as far as nothing else has paid it: nobody is asked for it. Cents. */
export function heldByBanks(orm: Orm, bookingId: Id<"booking">): Cents {
  const held = heldCauses(listDisputesOf(orm, bookingId));
  if (held.size === 0) return 0;
  const allocations = listAllocations(orm, bookingId);
  const entries = moneyAway(orm).all({ id: bookingId });
  return entries.reduce((sum, entry) => sum + (held.has(entry.cause) ? openOf(entry, allocations) : 0), 0);
}

/** What of what the books ask for is asked of nobody on a page: it is with a bank, or its customer has it back; cents. */
export interface NotAsked {
  /** Banks hold it, and have not decided yet. */
  held: Cents;
  /** Banks gave it back to their customer for good, and nobody has paid it again nor let it be. */
  lost: Cents;
  /** Went back beyond what was due. */
  excess: Cents;
}

export function readNotAsked(orm: Orm, bookingId: Id<"booking">): NotAsked {
  const taken = listTaken(orm, bookingId);
  const sum = (list: readonly Taken[]) => list.reduce((all, { open }) => all + open, 0);
  const lost = sum(taken.filter(({ dispute }) => dispute !== null));
  return { held: heldByBanks(orm, bookingId), lost, excess: sum(taken) - lost };
}

/** The same in sentences, for pages that ask for nothing of it, and must not say that all is paid; "" where there is none. */
export const notAskedWords = (orm: Orm, bookingId: Id<"booking">): string =>
  apartWords(readNotAsked(orm, bookingId)).join(" ");

/** What went back of a booking's payments beyond what was due, as somebody did in Stripe's dashboard, and is owed to us again. */
export const listExcess = (orm: Orm, bookingId: Id<"booking">): Taken[] =>
  listTaken(orm, bookingId).filter(({ dispute }) => dispute === null);

/**
 * Has somebody decide whether its customer keeps that, from the transaction that changed it; nobody once there is none. What
 * was decided is about what had gone back by then: more of it is asked about anew.
 */
export function seeToExcess(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const newest = listExcess(tx, bookingId).at(-1);
  needPerson(tx, deed, newest !== undefined, {
    kind: "excess",
    cause: excessTask(bookingId),
    subject: { kind: "booking", id: bookingId },
    bookingId,
    due: deed.now,
    grewAt: newest?.entry.at,
  });
}

/**
 * Whether a bank took it for good after a refund was decided, as far as we were told. What was decided later was decided
 * beside it, and is no part of what it took.
 */
export const wasTakenSince = ({ dispute, entry }: Taken, { created_at }: { created_at: Instant }): boolean =>
  dispute !== null && dispute.closed_at !== null && Math.max(dispute.closed_at, entry.at) >= created_at;

/**
 * What its customer has of each charge, tax included, as far as it is owed to us: what was taken of a payment is of the
 * charges that it paid, one after the other, each as far as `left` of it goes; the order is a write-off's (`writeOffDispute`).
 */
export function takenOfCharges(
  orm: Orm,
  bookingId: Id<"booking">,
  left: ReadonlyMap<Id<"charge">, Cents>,
): Map<Id<"charge">, Cents> {
  const taken = new Map<Id<"charge">, Cents>();
  for (const { paymentId, open } of listTaken(orm, bookingId)) {
    let more = open;
    for (const { id } of chargesPaidBy(orm, { id: paymentId })) {
      const before = taken.get(id) ?? 0;
      const part = Math.max(0, Math.min(more, (left.get(id) ?? 0) - before));
      taken.set(id, before + part);
      more -= part;
    }
  }
  return taken;
}

/**
 * What we would give back its customer has already: these cents of `from` (credits, in their order) settle what they owe us
 * for it, instead of going to them a second time.
 */
export function settleTaken(tx: Tx, deed: Deed, taken: Taken, from: readonly LedgerEntry[], amount: Cents): void {
  allocateFrom(tx, deed, from, taken.entry, amount);
  if (taken.dispute === null) seeToExcess(tx, deed, taken.entry.booking_id);
  else if (openAmount(tx, taken.entry) === 0) closeTask(tx, deed, lostCause(taken.dispute));
}
