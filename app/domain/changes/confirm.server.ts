import type { Tx } from "#db/client.server";
import type { Deed } from "../kernel/deed";
import { settleCard } from "../payments/card.server";
import type { SessionFacts } from "../payments/ports";
import { receivePayment, type ConfirmResult } from "../payments/receive.server";
import { settleOrder } from "../payments/settle-order.server";
import type { Settings } from "../settings/schema";
import { settleBalance } from "./balance.server";
import { settleChange } from "./change-checkout.server";
import { getChange, ofDumpster } from "./changes.server";

/**
 * The one way by which a payment takes effect; the webhook, the return page and the reconciler all end here. What it
 * pays is its checkout's owner's: the first order's, or one change's; a card alone may be kept by it, too. Idempotent: whoever comes second changes nothing.
 * It checks session, booking, amount and currency; nothing is ever dropped.
 */
export function confirmPayment(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  facts: SessionFacts,
  website: string,
): ConfirmResult {
  return receivePayment(tx, deed, facts, (checkout) => {
    if (checkout.only_card) return settleCard(tx, checkout);
    if (checkout.change_id === null) return settleOrder(tx, deed, settings, checkout, facts, website);
    const change = getChange(tx, checkout.change_id);
    return change.wish.kind === "balance"
      ? settleBalance(tx, deed, checkout, change, facts)
      : settleChange(tx, deed, settings, checkout, ofDumpster(change), facts);
  });
}
