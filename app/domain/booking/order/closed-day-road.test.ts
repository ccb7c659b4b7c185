import { afterEach, beforeEach, expect, it } from "vitest";
import {
  changeSetting,
  draftData,
  openWorld,
  paidBooking,
  STAFF,
  type TestWorld,
} from "../../../../tests/support/domain";
import { closeDay, lookAtClosure } from "../../changes/closures.server";
import { addDays, day, type Day } from "../../kernel/days";
import { DAY, instantAt, plus } from "../../kernel/time.server";
import type { ClosedPart } from "../../settings/closings";
import { DEFAULT_SETTINGS } from "../../settings/defaults";
import type { Settings } from "../../settings/schema";
import type { UnitState } from "../../states/transitions";
import { finishTask, reopenTask } from "../../tasks/tasks.server";
import { listUnits } from "./bookings.server";
import { askAboutClosedDays, isClosedFor, isOnClosedDay, listOnClosedDays, renewClosedDays } from "./closed-day.server";
import { prepareQuote } from "./place.server";

// What stands on a closed day once that day is there: the office's word, the truck that has left, and the storm of that very day.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

const ON = day("2026-12-15");
const close = async (...days: Day[]) => {
  await changeSetting(world, "holidays", [...DEFAULT_SETTINGS.holidays, ...days]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
const tasks = (kind = "closed_day") =>
  world.db.sqlite
    .prepare<[string], { id: string; state: string }>("select id, state from tasks where kind = ?")
    .all(kind);
const states = (kind?: string) => tasks(kind).map(({ state }) => state);
const decide = () =>
  world.db.write((tx) => finishTask(tx, world.deed(STAFF), tasks()[0]?.id ?? "", "The yard opens for it"));
const put = async (state: string) => {
  world.db.sqlite.prepare("update jobs set state = ? where kind = 'delivery'").run(state);
  await askAboutClosedDays(world.db, world.deed());
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
async function storm(settings: Settings, part: ClosedPart = "day"): Promise<void> {
  const closing = { day: ON, part, reason: "Storm" };
  const seen = lookAtClosure(world.db.orm, settings, closing, world.clock.at);
  if (!seen.ok) return expect.fail(seen.code);
  const wish = { ...closing, seen: seen.plan.digest };
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), settings, wish));
}

it.each(["en_route", "arrived"])(
  "the word that a truck goes out holds while it is %s, and ever after",
  async (state) => {
    await paidBooking(world, { deliveryDate: ON });
    await close(ON);
    await decide();
    await put(state);
    expect(states()).toEqual(["done"]);
    await put("scheduled");
    expect(states()).toEqual(["done"]);
  },
);

it("nobody is asked about a truck that has left: nothing is made of it, and its booking does not say that it goes out", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await put("en_route");
  await close(ON);
  await put("en_route");
  expect(tasks()).toEqual([]);
  expect(listOnClosedDays(world.db.orm, id, world.clock.at)).toEqual([]);
});

it("says whether somebody has given the word, and takes it back with the task", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  const said = () => listOnClosedDays(world.db.orm, id, world.clock.at).map(({ goesOut }) => goesOut);
  expect(said()).toEqual([false]);
  await decide();
  expect(said()).toEqual([true]);
  await world.db.write((tx) => reopenTask(tx, world.deed(STAFF), tasks()[0]?.id ?? ""));
  expect(said()).toEqual([false]);
});

it("asks on the closed day itself too, up to its last minute in New York", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  world.clock.at = instantAt(ON, 23, 59);
  await askAboutClosedDays(world.db, world.deed());
  expect([states(), listOnClosedDays(world.db.orm, id, world.clock.at).length]).toEqual([["open"], 1]);
});

it("a storm on a day that the calendar has closed has its own task for what finds no room, and there is no second one", async () => {
  await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  await close(ON);
  expect(states()).toEqual(["open"]);
  await storm({ ...world.settings(), windowCapacity: 0 });
  expect([states("no_room"), states()]).toEqual([["open"], ["closed"]]);
});

it("a storm that closes the whole day moves no prepared order, which is asked about", async () => {
  const data = draftData({ deliveryDate: ON });
  const ends = plus(world.clock.at, 7 * DAY);
  await world.db.write((tx) => prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends));
  await storm(world.settings());
  expect(states()).toEqual(["open"]);
});

it("what is still to be brought stands on a closed day: not what is on its way or there, nor once that day is over", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  const stands = (state: UnitState) => {
    const unit = listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");
    return isOnClosedDay(world.db.orm, { ...unit, state }, world.clock.at);
  };
  const states = ["reserved", "delivering", "on_site", "cancelled"] as const;
  expect(states.map(stands)).toEqual([true, false, false, false]);
  world.clock.at = instantAt(ON, 23, 59);
  expect(stands("reserved")).toBe(true);
  world.clock.at = instantAt(addDays(ON, 1), 0);
  expect(stands("reserved")).toBe(false);
});

it("of a half that a storm closed, what comes in the other half or at any time is not closed", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON, deliveryTime: "afternoon" });
  await storm(world.settings(), "morning");
  const isClosed = (window: string) => isClosedFor(world.db.orm, id, ON, window);
  expect(["morning", "afternoon", "anytime", ""].map(isClosed)).toEqual([true, false, false, false]);
});
