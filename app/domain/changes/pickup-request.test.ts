import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { changes, jobs, outbox, tasks, units } from "#db/schema/index";
import { askForDays, openedChange } from "../../../tests/support/changes";
import { changeSetting, confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import type { DraftData } from "../booking/draft/data";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { recallJob } from "../dispatch/recall.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, HOUR, instantAt, plus } from "../kernel/time.server";
import { leftCause } from "../tasks/left-jobs.server";
import { openTask } from "../tasks/tasks.server";
import { planExtra } from "./extra-job.server";
import { findPickup, keepDumpster, offerPickup, requestPickup } from "./pickup-request.server";

const world = setSoundWorld({ fleet: { 20: 1 } });
const orm = () => world.db.orm;
const unit = (id: Id<"unit">) => orm().select().from(units).where(eq(units.id, id)).get()!;
const EARLY = { early: true };

/** Set down on Thursday the 3rd at nine, to be picked up on Thursday the 10th. */
async function standing(changed: Partial<DraftData> = {}) {
  const booking = await paidBooking(world, changed);
  world.clock.at = instantAt(day("2026-12-03"), 9);
  const { driverId } = await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  const one = orm().select().from(units).where(eq(units.booking_id, booking.id)).get()!;
  return { booking, id: one.id, driverId };
}
const at = (on: string, hour: number) => (world.clock.at = instantAt(day(on), hour));
const offer = (id: Id<"unit">, rules = EARLY) => offerPickup(orm(), world.settings(), id, world.clock.at, rules);
const request = (id: Id<"unit">, seen: string | null = null, rules = EARLY) =>
  world.db.write((tx) =>
    requestPickup(tx, world.deed(), world.settings(), id, { ...rules, seen: seen === null ? null : day(seen) }),
  );
const keep = (id: Id<"unit">) => world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), id));
const kindsTold = () =>
  orm()
    .select({ kind: outbox.kind })
    .from(outbox)
    .all()
    .map(({ kind }) => kind)
    .filter((kind) => kind.includes("pickup-"))
    .sort();

