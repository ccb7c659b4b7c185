import { afterEach, beforeEach, expect, it } from "vitest";
import {
  changeSetting,
  draftData,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  type TestWorld,
} from "../../../../tests/support/domain";
import { closeDay, lookAtClosure, reopenDay } from "../../changes/closures.server";
import { rescheduleUnit } from "../../changes/reschedule.server";
import { DEFAULT_SETTINGS } from "../../settings/defaults";
import { finish, undo } from "~/services/office/tasks.server";
import { finishTask } from "../../tasks/tasks.server";
import { addDays, day, type Day } from "../../kernel/days";
import type { Id } from "../../kernel/ids.server";
import { DAY, instantAt, plus } from "../../kernel/time.server";
import { findDraft, saveDraft } from "../draft/drafts.server";
import { NO_RIGHTS } from "../draft/grants";
import { getBooking, listUnits } from "./bookings.server";
import { askAboutClosedDays, isOnClosedDay, listOnClosedDays, renewClosedDays } from "./closed-day.server";
import { prepareQuote } from "./place.server";
import { correctPrepared } from "./prepared.server";

// Issue 11, 3: what a calendar closes is somebody's to call about, paid or not, until nothing stands there any more.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
});
afterEach(() => world.close());

const [ON, OTHER] = [day("2026-12-15"), day("2026-12-16")];
const close = async (...days: Day[]) => {
  await changeSetting(world, "holidays", [...DEFAULT_SETTINGS.holidays, ...days]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
};
const tasks = () =>
  world.db.sqlite
    .prepare<[], { id: string; booking_id: string; state: string; due_at: number }>(
      "select id, booking_id, state, due_at from tasks where kind = 'closed_day'",
    )
    .all();
const states = () => tasks().map(({ state }) => state);
const round = () => askAboutClosedDays(world.db, world.deed());
const prepare = (changes: object = {}) =>
  world.db.write((tx) => {
    const deed = world.deed(STAFF);
    return prepareQuote(tx, deed, world.settings(), draftData(changes), plus(world.clock.at, 7 * DAY)).booking;
  });
const move = (id: Id<"booking">, to: Day) =>
  world.db.write((tx) => {
    const [unit] = listUnits(tx, id);
    if (!unit) return expect.fail("no dumpster");
    const pickupDate = addDays(to, 7);
    return rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, {
      deliveryDate: to,
      window: "morning",
      pickupDate,
    });
  });

it("asks for another day where a paid delivery stands on it, a week before, until it is moved or the day is open again", async () => {
  const [paid] = [await paidBooking(world, { deliveryDate: ON }), await paidBooking(world, { deliveryDate: OTHER })];
  await round();
  expect(tasks()).toEqual([]);
  await close(ON);
  expect(tasks()).toMatchObject([{ booking_id: paid.id, state: "open", due_at: instantAt(addDays(ON, -7), 9) }]);
  expect(listOnClosedDays(world.db.orm, paid.id, world.clock.at)).toEqual([
    { day: ON, what: "delivery", goesOut: false },
  ]);
  await close();
  expect(states()).toEqual(["closed"]);
  await close(ON);
  expect(states()).toEqual(["open"]);
  expect(await move(paid.id, OTHER)).toMatchObject({ ok: true });
  expect(states()).toEqual(["closed"]);
});

it("asks for a pickup as well, and for none that waits until its customer asks", async () => {
  const { id } = await paidBooking(world, { deliveryDate: OTHER });
  await paidBooking(world, { deliveryDate: OTHER, flexibleExtension: true });
  const pickup = listUnits(world.db.orm, id)[0]?.pickup_date ?? expect.fail("no dumpster");
  await close(pickup);
  expect(tasks().map(({ booking_id }) => booking_id)).toEqual([id]);
});

it("asks for a prepared order by its draft, by the round where its caller changed it, and no more once its price has ended", async () => {
  const order = await prepare({ deliveryDate: ON });
  await close(ON);
  expect(tasks()).toMatchObject([{ booking_id: order.id, state: "open" }]);
  const draft = () => findDraft(world.db.orm, order.draft_id ?? "") ?? expect.fail("no draft");
  const correct = (deliveryDate: Day, seen: number) =>
    world.db.write((tx) =>
      correctPrepared(tx, world.deed(STAFF), world.settings(), draft().id, {
        mine: { ...draft().data, deliveryDate },
        seen,
        endOf: () => plus(world.clock.at, 7 * DAY),
        rights: NO_RIGHTS,
      }),
    );
  expect(await correct(OTHER, 1)).toEqual({ ok: true, changed: true });
  expect(states()).toEqual(["closed"]);
  await world.db.write((tx) =>
    saveDraft(tx, world.deed(), draft().id, { data: { ...draft().data, deliveryDate: ON } }, 14),
  );
  await round();
  expect(states()).toEqual(["open"]);
  world.clock.at = getBooking(world.db.orm, order.id).quote_expires_at ?? expect.fail("no end");
  world.clock.at = plus(world.clock.at, 1);
  await round();
  expect(states()).toEqual(["closed"]);
});

