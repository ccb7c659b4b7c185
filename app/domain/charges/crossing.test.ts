import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs, outbox } from "#db/schema/index";
import { takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { findPickup } from "../changes/pickup-request.server";
import { advanceJob } from "../dispatch/advance.server";
import { findAttempt, keepAttempt } from "../dispatch/attempts.server";
import { assignJob, getJob, scheduleJob } from "../dispatch/jobs.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import type { JobState } from "../states/transitions";
import { lookAtCharges } from "./look.server";
import { listCharges } from "./charges.server";
import { lowerCharge } from "./question.server";

/** Two trucks of ours at one dumpster, whose phones say so in the wrong order: nobody pays for that. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const orm = () => world.db.orm;
let id: Id<"unit">;
let bookingId: Id<"booking">;
let driver: Id<"driver">;
beforeEach(async () => {
  ({ bookingId, driver, id } = await standing(world));
});
/** A step with the phone's own time, in hours of that Friday. */
const step = (jobId: Id<"job">, hour: number, ...states: JobState[]) =>
  world.db.write((tx) => {
    const deed = { ...world.deed(STAFF), now: plus(instantAt(day("2026-12-04"), 0), hour * HOUR) };
    for (const to of states) expect(advanceJob(tx, deed, jobId, to, "Nothing there")).toMatchObject({ ok: true });
  });
const give = (jobId: Id<"job">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), jobId);
    assignJob(tx, world.deed(STAFF), jobId, driver);
  });
/** It was not possible, with all that a fee needs. */
async function inVain(jobId: Id<"job">, hour: number) {
  await takePhoto(world, jobId, "attempted");
  await step(jobId, hour, "attempted");
  await world.db.write((tx) => {
    const deed = { ...world.deed(STAFF), now: plus(instantAt(day("2026-12-04"), 0), hour * HOUR) };
    keepAttempt(tx, deed, getJob(tx, jobId), { reason: "Nothing there", note: "", place: null });
  });
}
const look = () => world.db.write((tx) => lookAtCharges(tx, world.deed(), world.settings(), bookingId));
const trip = (jobId: Id<"job">) => listCharges(orm(), bookingId).find(({ cause }) => cause === `dry_run:${jobId}`);
const dropped = () => orm().select().from(outbox).where(eq(outbox.kind, "mail.charge-dropped")).all().length;
async function two() {
  const errand = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-04"));
  const pickup = findPickup(orm(), id)!.id;
  await give(errand.id);
  await give(pickup);
  await step(errand.id, 8, "en_route");
  await step(pickup, 8, "en_route", "arrived");
  return { errand: errand.id, pickup };
}

it("an errand that found nothing is not charged once the truck that had it says so, also when its customer was told", async () => {
  const { errand, pickup } = await two();
  await step(errand, 10, "arrived");
  await inVain(errand, 10);
  await look();
  expect(trip(errand)).toMatchObject({ state: "noticed", amount: 15_000 });
  // Loaded at nine, said at noon.
  await step(pickup, 9, "serviced");
  expect(findAttempt(orm(), errand)?.missing).toEqual(["taken"]);
  await look();
  expect([trip(errand)?.state, dropped()]).toEqual(["waived", 1]);
  await look();
  expect([trip(errand)?.state, dropped()]).toEqual(["waived", 1]);
});

it("a pickup that found nothing is not charged once the truck that empties it says that it had it", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 10);
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await step(errand, 9, "arrived", "serviced");
  expect(findAttempt(orm(), pickup)?.missing).toEqual(["taken"]);
  await look();
  expect([trip(pickup), dropped()]).toEqual([undefined, 0]);
});

it("said in the other order, a trip after it was brought back is charged all the same", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 12);
  await look();
  // Without signal until one: loaded at nine, back at eleven.
  await step(errand, 9, "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
  await step(errand, 11, "returned");
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await look();
  expect([trip(pickup)?.state, dropped()]).toEqual(["noticed", 0]);
});

it("a fee that the office had lowered falls as well", async () => {
  const { errand, pickup } = await two();
  await inVain(pickup, 10);
  await look();
  const lowered = await world.db.write((tx) =>
    lowerCharge(tx, world.deed(STAFF), world.settings(), trip(pickup)!.id, 7_500, "Half of it"),
  );
  if (!lowered.ok) throw new Error(lowered.code);
  await step(errand, 9, "arrived", "serviced");
  await look();
  expect(listCharges(orm(), bookingId).map(({ state }) => state)).toEqual(["voided", "waived"]);
});

it("what was in vain before the other truck came, or after it had brought it back, is charged as ever", async () => {
  const { errand, pickup } = await two();
  await step(errand, 9, "arrived", "serviced", "to_disposal", "at_disposal", "ticketed");
  await step(errand, 10, "returned");
  await inVain(pickup, 11);
  expect(findAttempt(orm(), pickup)?.missing).toEqual([]);
  await look();
  expect(trip(pickup)).toMatchObject({ state: "noticed" });
  expect(orm().select().from(jobs).where(eq(jobs.id, pickup)).get()?.state).toBe("attempted");
});
