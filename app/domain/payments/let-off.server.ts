import type { Tx } from "#db/client.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { allocate, openAmount, post, type Charge, type LedgerEntry } from "./books.server";
import { leftOfCharge } from "./credits.server";
import { chargesPaidBy } from "./disputes-read.server";
import { splitCredit, totalOf } from "./entries";
import { listExcess, seeToExcess } from "./taken-by-bank.server";

/**
 * What its customer is let off is let off of what the payment paid for, with its tax: given up later, a charge of which it was
 * written off is not given back a second time. What is more than those charges is of none. `id`: of the dispute or refund
 * that took it.
 */
export function letOff(
  tx: Tx,
  deed: Deed,
  { id, booking_id, payment_id }: { id: string; booking_id: Id<"booking">; payment_id: Id<"payment"> },
  taken: LedgerEntry,
): void {
  const write = (amount: { amount: Cents; tax: Cents }, charge_id: Charge["id"] | null) => {
    const cause = charge_id === null ? `write_off:${id}` : `write_off:${id}:${charge_id}`;
    const entry = post(tx, deed, { booking_id, kind: "write_off", ...amount, payment_id, charge_id, cause });
    allocate(tx, deed, entry, taken);
  };
  for (const charge of chargesPaidBy(tx, { id: payment_id, booking_id })) {
    const left = leftOfCharge(tx, charge);
    const part = Math.min(openAmount(tx, taken), totalOf(left));
    if (part > 0) write(splitCredit(part, charge, left), charge.id);
  }
  const rest = openAmount(tx, taken);
  if (rest > 0) write({ amount: rest, tax: 0 }, null);
}

/**
 * An admin lets a customer keep what went back to them beyond what was due: nobody is asked to pay it again. `seen` is what
 * they were shown of it: pressed twice, or when it has changed meanwhile, it is refused as "changed". Cents.
 */
export function letOffExcess(
  tx: Tx,
  deed: Deed<StaffActor>,
  bookingId: Id<"booking">,
  { seen, why }: { seen: Cents; why: string },
): { ok: true; amount: Cents } | { ok: false; code: "changed" } {
  const excess = listExcess(tx, bookingId);
  const amount = excess.reduce((sum, { open }) => sum + open, 0);
  if (amount === 0 || amount !== seen) return { ok: false, code: "changed" };
  for (const { entry, paymentId } of excess)
    letOff(tx, deed, { id: entry.refund_id ?? entry.cause, booking_id: bookingId, payment_id: paymentId }, entry);
  seeToExcess(tx, deed, bookingId);
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "excess_let_off",
    why,
    data: { amount },
  });
  return { ok: true, amount };
}
