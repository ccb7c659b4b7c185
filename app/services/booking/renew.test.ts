import { afterEach, beforeEach, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import type { StaffActor } from "~/domain/kernel/deed";
import { DAY, HOUR, MINUTE, plus } from "~/domain/kernel/time.server";
import { draftData, openedCheckout, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { renewPrice } from "./renew.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const staff = () => world.deed<StaffActor>(STAFF);
/** An order whose price ended an hour ago. */
async function ended() {
  const data = draftData({ deliveryDate: "2026-12-15" });
  const { booking } = await world.db.write((tx) =>
    prepareQuote(tx, staff(), world.settings(), data, plus(world.clock.at, DAY)),
  );
  world.clock.at = plus(world.clock.at, DAY + HOUR);
  return {
    booking,
    renew: () => renewPrice(world, staff(), booking, booking.total_amount),
    mails: () =>
      world.db.orm
        .select()
        .from(outbox)
        .all()
        .filter(({ kind }) => kind === "mail.sign-request").length,
  };
}

it("a second press within a minute is the first one; a later one is told that the price is good, and sends nothing", async () => {
  const { renew, mails } = await ended();
  expect(await renew()).toMatchObject({ ok: true, isSent: true });
  world.clock.at = plus(world.clock.at, MINUTE - 1);
  expect(await renew()).toMatchObject({ ok: true, isSent: true });
  world.clock.at = plus(world.clock.at, 1);
  expect(await renew()).toEqual({ ok: false, message: "The price is still good, so there is nothing to renew." });
  expect(mails()).toBe(1);
});

it("a price is not renewed under the caller's open payment page", async () => {
  const { booking, renew, mails } = await ended();
  await openedCheckout(world, getBooking(world.db.orm, booking.id));
  expect(await renew()).toMatchObject({ ok: false, message: expect.stringContaining("has the payment page open") });
  expect(mails()).toBe(0);
});
