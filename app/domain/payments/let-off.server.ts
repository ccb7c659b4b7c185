import type { Orm, Tx } from "#db/client.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { allocate, listEntries, openAmount, post, type Charge, type LedgerEntry, type Refund } from "./books.server";
import { leftOfCharge } from "./credits.server";
import { chargesPaidBy, listDisputesOf, type Dispute } from "./disputes-read.server";
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
  for (const charge of chargesPaidBy(tx, { id: payment_id })) {
    const left = leftOfCharge(tx, charge);
    const part = Math.min(openAmount(tx, taken), totalOf(left));
    if (part > 0) write(splitCredit(part, charge, left), charge.id);
  }
  const rest = openAmount(tx, taken);
  if (rest > 0) write({ amount: rest, tax: 0 }, null);
}

/** What was let off of a payment's money that its customer had twice, and how; cents. */
interface LetOff {
  entry: LedgerEntry;
  /** The bank took it for good; null where a refund was more than what was due. */
  dispute: Dispute | null;
  /** What of it no refund that came back has taken back yet. */
  open: Cents;
}

/** What was let off of no charge is what went to its customer beyond what was theirs; the oldest first. */
function listLetOff(orm: Orm, { booking_id, payment_id }: Pick<Refund, "booking_id" | "payment_id">): LetOff[] {
  const ofPayment = listEntries(orm, booking_id).filter((entry) => entry.payment_id === payment_id);
  const disputes = listDisputesOf(orm, booking_id);
  return ofPayment.flatMap((entry) => {
    if (entry.kind !== "write_off" || entry.charge_id !== null) return [];
    const back = ofPayment.filter(({ cause }) => cause.startsWith(`${backCause(entry)}:`));
    const open = totalOf(entry) - back.reduce((sum, one) => sum + totalOf(one), 0);
    return [{ entry, dispute: disputes.find(({ id }) => entry.cause === `write_off:${id}`) ?? null, open }];
  });
}
const backCause = ({ id }: Pick<LedgerEntry, "id">) => `write_off_back:${id}`;

/**
 * A refund came back (`back`) of a payment whose money its customer had twice, which they were let keep: they have it once
 * now, so that letting off is taken back, and what came back is owed to nobody. Such a payment has nothing left that could have
 * gone back by a later decision. What of it a bank had given is told from the rest; cents.
 */
export function takeLetOffBack(
  tx: Tx,
  deed: Deed,
  refund: Pick<Refund, "id" | "booking_id" | "payment_id">,
  back: LedgerEntry,
): { byBank: Cents; byCard: Cents } {
  const sums = { byBank: 0, byCard: 0 };
  for (const { entry, dispute, open } of listLetOff(tx, refund)) {
    const part = Math.min(open, openAmount(tx, back));
    const { booking_id, payment_id } = refund;
    if (part === 0) continue;
    const cause = `${backCause(entry)}:${refund.id}`;
    const again = post(tx, deed, { booking_id, kind: "write_off_back", amount: part, payment_id, cause });
    allocate(tx, deed, back, again);
    sums[dispute === null ? "byCard" : "byBank"] += part;
  }
  return sums;
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
