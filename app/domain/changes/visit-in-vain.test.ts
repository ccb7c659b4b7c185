import { and, eq, ne } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { jobs, tasks, units } from "#db/schema/index";
import { CUSTOMER, paidBooking, STAFF } from "../../../tests/support/domain";
import { driveJob, temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { readStep } from "../../routes/driver/step-forms.server";
import type { Booking } from "../booking/order/bookings.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { advanceJob } from "../dispatch/advance.server";
import { readBoard } from "../dispatch/board.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { enterStep } from "../dispatch/office-steps.server";
import { takeStep } from "../dispatch/steps.server";
import { findOpenVisit, reportBlocked } from "../dispatch/visits.server";
import { applyEntries } from "../driver/journal.server";
import { day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, HOUR, instantAt, MINUTE, plus } from "../kernel/time.server";
import { finishTask, findTask } from "../tasks/tasks.server";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { askForAnotherDay, chooseDay, listDayChoices, listDayOffers } from "./choose-day.server";
import { moveJobTo } from "./move-job.server";
import { keepDumpster } from "./pickup-request.server";

/** A truck came for a dumpster in vain (domain.md, 4.8): until somebody has chosen another day, somebody has to ask for it. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
type Kind = "delivery" | "pickup";
let booking: Booking;
let driver: Id<"driver">;
beforeEach(async () => {
  booking = await paidBooking(world);
});

/** Its truck stands before the gate, at 10 on Thursday. */
async function atTheGate(kind: Kind): Promise<Id<"job">> {
  world.clock.at = instantAt(day("2026-12-03"), 10);
  if (kind === "pickup") await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"]);
  driver = await temporaryDriver(world);
  const { id } = newest(kind);
  orm()
    .update(jobs)
    .set({ day: day("2026-12-03") })
    .where(eq(jobs.id, id))
    .run();
  await world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), id);
    assignJob(tx, world.deed(STAFF), id, driver);
    for (const to of ["en_route", "arrived"] as const)
      expect(advanceJob(tx, world.deed(STAFF), id, to)).toMatchObject({ ok: true });
  });
  return id;
}
const newest = (kind: Kind) =>
  orm()
    .select()
    .from(jobs)
    .where(and(eq(jobs.booking_id, booking.id), eq(jobs.kind, kind)))
    .all()
    .sort((a, b) => b.attempt - a.attempt)[0]!;
const unit = () => orm().select().from(units).where(eq(units.booking_id, booking.id)).get()!;
const FAILED = { to: "attempted", reason: "Something blocks the place", note: "" } as const;
const ask = (id: Id<"job">) =>
  world.db.write((tx) =>
    reportBlocked(tx, world.deed(), driver, id, { reason: "Something blocks the place", note: "", minutes: 15 }),
  );
const close = (id: Id<"job">) => world.db.write((tx) => takeStep(tx, world.deed(), driver, id, FAILED));

/** How a visit ends in vain. */
const WAYS: Record<string, (id: Id<"job">) => Promise<unknown>> = {
  "nobody was asked": close,
  "its customer answered with another day": async (id) => {
    await ask(id);
    const visit = findOpenVisit(orm(), id)!;
    return world.db.write((tx) => askForAnotherDay(tx, world.deed(CUSTOMER), visit.id));
  },
  "the wait ran out": async (id) => {
    await ask(id);
    world.clock.at = plus(world.clock.at, 20 * MINUTE);
    return close(id);
  },
  "the office entered it": (id) => world.db.write((tx) => enterStep(tx, world.deed(STAFF), id, FAILED)),
  "a phone without signal said so two days later": (jobId) => {
    world.clock.at = plus(world.clock.at, 2 * DAY);
    const wall = 1_800_000_000_000;
    const said = { data: { reason: FAILED.reason } };
    const entry = {
      id: "entry-1",
      jobId,
      seq: 1,
      attempt: 1,
      step: "attempted",
      at: wall - 2 * DAY,
      device: "d",
      said,
    };
    const sending = { driverId: driver, entries: [entry], clocks: { sentAt: wall, wall } };
    return world.db.write((tx) => applyEntries(tx, world.deed(), sending, readStep));
  },
};
const asked = () =>
  orm()
    .select()
    .from(tasks)
    .where(and(eq(tasks.state, "open"), ne(tasks.kind, "to_schedule")))
    .all();
