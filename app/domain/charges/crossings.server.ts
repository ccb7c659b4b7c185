import type { Orm, Tx } from "#db/client.server";
import { isOurCrossing } from "../dispatch/attempts.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { crossingTask, leftOfCharge } from "../payments/credits.server";
import { totalOf } from "../payments/entries";
import type { ChargeState } from "../states/transitions";
import { needPerson } from "../tasks/tasks.server";
import { listCharges, type LaterRow } from "./charges.server";
import { letOff } from "./let-off.server";

const WHY = "Another truck of ours had the dumpster at that moment.";
/** With the card, or paid: no waiver ends it, and what was paid is an admin's to give back. */
const CHARGED: readonly ChargeState[] = ["processing", "succeeded", "disputed", "won"];

/**
 * Trips in vain because another truck of ours had the dumpster: told or not, lowered or not, fallen due or not, nobody pays
 * for them (decision 0095). What is paid, or with the card at this moment, waits for somebody of the office for as long as
 * anything of it stands. What is questioned is its answerer's.
 */
export function dropCrossings(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  for (const charge of listCharges(tx, bookingId)) {
    if (charge.kind !== "dry_run" || dropCrossing(tx, deed, charge)) continue;
    needPerson(tx, deed, isCharged(tx, charge) && isOurs(tx, charge), {
      kind: "crossing_charged",
      cause: crossingTask(charge.id),
      subject: { kind: "charge", id: charge.id },
      bookingId: charge.booking_id,
      due: deed.now,
    });
  }
}

/** Ends the fee of one such trip, as far as a waiver can. False where it goes on. */
export const dropCrossing = (tx: Tx, deed: Deed, charge: LaterRow): boolean =>
  isOurs(tx, charge) && letOff(tx, deed, charge, WHY);

const isOurs = (orm: Orm, { kind, job_id }: LaterRow): boolean =>
  kind === "dry_run" && job_id !== null && isOurCrossing(orm, job_id);

const isCharged = (orm: Orm, charge: LaterRow): boolean =>
  CHARGED.includes(charge.state) && totalOf(leftOfCharge(orm, charge)) > 0;
