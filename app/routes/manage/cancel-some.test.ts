import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "~/domain/changes/cancel.server";
import type { CustomerUnit } from "~/domain/records/customer-views";
import { instantAt, plus, DAY } from "~/domain/kernel/time.server";
import { UnitCards } from "~/ui/manage/UnitCards";
import { rented } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { missDelivery } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe, Visitor } from "../../../tests/support/visit";
import * as cancel from "./cancel";
import * as manage from "./manage-booking";

/** Two dumpsters, of which one could not be delivered: what can be cancelled is said, and can be. */
const world = setSoundWorld({ fleet: { 20: 2 } });
let booking: Booking;
let me: Visitor;
beforeEach(async () => {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }] as const;
  booking = await rented(world, { cart: [...cart] });
  me = new Visitor(fakeServices(world, fakeStripe()));
  const typed = { intent: "lookup", bookingNumber: booking.booking_number, email: booking.email };
  await me.post(manage.action, "/manage-booking", typed);
});
const ask = async (unit = "") =>
  (await me.get(cancel.loader, `/manage-booking/cancel?booking=${booking.booking_number}${unit && `&unit=${unit}`}`))
    .data as { refused: string | null; plan: Record<string, unknown> | null };
const page = async () =>
  (await me.get(manage.loader, `/manage-booking?booking=${booking.booking_number}`)).data as {
    units: CustomerUnit[];
    mayCancel: boolean;
    isAhead: boolean;
    mayChooseDay: boolean;
  };
const links = async () => {
  const { units, mayCancel: mayCancelAll } = await page();
  const cards = createElement(UnitCards, { number: booking.booking_number, units, mayCancelAll });
  return [...renderToStaticMarkup(cards).matchAll(/manage-booking\/cancel[^"]*unit=([\w-]+)/g)].map(([, id]) => id);
};

it("the whole cannot be cancelled any more, the one that has not left can, and the one that failed is for the phone", async () => {
  await missDelivery(world, booking.id);
  const [failed, ahead] = listUnits(world.db.orm, booking.id).toSorted((a) => (a.state === "delivery_failed" ? -1 : 1));
  expect([(await ask()).refused, (await ask(failed!.id)).refused, (await ask(ahead!.id)).refused]).toEqual([
    ...["partly", "visited", null],
  ]);
  expect(await links()).toEqual([ahead!.id]);
  const sent = await me.post(cancel.action, `/manage-booking/cancel?booking=${booking.booking_number}`, {
    fee: "0",
    refund: "81864",
  });
  expect(JSON.stringify(sent.data)).toContain("the whole booking cannot be cancelled online");
});

it("once the office has cancelled one, the rest is named and paid for as what it is", async () => {
  await missDelivery(world, booking.id);
  const [failed, ahead] = listUnits(world.db.orm, booking.id).toSorted((a) => (a.state === "delivery_failed" ? -1 : 1));
  const shown = previewCancellation(world.db.orm, world.settings(), booking.id, failed!.id, world.clock.at, "staff");
  const fee = shown.ok ? shown.fee : -1;
  await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, failed!.id, fee));
  expect((await ask()).plan).toMatchObject({
    what: "20-yard dumpster, General debris",
    isRest: true,
    paid: ahead!.share,
  });
  // The booking's own button does it.
  expect(await links()).toEqual([]);
});

it("a delivery that nobody has driven in its time goes into no calendar, and another day is its main button", async () => {
  const shows = async () => {
    const { isAhead, mayChooseDay } = await page();
    return [isAhead, mayChooseDay];
  };
  expect(await shows()).toEqual([true, false]);
  const { delivery_date } = listUnits(world.db.orm, booking.id)[0]!;
  world.clock.at = plus(instantAt(delivery_date, 9), DAY);
  expect(await shows()).toEqual([false, true]);
});
