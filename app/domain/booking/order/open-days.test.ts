import { afterEach, beforeEach, expect, it } from "vitest";
import { day } from "../../kernel/days";
import { findLiveHold } from "../../inventory/holds.server";
import {
  changeSetting,
  draftData,
  openedCheckout,
  openWorld,
  paidBooking,
  signedBooking,
  type TestWorld,
} from "../../../../tests/support/domain";
import type { DraftData } from "../draft/data";
import { daysWithRoom, listWindows, scheduleContext } from "./open-days.server";
import { describeOrder } from "./order.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 2, 20: 6 } });
});
afterEach(() => world.close());

const context = () => scheduleContext(world.settings(), world.clock.at);
const windows = (on: string, dumpsters = 1) =>
  listWindows(world.db.orm, world.settings(), [day(on)], dumpsters, context())[0]?.windows;
const cart = (size: 15 | 20, quantity: number) =>
  [{ dumpsterSize: size, quantity, materialCategory: "general" }] satisfies DraftData["cart"];
const withRoom = (changes: Partial<DraftData>) => {
  const data = draftData(changes);
  return daysWithRoom(
    world.db.orm,
    world.settings(),
    describeOrder(world.db.orm, world.settings(), data),
    data,
    day("2026-12-03"),
    context(),
    3,
  );
};

it("knows the windows of a day with their states", async () => {
  await changeSetting(world, "windowCapacity", 1);
  await paidBooking(world, { deliveryTime: "afternoon" });
  expect(windows("2026-12-03")).toEqual({ morning: "open", afternoon: "full", anytime: "open" });
  expect(windows("2026-12-01")).toEqual({ morning: "started", afternoon: "open", anytime: "started" });
});

it("calls a window full that has no room for all trips of an order, but leaves one to choose for an order that must be planned by phone", async () => {
  await changeSetting(world, "windowCapacity", 3);
  await paidBooking(world, { deliveryTime: "afternoon" });
  expect([2, 3, 4].map((dumpsters) => windows("2026-12-03", dumpsters)?.afternoon)).toEqual(["open", "full", "open"]);
});

it("offers the days on which the dumpsters are free and a window has room, and no closed ones", async () => {
  expect(withRoom({ cart: cart(15, 2) })).toEqual(["2026-12-03", "2026-12-04", "2026-12-05"]);
  await paidBooking(world, { cart: cart(15, 1) });
  expect(withRoom({ cart: cart(15, 1) })).toEqual(["2026-12-03", "2026-12-04", "2026-12-05"]);
  expect(withRoom({ cart: cart(15, 2) })[0]).toBe("2026-12-11");
  await changeSetting(world, "windowCapacity", 2);
  for (const deliveryTime of ["morning", "afternoon", "anytime"])
    await paidBooking(world, { deliveryTime, cart: cart(20, 1) });
  expect(withRoom({ cart: cart(20, 2) })).toEqual(["2026-12-04", "2026-12-05", "2026-12-07"]);
  expect(withRoom({ cart: cart(20, 1) })[0]).toBe("2026-12-03");
});

it("does not count an open checkout's hold against the order that it is for", async () => {
  await changeSetting(world, "windowCapacity", 2);
  const data = draftData({ cart: cart(15, 2) });
  const booking = await signedBooking(world, data);
  await openedCheckout(world, booking);
  const own = findLiveHold(world.db.orm, booking.id);
  if (!own) throw new Error("nothing is held");
  const { orm } = world.db;
  const days = (hold: typeof own | null) =>
    daysWithRoom(
      orm,
      world.settings(),
      describeOrder(orm, world.settings(), data),
      { rentalDays: 7, flexibleExtension: false },
      day("2026-12-03"),
      context(),
      1,
      hold,
    );
  const seen = (hold: typeof own | null) =>
    listWindows(orm, world.settings(), [day("2026-12-03"), day("2026-12-04")], 2, context(), hold).map(
      ({ windows: { morning, afternoon } }) => [morning, afternoon],
    );
  expect([days(null), days(own)]).toEqual([["2026-12-11"], ["2026-12-03"]]);
  expect([seen(null)[0], seen(own)[0], seen(own)[1]]).toEqual([
    ["full", "open"],
    ["open", "open"],
    ["open", "open"],
  ]);
  // Another's dumpsters stay taken.
  await paidBooking(world, { deliveryDate: "2026-12-14", cart: cart(15, 1) });
  expect(
    daysWithRoom(
      orm,
      world.settings(),
      describeOrder(orm, world.settings(), data),
      { rentalDays: 7, flexibleExtension: false },
      day("2026-12-07"),
      context(),
      1,
      own,
    ),
  ).toEqual(["2026-12-22"]);
});