const miss = async (kind: Kind) => {
  const id = await atTheGate(kind);
  await WAYS["nobody was asked"]!(id);
  return id;
};

describe.each(["delivery", "pickup"] as const)("a %s in vain", (kind) => {
  it.each(Object.keys(WAYS))("is one open task where %s, due the next morning", async (way) => {
    const id = await atTheGate(kind);
    await WAYS[way]!(id);
    expect([getJob(orm(), id).state, unit().state]).toEqual(["attempted", `${kind}_failed`]);
    expect(asked()).toMatchObject([
      { kind: "another_day", subject_id: booking.id, due_at: instantAt(day("2026-12-04"), 9) },
    ]);
  });

  it("is over once its customer chooses a day, or the office does, and begins anew with the next one in vain", async () => {
    const first = await miss(kind);
    const offer = listDayOffers(orm(), booking.id)[0]!;
    const choice = listDayChoices(orm(), world.settings(), offer, world.clock.at)[0]!;
    const wish = { day: choice.day, window: choice.windows[0] ?? null, seen: null };
    expect(
      await world.db.write((tx) => chooseDay(tx, world.deed(CUSTOMER), world.settings(), offer.unit.id, wish)),
    ).toMatchObject({ ok: true });
    expect(asked()).toEqual([]);
    expect(newest(kind).id).not.toBe(first);
    world.clock.at = instantAt(choice.day, 10);
    const { id } = newest(kind);
    driver = await temporaryDriver(world);
    await world.db.write((tx) => {
      scheduleJob(tx, world.deed(STAFF), id);
      assignJob(tx, world.deed(STAFF), id, driver);
      for (const to of ["en_route", "arrived"] as const) advanceJob(tx, world.deed(STAFF), id, to);
    });
    await close(id);
    expect(asked()).toMatchObject([{ kind: "another_day" }]);
    const to = { day: day("2026-12-09"), window: "morning" as const };
    expect(await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), id, to))).toMatchObject({
      ok: true,
    });
    expect(asked()).toEqual([]);
  });

  it("done by a person, it is not asked again by whatever else happens to the order", async () => {
    await miss(kind);
    const [task] = asked();
    await world.db.write((tx) => finishTask(tx, world.deed(STAFF), task!.id, "They call us"));
    await world.db.write((tx) => recomputeBooking(tx, world.deed(STAFF), booking.id));
    expect([asked(), findTask(orm(), task!.id)?.state]).toEqual([[], "done"]);
  });

  it("stands red on the board of later days until its day is chosen, and no longer", async () => {
    const id = await miss(kind);
    const inVain = (on: Day, today = on) =>
      readBoard(orm(), on, { today, minuteNow: 0 }, world.settings()).inVain.map((job) => job.id);
    expect([inVain(day("2026-12-03")), inVain(day("2026-12-04")), inVain(day("2026-12-28"))]).toEqual([[], [id], [id]]);
    expect(inVain(day("2026-12-28"), day("2026-12-03"))).toEqual([]);
    world.clock.at = plus(world.clock.at, HOUR);
    const to = { day: day("2026-12-09"), window: "morning" as const };
    await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), id, to));
    expect(inVain(day("2026-12-08"))).toEqual([]);
  });
});

it("is over where the delivery is cancelled", async () => {
  await miss("delivery");
  expect(asked()).toMatchObject([{ kind: "another_day" }]);
  const preview = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at, "staff");
  if (!preview.ok) throw new Error(preview.code);
  expect(
    await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, null, preview.fee)),
  ).toMatchObject({ ok: true });
  expect(asked().filter((task) => task.kind === "another_day")).toEqual([]);
});

it("is over where the customer keeps the dumpster after all", async () => {
  await miss("pickup");
  expect(asked()).toMatchObject([{ kind: "another_day" }]);
  expect(
    await world.db.write((tx) => keepDumpster(tx, world.deed(CUSTOMER), world.settings(), unit().id)),
  ).toMatchObject({
    ok: true,
  });
  expect(asked()).toEqual([]);
});