it("asks for the pickup as well where somebody has said of the delivery's day that a truck goes out: each day is a question of its own", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  const unit = listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");
  const pickup = unit.pickup_date;
  await close(ON);
  expect(isOnClosedDay(world.db.orm, unit, world.clock.at)).toBe(true);
  const [task] = tasks();
  await world.db.write((tx) => finishTask(tx, world.deed(STAFF), task?.id ?? "", "The yard opens for it"));
  expect(isOnClosedDay(world.db.orm, unit, world.clock.at)).toBe(false);
  await close(ON, pickup);
  expect(states().toSorted()).toEqual(["done", "open"]);
  await close(pickup);
  expect(states().toSorted()).toEqual(["closed", "open"]);
});

it("asks for what waits for its customer once it was given to a driver by hand", async () => {
  const { id } = await paidBooking(world, { deliveryDate: OTHER, flexibleExtension: true });
  const pickup = listUnits(world.db.orm, id)[0]?.pickup_date ?? expect.fail("no dumpster");
  await close(pickup);
  expect(tasks()).toEqual([]);
  world.db.sqlite.prepare("update jobs set state = 'assigned' where kind = 'pickup'").run();
  await round();
  expect(states()).toEqual(["open"]);
  world.db.sqlite.prepare("update jobs set state = 'scheduled' where kind = 'pickup'").run();
  await round();
  expect(states()).toEqual(["closed"]);
});

it("does not ask for a customer's own order that is not paid: it is asked at its payment", async () => {
  await signedBooking(world, { deliveryDate: ON });
  await close(ON);
  expect(tasks()).toEqual([]);
  world.db.sqlite.prepare("update bookings set source = 'staff'").run();
  // At the price of everybody, which has no end.
  await round();
  expect(states()).toEqual(["open"]);
  world.clock.at = instantAt(addDays(ON, 1), 8);
  await round();
  expect(states()).toEqual(["closed"]);
});

it("of a prepared order no word sends a truck out: its caller can neither sign nor pay it there", async () => {
  const order = await prepare({ deliveryDate: ON });
  const paid = await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  const done = (of: Id<"booking">) => {
    const task = tasks().find(({ booking_id }) => booking_id === of);
    return finish(world, world.deed(STAFF), task?.id ?? "", "The yard opens for it");
  };
  expect(await done(order.id)).toEqual({ ok: false, code: "unpaid" });
  expect(await done(paid.id)).toMatchObject({ ok: true });
  expect(states().toSorted()).toEqual(["done", "open"]);
});

it("leaves what a person has done, and asks anew where the day was opened and closed once more", async () => {
  await paidBooking(world, { deliveryDate: ON });
  await close(ON);
  const [task] = tasks();
  await world.db.write((tx) => finishTask(tx, world.deed(STAFF), task?.id ?? "", "The yard opens for it"));
  await round();
  await close(ON);
  expect(states()).toEqual(["done"]);
  await close();
  await close(ON);
  expect(states()).toEqual(["open"]);
});

it("is the one thing to do about an order until it has another day, or a truck goes out: then it is one to schedule", async () => {
  const { id } = await paidBooking(world, { deliveryDate: ON });
  const open = () =>
    world.db.sqlite.prepare("select kind from tasks where booking_id = ? and state = 'open'").pluck().all(id);
  expect(open()).toEqual(["to_schedule"]);
  await close(ON);
  expect(open()).toEqual(["closed_day"]);
  const [task] = tasks();
  await finish(world, world.deed(STAFF), task?.id ?? "", "The yard opens for it");
  expect(open()).toEqual(["to_schedule"]);
  await undo(world, world.deed(STAFF), task?.id ?? "");
  expect(open()).toEqual(["closed_day"]);
  const unit = listUnits(world.db.orm, id)[0] ?? expect.fail("no dumpster");
  const to = { deliveryDate: OTHER, window: "morning" as const, pickupDate: addDays(OTHER, 7) };
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to));
  expect(open()).toEqual(["to_schedule"]);
  // A pickup on a closed day keeps no delivery from being scheduled.
  await close(ON, addDays(OTHER, 7));
  expect(open().toSorted()).toEqual(["closed_day", "to_schedule"]);
  await close(OTHER);
  await close();
  expect(open()).toEqual(["to_schedule"]);
});

it("leaves an order to be scheduled as long as one of its deliveries has an open day", async () => {
  const { id } = await paidBooking(world, {
    deliveryDate: ON,
    cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
  });
  const [one = expect.fail("no dumpster")] = listUnits(world.db.orm, id);
  const to = { deliveryDate: OTHER, window: "morning" as const, pickupDate: addDays(OTHER, 7) };
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), one.id, to));
  await close(ON);
  const open = "select kind from tasks where booking_id = ? and state = 'open' order by kind";
  expect(world.db.sqlite.prepare(open).pluck().all(id)).toEqual(["closed_day", "to_schedule"]);
});

it("of a storm asks for prepared orders only: it gives every job another place by itself", async () => {
  await paidBooking(world, { deliveryDate: ON, deliveryTime: "morning" });
  const order = await prepare({ deliveryDate: ON, deliveryTime: "morning" });
  await prepare({ deliveryDate: ON, deliveryTime: "afternoon" });
  const closing = { day: ON, part: "morning" as const, reason: "Storm" };
  const seen = lookAtClosure(world.db.orm, world.settings(), closing, world.clock.at);
  if (!seen.ok) return expect.fail(seen.code);
  const wish = { ...closing, seen: seen.plan.digest };
  await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), wish));
  expect(tasks()).toMatchObject([{ booking_id: order.id, state: "open" }]);
  await world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), ON));
  expect(states()).toEqual(["closed"]);
});
