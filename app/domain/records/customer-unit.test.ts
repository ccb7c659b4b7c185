import { expect, it } from "vitest";
import { BACK, drive, hauled, OUT, rented } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { invoiceDates } from "../documents/invoices.server";
import { mergeFlags } from "../flags/flags";
import type { Id } from "../kernel/ids.server";
import { findPickup, requestPickup } from "../changes/pickup-request.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { listCustomerUnits } from "./customer-unit.server";
import { readCustomerBooking } from "./customer.server";
import { findBookingRecord } from "./office.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

const first = (id: Id<"booking">) =>
  listCustomerUnits(world.db.orm, getBooking(world.db.orm, id), {
    settings: world.settings(),
    flags: mergeFlags({}, {}),
    now: world.clock.at,
  })[0];
const next = (id: Id<"booking">): string | undefined => first(id)?.next;

it("a dumpster whose load was weighed does not say that we are going to weigh it", async () => {
  const { id } = await hauled(world, 4740);
  expect(next(id)).toBe("We have it, and its load is weighed. The final statement comes when everything is settled.");
});

it("one whose load waits in the yard says that it will be weighed", async () => {
  const { id } = await rented(world);
  await drive(world, { id }, "delivery", OUT);
  await drive(world, { id }, "pickup", [...OUT.slice(0, 3), { to: "dump_later" }]);
  expect(next(id)).toBe("We have it. We weigh the load and send you the final statement.");
});

it("kept beyond what is paid, it says the day on which it leaves, once that is asked for: the day that the charge is of", async () => {
  world.clock.at = instantAt(day("2026-12-01"), 9);
  const { id } = await rented(world, { flexibleExtension: true });
  world.clock.at = instantAt(day("2026-12-03"), 9);
  await drive(world, { id }, "delivery", OUT);
  const said = () => {
    const booking = getBooking(world.db.orm, id);
    const now = { now: world.clock.at, refundStates: false, leadsOn: false };
    const { pickupDate, isKept } = readCustomerBooking(world.db.orm, world.settings(), booking, now);
    return [first(id)?.dates, isKept ? "paid until" : "pickup", pickupDate, office(booking.booking_number)];
  };
  const office = (number: string) => findBookingRecord(world.db.orm, number)?.pickupDay;
  const paid = ["Thu, Dec 3 to Thu, Dec 10", "paid until", "Thursday, December 10, 2026", "2026-12-10"];
  expect(said()).toEqual(paid);
  world.clock.at = instantAt(day("2026-12-14"), 18);
  expect(said()).toEqual(paid);
  // Its papers say the stored day, which stays the last one paid for.
  const onPaper = () => {
    const { pickupDay, isKept } = invoiceDates(getBooking(world.db.orm, id), listUnits(world.db.orm, id));
    return [isKept ? "paid until" : "pickup", pickupDay];
  };
  expect(onPaper()).toEqual(["paid until", "2026-12-10"]);
  const unit = first(id)?.id ?? expect.fail("none");
  await world.db.write((tx) =>
    requestPickup(tx, world.deed(), world.settings(), unit as Id<"unit">, { early: true, seen: null }),
  );
  expect(findPickup(world.db.orm, unit as Id<"unit">)?.day).toBe("2026-12-15");
  const asked = ["Thu, Dec 3 to Tue, Dec 15", "pickup", "Tuesday, December 15, 2026", "2026-12-15"];
  expect(said()).toEqual(asked);
  expect(onPaper()).toEqual(["paid until", "2026-12-10"]);
  // Our truck comes a day late.
  world.clock.at = instantAt(day("2026-12-16"), 9);
  await drive(world, { id }, "pickup", BACK(1800));
  expect(said()).toEqual(["Thu, Dec 3 to Wed, Dec 16", "pickup", "Wednesday, December 16, 2026", "2026-12-16"]);
});
