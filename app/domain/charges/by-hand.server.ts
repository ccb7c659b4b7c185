import type { Tx } from "#db/client.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { checkAccountDue } from "../payments/account-tasks.server";
import { recordReceipt, type Receipt } from "../payments/receipts.server";
import { settleBooking } from "./look.server";

/**
 * A check or cash that an admin writes down, as `recordReceipt` books it: later charges and an account that it pays need nobody any more,
 * and a dumpster that waited for them settles.
 */
export function takeReceipt(
  tx: Tx,
  deed: Deed<StaffActor>,
  customerId: Id<"customer">,
  receipt: Receipt,
  shown: { seen: Cents; first?: string | null },
): ReturnType<typeof recordReceipt> {
  const done = recordReceipt(tx, deed, customerId, receipt, shown);
  if (!done.ok) return done;
  for (const { booking_id } of done.payments) settleBooking(tx, deed, booking_id);
  checkAccountDue(tx, deed, customerId);
  return done;
}
