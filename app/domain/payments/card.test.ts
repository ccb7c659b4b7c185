import { expect, it } from "vitest";
import { checkouts, outbox } from "#db/schema/index";
import { confirm, paidBooking, sessionFacts } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { openCardCheckout, replaceCard } from "./card.server";
import { attachSession, type Checkout } from "./checkouts.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
const card = (last4: string) => ({
  paymentMethodId: `pm_${last4}`,
  brand: "visa",
  last4,
  stripeCustomerId: null,
  chargeId: null,
});

/** A page on which a card was kept; which one it is, is still to be asked. */
async function keptOnPage(booking: Booking): Promise<Checkout> {
  const addresses = { success: () => "https://example.com/ok", cancel: "https://example.com/no" };
  const made = await world.db.write((tx) => {
    const { checkout } = openCardCheckout(tx, world.deed(), world.settings(), getBooking(tx, booking.id), addresses);
    attachSession(tx, checkout.id, sessionFacts(checkout, { status: "open", paymentStatus: "unpaid" }));
    return checkout;
  });
  expect(await confirm(world, sessionFacts(made))).toMatchObject({ outcome: "confirmed" });
  return made;
}
const learn = ({ booking_id, id }: Checkout, last4: string) =>
  world.db.write((tx) => replaceCard(tx, world.deed(), booking_id, id, card(last4)));
const detached = () =>
  world.db.orm
    .select()
    .from(outbox)
    .all()
    .flatMap(({ kind, cause }) => (kind === "stripe.detach" ? [cause] : []));

it("the newest card stays, however late the card company says which one was kept before it", async () => {
  const booking = await paidBooking(world);
  const [first, second] = [await keptOnPage(booking), await keptOnPage(booking)];
  expect(world.db.orm.select().from(checkouts).all()).toHaveLength(3);
  await learn(second, "2222");
  await learn(first, "1111");
  await learn(first, "1111");
  expect(getBooking(world.db.orm, booking.id).card_last4).toBe("2222");
  expect(detached()).toContain("detach:pm_1111");
  expect(detached()).not.toContain("detach:pm_2222");
});

it("in the order in which they were kept the first one is taken away once the second is known", async () => {
  const booking = await paidBooking(world);
  const first = await keptOnPage(booking);
  await learn(first, "1111");
  await learn(await keptOnPage(booking), "2222");
  expect(getBooking(world.db.orm, booking.id).card_last4).toBe("2222");
  expect(detached()).toContain("detach:pm_1111");
});
