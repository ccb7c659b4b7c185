import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookings, disputes, ledgerEntries, payments } from "#db/schema/index";
import type { Booking } from "../booking/order/bookings.server";
import { familyOf, findCustomer, standsFor } from "../customers/family.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newCapability, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { enqueue } from "../outbox/outbox.server";
import { listDisputesOf } from "./disputes-read.server";
import { findEntry, listAllocations, listEntries, openAmount, type Payment } from "./books.server";
import { ASKING_KINDS, gives, openOf } from "./entries";
import { recordPayment } from "./ledger.server";
import type { MethodByHand } from "./methods";
import { SETTLED } from "./owing.server";
import { HELD, joinWhatIsOpen, turnOf } from "./pay-open.server";
import { heldCauses } from "./taken-by-bank.server";

const OPEN = sql<Cents>`${ledgerEntries.amount} + ${ledgerEntries.tax} - ${SETTLED}`;

/** A booking on which something is owed; cents. */
export interface Owing {
  booking: Booking;
  owed: Cents;
  /** What of that a bank holds and may give back: it is paid when nothing else is owed. */
  held: Cents;
}

/** What of a receipt goes to a booking; cents. */
export interface ReceiptPart extends Owing {
  part: Cents;
}

/** Money that came by hand, as an admin writes it down. */
export interface Receipt {
  method: MethodByHand;
  amount: Cents;
  /** The check's number; null for cash. */
  reference: string | null;
  deposit_batch: string | null;
}

const openOfFamily = prepared((orm) =>
  orm
    .select({
      id: ledgerEntries.id,
      booking: ledgerEntries.booking_id,
      kind: ledgerEntries.kind,
      cause: ledgerEntries.cause,
      at: ledgerEntries.at,
      open: OPEN,
    })
    .from(bookings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.booking_id, bookings.id))
    .where(
      and(
        sql`${bookings.customer_id} in (select value from json_each(${sql.placeholder("family")}))`,
        inArray(ledgerEntries.kind, ASKING_KINDS),
        sql`${OPEN} > 0`,
      ),
    )
    .prepare(),
);

/** What of a customer's entries is to be paid, with all that is merged into them, in the order in which money pays it. */
function listOpen(orm: Orm, customerId: string) {
  const known = findCustomer(orm, customerId);
  if (!known) return [];
  const family = familyOf(orm, standsFor(orm, known).id);
  const held = heldCauses(
    orm
      .select(getTableColumns(disputes))
      .from(disputes)
      .innerJoin(bookings, eq(bookings.id, disputes.booking_id))
      .where(inArray(bookings.customer_id, family))
      .all(),
  );
  return openOfFamily(orm)
    .all({ family: JSON.stringify(family) })
    .map((entry) => ({ ...entry, turn: turnOf(entry, held) }))
    .sort((one, other) => one.turn - other.turn || one.at - other.at || one.id - other.id);
}
type Open = ReturnType<typeof listOpen>[number];

/** A customer's bookings on which something is owed, with all that is merged into them; the longest owed first. */
export function listOwing(orm: Orm, customerId: string): Owing[] {
  return owingOf(orm, listOpen(orm, customerId));
}

/** What they come to; cents, never below 0: what is to go back to the customer takes nothing off what they are asked for. */
export function sumOwing(orm: Orm, customerId: string): Cents {
  return listOpen(orm, customerId).reduce((sum, { open }) => sum + open, 0);
}

const byTheirIds = prepared((orm) =>
  orm
    .select()
    .from(bookings)
    .where(sql`${bookings.id} in (select value from json_each(${sql.placeholder("ids")}))`)
    .orderBy(asc(bookings.paid_at), asc(bookings.booking_number))
    .prepare(),
);

function owingOf(orm: Orm, open: readonly Open[]): Owing[] {
  const sums = new Map<string, { owed: Cents; held: Cents }>();
  for (const one of open) {
    const { owed, held } = sums.get(one.booking) ?? { owed: 0, held: 0 };
    sums.set(one.booking, { owed: owed + one.open, held: held + (one.turn === HELD ? one.open : 0) });
  }
  return byTheirIds(orm)
    .all({ ids: JSON.stringify([...sums.keys()]) })
    .flatMap((booking) => {
      const sum = sums.get(booking.id);
      return sum ? [{ booking, ...sum }] : [];
    });
}

