import { expect, it } from "vitest";
import { draftData, openedCheckout, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { prepareQuote } from "../booking/order/place.server";
import { day } from "../kernel/days";
import { DAY, MINUTE, plus } from "../kernel/time.server";
import { endCheckout } from "../payments/checkouts.server";
import { noteDecline } from "../payments/declines.server";
import { findPrepared } from "./prepared-record.server";

const world = setSoundWorld({ fleet: { 20: 9 } });

it("of a payment page that is open now it is told that a card was refused there, and of one that has ended no more", async () => {
  const data = draftData({ deliveryDate: day("2026-12-22") });
  const { booking } = await world.db.write((tx) =>
    prepareQuote(tx, world.deed(STAFF), world.settings(), data, plus(world.clock.at, 7 * DAY)),
  );
  const declined = () => findPrepared(world.db.orm, booking.booking_number)?.steps.declined;
  const later = () => void (world.clock.at = plus(world.clock.at, MINUTE));
  const first = await openedCheckout(world, booking);
  expect(declined()).toBeNull();
  later();
  await world.db.write((tx) => noteDecline(tx, world.deed(), { checkoutId: first.id, code: "expired_card" }));
  expect(declined()).toEqual({ at: world.clock.at, code: "expired_card" });
  await world.db.write((tx) => endCheckout(tx, world.deed(), first, "abandoned", "order_changed"));
  expect(declined()).toBeNull();
  later();
  await openedCheckout(world, booking);
  expect(declined()).toBeNull();
});
