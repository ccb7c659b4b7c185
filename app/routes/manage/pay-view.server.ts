import { redirect } from "@remix-run/node";
import type { Orm } from "#db/client.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listCharges, listUnpaid } from "~/domain/charges/charges.server";
import { readBalance } from "~/domain/charges/customer-view.server";
import { findBookingToPay, payCapability } from "~/domain/charges/pay-link.server";
import { findOpenBalance } from "~/domain/changes/balance.server";
import { declinedToOwner } from "~/domain/payments/card-words";
import { findChangeCheckout } from "~/domain/payments/checkouts.server";
import { findDecline } from "~/domain/payments/declines.server";
import { notAskedWords } from "~/domain/payments/taken-by-bank.server";
import { mayOpenBooking } from "~/http/access/links.server";
import type { Visit } from "~/http/answers/customer-intents.server";
import type { Scope } from "~/http/context.server";
import { askForPayment } from "~/http/limits/asked.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { PayPage } from "~/ui/manage/PayBalance";
import { ownBooking } from "./own-booking.server";

/** The booking that is to be paid: by the payment link's key, else the one that this browser has opened. */
export function bookingToPay(visit: Visit): Booking {
  const key = new URL(visit.request.url).searchParams.get("key");
  if (key === null) return ownBooking(visit);
  const booking = findBookingToPay(visit.scope.services.db.orm, key);
  if (!booking) throw redirect(`${paths.manage.lookup}?link=ended`);
  return booking;
}

export async function payView({ scope, request }: Visit, booking: Booking): Promise<PayPage> {
  const { searchParams } = new URL(request.url);
  const key = searchParams.get("key");
  const sessionId = searchParams.get("session_id");
  const found = sessionId ? await askForPayment(scope, sessionId, searchParams.get("checkout")) : null;
  const isMine = found !== null && "booking" in found && found.booking?.id === booking.id;
  const { orm } = scope.services.db;
  const balance = readBalance(listUnpaid(orm, booking.id));
  const came = isMine ? found.state : null;
  // The card on file is being asked once more: nothing can be paid meanwhile, and not everything is paid.
  const isCharged = balance.total === 0 && listCharges(orm, booking.id).some(({ state }) => state === "processing");
  const hasPaid = came === "confirmed" || came === "returned";
  const stateOf = (): PayPage["state"] => {
    if (came === "processing") return "processing";
    if (balance.total > 0) return "open";
    return hasPaid ? "paid" : isCharged ? "charging" : "nothing";
  };
  const state = stateOf();
  const decline = state === "open" && !hasPaid ? declineOnPage(orm, booking) : null;
  const isOpened = mayOpenBooking(scope, request, booking);
  const apart = notAskedWords(orm, booking.id);
  return {
    number: booking.booking_number,
    state,
    hasPaid,
    // The payment link may have been passed on: why a bank refused is told to who has the booking open.
    ...(decline && { declined: declinedToOwner(isOpened ? decline.code : undefined) }),
    balance,
    address:
      came === "processing"
        ? `${new URL(request.url).pathname}?${searchParams}`
        : key === null
          ? managePaths.pay({ booking: booking.booking_number })
          : managePaths.pay({ key }),
    isApart: apart !== "",
    apart: isOpened ? apart : "",
    isOpened,
  };
}

/** The last card that was refused on the payment page that is still open for it. */
function declineOnPage(orm: Orm, { id }: Booking) {
  const balance = findOpenBalance(orm, id);
  const checkout = balance && findChangeCheckout(orm, balance.id);
  return checkout && findDecline(orm, checkout.id);
}

/** Where a payment of a balance is told of, for whoever comes back to another page with its session. */
export async function balancePage({ services }: Scope, { id }: Booking, sessionId: string): Promise<string> {
  const key = await services.db.write((tx) => payCapability(tx, id));
  return `${managePaths.pay({ key })}&session_id=${encodeURIComponent(sessionId)}`;
}
