import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { bookings, dumpsters, jobs, tasks, units } from "#db/schema/index";
import { openedChange } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { readLedger } from "../payments/ledger.server";
import type { JobState } from "../states/transitions";
import { askForChange } from "./changes.server";
import { offerExtra, planExtra } from "./extra-job.server";
import type { AskedChange } from "./kind";
import { moveJobTo } from "./move-job.server";
import { requestPickup } from "./pickup-request.server";
import { withdrawExtra } from "./withdraw-extra.server";

/** A dumpster that is collected while something else is still planned for it: nothing stands there any more. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
beforeEach(async () => {
  bookingId = (await paidBooking(world)).id;
  world.clock.at = instantAt(day("2026-12-03"), 9);
  driver = (await driveJob(world, bookingId, ["en_route", "arrived", "serviced", "completed"])).driverId;
  id = orm().select().from(units).where(eq(units.booking_id, bookingId)).get()!.id;
});
const step = (jobId: Id<"job">, ...states: JobState[]) =>
  world.db.write((tx) => states.map((to) => advanceJob(tx, world.deed(STAFF), jobId, to).ok));
const give = (jobId: Id<"job">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), jobId);
    assignJob(tx, world.deed(STAFF), jobId, driver);
  });
async function collect() {
  const pickup = orm().select().from(jobs).where(eq(jobs.unit_id, id)).all();
  const jobId = pickup.find(({ kind }) => kind === "pickup")!.id;
  await give(jobId);
  expect(await step(jobId, "en_route", "arrived", "serviced")).toEqual([true, true, true]);
}
const open = () =>
  orm()
    .select()
    .from(tasks)
    .where(eq(tasks.state, "open"))
    .all()
    .map(({ kind }) => kind);

it("costs nothing: its move on the site is off the board", async () => {
  const wish = { kind: "relocate", day: day("2026-12-04"), window: "anytime", size: 20, note: "" } as const;
  const asked = { ...wish, material: "general" } as const;
  const done = await world.db.write((tx) => planExtra(tx, world.deed(STAFF), world.settings(), id, asked, 0));
  if (!done.ok) throw new Error(done.code);
  await give(done.job.id);
  await collect();
  expect(getJob(orm(), done.job.id)).toMatchObject({ state: "cancelled", driver_id: null });
  expect(open()).toEqual([]);
});

it("was paid for: no truck goes for it, somebody is asked about the money, and it goes back with one press", async () => {
  const asked: AskedChange = {
    ...{ kind: "haul", as: "dump_and_return", day: day("2026-12-04"), window: "anytime", note: "" },
  };
  const got = await world.db.write((tx) => askForChange(tx, world.deed(), world.settings(), id, asked, 10260));
  if (!got.ok) throw new Error(got.code);
  await confirm(world, sessionFacts(await openedChange(world, got.change)));
  const { id: jobId } = orm().select().from(jobs).where(eq(jobs.change_id, got.change.id)).get()!;
  await give(jobId);
  await collect();
  expect(getJob(orm(), jobId)).toMatchObject({ state: "scheduled", driver_id: null });
  expect(open()).toEqual(["paid_not_done"]);

  await give(jobId);
  const places = () =>
    orm()
      .select()
      .from(dumpsters)
      .all()
      .map(({ location, load }) => `${location} ${load}`);
  const before = places();
  expect([await step(jobId, "en_route"), places()]).toEqual([[false], before]);

  const { refunded } = readLedger(orm(), bookingId);
  expect(await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), jobId, "collected"))).toBe(true);
  expect(readLedger(orm(), bookingId).refunded - refunded).toBe(10260);
  expect([getJob(orm(), jobId).state, open()]).toEqual(["cancelled", []]);
});

const errand = (on: string) => {
  const wish = {
    kind: "dump_and_return",
    day: day(on),
    window: "anytime",
    size: 20,
    material: "general",
    note: "",
  } as const;
  return offerExtra(orm(), world.settings(), id, wish, world.clock.at);
};
const askForPickup = () =>
  world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), id, { early: true, seen: null }));

it("is not planned for a day after that of the pickup, in words, and is for any day once its days are over", async () => {
  const offered = (kind: "dump_and_return" | "relocate", on: string) => {
    const wish = { kind, day: day(on), window: "anytime", size: 20, material: "general", note: "" } as const;
    const offer = offerExtra(orm(), world.settings(), id, wish, world.clock.at);
    return offer.ok ? offer.price.total : offer;
  };
  const message = "It is picked up on Thursday, December 10, so the day must be before that.";
  const refused = { ok: false, code: "bad_day", message };
  expect([offered("dump_and_return", "2026-12-10"), offered("dump_and_return", "2026-12-11")]).toEqual([
    10260,
    refused,
  ]);
  expect([offered("relocate", "2026-12-10"), offered("relocate", "2026-12-11")]).toEqual([0, refused]);
  world.clock.at = instantAt(day("2026-12-11"), 9);
  expect(offered("dump_and_return", "2026-12-14")).toBe(10260);
  // Past its day the pickup is asked for: from then on it is sure to come.
  await askForPickup();
  expect(offered("dump_and_return", "2026-12-18")).toMatchObject({ code: "bad_day" });
});

it("is for any day where its customer may keep it longer, until they ask for the pickup", async () => {
  const flexible = { flexible_extension: true };
  orm().update(bookings).set(flexible).where(eq(bookings.id, bookingId)).run();
  expect(errand("2026-12-14")).toMatchObject({ ok: true });
  await askForPickup();
  expect(errand("2026-12-14")).toMatchObject({ ok: false, code: "bad_day" });
});

it("is not moved behind the pickup by the office either", async () => {
  const wish = {
    kind: "relocate",
    day: day("2026-12-04"),
    window: "anytime",
    size: 20,
    material: "general",
    note: "",
  } as const;
  const done = await world.db.write((tx) => planExtra(tx, world.deed(STAFF), world.settings(), id, wish, 0));
  if (!done.ok) throw new Error(done.code);
  const to = (on: string) =>
    world.db.write((tx) =>
      moveJobTo(tx, world.deed(STAFF), world.settings(), done.job.id, { day: day(on), window: "morning" }),
    );
  expect(await to("2026-12-11")).toMatchObject({ ok: false, code: "bad_day" });
  expect(await to("2026-12-10")).toMatchObject({ ok: true });
});

it("on its way when the dumpster is picked up, it neither loads nor moves it, nor asks for another day", async () => {
  const wish = {
    kind: "relocate",
    day: day("2026-12-04"),
    window: "anytime",
    size: 20,
    material: "general",
    note: "",
  } as const;
  const done = await world.db.write((tx) => planExtra(tx, world.deed(STAFF), world.settings(), id, wish, 0));
  if (!done.ok) throw new Error(done.code);
  await give(done.job.id);
  await step(done.job.id, "en_route");
  await collect();
  expect(await step(done.job.id, "arrived", "serviced", "attempted")).toEqual([true, false, true]);
  expect(open()).not.toContain("not_done");
});
