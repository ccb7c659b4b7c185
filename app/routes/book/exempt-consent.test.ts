import { expect, it } from "vitest";
import { bookings } from "#db/schema/index";
import { NO_RIGHTS } from "~/domain/booking/draft/grants";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import type { OpenDraft } from "~/http/access/draft.server";
import { payOrder } from "~/services/payments/pay.server";
import { freshDraft, signedBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe } from "../../../tests/support/visit";
import { paymentView } from "./booking-views.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

/** What the page to pay asks to be agreed to, and what is kept of it. */
async function consents(exempt?: string) {
  const signed = await signedBooking(world);
  const price = exempt
    ? { ...signed.price, exempt, tax: 0, total: signed.price.total - signed.price.tax }
    : signed.price;
  world.db.orm.update(bookings).set({ price, total_amount: price.total }).run();
  const booking = getBooking(world.db.orm, signed.id);
  const services = fakeServices(world, fakeStripe());
  const draft = freshDraft(world, booking.draft_id ?? expect.fail("no draft"));
  const settings = world.settings();
  const order = { ...describeOrder(world.db.orm, settings, draft.data), price };
  const open = { draft, booking, settings, order, rights: NO_RIGHTS, agreement: null };
  const shown = paymentView(services, open as unknown as OpenDraft, null).cardConsentText;
  await payOrder(services, world.deed(), { booking, draft, rights: NO_RIGHTS });
  return [shown, getBooking(world.db.orm, booking.id).card_consent_text] as const;
}

it.each([
  ["85-8012345678C-1", 0],
  [undefined, 2],
])("the consent for the card names tax where there is one, on the page as it is kept (%s)", async (exempt, taxes) => {
  const [shown, kept] = await consents(exempt);
  expect(shown.match(/, plus tax/g) ?? []).toHaveLength(taxes);
  expect(kept).toBe(shown);
});
