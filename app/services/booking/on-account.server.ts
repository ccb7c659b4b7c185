import type { Draft } from "~/domain/booking/draft/drafts.server";
import { grantableOrder } from "~/domain/booking/draft/grants";
import { rightsFor } from "~/domain/booking/draft/grants.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { getCustomer, standsFor } from "~/domain/customers/family.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { formatCents } from "~/domain/kernel/money";
import {
  allowOnAccount,
  findAccountFor,
  payByCard,
  type Account,
  type AccountRefusal,
} from "~/domain/payments/account.server";
import type { Services } from "~/services.server";
import { correctLink } from "./send-again.server";

/**
 * What the office is offered for a prepared order: its customer's account (cents), and whether the order goes there as it
 * is now. Null for a customer without terms, and while the caller has put somebody else into it.
 */
export function accountOffer(
  { db, clock }: Pick<Services, "db" | "clock">,
  { booking, draft }: { booking: Booking; draft: Draft },
): (Account & { allowed: boolean; poNumber: string | null }) | null {
  const account = findAccountFor(db.orm, booking, draft.data.contactInfo);
  if (!account) return null;
  const allowed = rightsFor(db.orm, draft.id, grantableOrder(draft.data), clock.now()).has("on_account");
  const { po_number: poNumber } = standsFor(db.orm, getCustomer(db.orm, booking.customer_id));
  return { ...account, allowed, poNumber };
}

/**
 * How a prepared order is paid, as somebody of the office says it: on account, or by card. The caller's link goes out
 * again, because its message said the other. A message when refused. `was`: whether it went on account as the caller was
 * told last, where it was put right since.
 */
export function choosePayment(
  services: Pick<Services, "db" | "settings">,
  deed: Deed<StaffActor>,
  { booking, draft }: { booking: Booking; draft: Draft },
  by: "account" | "card",
  was?: boolean,
): Promise<string | null> {
  const settings = services.settings();
  return services.db.write((tx) => {
    const isAllowed = () => rightsFor(tx, draft.id, grantableOrder(draft.data), deed.now).has("on_account");
    const before = was ?? isAllowed();
    if (by === "card") payByCard(tx, deed, draft);
    else {
      const allowed = allowOnAccount(tx, deed, settings, booking);
      if (!allowed.ok) return refusedWords(allowed);
    }
    if (isAllowed() !== before) correctLink(tx, deed, booking);
    return null;
  });
}

/** Why an order does not go on an account, for whoever of the office wanted it to. */
export function refusedWords(refused: AccountRefusal | { code: "not_open" | "price_over" }): string {
  switch (refused.code) {
    case "not_open":
      return "This order is not open any more. Look at the booking again.";
    case "price_over":
      return "The price of this order is over. Renew it first, then book it on account.";
    case "no_account":
      return "Whoever this order is for has no terms. An admin grants them in the customer’s record.";
    case "over_limit":
      return `It is not on account: ${refused.owed > 0 ? `${formatCents(refused.owed)} is owed already, and ` : ""}this order of ${formatCents(refused.total)} would pass the limit of ${formatCents(refused.limit)}.`;
  }
}