/**
 * How a receipt spreads over what is owed: first over what is asked for on all bookings, then over what the customer has back
 * and owes us, last over what a bank holds (`turnOf`), each time the longest owed first; `first` (a booking's id) before all
 * others. What is more than everything goes to the last of them, where we owe it then. Refused where nothing is owed.
 */
export function planReceipt(
  orm: Orm,
  customerId: string,
  amount: Cents,
  first: string | null = null,
): { ok: true; parts: ReceiptPart[]; over: Cents } | { ok: false; code: "nothing_owed" } {
  const open = listOpen(orm, customerId);
  return spread(open, owingOf(orm, open), amount, first);
}

function spread(
  open: readonly Open[],
  owing: readonly Owing[],
  amount: Cents,
  first: string | null,
): ReturnType<typeof planReceipt> {
  const isFirst = (bookingId: string) => Number(bookingId === first);
  const given = new Map<string, Cents>();
  let left = amount;
  for (const one of open.toSorted((a, b) => isFirst(b.booking) - isFirst(a.booking))) {
    const part = Math.min(left, one.open);
    if (part > 0) given.set(one.booking, (given.get(one.booking) ?? 0) + part);
    left -= part;
  }
  const parts = owing
    .toSorted((a, b) => isFirst(b.booking.id) - isFirst(a.booking.id))
    .flatMap((one) => {
      const part = given.get(one.booking.id);
      return part === undefined ? [] : [{ ...one, part }];
    });
  const last = parts.at(-1);
  if (!last) return { ok: false, code: "nothing_owed" };
  last.part += left;
  return { ok: true, parts, over: left };
}

/**
 * Books a check or cash: a payment on each booking that it pays for, against its charges, the oldest first; a charge that is
 * paid by it is. `seen` is what the admin was shown as owed by all of them together: pressed twice, or when something was
 * paid meanwhile, it is refused as "changed". The customer gets a receipt.
 */
export function recordReceipt(
  tx: Tx,
  deed: Deed<StaffActor>,
  customerId: string,
  receipt: Receipt,
  { seen, first = null }: { seen: Cents; first?: string | null },
): { ok: true; receipt: string; payments: Payment[] } | { ok: false; code: "nothing_owed" | "changed" } {
  const open = listOpen(tx, customerId);
  if (open.reduce((sum, one) => sum + one.open, 0) !== seen) return { ok: false, code: "changed" };
  const plan = spread(open, owingOf(tx, open), receipt.amount, first);
  if (!plan.ok) return plan;
  const id = newCapability();
  const made = plan.parts.map(({ booking, part }) => {
    const { method, reference, deposit_batch } = receipt;
    const payment = recordPayment(tx, deed, {
      bookingId: booking.id,
      checkoutId: null,
      amount: part,
      intentId: null,
      byHand: { method, reference, deposit_batch, receipt: id },
    });
    joinWhatIsOpen(tx, deed, booking.id);
    return payment;
  });
  const [first_] = plan.parts;
  if (first_)
    enqueue(tx, {
      kind: "mail.payment-received",
      cause: `mail.payment-received:${id}`,
      bookingId: first_.booking.id,
      payload: { receipt: id },
    });
  return { ok: true, receipt: id, payments: made };
}

/** The payments of a receipt with their bookings, in the order of the books; empty for an unknown one. */
export function listReceipt(orm: Orm, receipt: string): { payment: Payment; booking: Booking; leftOpen: Cents }[] {
  return orm
    .select({ payment: payments, booking: bookings })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.booking_id))
    .where(eq(payments.receipt, receipt))
    .orderBy(asc(bookings.paid_at), asc(bookings.booking_number))
    .all()
    .map((row) => ({ ...row, leftOpen: leftToPay(orm, row.booking.id) }));
}

/** A refund that came back pays nothing of it: it has a way of its own. What a bank holds is asked of nobody. */
function leftToPay(orm: Orm, bookingId: Id<"booking">): Cents {
  const allocations = listAllocations(orm, bookingId);
  const held = heldCauses(listDisputesOf(orm, bookingId));
  const asks = listEntries(orm, bookingId).filter((entry) => !gives(entry) && !held.has(entry.cause));
  return asks.reduce((sum, entry) => sum + openOf(entry, allocations), 0);
}

/** What of a payment by hand was more than what was owed; cents. */
export function overOf(orm: Orm, payment: Payment): Cents {
  const entry = findEntry(orm, `payment:${payment.id}`);
  return entry ? openAmount(orm, entry) : 0;
}
