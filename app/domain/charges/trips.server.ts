import { and, asc, eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import type { Deed } from "../kernel/deed";
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

/** A dumpster is cancelled: its trip in vain is charged with that, and not once more. */
export function dropTripCharges(tx: Tx, deed: Deed, unit: OfUnit): void {
  for (const { id, state } of tripsOf(tx, unit)) {
    const charge = OPEN.includes(state) ? findCharge(tx, { id }) : null;
    if (!charge) continue;
    needProof(tx, deed, charge, null);
    endCharge(tx, deed, id, "voided", "The fee is in what cancelling cost.");
  }
}
