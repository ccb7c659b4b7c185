import type { Orm, Tx } from "#db/client.server";
import { listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatCents, type Cents } from "../kernel/money";
import { getEntry, openAmount, type Charge } from "../payments/books.server";
import { creditCharge, getRentalCharge, leftOfCharge, listChangeCharges } from "../payments/credits.server";
import { standingOf } from "../payments/disputes-read.server";
import { totalOf } from "../payments/entries";
import { chargeOnAccount, chargePaid } from "../payments/ledger.server";
import type { PaymentMethod } from "../payments/methods";
import { planRefund, refundAcross, takenOf, type RefundPart } from "../payments/refund-across.server";

/** The money of a cancellation: what each dumpster has cost so far, and the books once it is cancelled. */

export interface CancellationFee {
  kind: "cancellation_fee" | "dry_run";
  /** 0 for a dry run, whose fee is no share. */
  percent: number;
  /** What was paid for the dumpsters that it is for; cents, like the fee. */
  of: Cents;
  fee: Cents;
}

/** What becomes of the money that was paid, or is owed on account, for the dumpsters that are given up; cents. */
export interface CancelledMoney {
  units: Unit[];
  /** Of what was paid for them, what is of the order itself; the rest was bought later. */
  ofOrder: Cents;
  /** What the fee is made of. */
  fees: CancellationFee[];
  /** What really came in for them, less the fee. */
  refund: Cents;
  /** The ways on which the refund goes back, each once; none where nothing does. */
  by: PaymentMethod[];
  /** Of the refund, what waits for a bank to decide about its payment, and on which ways that goes back; nothing for 0. */
  waits: { cents: Cents; by: PaymentMethod[] };
  /** What its customer has already, for good, from their bank or from Stripe’s dashboard: it goes back no second time. */
  already: Cents;
}

/**
 * What is paid, or owed on account, for each of these dumpsters: its part of the order, and what was bought for it later
 * (its changes' charges). `cameIn` is what of all that is really paid: of what their credits take back, only what is still
 * open falls away first. Cents, tax included.
 */
export function paidForUnits(
  orm: Orm,
  bookingId: Id<"booking">,
  units: readonly Unit[],
): { paidFor: ReadonlyMap<Id<"unit">, Cents>; paid: Cents; ofOrder: Cents; cameIn: Cents } {
  const shares = leftOfShares(orm, bookingId);
  const ofOrder = units.reduce((sum, { id }) => sum + (shares.get(id) ?? 0), 0);
  let cameIn = cameInOf(orm, getRentalCharge(orm, bookingId), ofOrder);
  const later = (unit: Unit) =>
    listChangeCharges(orm, unit).reduce((sum, charge) => {
      const left = totalOf(leftOfCharge(orm, charge));
      cameIn += cameInOf(orm, charge, left);
      return sum + left;
    }, 0);
  const paidFor = new Map(units.map((unit) => [unit.id, (shares.get(unit.id) ?? 0) + later(unit)]));
  return { paidFor, paid: [...paidFor.values()].reduce((sum, part) => sum + part, 0), ofOrder, cameIn };
}

/** What a credit of `part` cents of a charge gives free, as `creditCharge` has it: what nobody paid is only owed no more. */
function cameInOf(orm: Orm, charge: Charge, part: Cents): Cents {
  return part - Math.min(part, openAmount(orm, getEntry(orm, `charge:${charge.id}`)));
}

/**
 * What no credit has taken of the order's rental, by the dumpsters that are not cancelled: whatever was given back of it
 * before was of all of them alike, by their shares. The parts add up to it to the cent.
 */
function leftOfShares(orm: Orm, bookingId: Id<"booking">): ReadonlyMap<Id<"unit">, Cents> {
  const open = listUnits(orm, bookingId).filter(({ state }) => state !== "cancelled");
  const all = open.reduce((sum, { share }) => sum + share, 0);
  const left = totalOf(leftOfCharge(orm, getRentalCharge(orm, bookingId)));
  let [upToHere, before] = [0, 0];
  return new Map(
    open.map(({ id, share }) => {
      upToHere += share;
      const until = all === 0 ? 0 : Math.round((left * upToHere) / all);
      const part = until - before;
      before = until;
      return [id, part];
    }),
  );
}

/**
 * What of an amount goes back when these dumpsters are cancelled and on which ways, what of that waits for a bank, and what of
 * the amount their customer has from the bank already.
 */
export function planRefundOf(
  orm: Orm,
  bookingId: Id<"booking">,
  units: readonly Unit[],
  amount: Cents,
): Pick<CancelledMoney, "refund" | "by" | "waits" | "already"> {
  const charges = [getRentalCharge(orm, bookingId), ...units.flatMap((unit) => listChangeCharges(orm, unit))];
  const already = takenOf(orm, bookingId, amount, charges);
  const refund = amount - already;
  const { parts } = planRefund(orm, bookingId, refund, charges);
  const frozen = parts.filter(({ payment }) => standingOf(orm, payment) === "frozen");
  const cents = frozen.reduce((sum, part) => sum + part.amount, 0);
  return { refund, by: waysOf(parts), waits: { cents, by: waysOf(frozen) }, already };
}

const waysOf = (parts: readonly RefundPart[]): PaymentMethod[] => [...new Set(parts.map(({ method }) => method))];

/**
 * The books of a cancellation (domain.md, section 3): the rental is credited with its tax, the whole of it with the last
 * dumpster, and all that was bought later for what is cancelled; the fee is charged out of that, untaxed; the rest goes
 * back, as far as no bank has given it back before.
 */
export function settleMoney(
  tx: Tx,
  deed: Deed,
  booking: Booking,
  preview: CancelledMoney,
  id: Id<"cancellation">,
): void {
  const isLast = listUnits(tx, booking.id).every((unit) => unit.state === "cancelled");
  const credits = [
    creditCharge(tx, deed, getRentalCharge(tx, booking.id), isLast ? null : preview.ofOrder, id, "Cancelled"),
    ...preview.units
      .flatMap((unit) => listChangeCharges(tx, unit))
      .map((charge) => creditCharge(tx, deed, charge, null, `${id}:${charge.id}`, "Cancelled")),
  ];
  const charge = booking.account_days === null ? chargePaid : chargeOnAccount;
  for (const { kind, percent, of, fee } of preview.fees.filter((part) => part.fee > 0))
    charge(tx, deed, credits, {
      booking_id: booking.id,
      kind,
      amount: fee,
      description: kind === "dry_run" ? "The truck came and could not deliver" : `${percent}% of ${formatCents(of)}`,
    });
  refundAcross(tx, deed, booking.id, { amount: preview.refund + preview.already, reason: "cancellation", credits });
}
