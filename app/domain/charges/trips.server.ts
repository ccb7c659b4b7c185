import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { type cancellations, charges } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import type { Deed } from "../kernel/deed";
import type { Cents } from "../kernel/money";
import type { ChargeState } from "../states/transitions";
import { endCharge, findCharge, needProof } from "./charges.server";

const OPEN: readonly ChargeState[] = ["proposed", "evidence_ready", "noticed", "questioned"];

type OfUnit = Pick<Unit, "id" | "booking_id">;

const tripsOf = (orm: Orm, { id, booking_id }: OfUnit) =>
  orm
    .select({ id: charges.id, state: charges.state, cause: charges.cause })
    .from(charges)
    .where(and(eq(charges.booking_id, booking_id), eq(charges.unit_id, id), eq(charges.kind, "dry_run")))
    .orderBy(asc(charges.created_at), asc(sql`rowid`))
    .all()
    .filter(({ cause }) => cause !== null);

/** Whether it has not fallen due: cancelling takes it along. What is in the books stays there, whatever became of it. */
export const isOpenTrip = ({ state }: { state: ChargeState }): boolean => OPEN.includes(state);

/** What was charged for visits in vain together with a cancellation, by its moment; cents. */
export function tripsOfCancellation(orm: Orm, { booking_id, created_at }: Cancellation): Cents {
  const isWithIt = and(
    ...[eq(charges.booking_id, booking_id), eq(charges.kind, "dry_run"), isNull(charges.cause)],
    eq(charges.created_at, created_at),
  );
  return (
    orm
      .select({ sum: sql<Cents>`coalesce(sum(${charges.amount}), 0)` })
      .from(charges)
      .where(isWithIt)
      .get()?.sum ?? 0
  );
}
type Cancellation = Pick<typeof cancellations.$inferSelect, "booking_id" | "created_at">;

/** A dumpster is cancelled: its trip in vain is charged with that, and not once more. */
export function dropTripCharges(tx: Tx, deed: Deed, unit: OfUnit): void {
  for (const { id, state } of tripsOf(tx, unit)) {
    const charge = OPEN.includes(state) ? findCharge(tx, { id }) : null;
    if (!charge) continue;
    needProof(tx, deed, charge, null);
    endCharge(tx, deed, id, "voided", "The fee is in what cancelling cost.");
  }
}
