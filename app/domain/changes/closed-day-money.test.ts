import { afterEach, beforeEach, expect, it } from "vitest";
import { changeSetting, CUSTOMER, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { addDays, day } from "../kernel/days";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { readStatus } from "../records/status.server";
import { closedDayCause } from "../tasks/closed-days.server";
import { finishTask } from "../tasks/tasks.server";
import { previewCancellation } from "./cancel.server";
import { listDayWishes } from "./choose-day.server";
import { closeDay, lookAtClosure } from "./closures.server";
import { floorOfMove, rescheduleUnit } from "./reschedule.server";

// Domain.md 4.32: a day that we close costs the customer nothing, and nobody is told that a truck comes.
const ON = day("2026-12-10");
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  // Within the last day, when cancelling costs most and another day leaves its tier behind.
  world.clock.at = plus(instantAt(ON, 8), -12 * HOUR);
});
afterEach(() => world.close());

const unit = (): Unit => listUnits(world.db.orm, booking.id)[0] ?? expect.fail("no dumpster");
const closeIt = async () => {
  await changeSetting(world, "holidays", [...world.settings().holidays, ON]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
const fee = () => {
  const shown = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at);
  return shown.ok ? shown.percent : expect.fail(shown.code);
};
const said = () =>
  readStatus(world.db.orm, getBooking(world.db.orm, booking.id), { refundStates: true, now: world.clock.at });
const decide = () =>
  world.db.write((tx) => {
    const task = world.db.sqlite
      .prepare<[string], { id: string }>("select id from tasks where cause = ?")
      .get(closedDayCause(booking.id, ON));
    return finishTask(tx, world.deed(STAFF), task?.id ?? "", "The yard opens for it");
  });

it("cancelling is free, and so is another day, which leaves no tier behind", async () => {
  expect([fee() > 0, floorOfMove(world.db.orm, world.settings(), unit(), world.clock.at) > 0]).toEqual([true, true]);
  await closeIt();
  expect([fee(), floorOfMove(world.db.orm, world.settings(), unit(), world.clock.at)]).toEqual([0, 0]);
  const to = { deliveryDate: addDays(ON, 5), window: "morning" as const, pickupDate: addDays(ON, 12) };
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(CUSTOMER), world.settings(), unit().id, to));
  expect(unit().tier_floor_percent).toBe(0);
});

it("may be chosen anew past the hour at which a day is settled", async () => {
  world.clock.at = plus(instantAt(ON, 12), HOUR);
  const wishes = () => listDayWishes(world.db.orm, world.settings(), booking.id, world.clock.at).length;
  world.db.sqlite.prepare("update units set delivery_window = 'afternoon'").run();
  expect(wishes()).toBe(0);
  await closeIt();
  expect(wishes()).toBe(1);
});

it("the customer reads that we cannot come, until the office says that a truck does", async () => {
  expect(said().headline).toMatch(/^Confirmed for Thu, Dec 10/);
  await closeIt();
  expect(said()).toEqual({
    headline: "We cannot come on Thu, Dec 10",
    more: "We are closed that day, and we are sorry. Choose another day, or call us. Another day costs you nothing, and so does cancelling.",
  });
  await decide();
  expect([said().headline.slice(0, 13), fee() > 0]).toEqual(["Confirmed for", true]);
});

it("is moved with all that stands on it by the office, though the calendar has closed it already; an empty one is not closed again", async () => {
  await closeIt();
  const closing = { day: ON, part: "day" as const, reason: "Holiday" };
  const look = (on = ON) => lookAtClosure(world.db.orm, world.settings(), { ...closing, day: on }, world.clock.at);
  const looked = look();
  if (!looked.ok) return expect.fail(looked.code);
  await world.db.write((tx) =>
    closeDay(tx, world.deed(STAFF), world.settings(), { ...closing, seen: looked.plan.digest }),
  );
  expect([unit().delivery_date > ON, fee()]).toEqual([true, 0]);
  expect(look(day("2026-12-13"))).toEqual({ ok: false, code: "not_open" });
});

it("half of a day that the calendar has closed is not moved into its other half", async () => {
  await closeIt();
  const closing = { day: ON, part: "morning" as const, reason: "Storm" };
  const looked = lookAtClosure(world.db.orm, world.settings(), closing, world.clock.at);
  expect(looked.ok && looked.plan.jobs.map(({ kind, to }) => [kind, (to?.day ?? ON) > ON])).toEqual([
    ["delivery", true],
  ]);
});

it("a half that a storm has closed, with no room elsewhere, is free and promised to nobody as well", async () => {
  const closing = { day: ON, part: "morning" as const, reason: "Storm", seen: "" };
  const looked = lookAtClosure(world.db.orm, { ...world.settings(), windowCapacity: 0 }, closing, world.clock.at);
  if (!looked.ok) return expect.fail(looked.code);
  const settings = { ...world.settings(), windowCapacity: 0 };
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), settings, { ...closing, seen: looked.plan.digest }));
  expect([unit().delivery_date, fee(), said().headline]).toEqual([ON, 0, "We cannot come on Thu, Dec 10"]);
});

it("the office's word that a truck goes out holds while the truck is under way, and when it is called back", async () => {
  await closeIt();
  await decide();
  const put = (state: string) =>
    world.db.sqlite.prepare("update jobs set state = ? where kind = 'delivery'").run(state);
  const asked = () => world.db.sqlite.prepare("select state from tasks where kind = 'closed_day'").pluck().all();
  put("en_route");
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  put("scheduled");
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  expect(asked()).toEqual(["done"]);
});

it("leaves no tier of an earlier move behind, whoever moves it", async () => {
  world.db.sqlite.prepare("update units set tier_floor_percent = 20").run();
  await closeIt();
  const to = { deliveryDate: addDays(ON, 5), window: "morning" as const, pickupDate: addDays(ON, 12) };
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit().id, to));
  expect(unit().tier_floor_percent).toBe(0);
});
