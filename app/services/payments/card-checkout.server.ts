import { getBooking } from "~/domain/booking/order/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { openCardCheckout } from "~/domain/payments/card.server";
import { findCardCheckout } from "~/domain/payments/checkouts.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { startSale, successAddress, type Started, type Till } from "./checkout.server";

/** Opens the card company's page on which another card is kept for a booking; a double click gets the same page. */
export function startCardCheckout(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  bookingId: Id<"booking">,
): Promise<Started> {
  return startSale<never>(services, deed, {
    findOpen: (orm) => findCardCheckout(orm, bookingId),
    isStillRight: () => true,
    open(tx) {
      const booking = getBooking(tx, bookingId);
      const back = paths.manage.number(booking.booking_number);
      const addresses = { success: successAddress(services), cancel: `${services.config.publicUrl}${back}` };
      return openCardCheckout(tx, deed, services.settings(), booking, addresses);
    },
  });
}
