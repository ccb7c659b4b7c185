import { expect, it } from "vitest";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { isClosedFor, renewClosedDays } from "../booking/order/closed-day.server";
import { readBoard } from "../dispatch/board.server";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, MINUTE, plus } from "../kernel/time.server";
import type { ClosedPart } from "../settings/closings";
import { closedDayCause } from "../tasks/closed-days.server";
import { finishTask, reopenTask } from "../tasks/tasks.server";
import { undoClosure } from "./closure-undo.server";
import { closeDay, lookAtClosure } from "./closures.server";
import { rescheduleUnit } from "./reschedule.server";

// The office's word that a truck goes out on a closed day, while all else of that day is moved and taken back.
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

const look = () =>
  lookAtClosure(world.db.orm, world.settings(), { day: ON, part: "day", reason: "Storm" }, world.clock.at);
const days = (...ids: Id<"booking">[]) => ids.map((id) => unitOf(id).delivery_date);

it.each(["day", "morning"] as const)(
  "leaves what a truck goes out for where it stands, names it, and moves the rest (%s)",
  async (part) => {
    const [stays, goes] = [await booked(ON), await booked(ON)];
    await calendar(ON);
    await decide(stays.id);
    const before = tasksNow();
    const looked = look();
    expect(looked).toMatchObject({
      ok: true,
      plan: { goesOut: [stays.booking_number], jobs: [{ bookingId: goes.id }] },
    });
    aMinute();
    const closure = await close(part);
    expect(days(stays.id)).toEqual([ON]);
    expect(days(goes.id)).not.toEqual([ON]);
    // Its word holds, with when and who, also once the day is closed by both.
    await calendar(ON);
    expect(tasksNow().filter(({ state }) => state === "done")).toEqual(before.filter(({ state }) => state === "done"));
    expect(isClosedFor(world.db.orm, stays.id, ON, "morning")).toBe(false);
    expect(
      tasksNow()
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(["closed", "done"]);
    aMinute();
    await undo(closure);
    // Whoever was still to be called is so once more, and nobody else.
    expect(days(stays.id, goes.id)).toEqual([ON, ON]);
    expect(tasksNow().map(({ state }) => state)).toEqual(before.map(({ state }) => state));
  },
);

it("names a booking once for which a truck goes out, however many dumpsters it has", async () => {
  const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }];
  const two = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning", cart });
  const goes = await booked(ON);
  await calendar(ON);
  await decide(two.id);
  expect(look()).toMatchObject({ ok: true, plan: { goesOut: [two.booking_number], jobs: [{ bookingId: goes.id }] } });
});

it("moves nothing where a truck goes out for all of it, and says so", async () => {
  const [{ id }] = [await booked(ON), await booked(addDays(ON, -7))];
  await calendar(ON);
  for (const { id: task } of tasksNow())
    await world.db.write((tx) => finishTask(tx, deed(), task, "The yard opens for it"));
  expect(look()).toEqual({ ok: false, code: "goes_out" });
  await world.db.write((tx) =>
    reopenTask(tx, deed(), tasksNow().find(({ cause }) => cause === closedDayCause(id, ON))?.id ?? ""),
  );
  expect(look()).toMatchObject({ ok: true, plan: { jobs: [{ bookingId: id }], goesOut: [expect.any(String)] } });
});

it("counts on the board what stands on a closed day and nobody has said that a truck goes out for", async () => {
  const [{ id }] = [await booked(ON), await booked(ON)];
  await calendar(ON);
  const board = () => {
    const clock = { today: dayAt(world.clock.at), minuteNow: 600 };
    return readBoard(world.db.orm, ON, clock, world.settings()).week.find((one) => one.day === ON);
  };
  expect(board()).toMatchObject({ jobs: 2, toMove: 2 });
  await decide(id);
  expect(board()).toMatchObject({ jobs: 2, toMove: 1 });
});

it("ends with another day, and where the calendar leaves the day open", async () => {
  const { id } = await booked(ON);
  await calendar(ON);
  await decide(id);
  const to = { deliveryDate: addDays(ON, 6), window: "morning" as const, pickupDate: addDays(ON, 13) };
  const move = (where: typeof to) =>
    world.db.write((tx) => rescheduleUnit(tx, deed(), world.settings(), unitOf(id).id, where));
  await move(to);
  expect(tasksNow().map(({ state }) => state)).toEqual(["closed"]);
  await calendar();
  await move({ ...to, deliveryDate: ON, pickupDate: addDays(ON, 7) });
  await calendar(ON);
  expect(tasksNow().map(({ state }) => state)).toEqual(["open"]);
});
