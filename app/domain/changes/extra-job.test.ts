import { eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dumpsters, events, jobProposals, jobs, outbox, tasks, units } from "#db/schema/index";
import { temporaryDriver } from "../../../tests/support/driver";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { advanceJob } from "../dispatch/advance.server";
import { recallJob } from "../dispatch/recall.server";
import { assignJob, scheduleJob, type Job } from "../dispatch/jobs.server";
import { findTicket, takeStep } from "../dispatch/steps.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import type { JobState } from "../states/transitions";
import { cancelBooking } from "./cancel.server";
import { offerExtra, planExtra } from "./extra-job.server";
import { withdrawExtra } from "./withdraw-extra.server";
import type { ExtraWish } from "./extra-rules";
import { moveJobTo } from "./move-job.server";
import { rescheduleUnit } from "./reschedule.server";
import { SWAP } from "../../../tests/support/errands";

const world = setSoundWorld({ fleet: { 20: 3, 15: 1 } });
let driver: Id<"driver">;
beforeEach(async () => {
  driver = await temporaryDriver(world);
});

const wish = (changes: Partial<ExtraWish> = {}): ExtraWish => ({ ...SWAP, ...changes });
const orm = () => world.db.orm;
const jobsOf = (unitId: Id<"unit">) => orm().select().from(jobs).where(eq(jobs.unit_id, unitId)).all();
const unit = (id: Id<"unit">) => orm().select().from(units).where(eq(units.id, id)).get()!;
const placeOf = (id: Id<"unit">) => {
  const { dumpster_id } = unit(id);
  const found = dumpster_id && orm().select().from(dumpsters).where(eq(dumpsters.id, dumpster_id)).get();
  return found ? `${found.location} ${found.load}` : null;
};
const step = (job: Pick<Job, "id">, ...states: JobState[]) =>
  world.db.write((tx) => states.map((to) => advanceJob(tx, world.deed(STAFF), job.id, to, "locked gate")));
const give = (job: Pick<Job, "id">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), job.id);
    return assignJob(tx, world.deed(STAFF), job.id, driver);
  });

/** A dumpster that was set down on its day. */
async function standing(): Promise<Id<"unit">> {
  const booking = await paidBooking(world);
  const [delivery] = orm().select().from(jobs).where(eq(jobs.booking_id, booking.id)).all();
  if (!delivery) throw new Error("no delivery");
  world.clock.at = plus(world.clock.at, 2 * DAY);
  await give(delivery);
  await step(delivery, "en_route", "arrived", "serviced", "completed");
  expect(unit(delivery.unit_id).state).toBe("on_site");
  return delivery.unit_id;
}
const offer = (unitId: Id<"unit">, asked: ExtraWish) =>
  offerExtra(orm(), world.settings(), unitId, asked, world.clock.at);
async function plan(unitId: Id<"unit">, asked: ExtraWish): Promise<Job> {
  const priced = offer(unitId, asked);
  if (!priced.ok) throw new Error(priced.code);
  const done = await world.db.write((tx) =>
    planExtra(tx, world.deed(STAFF), world.settings(), unitId, asked, priced.price.total),
  );
  if (!done.ok) throw new Error(done.code);
  return done.job;
}
const cents = (unitId: Id<"unit">, asked: ExtraWish) => {
  const priced = offer(unitId, asked);
  return priced.ok ? priced.price.total : priced.code;
};

