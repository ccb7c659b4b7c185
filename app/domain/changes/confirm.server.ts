import type { Tx } from "#db/client.server";
import type { Deed } from "../kernel/deed";
import { settleCard } from "../payments/card.server";
import type { SessionFacts } from "../payments/ports";
import { receivePayment, type ConfirmResult } from "../payments/receive.server";
import { settleOrder } from "../payments/settle-order.server";
import type { Settings } from "../settings/schema";
import { settleChange } from "./change-checkout.server";
import { getChange } from "./changes.server";

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
  return receivePayment(tx, deed, facts, (checkout) =>
    checkout.only_card
      ? settleCard(tx, checkout)
      : checkout.change_id === null
        ? settleOrder(tx, deed, settings, checkout, facts, website)
        : settleChange(tx, deed, settings, checkout, getChange(tx, checkout.change_id), facts),
  );
}
