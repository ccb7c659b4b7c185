import { and, asc, eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import { findAttempt } from "../dispatch/attempts.server";
import { findLastAttempt } from "../dispatch/jobs.server";
import type { Deed } from "../kernel/deed";
import { CHARGES_UNPAID } from "../states/money";
import type { ChargeState } from "../states/transitions";
import { endCharge, findCharge, needProof } from "./charges.server";

/** Fallen due: in the books, whatever became of it since. */
const CHARGED: readonly ChargeState[] = ["processing", "billed", "succeeded", ...CHARGES_UNPAID];
const OPEN: readonly ChargeState[] = ["proposed", "evidence_ready", "noticed", "questioned"];

const FORGIVEN: readonly ChargeState[] = ["waived", "voided"];

type OfUnit = Pick<Unit, "id" | "booking_id">;

const tripsOf = (orm: Orm, { id, booking_id }: OfUnit) =>
  orm
    .select({ id: charges.id, state: charges.state, cause: charges.cause, jobId: charges.job_id })
    .from(charges)
    .where(and(eq(charges.booking_id, booking_id), eq(charges.unit_id, id), eq(charges.kind, "dry_run")))
    .orderBy(asc(charges.created_at), asc(sql`rowid`))
    .all()
    .filter(({ cause }) => cause !== null);

/** Whether a trip in vain to this dumpster was charged by itself: cancelling it then costs no dry-run fee more. */
export function isTripCharged(orm: Orm, unit: OfUnit): boolean {
  return tripsOf(orm, unit).some(({ state }) => CHARGED.includes(state));
}

/**
 * Whether its last trip in vain costs nothing: its proof is not enough, another truck of ours was the reason, or the office
 * has waived it (domain.md, 4.8). Its customer was told so; cancelling brings no fee back.
 */
export function isTripFree(orm: Orm, unit: OfUnit): boolean {
  const last = findLastAttempt(orm, unit.id);
  if (!last) return false;
  const fee = tripsOf(orm, unit).findLast(({ jobId }) => jobId === last.id);
  const isWaived = fee !== undefined && FORGIVEN.includes(fee.state);
  return isWaived || (findAttempt(orm, last.id)?.missing.length ?? 0) > 0;
}

/** A dumpster is cancelled: its trip in vain is charged with that, and not once more. */
export function dropTripCharges(tx: Tx, deed: Deed, unit: OfUnit): void {
  for (const { id, state } of tripsOf(tx, unit)) {
    const charge = OPEN.includes(state) ? findCharge(tx, { id }) : null;
    if (!charge) continue;
    needProof(tx, deed, charge, null);
    endCharge(tx, deed, id, "voided", "The fee is in what cancelling cost.");
  }
}