describe("asking for the pickup", () => {
  it("stops the days with its minute, once, and plans the next truck that can come", async () => {
    const { booking, id } = await standing();
    at("2026-12-07", 11);
    expect(offer(id)).toEqual({ ok: true, day: "2026-12-07", planned: "2026-12-10", unused: 3, givenUp: 3, falls: [] });
    const asked = world.clock.at;
    expect(await request(id, "2026-12-07")).toMatchObject({ ok: true, day: "2026-12-07" });
    expect(unit(id)).toMatchObject({
      state: "pickup_requested",
      pickup_asked_at: asked,
      pickup_date: "2026-12-07",
      occupied_until: "2026-12-08",
    });
    expect(findPickup(orm(), id)).toMatchObject({ day: "2026-12-07", reason: "early", was_pickup: "2026-12-10" });
    expect(getBooking(orm(), booking.id).status).toBe("pickup_requested");
    // A second press an hour later is the first one.
    world.clock.at = plus(world.clock.at, HOUR);
    expect(await request(id)).toMatchObject({ ok: true, day: "2026-12-07" });
    expect(unit(id).pickup_asked_at).toBe(asked);
    expect(kindsTold()).toEqual(["mail.pickup-requested", "sms.pickup-requested"]);
  });

  it.each([
    ["2026-12-07", 12, "2026-12-08", 3, 2],
    // The day itself: no truck sooner than planned.
    ["2026-12-10", 15, "2026-12-10", 0, 0],
    // A Saturday afternoon: Monday.
    ["2026-12-05", 13, "2026-12-07", 5, 3],
    // The truck comes on the last paid day: nothing is given up, whenever it is asked for.
    ["2026-12-09", 13, "2026-12-10", 1, 0],
    ["2026-12-12", 9, "2026-12-12", 0, 0],
  ])("on %s at %i is planned for %s", async (on, hour, when, unused, givenUp) => {
    const { id } = await standing();
    at(on, hour);
    expect(offer(id)).toMatchObject({ ok: true, day: when, unused, givenUp });
  });

  it("past its day leaves the day until which it was paid, so that the days since then are counted", async () => {
    const { id } = await standing();
    at("2026-12-12", 13);
    expect(await request(id)).toMatchObject({ ok: true, day: "2026-12-14" });
    expect(unit(id)).toMatchObject({ pickup_date: "2026-12-10", pickup_asked_at: world.clock.at });
    expect(findPickup(orm(), id)).toMatchObject({ day: "2026-12-14", reason: "customer", was_pickup: null });
  });

  it("past its day takes it from a driver who is off, so that nobody has to give it away any more", async () => {
    const { booking, id, driverId } = await standing();
    const pickup = findPickup(orm(), id)!;
    const about = { subject: { kind: "booking", id: booking.id } as const, bookingId: booking.id };
    await world.db.write((tx) => {
      scheduleJob(tx, world.deed(STAFF), pickup.id);
      assignJob(tx, world.deed(STAFF), pickup.id, driverId);
      const cause = leftCause(pickup.id);
      openTask(tx, world.deed(STAFF), { kind: "driver_off", cause, due: world.clock.at, ...about });
    });
    at("2026-12-12", 13);
    await request(id);
    expect(findPickup(orm(), id)).toMatchObject({ state: "scheduled", driver_id: null });
    expect(orm().select().from(tasks).where(eq(tasks.kind, "driver_off")).all()).toMatchObject([{ state: "closed" }]);
  });

  it("is refused early where that is switched off, and on its day never", async () => {
    const { id } = await standing();
    at("2026-12-09", 9);
    expect(await request(id, null, { early: false })).toEqual({ ok: false, code: "too_early" });
    expect(unit(id)).toMatchObject({ state: "on_site", pickup_asked_at: null });
    at("2026-12-10", 9);
    expect(await request(id, null, { early: false })).toMatchObject({ ok: true });
  });

  it("is refused for another day than was shown, before it stands there, and while a swap takes it", async () => {
    const booking = await paidBooking(world);
    const reserved = orm().select().from(units).where(eq(units.booking_id, booking.id)).get()!;
    expect(await request(reserved.id)).toEqual({ ok: false, code: "not_there" });
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
    at("2026-12-07", 9);
    expect(await request(reserved.id, "2026-12-08")).toEqual({ ok: false, code: "changed" });
    const wish = { kind: "swap", day: day("2026-12-09"), window: "morning", size: 15, material: "general" } as const;
    const planned = await world.db.write((tx) => {
      const deed = world.deed(STAFF);
      return planExtra(tx, deed, world.settings(), reserved.id, { ...wish, note: "" }, 45792);
    });
    expect(planned).toMatchObject({ ok: false, code: "sold_out" });
  });

  it("ends what is being bought for it, whose money goes back when it comes", async () => {
    const { id } = await standing();
    const asked = await askForDays(world, id, 2);
    if (!asked.ok) throw new Error(asked.code);
    const checkout = await openedChange(world, asked.change);
    expect(await request(id)).toMatchObject({ ok: true });
    expect(orm().select().from(changes).get()).toMatchObject({ state: "withdrawn" });
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    expect(unit(id)).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-03" });
  });

  it("and an early pickup that the office plans ends it as well", async () => {
    const { id } = await standing();
    const asked = await askForDays(world, id, 2);
    if (!asked.ok) throw new Error(asked.code);
    const checkout = await openedChange(world, asked.change);
    const wish = {
      kind: "early",
      day: day("2026-12-07"),
      window: "anytime",
      size: 20,
      note: "",
      material: "general",
    } as const;
    const planned = await world.db.write((tx) => planExtra(tx, world.deed(STAFF), world.settings(), id, wish, 0));
    expect(planned).toMatchObject({ ok: true });
    expect(await confirm(world, sessionFacts(checkout))).toMatchObject({ outcome: "refunded_refused" });
    expect(unit(id)).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-07" });
  });

  it("keeps its minute when the truck is called back", async () => {
    const { id, driverId } = await standing();
    at("2026-12-07", 9);
    await request(id);
    const asked = world.clock.at;
    const pickup = findPickup(orm(), id)!;
    world.clock.at = plus(world.clock.at, HOUR);
    await world.db.write((tx) => {
      const deed = world.deed(STAFF);
      if (pickup.state === "unscheduled")
        tx.update(jobs).set({ state: "scheduled" }).where(eq(jobs.id, pickup.id)).run();
      assignJob(tx, deed, pickup.id, driverId);
      expect(advanceJob(tx, deed, pickup.id, "en_route")).toMatchObject({ ok: true });
      expect(recallJob(tx, deed, pickup.id, "flat tire")).toMatchObject({ ok: true });
    });
    expect(unit(id)).toMatchObject({ state: "pickup_requested", pickup_asked_at: asked });
  });
});

