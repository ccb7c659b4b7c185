import type { Booking } from "~/domain/booking/order/bookings.server";
import { listUnpaid } from "~/domain/charges/charges.server";
import { payCapability } from "~/domain/charges/pay-link.server";
import {
  findOpenBalance,
  isSameBalance,
  openBalanceCheckout,
  type OpenBalanceResult,
} from "~/domain/changes/balance.server";
import { getChange } from "~/domain/changes/changes.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Cents } from "~/domain/kernel/money";
import { findChangeCheckout } from "~/domain/payments/checkouts.server";
import { managePaths } from "~/manage-paths";
import type { Services } from "~/services.server";
import { startSale, type Started, type Till } from "./checkout.server";

export type BalanceCheckoutResult = Started | Exclude<OpenBalanceResult, { ok: true }>;

/**
 * Opens the payment page for everything that a booking's card did not pay, at exactly the sum that was shown (cents). A
 * double click or a second tab gets the same page; one for another sum is closed first. One comes back to the page to pay,
 * whoever pays: its address opens nothing else. `isOwner`: they have shown that the booking is theirs.
 */
export async function startBalanceCheckout(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  { id }: Pick<Booking, "id">,
  shown: Cents,
  isOwner: boolean,
): Promise<BalanceCheckoutResult> {
  const { orm } = services.db;
  const key = await services.db.write((tx) => payCapability(tx, id));
  const page = `${services.config.publicUrl}${managePaths.pay({ key })}`;
  return startSale<Exclude<OpenBalanceResult, { ok: true }>>(services, deed, {
    findOpen(found) {
      const open = findOpenBalance(found, id);
      return open && findChangeCheckout(found, open.id);
    },
    isStillRight: ({ change_id, request }) =>
      (isOwner || request.customerEmail === "") &&
      change_id !== null &&
      isSameBalance(getChange(orm, change_id), listUnpaid(orm, id)),
    open: (tx) =>
      openBalanceCheckout(
        tx,
        deed,
        services.settings(),
        id,
        { shown, isOwner },
        {
          success: (checkoutId) => `${page}&session_id={CHECKOUT_SESSION_ID}&checkout=${checkoutId}`,
          cancel: page,
        },
      ),
  });
}
