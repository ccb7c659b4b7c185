import type { Orm } from "#db/client.server";
import { listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { getRentalCharge, leftOfCharge, listChangeCharges } from "../payments/credits.server";
import { totalOf } from "../payments/entries";

/** Its share of the order, and what was bought for it later (its changes' charges). */
export function paidForUnit(orm: Orm, unit: Unit, shares: Shares): Cents {
  const later = listChangeCharges(orm, unit).map((charge) => totalOf(leftOfCharge(orm, charge)));
  return later.reduce((sum, part) => sum + part, shares.get(unit.id) ?? 0);
}

export type Shares = ReadonlyMap<Id<"unit">, Cents>;

/** What of each open dumpster's share no credit has taken: what was given back before goes off all of them alike. */
export function leftOfShares(orm: Orm, booking: Booking): Shares {
  const open = listUnits(orm, booking.id).filter(({ state }) => state !== "cancelled");
  const all = open.reduce((sum, { share }) => sum + share, 0);
  const left = totalOf(leftOfCharge(orm, getRentalCharge(orm, booking.id)));
  let [seen, given] = [0, 0];
  return new Map(
    open.map(({ id, share }) => {
      seen += share;
      const part = all === 0 ? 0 : Math.round((left * seen) / all) - given;
      given += part;
      return [id, part];
    }),
  );
}
