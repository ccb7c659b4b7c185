import { afterEach, beforeEach, expect, it } from "vitest";
import { closures } from "#db/schema/index";
import { changeSetting, draftData, openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { prepareQuote } from "../booking/order/place.server";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { addDays, day } from "../kernel/days";
import { DAY, plus } from "../kernel/time.server";
import { aboutTask } from "../records/task-subjects.server";
import { findTask } from "../tasks/tasks.server";
import { closeDay, lookAtClosure } from "./closures.server";
import { undoClosure } from "./closure-undo.server";

// Who is called about a closed day once its closing is undone, and what the queue says of each such day.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

const ON = day("2026-12-15");
const tasks = () =>
  world.db.sqlite
    .prepare<[], { id: string; state: string; cause: string }>(
      "select id, state, cause from tasks where kind = 'closed_day' order by cause",
    )
    .all();
const states = () => tasks().map(({ state }) => state);
const close = (part: "day" | "morning") =>
  world.db.write((tx) => {
    const closing = { day: ON, part, reason: "Storm" };
    const seen = lookAtClosure(tx, world.settings(), closing, world.clock.at);
    if (!seen.ok) return expect.fail(seen.code);
    return closeDay(tx, world.deed(STAFF), world.settings(), { ...closing, seen: seen.plan.digest });
  });
const undo = () =>
  world.db.write((tx) => {
    const closure = tx.select().from(closures).get() ?? expect.fail("nothing closed");
    return undoClosure(tx, world.deed(STAFF), world.settings(), closure.id);
  });

it("a prepared order that could not be moved is nobody's to call about once the closing is undone", async () => {
  const data = draftData({ deliveryDate: ON, deliveryTime: "morning" });
  const ends = plus(world.clock.at, 7 * DAY);
  await world.db.write((tx) => prepareQuote(tx, world.deed(STAFF), world.settings(), data, ends));
  await close("morning");
  expect(states()).toEqual(["open"]);
  expect(await undo()).toMatchObject({ ok: true });
  expect(states()).toEqual(["closed"]);
});

it("what was moved away from a day that the calendar closes is asked about when it comes back there", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await changeSetting(world, "holidays", [...world.settings().holidays, ON]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  await close("day");
  expect(states()).toEqual(["closed"]);
  expect(await undo()).toMatchObject({ ok: true });
  expect(states()).toEqual(["open"]);
});

it("the queue says of each day what stands on that one", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await changeSetting(world, "holidays", [...world.settings().holidays, ON, addDays(ON, 7)]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  const details = tasks().map(({ id }) => {
    const task = findTask(world.db.orm, id) ?? expect.fail("no task");
    return aboutTask(world.db.orm, task, world.clock.at).detail.split(" · ")[1];
  });
  expect(details).toEqual([
    "delivery on Tue, Dec 15, when no truck goes out",
    "pickup on Tue, Dec 22, when no truck goes out",
  ]);
});
