import type { Tx } from "#db/client.server";
import type { Deed } from "../kernel/deed";
import { creditCharge, leftOfCharge } from "../payments/credits.server";
import { totalOf } from "../payments/entries";
import { unpaidTask } from "../payments/settle-charge.server";
import { refundAcross } from "../payments/refund-across.server";
import { closeTask } from "../tasks/tasks.server";
import { dropTold, getCharge, needProof, openOfCharge, type LaterRow } from "./charges.server";

/**
 * Waives a charge, for a reason that its customer reads where they knew of it: before it fell due it just ends, afterwards
 * it is credited with its tax, a credit note says so, its payment link asks for it no more, and what a check had paid of it
 * goes back, or settles what a bank took of the booking for good. False, and nothing happens, where it is questioned
 * (that is its answerer's), with the card, paid or over.
 */
export function letOff(tx: Tx, deed: Deed, charge: LaterRow, why: string): boolean {
  switch (charge.state) {
    case "proposed":
    case "evidence_ready":
    case "noticed":
      needProof(tx, deed, charge, null);
      dropTold(tx, deed, charge, "waived", why);
      return true;
    case "billed":
    case "failed":
    case "requires_action": {
      // What was given back of it before is neither owed nor paid.
      const paid = totalOf(leftOfCharge(tx, charge)) - openOfCharge(tx, charge);
      dropTold(tx, deed, charge, "waived", why);
      const credit = creditCharge(tx, deed, getCharge(tx, charge.id), null, `waived:${charge.id}`, "Waived");
      closeTask(tx, deed, unpaidTask(charge.id));
      refundAcross(tx, deed, charge.booking_id, { amount: paid, reason: "waived", credits: [credit] });
      return true;
    }
    default:
      return false;
  }
}