describe("what a customer needs beyond delivery and pickup", () => {
  it("costs the specification's figures, and is refused in words where it cannot be", async () => {
    const id = await standing();
    const other = await paidBooking(world, { deliveryDate: "2026-12-08" });
    const [reserved] = orm().select().from(units).where(eq(units.booking_id, other.id)).all();
    expect([
      cents(id, wish()),
      cents(id, wish({ kind: "dump_and_return" })),
      cents(id, wish({ kind: "emergency", day: day("2026-12-03") })),
      cents(id, wish({ kind: "emergency" })),
      cents(id, wish({ kind: "relocate" })),
      cents(id, wish({ kind: "early" })),
      cents(id, wish({ kind: "early", day: day("2026-12-10") })),
      cents(id, wish({ day: day("2026-12-02") })),
      cents(id, wish({ day: day("2026-12-06") })),
      // The dumpster that it takes would stay until then.
      cents(id, wish({ day: day("2046-12-03") })),
      cents(id, wish({ size: 25, material: "heavy" })),
      cents(id, wish({ size: 15, material: "heavy" })),
      cents(id, wish({ material: "electronics" })),
      cents(reserved!.id, wish({ kind: "relocate" })),
    ]).toEqual([
      ...[51192, 10260, 10260, "bad_day", 0, 0, "bad_day", "bad_day", "bad_day", "bad_day", "bad_line"],
      ...[Number(cents(id, wish({ size: 15, material: "heavy" }))), "bad_line", "not_there"],
    ]);
    expect(Number(cents(id, wish({ size: 15, material: "heavy" })))).toBeGreaterThan(10260);
  });

  it("is planned at the price that was shown, once, with its money as a proposal and nothing charged", async () => {
    const id = await standing();
    const refused = await world.db.write((tx) =>
      planExtra(tx, world.deed(STAFF), world.settings(), id, wish({ kind: "dump_and_return" }), 1),
    );
    expect(refused).toEqual({ ok: false, code: "price_changed" });
    const job = await plan(id, wish({ kind: "dump_and_return", note: "Gate code 12" }));
    expect(job).toMatchObject({ kind: "dump_and_return", day: "2026-12-07", priority: "normal", note: "Gate code 12" });
    expect(orm().select().from(jobProposals).all()).toMatchObject([{ job_id: job.id, total: 10260 }]);
    expect(cents(id, wish({ kind: "relocate" }))).toBe("another_open");
    expect(await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), job.id, "not needed"))).toBe(true);
    expect(await plan(id, wish({ kind: "emergency", day: day("2026-12-03") }))).toMatchObject({
      priority: "emergency",
    });
  });
});

