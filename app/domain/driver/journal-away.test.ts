import { and, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { drivers, events, journalEntries, tasks, units } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { driveJob, temporaryDriver } from "../../../tests/support/driver";
import { errandOn, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { readStep } from "../../routes/driver/step-forms.server";
import { setOnHold } from "../booking/office/on-hold.server";
import { findPickup } from "../changes/pickup-request.server";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import type { JobState } from "../states/transitions";
import { accountSeen, takeAccount } from "./journal-answer.server";
import { entriesOf, OPEN_ENTRIES } from "./journal-rows.server";
import { applyEntries, holdEntries } from "./journal.server";
import { enterPlainStep, takePlainStep } from "./plain-steps.server";

/** One driver empties a dumpster, another one picks it up, on the same day and without signal. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let [emptying, pickup] = ["" as Id<"job">, "" as Id<"job">];
let [emptier, collector] = ["" as Id<"driver">, "" as Id<"driver">];
beforeEach(async () => {
  const booking = await paidBooking(world);
  world.clock.at = instantAt(day("2026-12-03"), 9);
  emptier = (await driveJob(world, booking.id, ["en_route", "arrived", "serviced", "completed"])).driverId;
  collector = await temporaryDriver(world);
  const id = orm().select().from(units).where(eq(units.booking_id, booking.id)).get()!.id;
  emptying = (await planByOffice(world, id, errandOn("dump_and_return", "2026-12-03"))).id;
  pickup = findPickup(orm(), id)!.id;
  await world.db.write((tx) => {
    for (const [job, driver] of [[emptying, emptier] as const, [pickup, collector] as const]) {
      scheduleJob(tx, world.deed(STAFF), job);
      assignJob(tx, world.deed(STAFF), job, driver);
    }
  });
});
const office = (job: Id<"job">, ...steps: JobState[]) =>
  world.db.write((tx) => {
    for (const to of steps) expect(advanceJob(tx, world.deed(STAFF), job, to)).toMatchObject({ ok: true });
  });
let seq = 0;
const WALL = 1_800_000_000_000;
const phone = (driverId: Id<"driver">, jobId: Id<"job">, ...steps: string[]) =>
  send(applyEntries, driverId, jobId, steps);
const send = (take: typeof applyEntries, driverId: Id<"driver">, jobId: Id<"job">, steps: string[]) =>
  world.db.write((tx) => {
    const entries = steps.map((step, i) => ({
      ...{ id: `entry-${++seq}`, jobId, seq, attempt: 1, step, device: driverId },
      ...{
        at: WALL - (steps.length - i) * MINUTE,
        said: { data: { dumpsterNumber: "20-01", reason: "Something blocks the place" } },
      },
    }));
    return take(tx, world.deed(), { driverId, entries, clocks: { sentAt: WALL, wall: WALL } }, readStep);
  });
const stateOf = (job: Id<"job">) => getJob(orm(), job).state;
const kept = () =>
  orm()
    .select()
    .from(journalEntries)
    .where(eq(journalEntries.job_id, pickup))
    .all()
    .map(({ state, why }) => why ?? state);
const asked = () => orm().select().from(tasks).where(eq(tasks.kind, "driver_conflict")).all();

it("what the pickup's driver did meanwhile waits, and is taken when the other phone says that it is back", async () => {
  await office(emptying, "en_route", "arrived", "serviced");
  expect(await phone(collector, pickup, "en_route", "arrived", "serviced")).toMatchObject({ conflicts: [] });
  expect([stateOf(pickup), kept(), asked()]).toEqual(["assigned", ["waiting", "waiting", "waiting"], []]);
  await office(emptying, "to_disposal", "at_disposal", "ticketed");
  await phone(emptier, emptying, "returned");
  expect([stateOf(emptying), stateOf(pickup), kept()]).toEqual([
    ...["returned", "serviced", ["applied", "applied", "applied"]],
  ]);
});

it.each(["a plain form", "the office"])("the same where %s says that it is back", async (by) => {
  const how = { readStep, rules: { movesDumpster: true } };
  const say = (to: "to_disposal" | "returned") =>
    world.db.write((tx) =>
      by === "the office"
        ? enterPlainStep(tx, world.deed(STAFF), emptying, { to }, null, how)
        : takePlainStep(tx, world.deed(), emptier, emptying, { to }, how),
    );
  await office(emptying, "en_route", "arrived", "serviced");
  await phone(collector, pickup, "en_route");
  expect(await say("to_disposal")).toMatchObject({ ok: true });
  expect(stateOf(pickup)).toBe("assigned");
  await office(emptying, "at_disposal", "ticketed");
  expect(await say("returned")).toMatchObject({ ok: true });
  expect([stateOf(pickup), kept()]).toEqual(["en_route", ["applied"]]);
});

it.each(["the other phone", "a plain form", "the office", "the office's answer"])(
  "what waited is its own driver's step where %s says that it is back",
  async (by) => {
    orm().update(drivers).set({ name: "Cora" }).where(eq(drivers.id, collector)).run();
    const how = { readStep, rules: { movesDumpster: true } };
    await office(emptying, "en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
    await phone(collector, pickup, "en_route");
    expect(kept()).toEqual(["waiting"]);
    if (by === "the other phone") await phone(emptier, emptying, "returned");
    else if (by === "the office's answer") {
      // A phone that was signed out: the office takes what it says.
      await send(holdEntries, emptier, emptying, ["returned"]);
      expect(stateOf(emptying)).toBe("ticketed");
      const open = entriesOf(orm(), emptier, emptying, OPEN_ENTRIES);
      const account = { driverId: emptier, jobId: emptying, seen: accountSeen("ticketed", open) };
      expect(await world.db.write((tx) => takeAccount(tx, world.deed(STAFF), account, readStep))).toMatchObject({
        ok: true,
      });
    } else
      await world.db.write((tx) =>
        by === "the office"
          ? enterPlainStep(tx, world.deed(STAFF), emptying, { to: "returned" }, null, how)
          : takePlainStep(tx, world.deed(), emptier, emptying, { to: "returned" }, how),
      );
    expect([stateOf(emptying), stateOf(pickup), kept()]).toEqual(["returned", "en_route", ["applied"]]);
    const user = orm().select().from(drivers).where(eq(drivers.id, collector)).get()?.user_id;
    expect(
      orm()
        .select()
        .from(events)
        .where(and(eq(events.subject_id, pickup), eq(events.action, "job_moved")))
        .all()
        .at(-1),
    ).toMatchObject({ to_state: "en_route", actor_kind: "driver", actor_id: user, actor_label: "Cora" });
  },
);

it("that it was not possible while it was away is decided by somebody, also where it waited behind the way there", async () => {
  await office(emptying, "en_route", "arrived", "serviced");
  world.clock.at = plus(world.clock.at, 10 * MINUTE);
  await phone(collector, pickup, "en_route", "arrived", "attempted");
  expect(kept()).toEqual(["waiting", "waiting", "waiting"]);
  await office(emptying, "to_disposal", "at_disposal", "ticketed");
  world.clock.at = plus(world.clock.at, 10 * MINUTE);
  await phone(emptier, emptying, "returned");
  expect([stateOf(pickup), kept(), asked().length]).toEqual(["arrived", ["applied", "applied", "away"], 1]);
});

it("who does not have the pickup any more is heard too: what waited is somebody's to decide", async () => {
  await office(emptying, "en_route", "arrived", "serviced");
  await phone(collector, pickup, "en_route");
  await world.db.write((tx) => assignJob(tx, world.deed(STAFF), pickup, emptier));
  await office(emptying, "to_disposal", "at_disposal", "ticketed");
  await phone(emptier, emptying, "returned");
  expect([stateOf(pickup), kept(), asked().length]).toEqual(["assigned", ["reassigned"], 1]);
});

it("that it was not possible is no account of its customer's: somebody decides, with the reason", async () => {
  await phone(collector, pickup, "en_route", "arrived");
  await office(emptying, "en_route", "arrived", "serviced");
  await phone(collector, pickup, "attempted");
  expect([stateOf(pickup), kept().at(-1), asked().length]).toEqual(["arrived", "away", 1]);
});

it("that it was not possible waits for what its phone said before it, and only then is somebody's to decide", async () => {
  await office(emptying, "en_route", "arrived", "serviced");
  world.clock.at = plus(world.clock.at, 10 * MINUTE);
  await office(emptying, "to_disposal", "at_disposal", "ticketed", "returned");
  // The third entry is here before the two that its phone wrote first.
  seq += 2;
  expect(await phone(collector, pickup, "attempted")).toMatchObject({ conflicts: [], waiting: [`entry-${seq}`] });
  expect([kept(), asked()]).toEqual([["waiting"], []]);
  seq -= 3;
  await phone(collector, pickup, "en_route", "arrived");
  expect([stateOf(pickup), kept().toSorted(), asked().length]).toEqual(["arrived", ["applied", "applied", "away"], 1]);
});

it("taken by the office while it still is away, an account is refused with that reason", async () => {
  await office(emptying, "en_route", "arrived", "serviced");
  await phone(collector, pickup, "en_route");
  const open = entriesOf(orm(), collector, pickup, OPEN_ENTRIES);
  const account = { driverId: collector, jobId: pickup, seen: accountSeen("assigned", open) };
  expect(await world.db.write((tx) => takeAccount(tx, world.deed(STAFF), account, readStep))).toEqual({
    ok: false,
    code: "not_possible",
    why: "away",
  });
});

it("a truck of a booking on hold that its phone says has left is somebody's to decide, who reads that it is on hold", async () => {
  await world.db.write((tx) => setOnHold(tx, world.deed(STAFF), getJob(orm(), pickup).booking_id, "Who pays?"));
  world.clock.at = plus(world.clock.at, 10 * MINUTE);
  await phone(collector, pickup, "en_route");
  expect([stateOf(pickup), kept(), asked().length]).toEqual(["assigned", ["on_hold"], 1]);
});
