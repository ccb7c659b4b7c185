import type { Draft } from "~/domain/booking/draft/drafts.server";
import type { Rights } from "~/domain/booking/draft/grants";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { giveCardConsent } from "~/domain/booking/order/place.server";
import { findUndeliverable, type Undeliverable } from "~/domain/booking/order/schedule-check.server";
import { cardConsentText } from "~/domain/documents/terms";
import { termsFacts } from "~/domain/documents/terms-facts";
import type { Deed } from "~/domain/kernel/deed";
import type { Services } from "~/services.server";
import { startCheckout, type CheckoutResult, type Till } from "./checkout.server";

/** Refused also when the order cannot be delivered as it stands any more: then nothing was kept. */
export type PayResult = CheckoutResult | Undeliverable;

/**
 * Keeps the consent for the card on file, holds the dumpsters and opens the card company's page. Asked first whether
 * ZIP, day and window still stand, because all of it may have changed since the order was signed.
 */
export async function payOrder(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  { booking, draft, rights }: { booking: Pick<Booking, "id" | "price">; draft: Pick<Draft, "data">; rights: Rights },
): Promise<PayResult> {
  const settings = services.settings();
  const obstacle = findUndeliverable(services.db.orm, settings, draft.data, deed.now, rights);
  if (obstacle) return obstacle;
  const words = cardConsentText(termsFacts(settings, { exempt: booking.price.exempt ?? null }));
  await services.db.write((tx) => giveCardConsent(tx, deed, booking.id, draft.data, words));
  return startCheckout(services, deed, booking.id);
}
