import { expect, it } from "vitest";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { closedDayCause, renewClosedDays } from "../booking/order/closed-day.server";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus } from "../kernel/time.server";
import type { ClosedPart } from "../settings/closings";
import { finishTask } from "../tasks/tasks.server";
import { undoClosure } from "./closure-undo.server";
import { closeDay, lookAtClosure } from "./closures.server";
import { rescheduleUnit } from "./reschedule.server";

// The office's word that a truck goes out on a closed day, while all of that day is moved and taken back.
const world = setSoundWorld({ fleet: { 20: 4 } });
const ON = day("2026-12-10");
const deed = () => world.deed(STAFF);
const calendar = async (...closed: Day[]) => {
  await changeSetting(world, "holidays", closed);
  await world.db.write((tx) => renewClosedDays(tx, deed()));
};
const tasksNow = () =>
  world.db.sqlite
    .prepare<[], { id: string; cause: string; state: string }>(
      "select id, cause, state, ended_at, said, owner_id, due_at, made_at from tasks where kind = 'closed_day' order by cause",
    )
    .all();
const decide = (id: Id<"booking">) =>
  world.db.write((tx) => {
    const task = tasksNow().find(({ cause }) => cause === closedDayCause(id, ON));
    return finishTask(tx, deed(), task?.id ?? "", "The yard opens for it");
  });
const close = (part: ClosedPart = "day", settings = world.settings()) =>
  world.db.write((tx) => {
    const closing = { day: ON, part, reason: "Storm" };
    const looked = lookAtClosure(tx, settings, closing, world.clock.at);
    if (!looked.ok) return expect.fail(looked.code);
    const done = closeDay(tx, deed(), settings, { ...closing, seen: looked.plan.digest });
    return done.ok ? done.closure.id : expect.fail(done.code);
  });
const undo = (id: string) => world.db.write((tx) => undoClosure(tx, deed(), world.settings(), id));
const aMinute = () => (world.clock.at = plus(world.clock.at, MINUTE));
const unitOf = (id: Id<"booking">) => listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");

const booked = (on: Day) => paidBooking(world, { deliveryDate: on, deliveryTime: "morning" });

it.each(["day", "morning"] as const)("holds again as it was said where closing it (%s) is taken back", async (part) => {
  const { id } = await booked(ON);
  await booked(ON);
  await calendar(ON);
  await decide(id);
  const before = tasksNow();
  expect(before.map(({ state }) => state).toSorted()).toEqual(["done", "open"]);
  aMinute();
  const closure = await close(part);
  expect(tasksNow().map(({ state }) => state)).toEqual(["closed", "closed"]);
  aMinute();
  await undo(closure);
  // Whoever was still to be called is so once more, and nobody else.
  expect(tasksNow().map(({ state }) => state)).toEqual(before.map(({ state }) => state));
  expect(tasksNow().filter(({ state }) => state === "done")).toEqual(before.filter(({ state }) => state === "done"));
});

it.each([
  ["for a pickup", -7, 6],
  ["for what had no room elsewhere", 0, 0],
])("holds again %s", async (_what, from, windowCapacity) => {
  const { id } = await booked(addDays(ON, from));
  await calendar(ON);
  await decide(id);
  const before = tasksNow();
  aMinute();
  const closure = await close("day", { ...world.settings(), windowCapacity });
  expect(tasksNow().map(({ state }) => state)).toEqual(["closed"]);
  aMinute();
  await undo(closure);
  expect(tasksNow()).toEqual(before);
});

it("is not said again of what has been given another day since, nor once the calendar leaves the day open", async () => {
  const { id } = await booked(ON);
  await calendar(ON);
  await decide(id);
  aMinute();
  const moved = await close();
  aMinute();
  const to = { deliveryDate: addDays(ON, 6), window: "morning" as const, pickupDate: addDays(ON, 13) };
  await world.db.write((tx) => rescheduleUnit(tx, deed(), world.settings(), unitOf(id).id, to));
  await undo(moved);
  expect(tasksNow().map(({ state }) => state)).toEqual(["closed"]);

  await calendar();
  const back = { ...to, deliveryDate: ON, pickupDate: addDays(ON, 7) };
  await world.db.write((tx) => rescheduleUnit(tx, deed(), world.settings(), unitOf(id).id, back));
  const open = await close();
  aMinute();
  await undo(open);
  expect([unitOf(id).delivery_date, ...tasksNow().map(({ state }) => state)]).toEqual([ON, "closed"]);
  // Closed once more, it is asked for anew.
  await calendar(ON);
  expect(tasksNow().map(({ state }) => state)).toEqual(["open"]);
});
