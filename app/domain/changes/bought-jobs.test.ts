import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { charges, events, holds, jobs, outbox, refunds, tasks, units } from "#db/schema/index";
import { openedChange } from "../../../tests/support/changes";
import { addDumpsters, changeSetting, confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { releaseHold } from "../inventory/holds.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { endCheckout } from "../payments/checkouts.server";
import { readLedger } from "../payments/ledger.server";
import type { Closing } from "../settings/closings";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { askForChange, expireChanges, getChange, previewChange, type Change } from "./changes.server";
import { askToMove, findOpenExtra, planExtra } from "./extra-job.server";
import type { AskedChange } from "./kind";
import { findBoughtJob, withdrawExtra } from "./withdraw-extra.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
const unit = (id: Id<"unit">) => orm().select().from(units).where(eq(units.id, id)).get()!;

let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
beforeEach(async () => {
  const booking = await paidBooking(world);
  bookingId = booking.id;
  world.clock.at = instantAt(day("2026-12-03"), 9);
  driver = (await driveJob(world, bookingId, ["en_route", "arrived", "serviced", "completed"])).driverId;
  id = orm().select().from(units).where(eq(units.booking_id, bookingId)).get()!.id;
});

const HAUL: AskedChange = { kind: "haul", as: "dump_and_return", day: day("2026-12-04"), window: "anytime", note: "" };
const SWAP: AskedChange = {
  ...{ kind: "swap", size: 20, material: "general", day: day("2026-12-05"), window: "morning", note: "Gate 12" },
};
const preview = (asked: AskedChange) => previewChange(orm(), world.settings(), id, asked, world.clock.at);
const ask = (asked: AskedChange, shown: number) =>
  world.db.write((tx) => askForChange(tx, world.deed(), world.settings(), id, asked, shown));
async function priced(asked: AskedChange): Promise<Change> {
  const seen = preview(asked);
  if (!seen.ok) throw new Error(seen.code);
  const got = await ask(asked, seen.price.total);
  if (!got.ok) throw new Error(got.code);
  return got.change;
}
async function bought(asked: AskedChange) {
  const change = await priced(asked);
  const checkout = await openedChange(world, change);
  expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
  const job = orm().select().from(jobs).where(eq(jobs.change_id, change.id)).get()!;
  return { change: getChange(orm(), change.id), job, checkout };
}
const withdraw = (jobId: Id<"job">) => world.db.write((tx) => withdrawExtra(tx, world.deed(), jobId, "test"));
const money = () => {
  const { paid, refunded, charged, credited, owed } = readLedger(orm(), bookingId);
  return { paid, refunded, charged, credited, owed };
};
const give = (jobId: Id<"job">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), jobId);
    assignJob(tx, world.deed(STAFF), jobId, driver);
  });
const step = (jobId: Id<"job">, ...states: ("en_route" | "arrived" | "attempted" | "serviced")[]) =>
  world.db.write((tx) => states.map((to) => advanceJob(tx, world.deed(STAFF), jobId, to, "a car").ok));

