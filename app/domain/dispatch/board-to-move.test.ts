import { afterEach, beforeEach, expect, it } from "vitest";
import { drive, OUT } from "../../../tests/support/charges";
import { changeSetting, openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { listUnits } from "../booking/order/bookings.server";
import { day, parseDay } from "../kernel/days";
import { dayAt, instantAt } from "../kernel/time.server";
import { readBoard } from "./board.server";

// What the board counts to be moved off a closed day is what closing it would move: nothing that has left, or that waits until it is asked for.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

it.each([
  [true, 1],
  [false, 2],
])("counts a pickup that is kept until it is asked for (%s), beside what is to come: %i", async (mayKeep, toMove) => {
  const { id } = await paidBooking(world, { flexibleExtension: mayKeep });
  world.clock.at = instantAt(day("2026-12-03"), 10);
  await drive(world, { id }, "delivery", OUT, { unit: 0 });
  const on = parseDay(listUnits(world.db.orm, id)[0]?.pickup_date ?? "") ?? expect.fail("no pickup");
  const coming = await paidBooking(world, { deliveryDate: on });
  await changeSetting(world, "holidays", [on]);
  const counted = () => {
    const clock = { today: dayAt(world.clock.at), minuteNow: 600 };
    return readBoard(world.db.orm, on, clock, world.settings()).week.find((one) => one.day === on)?.toMove;
  };
  expect(counted()).toBe(toMove);
  world.db.sqlite
    .prepare("update jobs set state = 'en_route' where booking_id = ? and kind = 'delivery'")
    .run(coming.id);
  expect(counted()).toBe(toMove - 1);
});
