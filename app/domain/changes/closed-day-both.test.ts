import { expect, it } from "vitest";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { isClosedFor, renewClosedDay, renewClosedDays } from "../booking/order/closed-day.server";
import { day, type Day } from "../kernel/days";
import type { ClosedPart } from "../settings/closings";
import { closedDayCause } from "../tasks/closed-days.server";
import { finishTask, reopenTask } from "../tasks/tasks.server";
import { closeDay, lookAtClosure, reopenDay } from "./closures.server";

// A day that both places hold closed, and the settings let go first: the storm has left where it stands what a truck goes out for.
const world = setSoundWorld({ fleet: { 20: 4 } });
const ON = day("2026-12-10");
const deed = () => world.deed(STAFF);
const calendar = async (...closed: Day[]) => {
  await changeSetting(world, "holidays", closed);
  await world.db.write((tx) => renewClosedDays(tx, deed()));
};

it.each<ClosedPart>(["day", "morning"])("keeps the word until the storm is over as well (%s)", async (part) => {
  const { id } = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  const other = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  await calendar(ON);
  const cause = closedDayCause(id, ON);
  const task = () =>
    world.db.sqlite.prepare<[string], { id: string; state: string }>("select * from tasks where cause = ?").get(cause);
  await world.db.write((tx) => finishTask(tx, deed(), task()?.id ?? "", "The yard opens for it"));
  await world.db.write((tx) => {
    const closing = { day: ON, part, reason: "Storm" };
    const looked = lookAtClosure(tx, world.settings(), closing, world.clock.at);
    const seen = looked.ok ? looked.plan.digest : expect.fail(looked.code);
    expect(closeDay(tx, deed(), world.settings(), { ...closing, seen })).toMatchObject({ ok: true });
    // What is left on it stays by the office's word: not that nothing stands there any more.
    expect(lookAtClosure(tx, world.settings(), closing, world.clock.at)).toEqual({ ok: false, code: "goes_out" });
  });
  await calendar();
  expect(listUnits(world.db.orm, id)[0]?.delivery_date).toBe(ON);
  expect(listUnits(world.db.orm, other.id)[0]?.delivery_date).not.toBe(ON);
  expect([task()?.state, isClosedFor(world.db.orm, id, ON, "morning")]).toEqual(["done", false]);
  await world.db.write((tx) => reopenDay(tx, deed(), world.settings(), ON));
  expect(task()?.state).toBe("closed");
});

it("asks again where the word is taken back while the storm holds the day as well, until either lets go and it has another day", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  const other = await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  await calendar(ON);
  const task = (of = id) =>
    world.db.sqlite
      .prepare<[string], { id: string; state: string }>("select * from tasks where cause = ?")
      .get(closedDayCause(of, ON));
  await world.db.write((tx) => finishTask(tx, deed(), task()?.id ?? "", "The yard opens for it"));
  await world.db.write((tx) => {
    const closing = { day: ON, part: "day" as const, reason: "Storm" };
    const looked = lookAtClosure(tx, world.settings(), closing, world.clock.at);
    closeDay(tx, deed(), world.settings(), { ...closing, seen: looked.ok ? looked.plan.digest : "" });
  });
  await world.db.write((tx) => {
    reopenTask(tx, deed(), task()?.id ?? "");
    renewClosedDay(tx, deed(), id);
  });
  expect([task()?.state, task(other.id)?.state]).toEqual(["open", "closed"]);
  expect(isClosedFor(world.db.orm, id, ON, "morning")).toBe(true);
  await calendar();
  await world.db.write((tx) => reopenDay(tx, deed(), world.settings(), ON));
  expect(task()?.state).toBe("closed");
});

it.each(["open", "done"])(
  "leaves the other half of a storm's day to the settings, with a task that is %s",
  async (state) => {
    const { id } = await paidBooking(world, { deliveryDate: ON, deliveryTime: "afternoon" });
    const task = () =>
      world.db.sqlite
        .prepare<[string], { id: string; state: string }>("select * from tasks where cause = ?")
        .get(closedDayCause(id, ON));
    await world.db.write((tx) => {
      const closing = { day: ON, part: "morning" as const, reason: "Storm" };
      const looked = lookAtClosure(tx, world.settings(), closing, world.clock.at);
      closeDay(tx, deed(), world.settings(), { ...closing, seen: looked.ok ? looked.plan.digest : "" });
    });
    await calendar(ON);
    if (state === "done")
      await world.db.write((tx) => finishTask(tx, deed(), task()?.id ?? "", "The yard opens for it"));
    expect(task()?.state).toBe(state);
    await calendar();
    expect([task()?.state, isClosedFor(world.db.orm, id, ON, "afternoon")]).toEqual(["closed", false]);
    await calendar(ON);
    expect([task()?.state, isClosedFor(world.db.orm, id, ON, "afternoon")]).toEqual(["open", true]);
  },
);
