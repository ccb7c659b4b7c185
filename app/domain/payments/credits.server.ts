import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { issueCreditNote } from "../documents/charge-invoices.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import { closeTask } from "../tasks/tasks.server";
import { checkAccountDue } from "./account-tasks.server";
import { allocate, getEntry, listEntries, openAmount, post, type Charge, type LedgerEntry } from "./books.server";
import { splitCredit, totalOf, type Allocation } from "./entries";
import { settleCharge } from "./settle-charge.server";

/** The rental that a paid booking was charged; a swap's is a change's. Throws for a booking that nobody paid. */
export function getRentalCharge(orm: Orm, bookingId: Id<"booking">): Charge {
  const charge = orm
    .select()
    .from(charges)
    // A swap's new rental period is a rental too, of one dumpster.
    .where(and(eq(charges.booking_id, bookingId), eq(charges.kind, "rental"), isNull(charges.unit_id)))
    .get();
  if (!charge) throw new Error(`booking ${bookingId} was charged no rental`);
  return charge;
}

const changeCharges = prepared((orm) =>
  orm
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.booking_id, sql.placeholder("booking")),
        eq(charges.unit_id, sql.placeholder("unit")),
        isNotNull(charges.change_id),
      ),
    )
    .orderBy(asc(charges.created_at))
    .prepare(),
);

/** What was charged for a dumpster after the payment of the order: its changes'. */
export function listChangeCharges(orm: Orm, unit: Pick<Unit, "id" | "booking_id">): Charge[] {
  return changeCharges(orm).all({ booking: unit.booking_id, unit: unit.id });
}

/** What is left of a charge; cents, the tax apart. */
export interface LeftOfCharge {
  amount: Cents;
  tax: Cents;
}

/** What no credit or write-off has taken of a charge yet. */
export function leftOfCharge(orm: Orm, charge: Charge): { amount: Cents; tax: Cents } {
  return takeOff(charge, listEntries(orm, charge.booking_id));
}

/** The same of several charges of a booking, tax included, from its books, which are read once, however many they are. */
export function leftOfCharges(list: readonly Charge[], books: readonly LedgerEntry[]): Map<Id<"charge">, Cents> {
  const entries = new Map<Id<"charge">, LedgerEntry[]>(list.map(({ id }) => [id, []]));
  for (const entry of books) if (entry.charge_id !== null) entries.get(entry.charge_id)?.push(entry);
  return new Map(list.map((charge) => [charge.id, totalOf(takeOff(charge, entries.get(charge.id) ?? []))]));
}

/** What nobody has paid of each charge that is in a booking's books, tax included. */
export function openOfCharges(
  books: readonly LedgerEntry[],
  allocations: readonly Allocation[],
): Map<Id<"charge">, Cents> {
  const joined = new Map<number, Cents>();
  for (const { to_entry, amount } of allocations) joined.set(to_entry, (joined.get(to_entry) ?? 0) + amount);
  return new Map(
    books.flatMap((entry) =>
      entry.kind === "charge" && entry.charge_id !== null
        ? [[entry.charge_id, totalOf(entry) - (joined.get(entry.id) ?? 0)]]
        : [],
    ),
  );
}

function takeOff({ id, amount, tax }: Charge, entries: readonly LedgerEntry[]): { amount: Cents; tax: Cents } {
  const left = { amount, tax };
  for (const entry of entries) {
    if (entry.charge_id !== id || (entry.kind !== "credit" && entry.kind !== "write_off")) continue;
    left.amount -= entry.amount;
    left.tax -= entry.tax;
  }
  return left;
}

/** What was taken off a charge, cents with tax, apart from what its cancelling took: the record says that in one line. */
export interface CreditOfCharge {
  id: number;
  chargeId: Id<"charge">;
  at: Instant;
  cents: Cents;
}

/** A booking's credits that no cancellation made: given back, let off, withdrawn or refunded elsewhere; oldest first. */
export function listOtherCredits(orm: Orm, bookingId: Id<"booking">): CreditOfCharge[] {
  return listEntries(orm, bookingId).flatMap((entry) =>
    entry.kind === "credit" && entry.charge_id !== null && !entry.cause.startsWith(`credit:${BY_CANCELLING}`)
      ? [{ id: entry.id, chargeId: entry.charge_id, at: entry.at, cents: totalOf(entry) }]
      : [],
  );
}
/** `creditCharge` is given a cancellation's id as its cause. */
const BY_CANCELLING = "can_";

/** The cause of the task that a fee for our own crossing was charged: over once nothing of the fee stands. */
export const crossingTask = (id: Id<"charge">): string => `crossing_charged:${id}`;

/**
 * Takes back a part of a charge, tax included (all of it when `part` is null), and returns the entry, which gives that
 * money to whatever it is allocated to; an invoiced charge gets its credit note, which says `why`. Of one on account that asks
 * for nothing more it ends what the account carries. One credit per `cause`.
 * Throws when more is taken back than is left.
 */
export function creditCharge(
  tx: Tx,
  deed: Deed,
  charge: Charge,
  part: Cents | null,
  cause: string,
  why = "Taken back",
): LedgerEntry {
  const made = getEntry(tx, `charge:${charge.id}`);
  const left = leftOfCharge(tx, charge);
  const { amount, tax } = splitCredit(part ?? totalOf(left), made, left);
  const { id: charge_id, booking_id } = charge;
  const entry = post(tx, deed, { booking_id, kind: "credit", amount, tax, charge_id, cause: `credit:${cause}` });
  // What nobody has paid yet is owed no more; only money that came in is free for something else.
  const unpaid = Math.min(openAmount(tx, made), totalOf(entry));
  allocate(tx, deed, entry, made, unpaid);
  if (totalOf(entry) > 0) issueCreditNote(tx, deed, { charge, entry, unpaid, why });
  const isGone = totalOf(leftOfCharge(tx, charge)) === 0;
  if (isGone) closeTask(tx, deed, crossingTask(charge_id));
  if (charge.state === "billed" && isGone)
    tx.update(charges).set({ state: "voided" }).where(eq(charges.id, charge_id)).run();
  // A check had paid the rest of it: it is on the account no more.
  else if (charge.state === "billed" && openAmount(tx, made) === 0) settleCharge(tx, deed, charge_id, null);
  // What an account was asked about may be owed no more.
  const { customer_id } = getBooking(tx, booking_id);
  if (unpaid > 0 && customer_id !== null) checkAccountDue(tx, deed, customer_id);
  recordEvent(tx, deed, {
    subject: { kind: "charge", id: charge_id },
    bookingId: booking_id,
    action: "charge_credited",
    data: { amount: amount + tax },
  });
  return entry;
}