describe("an emptying that is bought", () => {
  it("costs the haul and its tax, is planned when it is paid, and is in the books by itself", async () => {
    expect(preview(HAUL)).toMatchObject({ ok: true, price: { total: 10260 } });
    const before = money();
    const { change, job } = await bought(HAUL);
    expect([change.state, job.kind, job.day, job.priority]).toEqual([
      ...["applied", "dump_and_return", "2026-12-04", "normal"],
    ]);
    expect(unit(id)).toMatchObject({ state: "on_site", pickup_date: "2026-12-10" });
    expect(money()).toEqual({ ...before, paid: before.paid + 10260, charged: before.charged + 10260 });
    const told = orm().select().from(outbox).where(eq(outbox.kind, "mail.extra-planned")).all();
    expect(told).toMatchObject([{ payload: { jobId: job.id } }]);
    // Twice would be two trucks.
    expect(preview(HAUL)).toEqual({ ok: false, code: "another_job" });
  });

  it("is not sold for a time of today that has begun, or that a storm has closed", async () => {
    const today = day("2026-12-03");
    const refused = (asked: AskedChange, closings: Closing[] = []) => {
      const seen = previewChange(orm(), { ...world.settings(), closings }, id, asked, world.clock.at);
      return seen.ok ? null : [seen.code, "message" in seen ? seen.message : ""];
    };
    for (const asked of [HAUL, SWAP]) {
      const begun = "has already begun today. Choose Afternoon (12PM - 5PM).";
      expect(refused({ ...asked, day: today, window: "morning" })).toEqual([
        ...["bad_window", `Morning (8AM - 12PM) ${begun}`],
      ]);
      expect(refused({ ...asked, day: today, window: "anytime" })).toEqual([
        ...["bad_window", `Anytime (8AM - 5PM) ${begun}`],
      ]);
      expect(refused({ ...asked, day: today, window: "afternoon" })).toBe(null);
      const storm: Closing = { day: asked.day, part: asked.window === "morning" ? "morning" : "day", reason: "storm" };
      expect(refused(asked, [storm])).toMatchObject(["bad_window", expect.stringContaining("(storm)")]);
    }
    expect(await ask({ ...HAUL, day: today, window: "morning" }, 10260)).toMatchObject({ code: "bad_window" });
    expect(refused({ ...HAUL, as: "emergency", day: today })).toBe(null);
  });

  it("asked for before its time began is planned although it is paid after that", async () => {
    const change = await priced({ ...HAUL, day: day("2026-12-03"), window: "afternoon" });
    const checkout = await openedChange(world, change);
    world.clock.at = instantAt(day("2026-12-03"), 12);
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "confirmed" });
    expect(getChange(orm(), change.id).state).toBe("applied");
  });

  it("today goes before everything else", async () => {
    const { job } = await bought({ ...HAUL, as: "emergency", day: day("2026-12-03") });
    expect(job).toMatchObject({ kind: "dump_and_return", priority: "emergency", reason: "customer" });
    expect(preview({ ...HAUL, as: "emergency" })).toMatchObject({ ok: false });
  });

  it("is taken back before the truck leaves, and all of it goes back; afterwards not", async () => {
    const before = money();
    const { change, job } = await bought(HAUL);
    expect(findBoughtJob(orm(), job.id)).toMatchObject({ back: 10260, mayEnd: true });
    expect(await withdraw(job.id)).toBe(true);
    expect([getChange(orm(), change.id).state, getJob(orm(), job.id).state]).toEqual(["withdrawn", "cancelled"]);
    expect(orm().select().from(refunds).all()).toMatchObject([{ amount: 10260, reason: "change_withdrawn" }]);
    expect(money()).toEqual({
      paid: before.paid + 10260,
      refunded: 10260,
      charged: before.charged + 10260,
      credited: 10260,
      owed: 0,
    });
    // Pressed twice.
    expect(await withdraw(job.id)).toBe(false);
    expect(orm().select().from(refunds).all()).toHaveLength(1);
    // And it can be bought anew.
    const again = await bought(HAUL);
    await give(again.job.id);
    await step(again.job.id, "en_route");
    expect(findBoughtJob(orm(), again.job.id)).toMatchObject({ mayEnd: false });
    expect(await withdraw(again.job.id)).toBe(false);
    expect(getChange(orm(), again.change.id).state).toBe("applied");
  });

  it("that could not be done is a task about its money", async () => {
    const { job } = await bought(HAUL);
    await give(job.id);
    await step(job.id, "en_route", "arrived", "attempted");
    expect(orm().select().from(tasks).where(eq(tasks.kind, "paid_not_done")).all()).toMatchObject([
      { state: "open", booking_id: bookingId },
    ]);
    // The office gives the money back, once; the task ends with it.
    expect(await withdraw(job.id)).toBe(true);
    expect(await withdraw(job.id)).toBe(false);
    expect(orm().select().from(refunds).all()).toMatchObject([{ amount: 10260 }]);
    expect(orm().select().from(tasks).where(eq(tasks.kind, "paid_not_done")).get()).toMatchObject({ state: "closed" });
  });

  it("is refused for a day that has passed, and for a booking that is stopped", async () => {
    expect(preview({ ...HAUL, day: day("2026-12-02") })).toMatchObject({ ok: false, code: "bad_days" });
    await world.db.write((tx) => tx.run("UPDATE bookings SET on_hold_reason = 'card'"));
    expect(preview(HAUL)).toMatchObject({ ok: false, code: "on_hold" });
    await world.db.write((tx) => tx.run("UPDATE bookings SET on_hold_reason = null"));
  });

  it.each([HAUL, SWAP])("a $kind that is paid when its booking has been stopped goes back", async (asked) => {
    const checkout = await openedChange(world, await priced(asked));
    await world.db.write((tx) => tx.run("UPDATE bookings SET on_hold_reason = 'card'"));
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    expect([findOpenExtra(orm(), id), money().owed]).toEqual([null, 0]);
  });

  it("that costs nothing is planned at once, and can be taken back", async () => {
    await changeSetting(world, "haulFees", { 15: 0, 20: 0, 25: 0 });
    const change = await priced(HAUL);
    expect(change).toMatchObject({ state: "applied", total: 0 });
    const job = orm().select().from(jobs).where(eq(jobs.change_id, change.id)).get()!;
    expect(await withdraw(job.id)).toBe(true);
    expect(getChange(orm(), change.id).state).toBe("withdrawn");
  });
});

