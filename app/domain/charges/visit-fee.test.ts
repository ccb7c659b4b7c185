import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { charges, driverPhones, jobAttempts, jobs } from "#db/schema/index";
import { ADMIN } from "../../../tests/support/charge-cases";
import { chargesOf, look, rented, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Booking } from "../booking/order/bookings.server";
import { listUnits } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { moveJobTo } from "../changes/move-job.server";
import { addDays } from "../kernel/days";
import { placeJob } from "../dispatch/plan.server";
import { takeStep, type Step } from "../dispatch/steps.server";
import { reportBlocked } from "../dispatch/visits.server";
import type { Id } from "../kernel/ids.server";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import { waiveCharge } from "./office.server";
import { lowerCharge } from "./question.server";
import { visitFee } from "./visit-fee.server";

/** What a visit in vain costs, as its page says it and as cancelling takes it: the one never says other than the other. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
let booking: Booking;
let driver: Id<"driver">;
let jobId: Id<"job">;
beforeEach(async () => {
  booking = await rented(world);
  driver = await temporaryDriver(world);
  jobId = orm().select().from(jobs).where(eq(jobs.booking_id, booking.id)).get()!.id;
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), jobId, driver));
});

async function step(...steps: Step[]) {
  for (const one of steps) {
    const done = await world.db.write((tx) => takeStep(tx, world.deed(STAFF), driver, jobId, one));
    if (!done.ok) throw new Error(`${one.to}: ${done.code}`);
  }
}
const page = () => visitFee(orm(), world.settings(), booking, { id: jobId }, world.clock.at).words;
const kept = () => {
  const preview = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at, "staff");
  return preview.ok ? preview.fee : preview.code;
};
const ATTEMPT = { to: "attempted", reason: "A car in the way", note: "" } as const;
const visited = async () => {
  await step({ to: "en_route" }, { to: "arrived" });
  await takePhoto(world, jobId, "attempted");
  await step(ATTEMPT);
};

const NOT_PROVEN = "Our proof of the visit is not complete, so there is no fee for it.";

it("is the fee of the agreement where everything is proven, told of or not", async () => {
  await visited();
  expect([page(), kept()]).toEqual([expect.stringMatching(/agreement, \$150\. Nothing is charged yet/), 15_000]);
  await look(world, booking);
  expect([page(), kept()]).toEqual([expect.stringMatching(/\$150\. We have sent you the notice/), 15_000]);
});

it("is nothing without a photograph", async () => {
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect([page(), kept()]).toEqual([NOT_PROVEN, 0]);
  orm().update(jobAttempts).set({ missing: [] }).run();
  expect(kept()).toBe(15_000);
});

it("is nothing for whoever drove off before the time that was said to the customer", async () => {
  await step({ to: "en_route" }, { to: "arrived" });
  const asked = { reason: "A car in the way", note: "", minutes: 15 };
  const blocked = await world.db.write((tx) => reportBlocked(tx, world.deed(STAFF), driver, jobId, asked));
  expect(blocked.ok).toBe(true);
  await takePhoto(world, jobId, "attempted");
  world.clock.at = plus(world.clock.at, 5 * MINUTE);
  await step(ATTEMPT);
  expect([page(), kept()]).toEqual([NOT_PROVEN, 0]);
});

it("is nothing while its photograph is waited for: what is cancelled is decided then, and nothing is asked afterwards", async () => {
  const phone = { driver_id: driver, device: "phone", unsent: 3, heard_at: world.clock.at };
  orm().insert(driverPhones).values(phone).run();
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect([page(), kept()]).toEqual([expect.stringMatching(/^We are still checking/), 0]);
  await world.db.write((tx) => cancelBooking(tx, world.deed(ADMIN), world.settings(), booking.id, null, 0));
  await takePhoto(world, jobId, "attempted");
  orm().update(jobAttempts).set({ missing: [] }).run();
  await look(world, booking);
  expect(chargesOf(world, booking)).toEqual([]);
});

it("is what it was lowered to, and nothing once it is waived", async () => {
  await visited();
  await look(world, booking);
  const [asked] = chargesOf(world, booking);
  const lowered = await world.db.write((tx) =>
    lowerCharge(tx, world.deed(ADMIN), world.settings(), asked!.id, 5_000, "A regular."),
  );
  if (!lowered.ok) throw new Error(lowered.code);
  expect([page(), kept()]).toEqual([expect.stringMatching(/agreement, \$50\. We have sent/), 5_000]);
  // Lowered and held: its customer is told nothing yet, and it is what is asked all the same.
  const held = { notices: 0, state: "evidence_ready", held_why: "A question" } as const;
  orm().update(charges).set(held).where(eq(charges.id, lowered.charge.id)).run();
  expect(kept()).toBe(5_000);
  await world.db.write((tx) => waiveCharge(tx, world.deed(ADMIN), world.settings(), lowered.charge.id, "A regular."));
  expect([page(), kept()]).toEqual(["There is no fee for our last visit.", 0]);
});

it("of two visits each costs what was said of it, once: the one that is in the books is not asked for again", async () => {
  const { id: first } = { id: jobId };
  await visited();
  await look(world, booking);
  const unit = listUnits(orm(), booking.id)[0]!;
  const again = { day: addDays(unit.delivery_date, 1), window: "morning" } as const;
  const moved = await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), first, again));
  if (!moved.ok) throw new Error(moved.code);
  jobId = moved.job.id;
  expect(jobId).not.toBe(first);
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), jobId, driver));
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect([page(), kept()]).toEqual([NOT_PROVEN, 15_000]);
  orm().update(jobAttempts).set({ missing: [] }).run();
  expect(kept()).toBe(30_000);
  await look(world, booking);
  expect(kept()).toBe(30_000);
  orm().update(charges).set({ state: "succeeded" }).where(eq(charges.job_id, first)).run();
  expect(kept()).toBe(15_000);
  orm().update(charges).set({ state: "noticed" }).where(eq(charges.job_id, first)).run();
});

it.each(["succeeded", "billed", "disputed", "won", "lost", "written_off"] as const)(
  "is not asked for again where it is in the books, whatever became of it: %s",
  async (state) => {
    await visited();
    await look(world, booking);
    orm().update(charges).set({ state }).where(eq(charges.job_id, jobId)).run();
    expect(kept()).toBe(0);
    orm().update(charges).set({ state: "noticed" }).where(eq(charges.job_id, jobId)).run();
  },
);

it("stands beside what another day costs to cancel, and is not given up for it", async () => {
  await visited();
  await look(world, booking);
  const { delivery_date } = listUnits(orm(), booking.id)[0]!;
  const to = { day: addDays(delivery_date, 7), window: "morning" } as const;
  expect(await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), jobId, to))).toMatchObject({
    ok: true,
  });
  expect(kept()).toBe(15_000);
  // Late, too: a tenth of what was paid, and never more than that in all.
  world.clock.at = instantAt(addDays(delivery_date, 5), 12);
  const { total_amount: paid } = booking;
  expect(kept()).toBe(15_000 + Math.round(paid / 10));
  const cancelled = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(ADMIN), world.settings(), booking.id, null, Number(kept())),
  );
  expect(cancelled).toMatchObject({ ok: true, refund: paid - 15_000 - Math.round(paid / 10) });
  expect(chargesOf(world, booking).map(({ state }) => state)).toEqual(["voided"]);
});

it("is nothing where it was taken back before it was told", async () => {
  await visited();
  expect(kept()).toBe(15_000);
  await look(world, booking);
  const [asked] = chargesOf(world, booking);
  orm().update(charges).set({ state: "voided", notices: 0 }).where(eq(charges.id, asked!.id)).run();
  expect([page(), kept()]).toEqual(["There is no fee for our last visit.", 0]);
});
