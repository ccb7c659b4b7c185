import { afterEach, beforeEach, expect, it } from "vitest";
import { changeSetting, openWorld, paidBooking, STAFF, type TestWorld } from "../../../../tests/support/domain";
import { rescheduleUnit } from "../../changes/reschedule.server";
import { addDays, day, type Day } from "../../kernel/days";
import type { Id } from "../../kernel/ids.server";
import { instantAt } from "../../kernel/time.server";
import { listTasks } from "../../records/task-queue.server";
import { finish, putOff } from "~/services/office/tasks.server";
import { finishTask } from "../../tasks/tasks.server";
import { listUnits } from "./bookings.server";
import {
  askAboutClosedDays,
  isClosedFor,
  listOnClosedDays,
  renewClosedDay,
  renewClosedDays,
} from "./closed-day.server";

// A closed day that passes while nobody acted, and the words of its task while a truck is out all the same.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

const ON = day("2026-12-15");
const close = async (on: Day) => {
  await changeSetting(world, "holidays", [on]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
const round = () => askAboutClosedDays(world.db, world.deed());
const tasks = () =>
  world.db.sqlite
    .prepare<[], { id: string; state: string }>("select id, state from tasks where kind = 'closed_day'")
    .all();
const states = () => tasks().map(({ state }) => state);
const decide = () =>
  world.db.write((tx) => finishTask(tx, world.deed(STAFF), tasks()[0]?.id ?? "", "The yard opens for it"));
const put = async (state: string) => {
  world.db.sqlite.prepare("update jobs set state = ? where kind = 'delivery'").run(state);
  await round();
  const booking = world.db.sqlite.prepare<[], { id: Id<"booking"> }>("select id from bookings").get();
  await world.db.write((tx) => renewClosedDay(tx, world.deed(), booking?.id ?? expect.fail("no booking")));
};
const queue = () => listTasks(world.db.orm, world.clock.at, { queue: "all", me: STAFF.id }).rows;
const detail = () =>
  queue()
    .find(({ kind }) => kind === "closed_day")
    ?.detail.split(" · ")[1];
const morningAfter = () => (world.clock.at = instantAt(addDays(ON, 1), 8));

it("is not forgotten at midnight: the task stands first, and is the one thing to do, until what stood there has another day", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  morningAfter();
  await round();
  expect(states()).toEqual(["open"]);
  expect(queue().map(({ kind, promised }) => [kind, promised !== null])).toEqual([["closed_day", true]]);
  expect(detail()).toBe("delivery on Tue, Dec 15, a closed day, and nobody came");
  // Its record asks for no other day of a day that is over: the board has it among what was not done.
  expect(listOnClosedDays(world.db.orm, id, world.clock.at)).toEqual([]);
  const to = { deliveryDate: addDays(ON, 3), window: "morning" as const, pickupDate: addDays(ON, 10) };
  await world.db.write((tx) =>
    rescheduleUnit(tx, world.deed(STAFF), world.settings(), listUnits(tx, id)[0]?.id ?? expect.fail("none"), to),
  );
  expect(states()).toEqual(["closed"]);
});

it("stays where somebody tidies the list of closed days, and by then no word ends it: none that a truck goes out, but another morning does", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  const word = () => queue().map(({ notDone, tooLateOn }) => [notDone, tooLateOn]);
  expect(word()).toEqual([[null, ON]]);
  morningAfter();
  await round();
  await changeSetting(world, "holidays", []);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  await round();
  expect([states(), word()]).toEqual([["open"], [["over", null]]]);
  const [task] = tasks();
  const id = task?.id ?? expect.fail("no task");
  expect(await finish(world, world.deed(STAFF), id, "said so")).toEqual({ ok: false, code: "over" });
  expect(states()).toEqual(["open"]);
  const until = addDays(ON, 2);
  expect(await putOff(world, world.deed(STAFF), id, { until, why: "Not reached" })).toMatchObject({ ok: true });
});

it("ends where its truck comes a day later, not before it has come", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  morningAfter();
  await put("en_route");
  expect(states()).toEqual(["open"]);
  await put("serviced");
  expect(states()).toEqual(["closed"]);
});

it("ends with its day where the office had said that a truck goes out: one that did not is late like any other", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  await decide();
  morningAfter();
  await world.db.write((tx) => renewClosedDay(tx, world.deed(), id));
  expect(states()).toEqual(["closed"]);
});

it("asks nobody of a day that was closed once it was over", async () => {
  await paidBooking(world, { deliveryDate: ON });
  morningAfter();
  await close(ON);
  expect(tasks()).toEqual([]);
});

it("the word that a truck goes out holds for its second try on that day, but an open task ends with the first", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  await decide();
  world.clock.at = instantAt(ON, 10);
  await put("attempted");
  expect(states()).toEqual(["done"]);
  await put("scheduled");
  expect([states(), isClosedFor(world.db.orm, id, ON, "morning")]).toEqual([["done"], false]);
  world.db.sqlite.prepare("update tasks set state = 'open' where kind = 'closed_day'").run();
  await put("attempted");
  expect(states()).toEqual(["closed"]);
});

it("is put off to a morning before its day at the latest; of a day that is over to any", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  const later = (until: Day) =>
    putOff(world, world.deed(STAFF), tasks()[0]?.id ?? "", { until, why: "They call back" });
  expect(await later(ON)).toEqual({ ok: false, code: "too_late" });
  expect(await later(addDays(ON, -1))).toMatchObject({ ok: true });
  morningAfter();
  expect(await later(addDays(ON, 3))).toMatchObject({ ok: true });
});

it("says that a truck is out where one is, not that none goes", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  expect(detail()).toBe("delivery on Tue, Dec 15, when no truck goes out");
  await put("en_route");
  expect(detail()).toBe("delivery on Tue, Dec 15, a closed day: a truck is on its way");
});

it("names each day and kind once, however many dumpsters come", async () => {
  const cart = [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" as const }];
  const { id } = await paidBooking(world, { deliveryDate: ON, cart });
  await close(ON);
  expect(listOnClosedDays(world.db.orm, id, world.clock.at)).toEqual([{ day: ON, what: "delivery", goesOut: false }]);
  expect(detail()).toBe("delivery on Tue, Dec 15, when no truck goes out");
});