describe("a swap", () => {
  it("whose truck is called back leaves the full one where it is, and the empty one free in the yard", async () => {
    const id = await standing();
    const swap = await plan(id, wish());
    await give(swap);
    await step(swap, "en_route");
    const [loaded] = orm().select().from(dumpsters).where(eq(dumpsters.location, "truck")).all();
    expect(await world.db.write((tx) => recallJob(tx, world.deed(STAFF), swap.id, "flat tire"))).toMatchObject({
      ok: true,
      job: { state: "scheduled", driver_id: null },
    });
    expect([unit(id).state, placeOf(id), unit(swap.brings_unit_id!).state, placeOf(swap.brings_unit_id!)]).toEqual([
      ...["on_site", "site empty", "reserved", null],
    ]);
    const { location } = orm().select().from(dumpsters).where(eq(dumpsters.id, loaded!.id)).get()!;
    expect(location).toBe("yard");
    await give(swap);
    await step(swap, "en_route");
    expect(unit(swap.brings_unit_id!).state).toBe("delivering");
  });

  it("brings an empty one, takes the full one, and both are out on its day", async () => {
    const id = await standing();
    const swap = await plan(id, wish());
    const fresh = swap.brings_unit_id!;
    expect([unit(id).pickup_date, unit(id).occupied_until]).toEqual(["2026-12-07", "2026-12-08"]);
    expect(unit(fresh)).toMatchObject({
      state: "reserved",
      replaces_unit_id: id,
      delivery_date: "2026-12-07",
      pickup_date: "2026-12-14",
      share: 0,
    });
    expect(jobsOf(id).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      ...["delivery completed", "pickup cancelled", "swap unscheduled"],
    ]);
    expect(jobsOf(fresh)).toMatchObject([{ kind: "pickup", day: "2026-12-14" }]);
    expect(getBooking(orm(), swap.booking_id)).toMatchObject({
      status: "on_site",
      scheduled_pickup_date: "2026-12-14",
    });
    await give(swap);
    await step(swap, "en_route", "arrived");
    expect([placeOf(fresh), placeOf(id), unit(fresh).state, unit(id).state]).toEqual([
      ...["truck empty", "site empty", "delivering", "on_site"],
    ]);
    const numbers = orm().select().from(dumpsters).all();
    const numberOf = (of: Id<"unit">) => numbers.find((one) => one.id === unit(of).dumpster_id)?.number ?? "";
    const done = await world.db.write((tx) =>
      takeStep(tx, world.deed(STAFF), driver, swap.id, {
        to: "serviced",
        dumpsterNumber: numberOf(fresh),
        secondNumber: numberOf(id),
      }),
    );
    expect(done).toMatchObject({ ok: true });
    expect([placeOf(fresh), placeOf(id), unit(fresh).state, unit(id).state]).toEqual([
      ...["site empty", "truck full", "on_site", "off_site"],
    ]);
    expect(orm().select().from(tasks).where(eq(tasks.kind, "reconcile")).all()).toEqual([]);
    await step(swap, "to_disposal", "at_disposal");
    const ticket = { number: "7", gross: 30_000, tare: 26_000, net: 4_000 };
    await world.db.write((tx) => takeStep(tx, world.deed(STAFF), driver, swap.id, { to: "ticketed", ticket }));
    // The ticket is the full one's.
    expect(findTicket(orm(), swap.id)?.unit_id).toBe(id);
    await step(swap, "returned", "completed");
    expect([placeOf(id), getBooking(orm(), swap.booking_id).status]).toEqual(["yard empty", "on_site"]);
  });

  it("with a wrong number of either dumpster is a task for each of them", async () => {
    const swap = await plan(await standing(), wish());
    await give(swap);
    await step(swap, "en_route", "arrived");
    await world.db.write((tx) =>
      takeStep(tx, world.deed(STAFF), driver, swap.id, { to: "serviced", dumpsterNumber: "98", secondNumber: "99" }),
    );
    const differs = orm().select().from(events).where(eq(events.action, "number_differs")).all();
    expect(differs.map(({ data }) => [data?.theirs, data?.unit])).toEqual([
      ["98", swap.brings_unit_id],
      ["99", swap.unit_id],
    ]);
    expect(orm().select().from(tasks).where(eq(tasks.kind, "reconcile")).all()).toHaveLength(2);
  });

  it.each([
    ["taken back by the office", (swap: Job) => withdraw(swap)],
    ["cancelled with the dumpster that it brings", (swap: Job) => cancelNew(swap)],
    ["not possible at the site", (swap: Job) => attempt(swap)],
  ])("that is %s leaves everything as it was before", async (_how, end) => {
    const id = await standing();
    const swap = await plan(id, wish());
    await end(swap);
    expect(unit(id)).toMatchObject({ state: "on_site", pickup_date: "2026-12-10", occupied_until: "2026-12-11" });
    expect(unit(swap.brings_unit_id!).state).toBe("cancelled");
    expect(jobsOf(swap.brings_unit_id!).map(({ state }) => state)).toEqual(["cancelled"]);
    expect(jobsOf(id).at(-1)).toMatchObject({ kind: "pickup", state: "unscheduled", day: "2026-12-10" });
    expect(getBooking(orm(), swap.booking_id)).toMatchObject({
      status: "on_site",
      scheduled_pickup_date: "2026-12-10",
    });
    expect(orm().select().from(dumpsters).where(eq(dumpsters.location, "truck")).all()).toEqual([]);
  });
  const withdraw = (swap: Job) => world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), swap.id, "not needed"));
  const cancelNew = (swap: Job) =>
    world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), swap.booking_id, swap.brings_unit_id, 0));
  const attempt = async (swap: Job) => {
    await give(swap);
    await step(swap, "en_route", "arrived", "attempted");
  };

  it("needs one of its size, counts the one that it takes as free from the next day on, and room in its window", async () => {
    const id = await standing();
    await paidBooking(world, { deliveryDate: "2026-12-08" });
    await paidBooking(world, { deliveryDate: "2026-12-09" });
    // Three: one stands there until Dec 10, the others are promised from Dec 8 and 9 on. Its own place is free again then.
    expect(cents(id, wish())).toBe(51192);
    expect(cents(id, wish({ day: day("2026-12-09") }))).toBe("sold_out");
    await changeSetting(world, "windowCapacity", 1);
    expect(cents(id, wish({ day: day("2026-12-07") }))).toBe(51192);
    await paidBooking(world, {
      deliveryDate: "2026-12-07",
      cart: [{ dumpsterSize: 15, quantity: 1, materialCategory: "general" }],
    });
    expect(cents(id, wish({ day: day("2026-12-07") }))).toBe("window_full");
  });

  it("moves with both dumpsters, and its delivery not without it", async () => {
    const id = await standing();
    const swap = await plan(id, wish());
    const to = { day: day("2026-12-08"), window: "afternoon" as const };
    const moved = await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), swap.id, to));
    expect(moved).toMatchObject({ ok: true, job: { day: "2026-12-08", delivery_window: "afternoon" } });
    expect(unit(id).pickup_date).toBe("2026-12-08");
    expect(unit(swap.brings_unit_id!)).toMatchObject({ delivery_date: "2026-12-08", pickup_date: "2026-12-15" });
    expect(jobsOf(swap.brings_unit_id!)).toMatchObject([{ day: "2026-12-15" }]);
    const far = { ...to, day: day("2046-12-03") };
    expect(
      await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), swap.id, far)),
    ).toMatchObject({ ok: false, code: "bad_day" });
    const alone = { deliveryDate: day("2026-12-09"), window: "morning" as const, pickupDate: day("2026-12-16") };
    expect(
      await world.db.write((tx) =>
        rescheduleUnit(tx, world.deed(STAFF), world.settings(), swap.brings_unit_id!, alone),
      ),
    ).toEqual({ ok: false, code: "not_movable" });
  });
});

