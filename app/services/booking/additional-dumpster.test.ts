import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, deliveryWindowDays } from "#db/schema/index";
import { addDays, day } from "~/domain/kernel/days";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { HOUR, MINUTE, plus } from "~/domain/kernel/time.server";
import type { OrderLine } from "~/domain/pricing/types";
import { changeSetting, CUSTOMER, openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { findAdditionalShortage, offerAdditional, prepareAdditional } from "./additional-dumpster.server";

let world: TestWorld;
let services: Services;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 1, 20: 2 } });
  services = fakeServices(world);
  booking = await paidBooking(world);
});
afterEach(() => world.close());

const line = (changes: Partial<OrderLine> = {}): OrderLine => ({
  size: 15,
  quantity: 1,
  material: "general",
  rentalDays: 7,
  ...changes,
});
const ask = async (changes: Partial<OrderLine> = {}) => {
  const result = await prepareAdditional(services, world.deed(CUSTOMER), booking, [line(changes)]);
  if (!result.ok) throw new Error(result.message);
  return result;
};
const made = () =>
  world.db.orm
    .select()
    .from(bookings)
    .all()
    .filter(({ id }) => id !== booking.id);

it("is one booking for a double click and for a second try within the hour, on the first one's day", async () => {
  const both = await Promise.all([ask(), ask()]);
  world.clock.at = plus(world.clock.at, 59 * MINUTE);
  const all = [...both, await ask()];
  expect(new Set(all.map(({ path }) => path)).size).toBe(1);
  expect(made()).toMatchObject([
    {
      status: "pending_payment",
      source: "web",
      quote_expires_at: null,
      scheduled_delivery_date: "2026-12-03",
      total_amount: 35532,
      address: "123 Main Street",
    },
  ]);
  expect(all[0]?.url).toBe(services.config.publicUrl + all[0]?.path);
});

it.each([true, false])(
  "takes over whether its customer agreed to text messages (%s), and adds no consent",
  async (agreed) => {
    world.db.orm.update(bookings).set({ sms_consent: agreed }).run();
    booking = getBooking(world.db.orm, booking.id);
    await ask();
    expect(made()).toMatchObject([{ sms_consent: agreed }]);
  },
);

it("is another one where the office has put the first booking's address right", async () => {
  await ask();
  booking = { ...booking, address: "321 Main Street" };
  await ask();
  expect(
    made()
      .map(({ address }) => address)
      .sort(),
  ).toEqual(["123 Main Street", "321 Main Street"]);
});

it("is another one for another wish, after an hour, and once the first is paid", async () => {
  await ask();
  await ask({ rentalDays: 8 });
  expect(made()).toHaveLength(2);
  world.clock.at = plus(world.clock.at, HOUR + MINUTE);
  await ask();
  expect(made()).toHaveLength(3);
  world.db.orm.update(bookings).set({ status: "confirmed", paid_at: world.clock.at }).run();
  await ask();
  expect(made()).toHaveLength(4);
});

it("tells how many there are from the wanted day on", () => {
  const short = (changes: Partial<OrderLine>) =>
    findAdditionalShortage(services, booking, line(changes), world.clock.at);
  expect(short({ size: 20, quantity: 1 })).toBeNull();
  expect(short({ size: 20, quantity: 2 })).toEqual({ size: 20, availableCount: 1 });
  expect(short({ size: 25 })).toEqual({ size: 25, availableCount: 0 });
});

it("begins with the booking's own size and day, later with the first day there is", () => {
  const offer = (now = world.clock.at) => offerAdditional(services, booking, now);
  expect(offer()).toMatchObject({
    size: 20,
    heavy: false,
    startDate: "2026-12-03",
    areaDeliveryFee: 0,
    limits: { maxQuantityPerLine: 5, maxRentalDays: 30, includedDays: 7 },
  });
  // Of the holidays only those that a pickup may fall on.
  expect(offer()?.calendar.holidays.filter((on) => on > "2027-02-01" || on < "2026-12-03")).toEqual([]);
  expect(offer(plus(world.clock.at, 6 * 24 * HOUR))?.startDate).toBe("2026-12-07");
  booking = { ...booking, status: "cancelled" };
  expect(offer()).toBeNull();
});

it("takes another window where the booking's own is full on all the days there are, and says why when all are", async () => {
  await changeSetting(world, "windowCapacity", 1);
  const fill = (window: string) =>
    world.db.orm
      .insert(deliveryWindowDays)
      .values(
        Array.from({ length: 60 }, (_, i) => ({
          day: addDays(day("2026-12-01"), i),
          delivery_window: window,
          taken: 1,
        })),
      )
      .onConflictDoNothing()
      .run();
  fill("morning");
  await ask();
  expect(made()).toMatchObject([{ scheduled_delivery_date: "2026-12-03", delivery_time_window: "afternoon" }]);
  ["afternoon", "anytime"].forEach(fill);
  // The first booking's day has passed: that is no reason to tell.
  world.clock.at = plus(world.clock.at, 6 * 24 * HOUR);
  const refused = await prepareAdditional(services, world.deed(CUSTOMER), booking, [line()]);
  expect(refused).toEqual({
    ok: false,
    message: expect.stringMatching(/^The next delivery days have no room for this order/) as string,
  });
});

it("refuses what belongs to a booking that is not paid, or cancelled", async () => {
  for (const changes of [{ status: "cancelled" }, { paid_at: null }] as const) {
    const result = await prepareAdditional(services, world.deed(CUSTOMER), { ...booking, ...changes }, [line()]);
    expect(result).toEqual({ ok: false, message: "Nothing can be added to this booking. Please make a new one." });
  }
  expect(made()).toEqual([]);
});
