import { asc, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, payments } from "#db/schema/index";
import type { Booking } from "../booking/order/bookings.server";
import { familyOf, findCustomer, standsFor } from "../customers/family.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newCapability } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { enqueue } from "../outbox/outbox.server";
import { findEntry, listEntries, openAmount, type Payment } from "./books.server";
import { owedBy } from "./entries";
import { recordPayment } from "./ledger.server";
import type { MethodByHand } from "./methods";
import { listOwing as listOwed } from "./owing.server";
import { joinWhatIsOpen } from "./pay-open.server";

/** A booking on which something is owed, and what of a receipt goes there; cents. */
export interface ReceiptPart {
  booking: Booking;
  owed: Cents;
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

/** A customer's bookings on which something is owed, with all that is merged into them; the longest owed first. */
export function listOwing(orm: Orm, customerId: string): { booking: Booking; owed: Cents }[] {
  const known = findCustomer(orm, customerId);
  if (!known) return [];
  const family = familyOf(orm, standsFor(orm, known).id);
  const open = new Map(listOwed(orm, family).map(({ of, cents }) => [of, cents]));
  return orm
    .select()
    .from(bookings)
    .where(inArray(bookings.customer_id, family))
    .orderBy(asc(bookings.paid_at), asc(bookings.booking_number))
    .all()
    .flatMap((booking) => {
      const owed = open.get(booking.id);
      return owed === undefined ? [] : [{ booking, owed }];
    });
}

/**
 * How a receipt spreads over what is owed: the longest owed first; `first` (a booking's id) before all others. What is more
 * than everything goes to the last of them, where we owe it then. Refused where nothing is owed.
 */
export function planReceipt(
  orm: Orm,
  customerId: string,
  amount: Cents,
  first: string | null = null,
): { ok: true; parts: ReceiptPart[]; over: Cents } | { ok: false; code: "nothing_owed" } {
  return spread(listOwing(orm, customerId), amount, first);
}

function spread(
  all: ReturnType<typeof listOwing>,
  amount: Cents,
  first: string | null,
): ReturnType<typeof planReceipt> {
  const owing = all.toSorted((one, other) => Number(other.booking.id === first) - Number(one.booking.id === first));
  const parts: ReceiptPart[] = [];
  let left = amount;
  for (const { booking, owed } of owing) {
    const part = Math.min(left, owed);
    if (part > 0) parts.push({ booking, owed, part });
    left -= part;
  }
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
  const owing = listOwing(tx, customerId);
  if (owing.reduce((sum, { owed }) => sum + owed, 0) !== seen) return { ok: false, code: "changed" };
  const plan = spread(owing, receipt.amount, first);
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
    .map((row) => ({ ...row, leftOpen: Math.max(0, owedBy(listEntries(orm, row.booking.id))) }));
}

/** What of a payment by hand was more than what was owed; cents. */
export function overOf(orm: Orm, payment: Payment): Cents {
  const entry = findEntry(orm, `payment:${payment.id}`);
  return entry ? openAmount(orm, entry) : 0;
}
