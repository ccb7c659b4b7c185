import { isDue } from "../../../tests/support/in-vain";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bookings, dumpsters, outbox } from "#db/schema/index";
import { STAFF } from "../../../tests/support/domain";
import { buyHaul, errandOn, openTasks, planByOffice, standing } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import type { DraftData } from "../booking/draft/data";
import { getBooking } from "../booking/order/bookings.server";
import { advanceJob } from "../dispatch/advance.server";
import { findAttempt, keepAttempt } from "../dispatch/attempts.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { findOpenVisit, reportBlocked } from "../dispatch/visits.server";
import { recallJob } from "../dispatch/recall.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, instantAt, plus } from "../kernel/time.server";
import { readLedger } from "../payments/ledger.server";
import type { JobState } from "../states/transitions";
import { askForAnotherDay, chooseDay } from "./choose-day.server";
import { askToMove, offerExtra } from "./extra-job.server";
import { moveJobTo } from "./move-job.server";
import { findPickup, offerPickup, requestPickup } from "./pickup-request.server";
import { withdrawExtra } from "./withdraw-extra.server";

/** A dumpster that is collected while something else is still planned for it: nothing stands there any more. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
beforeEach(() => stand());
async function stand(ordered: Partial<DraftData> = {}) {
  ({ bookingId, driver, id } = await standing(world, ordered));
}
const step = (jobId: Id<"job">, ...states: JobState[]) =>
  world.db.write((tx) =>
    states.map((to) => {
      const done = advanceJob(tx, world.deed(STAFF), jobId, to, "nothing there");
      return done.ok || done.code;
    }),
  );
const give = (jobId: Id<"job">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), jobId);
    assignJob(tx, world.deed(STAFF), jobId, driver);
  });
const pickupId = () => findPickup(orm(), id)!.id;
async function collect() {
  const jobId = pickupId();
  await give(jobId);
  expect(await step(jobId, "en_route", "arrived", "serviced")).toEqual([true, true, true]);
}
const open = () => openTasks(world);
const told = (kind: "mail.extra-withdrawn" | "mail.extra-failed" | "mail.pickup-failed") =>
  orm()
    .select()
    .from(outbox)
    .where(eq(outbox.kind, kind))
    .all()
    .map(({ payload }) => payload);
const moveTo = (jobId: Id<"job">, on: string) =>
  world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), jobId, { day: day(on), window: "morning" }),
  );
const refundedNow = () => readLedger(orm(), bookingId).refunded;
const offered = (kind: "dump_and_return" | "relocate", on: string) => {
  const offer = offerExtra(orm(), world.settings(), id, errandOn(kind, on), world.clock.at);
  return offer.ok ? offer.price.total : offer;
};
const EARLY = { early: true, seen: null };
const askForPickup = () => world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), id, EARLY));

it("costs nothing: its move on the site is off the board, and its customer hears so", async () => {
  const where = { inTheWay: true, note: "Left of the garage" };
  const asked = await world.db.write((tx) => askToMove(tx, world.deed(), world.settings(), id, where));
  if (!asked.ok) throw new Error(asked.code);
  const jobId = asked.job.id;
  await give(jobId);
  expect(open()).toEqual(["relocate"]);
  await collect();
  expect(getJob(orm(), jobId)).toMatchObject({ state: "cancelled", driver_id: null });
  expect([open(), told("mail.extra-withdrawn")]).toEqual([[], [{ jobId, back: 0 }]]);
});

it("was paid for: no truck goes for it, somebody is asked about the money, and it goes back with one press", async () => {
  const { id: jobId } = (await buyHaul(world, id, "2026-12-04")).job;
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
  expect([await step(jobId, "en_route"), places()]).toEqual([["not_allowed"], before]);

  const refunded = refundedNow();
  expect(await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), jobId, "collected"))).toBe(true);
  expect(refundedNow() - refunded).toBe(10260);
  expect([getJob(orm(), jobId).state, open()]).toEqual(["cancelled", []]);
});

describe("an errand and the day of the pickup", () => {
  it("is not planned for a day after it, in words, and is for any day once its days are over", async () => {
    const message = "It is picked up on Thursday, December 10, so it has to be on that day or before.";
    const refused = { ok: false, code: "bad_day", message };
    for (const [kind, cost] of [["dump_and_return", 10260] as const, ["relocate", 0] as const])
      expect([offered(kind, "2026-12-10"), offered(kind, "2026-12-11")]).toEqual([cost, refused]);
    world.clock.at = instantAt(day("2026-12-11"), 9);
    expect(offered("dump_and_return", "2026-12-14")).toBe(10260);
    // Past its day the pickup is asked for: from then on it is sure to come.
    await askForPickup();
    expect(offered("dump_and_return", "2026-12-18")).toMatchObject({ code: "bad_day" });
  });

  it("is for any day where its customer may keep it longer, until they ask for the pickup", async () => {
    orm().update(bookings).set({ flexible_extension: true }).where(eq(bookings.id, bookingId)).run();
    expect(offered("dump_and_return", "2026-12-14")).toBe(10260);
    await askForPickup();
    expect(offered("dump_and_return", "2026-12-14")).toMatchObject({ code: "bad_day" });
  });

  it("is not moved behind it by the office, nor is the pickup moved before it", async () => {
    const move = await planByOffice(world, id, errandOn("relocate", "2026-12-08"));
    expect(await moveTo(move.id, "2026-12-11")).toMatchObject({ ok: false, code: "bad_day" });
    expect(await moveTo(pickupId(), "2026-12-07")).toEqual({
      ...{ ok: false, code: "bad_day" },
      message: "Moving it on its site is planned for Tuesday, December 8. Move that or take it back first.",
    });
    // On the same day the errand can come first.
    expect(await moveTo(pickupId(), "2026-12-08")).toMatchObject({ ok: true });
    expect(await moveTo(pickupId(), "2026-12-10")).toMatchObject({ ok: true });
    expect(await moveTo(move.id, "2026-12-10")).toMatchObject({ ok: true });
  });

  it.each([
    // Noon has not struck on Monday: the truck comes today.
    ["2026-12-08", 1],
    ["2026-12-07", 1],
    ["2026-12-05", 0],
  ])("planned for %s, asking on Monday for the pickup says and takes back %i, with its money", async (on, count) => {
    const { job } = await buyHaul(world, id, on);
    world.clock.at = instantAt(day("2026-12-07"), 9);
    const offer = offerPickup(orm(), world.settings(), id, world.clock.at, { early: true });
    const falls = [{ kind: "dump_and_return", day: on, back: 10260 }].slice(0, count);
    expect(offer).toMatchObject({ ok: true, day: "2026-12-07", falls });
    const before = refundedNow();
    const seen = (shown: string) =>
      world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), id, { ...EARLY, falls: shown }));
    // Not what was shown: nothing is given up unseen.
    expect(await seen(count ? "" : job.id)).toEqual({ ok: false, code: "falls_changed" });
    expect(await seen(count ? job.id : "")).toMatchObject({ ok: true });
    expect(refundedNow() - before).toBe(10260 * count);
    expect(getJob(orm(), job.id).state).toBe(count ? "cancelled" : "unscheduled");
    expect(told("mail.extra-withdrawn")).toEqual([{ jobId: job.id, back: 10260 }].slice(0, count));
  });
});

it("in vain, the customer chooses no day before something else that is planned for it, until that is taken back", async () => {
  world.clock.at = instantAt(day("2026-12-01"), 9);
  await stand({ flexibleExtension: true });
  const { job } = await buyHaul(world, id, "2026-12-15");
  const pickup = pickupId();
  world.clock.at = instantAt(day("2026-12-10"), 9);
  await give(pickup);
  await step(pickup, "en_route", "arrived", "attempted");
  const choose = (on: string) =>
    world.db.write((tx) =>
      chooseDay(tx, world.deed(), world.settings(), id, { day: day(on), window: null, seen: null }),
    );
  expect(await choose("2026-12-14")).toEqual({ ok: false, code: "not_offered" });
  expect(await choose("2026-12-15")).toMatchObject({ ok: true });
  expect([told("mail.extra-withdrawn"), getJob(orm(), job.id).state]).toEqual([[], "unscheduled"]);
  expect(getBooking(orm(), bookingId).status).toBe("pickup_requested");
});

describe("two trucks for one dumpster", () => {
  /** One to empty it and one to pick it up, both at the site. */
  async function bothThere() {
    const emptying = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-04"));
    const pickup = pickupId();
    for (const jobId of [emptying.id, pickup]) {
      await give(jobId);
      await step(jobId, "en_route", "arrived");
    }
    return { emptying, pickup };
  }

  it("on its way when it is picked up, an errand neither loads nor moves it, nor is its customer charged for that", async () => {
    const { id: jobId } = await planByOffice(world, id, errandOn("relocate", "2026-12-04"));
    await give(jobId);
    await step(jobId, "en_route");
    await collect();
    world.clock.at = plus(world.clock.at, DAY / 24);
    expect(await step(jobId, "arrived", "serviced", "attempted")).toEqual([true, "not_allowed", true]);
    const said = { reason: "Nothing is there", note: "", place: null };
    await world.db.write((tx) => keepAttempt(tx, world.deed(STAFF), getJob(tx, jobId), said));
    expect(findAttempt(orm(), jobId)?.missing).toContain("taken");
    expect([open(), told("mail.extra-failed")]).toEqual([[], []]);
    expect(told("mail.extra-withdrawn")).toEqual([{ jobId, back: 0 }]);
  });

  it("an errand in vain before the pickup stays what it was when the dumpster is gone later", async () => {
    const { id: jobId } = await planByOffice(world, id, errandOn("relocate", "2026-12-04"));
    await give(jobId);
    isDue(orm(), jobId, world.clock.at);
    await step(jobId, "en_route", "arrived", "attempted");
    const said = { reason: "A car", note: "", place: null };
    await world.db.write((tx) => keepAttempt(tx, world.deed(STAFF), getJob(tx, jobId), said));
    world.clock.at = plus(world.clock.at, DAY);
    expect(open()).toEqual(["not_done"]);
    await collect();
    expect([findAttempt(orm(), jobId)?.missing, open()]).toEqual([["photo"], []]);
    expect(told("mail.extra-failed")).toEqual([{ jobId }]);
  });

  it("away to be emptied, nobody picks it up or says that it could not be; brought back, they do", async () => {
    const { emptying, pickup } = await bothThere();
    await step(emptying.id, "serviced");
    expect(await step(pickup, "serviced", "attempted")).toEqual(["away", "away"]);
    expect(told("mail.pickup-failed")).toEqual([]);
    await step(emptying.id, "to_disposal", "at_disposal", "ticketed");
    expect(await step(pickup, "serviced")).toEqual(["away"]);
    await step(emptying.id, "returned");
    expect(await step(pickup, "serviced")).toEqual([true]);
  });

  it("away to be emptied, its customer has nothing to answer to the driver who came for it", async () => {
    const { emptying, pickup } = await bothThere();
    const said = { reason: "Something blocks the place", note: "", minutes: 20 };
    const asked = await world.db.write((tx) => reportBlocked(tx, world.deed(STAFF), driver, pickup, said));
    if (!asked.ok) throw new Error(asked.code);
    await step(emptying.id, "serviced");
    const visit = findOpenVisit(orm(), pickup)!;
    const answered = await world.db.write((tx) => askForAnotherDay(tx, world.deed(), visit.id));
    expect(answered).toEqual({ ok: false, code: "over" });
    expect(getJob(orm(), pickup).state).toBe("arrived");
  });

  it("an errand that is called back takes nothing from the truck that comes for the pickup", async () => {
    const emptying = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-04"));
    await give(emptying.id);
    await give(pickupId());
    await step(emptying.id, "en_route");
    await step(pickupId(), "en_route", "arrived");
    const back = await world.db.write((tx) => recallJob(tx, world.deed(STAFF), emptying.id, "flat tire"));
    expect(back).toMatchObject({ ok: true });
    expect(await step(pickupId(), "serviced")).toEqual([true]);
  });
});