describe("a swap that is bought", () => {
  it("holds the dumpster and the window while it is paid, and gives both back with the job", async () => {
    const change = await priced(SWAP);
    expect(change).toMatchObject({ total: 51192 });
    await openedChange(world, change);
    expect(
      orm()
        .select()
        .from(holds)
        .where(and(eq(holds.change_id, change.id), eq(holds.state, "live")))
        .all(),
    ).toMatchObject([
      {
        delivery_date: "2026-12-05",
        delivery_window: "morning",
        occupied_until: "2026-12-13",
        lines: [{ size: 20, quantity: 1 }],
      },
    ]);
    // The same wish again, while it is held: the first one.
    expect(await ask(SWAP, 51192)).toMatchObject({ ok: true, change: { id: change.id } });
  });

  it("brings the next rental, and is charged as one, apart from the order's", async () => {
    const { job, change } = await bought(SWAP);
    expect(job).toMatchObject({ kind: "swap", note: "Gate 12", was_pickup: "2026-12-10" });
    expect(unit(id)).toMatchObject({ pickup_date: "2026-12-05" });
    expect(unit(job.brings_unit_id!)).toMatchObject({
      state: "reserved",
      delivery_date: "2026-12-05",
      pickup_date: "2026-12-12",
    });
    const made = orm().select().from(charges).where(eq(charges.change_id, change.id)).all();
    expect(made.map(({ kind, amount, tax }) => [kind, amount, tax]).sort()).toEqual([
      ["haul", 9500, 760],
      ["rental", 37900, 3032],
    ]);
    // More days are of the one that comes.
    expect(preview({ kind: "extension", days: 2 })).toEqual({ ok: false, code: "another_job" });
  });

  it("counts the full one as free from the day after: the last other one may be somebody's by then", async () => {
    await paidBooking(world, { deliveryDate: "2026-12-07" });
    expect((await bought(SWAP)).job.kind).toBe("swap");
  });

  it("is taken back with all its money, and everything stands as before it", async () => {
    const { job } = await bought(SWAP);
    expect(await withdraw(job.id)).toBe(true);
    expect(unit(id)).toMatchObject({ pickup_date: "2026-12-10", occupied_until: "2026-12-11" });
    expect(unit(job.brings_unit_id!).state).toBe("cancelled");
    expect(money()).toMatchObject({ refunded: 51192, owed: 0 });
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.extra-withdrawn")).get()).toMatchObject({
      payload: { back: 51192 },
    });
  });

  it("is not cancelled as a dumpster: its money would stay", async () => {
    const { job } = await bought(SWAP);
    const comes = job.brings_unit_id!;
    expect(previewCancellation(orm(), world.settings(), bookingId, comes, world.clock.at)).toEqual({
      ok: false,
      code: "nothing_to_cancel",
    });
    const done = await world.db.write((tx) =>
      cancelBooking(tx, world.deed(STAFF), world.settings(), bookingId, comes, 0),
    );
    expect(done).toEqual({ ok: false, code: "nothing_to_cancel" });
  });

  it("of the last dumpster is one buyer's, and late money goes back where it is gone", async () => {
    const change = await priced(SWAP);
    const checkout = await openedChange(world, change);
    // The page ran out, and the last one of its size went to somebody else.
    world.clock.at = plus(world.clock.at, HOUR);
    const held = orm().select().from(holds).where(eq(holds.change_id, change.id)).get()!;
    await world.db.write((tx) => {
      endCheckout(tx, world.deed(), checkout, "expired", "test");
      releaseHold(tx, world.deed(), held.id, "test");
    });
    await expireChanges(world.db, world.deed());
    await paidBooking(world, { deliveryDate: "2026-12-05", deliveryTime: "afternoon" });
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    expect(getChange(orm(), change.id)).toMatchObject({ state: "refused", end_reason: "sold_out" });
    expect(findOpenExtra(orm(), id)).toBeNull();
    // With another one in the yard it would have been honoured.
    await world.db.write((tx) => addDumpsters(tx, 20, 1, world.clock.at));
    expect(preview(SWAP)).toMatchObject({ ok: true });
  });

  it("is refused in a window that is full", async () => {
    await changeSetting(world, "windowCapacity", 1);
    await paidBooking(world, {
      deliveryDate: "2026-12-05",
      cart: [{ dumpsterSize: 20, quantity: 1, materialCategory: "general" }],
    });
    await world.db.write((tx) => addDumpsters(tx, 20, 1, world.clock.at));
    expect(preview(SWAP)).toEqual({ ok: false, code: "window_full" });
    expect(preview({ ...SWAP, window: "afternoon" })).toMatchObject({ ok: true });
  });

  it("planned by the office meanwhile refuses the payment, and leaves that one", async () => {
    const change = await priced(SWAP);
    const checkout = await openedChange(world, change);
    const planned = await world.db.write((tx) => {
      const wish = {
        kind: "dump_and_return",
        day: day("2026-12-04"),
        window: "anytime",
        size: 20,
        material: "general",
        note: "",
      } as const;
      return planExtra(tx, world.deed(STAFF), world.settings(), id, wish, 10260);
    });
    expect(planned).toMatchObject({ ok: true });
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    expect(getChange(orm(), change.id)).toMatchObject({ state: "refused", end_reason: "another_job" });
    expect(money().owed).toBe(0);
  });
});