describe("keeping it after all", () => {
  it("gives back the days that were paid for, and lets them count again", async () => {
    const { booking, id } = await standing();
    at("2026-12-07", 9);
    await request(id);
    world.clock.at = plus(world.clock.at, HOUR);
    expect(await keep(id)).toMatchObject({ ok: true, unit: { state: "on_site", pickup_asked_at: null } });
    expect(unit(id)).toMatchObject({ pickup_date: "2026-12-10", occupied_until: "2026-12-11" });
    expect(findPickup(orm(), id)).toMatchObject({ day: "2026-12-10", reason: "due", was_pickup: null });
    expect(getBooking(orm(), booking.id).status).toBe("on_site");
    expect(kindsTold()).toEqual([
      ...["mail.pickup-kept", "mail.pickup-requested", "sms.pickup-kept", "sms.pickup-requested"],
    ]);
    expect(await keep(id)).toEqual({ ok: false, code: "not_asked" });
    // And it can be asked for again, with a minute of its own.
    expect(await request(id)).toMatchObject({ ok: true });
    expect(unit(id).pickup_asked_at).toBe(world.clock.at);
  });

  it("is refused once its truck is on the way, and where the days are somebody else's by now", async () => {
    const { id, driverId } = await standing();
    at("2026-12-07", 9);
    await request(id);
    // The only one of its size: whoever comes next has the days that were given up.
    await paidBooking(world, { deliveryDate: "2026-12-09" });
    expect(await keep(id)).toEqual({ ok: false, code: "promised" });
    expect(unit(id)).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-07" });
    const pickup = findPickup(orm(), id)!;
    await world.db.write((tx) => {
      tx.update(jobs).set({ state: "scheduled" }).where(eq(jobs.id, pickup.id)).run();
      assignJob(tx, world.deed(STAFF), pickup.id, driverId);
      advanceJob(tx, world.deed(STAFF), pickup.id, "en_route");
    });
    expect(await keep(id)).toMatchObject({ ok: false });
    expect(unit(id).state).toBe("collecting");
  });

  it("after a pickup in vain opens the next one on its day, and the days count again", async () => {
    const { id, driverId } = await standing();
    at("2026-12-10", 9);
    await request(id);
    const first = findPickup(orm(), id)!;
    await world.db.write((tx) => {
      tx.update(jobs).set({ state: "scheduled" }).where(eq(jobs.id, first.id)).run();
      assignJob(tx, world.deed(STAFF), first.id, driverId);
      for (const to of ["en_route", "arrived", "attempted"] as const)
        expect(advanceJob(tx, world.deed(STAFF), first.id, to, "a car")).toMatchObject({ ok: true });
    });
    expect(unit(id).state).toBe("pickup_failed");
    world.clock.at = plus(world.clock.at, DAY);
    expect(await keep(id)).toMatchObject({ ok: true });
    expect(unit(id)).toMatchObject({ state: "on_site", pickup_asked_at: null });
    expect(findPickup(orm(), id)).toMatchObject({ attempt: 2, state: "unscheduled", day: "2026-12-10" });
  });

  it("is not priced by the clock's change: the days given up are days", async () => {
    await changeSetting(world, "deliveryWeekdays", [1, 2, 3, 4, 5, 6, 7]);
    const { id } = await standing();
    at("2026-12-09", 23);
    expect(offer(id)).toMatchObject({ ok: true, unused: 1, day: "2026-12-10" });
  });
});
