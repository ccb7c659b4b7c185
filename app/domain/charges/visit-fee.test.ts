import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { charges, driverPhones, jobAttempts } from "#db/schema/index";
import { ADMIN } from "../../../tests/support/charge-cases";
import { chargesOf, look, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { ATTEMPT, cannotGetIn, setTrip } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { moveJobTo } from "../changes/move-job.server";
import { getJob } from "../dispatch/jobs.server";
import { addDays } from "../kernel/days";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import { windowHours } from "../schedule/rules";
import { waiveCharge } from "./office.server";
import { lowerCharge } from "./question.server";
import { visitFee } from "./visit-fee.server";

/** What a visit in vain costs, as its page says it and as cancelling takes it: the one never says other than the other. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const trip = setTrip(world);
const { step } = trip;

const page = () => visitFee(orm(), world.settings(), trip.booking, { id: trip.jobId }, world.clock.at).words;
const kept = () => {
  const preview = previewCancellation(orm(), world.settings(), trip.booking.id, null, world.clock.at, "staff");
  return preview.ok ? preview.fee : preview.code;
};
const visited = async () => {
  await step({ to: "en_route" }, { to: "arrived" });
  await takePhoto(world, trip.jobId, "attempted");
  await step(ATTEMPT);
};

const NOT_PROVEN = "Our proof of the visit is not complete, so there is no fee for it.";

it("is the fee of the agreement where everything is proven, told of or not", async () => {
  await visited();
  expect([page(), kept()]).toEqual([expect.stringMatching(/agreement, \$150\. Nothing is charged yet/), 15_000]);
  await look(world, trip.booking);
  expect([page(), kept()]).toEqual([expect.stringMatching(/\$150\. The notice with the proof is on its way/), 15_000]);
});

it("is nothing without a photograph", async () => {
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect([page(), kept()]).toEqual([NOT_PROVEN, 0]);
  orm().update(jobAttempts).set({ missing: [] }).run();
  expect(kept()).toBe(15_000);
});

it("is nothing for whoever drove off before the time that was said to the customer", async () => {
  await step({ to: "en_route" }, { to: "arrived" });
  await cannotGetIn(world, trip.driver, trip.jobId);
  await takePhoto(world, trip.jobId, "attempted");
  world.clock.at = plus(world.clock.at, 5 * MINUTE);
  await step(ATTEMPT);
  expect([page(), kept()]).toEqual([NOT_PROVEN, 0]);
});

it("is nothing while its photograph is waited for: what is cancelled is decided then, and nothing is asked afterwards", async () => {
  const phone = { driver_id: trip.driver, device: "phone", unsent: 3, heard_at: world.clock.at };
  orm().insert(driverPhones).values(phone).run();
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect([page(), kept()]).toEqual([expect.stringMatching(/^We are still checking/), 0]);
  await world.db.write((tx) => cancelBooking(tx, world.deed(ADMIN), world.settings(), trip.booking.id, null, 0));
  await takePhoto(world, trip.jobId, "attempted");
  orm().update(jobAttempts).set({ missing: [] }).run();
  await look(world, trip.booking);
  expect(chargesOf(world, trip.booking)).toEqual([]);
});

it("is what it was lowered to, and nothing once it is waived", async () => {
  await visited();
  await look(world, trip.booking);
  const [asked] = chargesOf(world, trip.booking);
  const lowered = await world.db.write((tx) =>
    lowerCharge(tx, world.deed(ADMIN), world.settings(), asked!.id, 5_000, "A regular."),
  );
  if (!lowered.ok) throw new Error(lowered.code);
  expect([page(), kept()]).toEqual([expect.stringMatching(/agreement, \$50\. The notice/), 5_000]);
  // Lowered and held: its customer is told nothing yet, and it is what is asked all the same.
  const held = { notices: 0, state: "evidence_ready", held_why: "A question" } as const;
  orm().update(charges).set(held).where(eq(charges.id, lowered.charge.id)).run();
  expect(kept()).toBe(5_000);
  await world.db.write((tx) => waiveCharge(tx, world.deed(ADMIN), world.settings(), lowered.charge.id, "A regular."));
  expect([page(), kept()]).toEqual(["There is no fee for our last visit.", 0]);
});

it("of two visits each costs what was said of it, once: the one that is in the books is not asked for again", async () => {
  const { jobId: first } = trip;
  await visited();
  await look(world, trip.booking);
  const unit = listUnits(orm(), trip.booking.id)[0]!;
  const again = { day: addDays(unit.delivery_date, 1), window: "morning" } as const;
  const moved = await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), first, again));
  if (!moved.ok) throw new Error(moved.code);
  trip.jobId = moved.job.id;
  expect(trip.jobId).not.toBe(first);
  await trip.place();
  await step({ to: "en_route" }, { to: "arrived" }, ATTEMPT);
  expect([page(), kept()]).toEqual([NOT_PROVEN, 15_000]);
  orm().update(jobAttempts).set({ missing: [] }).run();
  expect(kept()).toBe(30_000);
  await look(world, trip.booking);
  expect(kept()).toBe(30_000);
  orm().update(charges).set({ state: "succeeded" }).where(eq(charges.job_id, first)).run();
  expect(kept()).toBe(15_000);
  orm().update(charges).set({ state: "noticed" }).where(eq(charges.job_id, first)).run();
});

it.each(["succeeded", "billed", "disputed", "won", "lost", "written_off"] as const)(
  "is not asked for again where it is in the books, whatever became of it: %s",
  async (state) => {
    await visited();
    await look(world, trip.booking);
    orm().update(charges).set({ state }).where(eq(charges.job_id, trip.jobId)).run();
    expect(kept()).toBe(0);
    orm().update(charges).set({ state: "noticed" }).where(eq(charges.job_id, trip.jobId)).run();
  },
);

it("stands beside what another day costs to cancel, and is not given up for it", async () => {
  await visited();
  await look(world, trip.booking);
  const { delivery_date } = listUnits(orm(), trip.booking.id)[0]!;
  const to = { day: addDays(delivery_date, 7), window: "morning" } as const;
  expect(
    await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), trip.jobId, to)),
  ).toMatchObject({
    ok: true,
  });
  expect(kept()).toBe(15_000);
  // Late, too: a tenth of what was paid, and never more than that in all.
  world.clock.at = instantAt(addDays(delivery_date, 5), 12);
  const { total_amount: paid } = trip.booking;
  expect(kept()).toBe(15_000 + Math.round(paid / 10));
  const cancelled = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(ADMIN), world.settings(), trip.booking.id, null, Number(kept())),
  );
  expect(cancelled).toMatchObject({ ok: true, refund: paid - 15_000 - Math.round(paid / 10) });
  expect(chargesOf(world, trip.booking).map(({ state }) => state)).toEqual(["voided"]);
});

it("is nothing where it was taken back before it was told", async () => {
  await visited();
  expect(kept()).toBe(15_000);
  await look(world, trip.booking);
  const [asked] = chargesOf(world, trip.booking);
  orm().update(charges).set({ state: "voided", notices: 0 }).where(eq(charges.id, asked!.id)).run();
  expect([page(), kept()]).toEqual(["There is no fee for our last visit.", 0]);
});

it.each([
  [-1, 0],
  [0, 15_000],
])("has its fee from the minute on at which the promised time begins (%s ms: %s)", async (after, fee) => {
  const { day, delivery_window } = getJob(orm(), trip.jobId);
  const begins = instantAt(day, windowHours(delivery_window).startHour);
  world.clock.at = plus(begins, -30 * MINUTE);
  await step({ to: "en_route" }, { to: "arrived" });
  await takePhoto(world, trip.jobId, "attempted");
  world.clock.at = plus(begins, after);
  await step(ATTEMPT);
  expect(kept()).toBe(fee);
});