it("an emptying leaves the dumpster the customer's, and it is back at the site when the job is done", async () => {
  const id = await standing();
  const job = await plan(id, wish({ kind: "dump_and_return" }));
  await give(job);
  expect((await step(job, "en_route", "arrived", "serviced", "dump_later")).map(({ ok }) => ok)).toEqual([
    ...[true, true, true, false],
  ]);
  expect([placeOf(id), unit(id).state]).toEqual(["truck full", "on_site"]);
  await step(job, "to_disposal", "at_disposal", "ticketed", "returned", "completed");
  expect([placeOf(id), unit(id).state, jobsOf(id).filter(({ kind }) => kind === "pickup").length]).toEqual([
    ...["site empty", "on_site", 1],
  ]);
});

it("moving on the site keeps its day when the pickup is moved, and moves nothing but itself", async () => {
  const id = await standing();
  const job = await plan(id, wish({ kind: "relocate" }));
  const { delivery_date: deliveryDate } = unit(id);
  await world.db.write((tx) =>
    rescheduleUnit(tx, world.deed(STAFF), world.settings(), id, {
      deliveryDate,
      window: "morning",
      pickupDate: day("2026-12-11"),
    }),
  );
  expect(jobsOf(id).find(({ id }) => id === job.id)?.day).toBe("2026-12-07");
  await give(job);
  await step(job, "en_route", "arrived", "serviced", "completed");
  expect([placeOf(id), unit(id).state]).toEqual(["site empty", "on_site"]);
});

it("an early pickup is the pickup that there is, sooner, and the days stop being charged", async () => {
  const id = await standing();
  const job = await plan(id, wish({ kind: "early" }));
  expect(job).toMatchObject({ kind: "pickup", day: "2026-12-07", reason: "early" });
  expect(unit(id)).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-07" });
  expect(jobsOf(id)).toHaveLength(2);
  // The receipt for the minute, which names the day: no second mail of a day that was moved.
  const mails = orm().select().from(outbox).where(like(outbox.kind, "mail.%ed")).all();
  expect(mails.map(({ kind }) => kind).slice(-2)).toEqual(["mail.delivered", "mail.pickup-requested"]);
});

it("a load that is parked full gets a job to dump it, and a task until it is weighed", async () => {
  const id = await standing();
  const [, pickup] = jobsOf(id);
  await give(pickup!);
  await step(pickup!, "en_route", "arrived", "serviced", "dump_later");
  const disposal = jobsOf(id).at(-1)!;
  expect([placeOf(id), disposal.kind, disposal.state]).toEqual(["yard full", "disposal", "unscheduled"]);
  const open = () =>
    orm()
      .select()
      .from(tasks)
      .where(eq(tasks.kind, "dump_later"))
      .all()
      .map(({ state }) => state);
  expect(open()).toEqual(["open"]);
  await give(disposal);
  await step(disposal, "en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
  expect(open()).toEqual(["closed"]);
  await step(disposal, "returned", "completed");
  expect([placeOf(id), unit(id).state]).toEqual(["yard empty", "off_site"]);
});

it("with the flag “auto sync dumpster status” off a step moves no dumpster, and the office is reminded", async () => {
  const id = await standing();
  const [, pickup] = jobsOf(id);
  await give(pickup!);
  await world.db.write((tx) => {
    for (const to of ["en_route", "arrived", "serviced"] as const)
      advanceJob(tx, world.deed(STAFF), pickup!.id, to, undefined, { movesDumpster: false });
  });
  expect([placeOf(id), unit(id).state]).toEqual(["site empty", "off_site"]);
  expect(orm().select().from(tasks).where(eq(tasks.kind, "move_dumpster")).all()).toMatchObject([
    { state: "open", subject_id: unit(id).dumpster_id },
  ]);
});
