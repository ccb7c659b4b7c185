import type { Orm } from "#db/client.server";
import { getBooking, getUnit } from "~/domain/booking/order/bookings.server";
import { openChangeCheckout, type OpenChangeResult } from "~/domain/changes/change-checkout.server";
import { getChange, ofDumpster, withdrawChange } from "~/domain/changes/changes.server";
import { isMovedSince } from "~/domain/changes/extension.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { countTriesIn, secondsToWait } from "~/domain/limits/limits.server";
import { findChangeCheckout, heldBy } from "~/domain/payments/checkouts.server";
import type { Services } from "~/services.server";
import { holdTries, release, startSale, successAddress, type Started, type Till } from "./checkout.server";

export type ChangeCheckoutResult = Started | Exclude<OpenChangeResult, { ok: true }>;

/** `cancelUrl`: where one comes back to without paying; `isOwner`: they have shown that the booking is theirs (decision 0071). */
export interface Buyer {
  cancelUrl: string;
  isOwner: boolean;
}

/**
 * Holds what a change needs and opens its payment page; a double click or a second tab gets the same page. Refused with "already_paid" when the change is done.
 */
export function startChangeCheckout(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  changeId: Id<"change">,
  { cancelUrl, isOwner }: Buyer,
): Promise<ChangeCheckoutResult> {
  return startSale(services, deed, {
    findOpen: (orm) => findChangeCheckout(orm, changeId),
    // A change's price never changes: another wish is another change.
    // Of days that stand no more it would be paid for nothing and given back. Nor is anybody sent to a page that was opened for its owner and names their address.
    isStillRight: ({ request }) =>
      (isOwner || request.customerEmail === "") && !isOfOtherDays(services.db.orm, changeId),
    open(tx): OpenChangeResult | { ok: false; code: "already_paid" } {
      const change = getChange(tx, changeId);
      if (change.state === "applied") return { ok: false, code: "already_paid" };
      const tries = holdTries(services, deed, heldBy(getBooking(tx, change.booking_id)), 1);
      if (secondsToWait(tx, tries) > 0) return { ok: false, code: "too_many_holds" };
      const addresses = { success: successAddress(services), cancel: cancelUrl };
      const opened = openChangeCheckout(tx, deed, services.settings(), ofDumpster(change), addresses, isOwner);
      if (opened.ok) countTriesIn(tx, tries);
      return opened;
    },
  });
}

/** Whether more days are being bought for a dumpster whose days were moved since they were priced. */
export function isOfOtherDays(orm: Orm, changeId: Id<"change">): boolean {
  const { wish, unit_id } = ofDumpster(getChange(orm, changeId));
  return wish.kind === "extension" && unit_id !== null && isMovedSince(getUnit(orm, unit_id), wish);
}

/**
 * Withdraws a change that is not paid yet, for its owner: its payment page first, so that nobody pays for what is not
 * wanted any more. "paid" when it was paid at this moment (it is done then), "unreachable" when nobody can tell.
 */
export async function withdrawOwnChange(
  services: Till,
  deed: Deed,
  changeId: Id<"change">,
): Promise<"withdrawn" | "paid" | "unreachable"> {
  const open = findChangeCheckout(services.db.orm, changeId);
  const released = open ? await release(services, deed, open) : "released";
  if (released !== "released") return released;
  return services.db.write((tx) => {
    withdrawChange(tx, deed, changeId, "withdrawn_by_owner");
    return getChange(tx, changeId).state === "applied" ? "paid" : "withdrawn";
  });
}