describe("a dumpster in the way", () => {
  const move = (inTheWay: boolean) =>
    world.db.write((tx) => askToMove(tx, world.deed(), world.settings(), id, { inTheWay, note: "Left of the garage" }));

  it("is moved for nothing, before everything else, and is a task until its truck leaves", async () => {
    const asked = await move(true);
    expect(asked).toMatchObject({
      ok: true,
      job: { kind: "relocate", priority: "emergency", day: "2026-12-03", note: "Left of the garage" },
    });
    if (!asked.ok) throw new Error();
    const task = () => orm().select().from(tasks).where(eq(tasks.kind, "relocate")).get();
    expect(task()).toMatchObject({ state: "open", due_at: world.clock.at });
    expect(await move(true)).toEqual({ ok: false, code: "another_open" });
    await give(asked.job.id);
    await step(asked.job.id, "en_route");
    expect(task()).toMatchObject({ state: "closed" });
    expect(money().owed).toBe(0);
  });

  it("is taken back with its task, and its customer is told that nothing was charged", async () => {
    const asked = await move(false);
    if (!asked.ok) throw new Error();
    expect(asked.job.priority).toBe("same_day");
    expect(await withdraw(asked.job.id)).toBe(true);
    expect(orm().select().from(tasks).where(eq(tasks.kind, "relocate")).get()).toMatchObject({ state: "closed" });
    expect(orm().select().from(outbox).where(eq(outbox.kind, "sms.extra-withdrawn")).get()).toMatchObject({
      payload: { back: 0 },
    });
    expect(orm().select().from(events).where(eq(events.action, "refund_approved")).all()).toEqual([]);
  });
});
