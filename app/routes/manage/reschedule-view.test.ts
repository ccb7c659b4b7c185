import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dumpsters, jobs } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { waiveCharge } from "~/domain/charges/office.server";
import { formatTime } from "~/domain/kernel/moments";
import { askForAnotherDay } from "~/domain/changes/choose-day.server";
import { findPickup } from "~/domain/changes/pickup-request.server";
import { listPhotosOfJob } from "~/domain/photos/photos.server";
import { advanceJob } from "~/domain/dispatch/advance.server";
import { keepAttempt } from "~/domain/dispatch/attempts.server";
import { assignJob, getJob, scheduleJob } from "~/domain/dispatch/jobs.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { JobState } from "~/domain/states/transitions";
import { closeDay, lookAtClosure } from "~/domain/changes/closures.server";
import { day, formatDay } from "~/domain/kernel/days";
import { dayAt, formatInstant, instantAt } from "~/domain/kernel/time.server";
import { ADMIN } from "../../../tests/support/charge-cases";
import { chargesOf, drive, firstJob, look, rented, takePhoto, tell } from "../../../tests/support/charges";
import { changeSetting, STAFF } from "../../../tests/support/domain";
import { driveJob, missJob } from "../../../tests/support/driver";
import { errandOn, planByOffice, standing } from "../../../tests/support/errands";
import { cannotGetIn, isDue } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { chooseView } from "./reschedule-view.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

/** What the page of another day offers for a booking. */
const offerOf = ({ id }: { id: Id<"booking"> }) =>
  chooseView(
    fakeServices(world),
    getBooking(world.db.orm, id),
    new Request("http://localhost/manage-booking/reschedule"),
  ).offer;

it.each([false, true])("says what a visit in vain costs, whose proof is complete: %s", async (isProven) => {
  const booking = await rented(world);
  const before = firstJob(world, booking, "delivery");
  isDue(world.db.orm, before, world.clock.at);
  if (isProven) await takePhoto(world, before, "attempted");
  await takePhoto(world, before, "serviced");
  const job = await drive(world, booking, "delivery", [
    { to: "en_route" },
    { to: "arrived" },
    { to: "attempted", reason: "Locked gate", note: "" },
  ]);
  const offer = () => offerOf(booking);
  const fee = () => offer()?.fee?.words;
  // The day of the visit, whichever was planned.
  expect(offer()?.when).toBe(`We were there on ${formatDay(dayAt(world.clock.at))}, at ${formatTime(world.clock.at)}.`);
  expect(offer()?.photos).toEqual(
    listPhotosOfJob(world.db.orm, job).flatMap(({ step, capability }) => (step === "attempted" ? [capability] : [])),
  );
  if (!isProven) return expect(fee()).toBe("Our proof of the visit is not complete, so there is no fee for it.");
  // The trip was in vain: nothing of "if" and "when".
  const owed = "Our last visit costs the dry-run fee of your agreement, $150.";
  expect(offer()?.fee).toEqual({
    words: `${owed} Nothing is charged yet: you get the proof and a notice 24 hours before, and you can question it.`,
    chargeId: null,
  });
  await look(world, booking);
  const [trip] = chargesOf(world, booking);
  const told = await tell(world, trip!);
  expect(offer()?.fee).toEqual({
    words: `${owed} We have sent you the notice with the proof. We charge the card on file on ${formatInstant(told.due_at!)}, unless you question it before.`,
    chargeId: trip!.id,
  });
  await world.db.write((tx) => waiveCharge(tx, world.deed(ADMIN), world.settings(), trip!.id, "Their gate was open."));
  expect(fee()).toBe("There is no fee for our last visit.");
});

it("says when the truck came, as the office's record does, not when its customer answered with another day", async () => {
  const booking = await rented(world);
  world.clock.at = instantAt(day("2026-12-03"), 10, 21);
  const { jobId, driverId } = await driveJob(world, booking.id, ["en_route", "arrived"]);
  const visit = await cannotGetIn(world, driverId, jobId);
  world.clock.at = instantAt(day("2026-12-03"), 10, 25);
  await world.db.write((tx) => askForAnotherDay(tx, world.deed(), visit));
  const request = new Request("http://localhost/manage-booking/reschedule");
  const { offer } = chooseView(fakeServices(world), getBooking(world.db.orm, booking.id), request);
  expect(offer?.when).toBe("We were there on Thursday, December 3, at 10:21 am.");
});

it.each([
  ["2026-12-08", null, "2026-12-12"],
  ["2026-12-12", null, "2026-12-12"],
  [
    "2026-12-15",
    "Emptying it is planned for Tuesday, December 15: a day before that can be chosen once you have taken it back.",
    "2026-12-15",
  ],
])(
  "after a pickup in vain, an emptying on %s is said as a limit only where it is one",
  async (on, notBefore, first) => {
    const { bookingId, id } = await standing(world);
    const { id: emptying } = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-08"));
    world.clock.at = instantAt(day("2026-12-10"), 10);
    await missJob(world, findPickup(world.db.orm, id)!.id);
    world.db.orm
      .update(jobs)
      .set({ day: day(on) })
      .where(eq(jobs.id, emptying))
      .run();
    world.clock.at = instantAt(day("2026-12-11"), 10);
    const booking = getBooking(world.db.orm, bookingId);
    const { offer } = chooseView(
      fakeServices(world),
      booking,
      new Request("http://localhost/manage-booking/reschedule"),
    );
    expect([offer?.notBefore, offer?.days[0]?.day]).toEqual([notBefore, first]);
  },
);

it("says of a trip that another truck of ours was in the way of that this was our mistake, and shows no picture of it", async () => {
  const { bookingId, driver, id } = await standing(world);
  const { id: errand } = await planByOffice(world, id, errandOn("dump_and_return", "2026-12-04"));
  const pickup = findPickup(world.db.orm, id)!.id;
  isDue(world.db.orm, pickup, instantAt(day("2026-12-04"), 8));
  const at = (hour: number) => ({ ...world.deed(), now: instantAt(day("2026-12-04"), hour) });
  const step = (jobId: Id<"job">, hour: number, ...states: JobState[]) =>
    world.db.write((tx) => {
      for (const to of states) expect(advanceJob(tx, at(hour), jobId, to, "Nothing there")).toMatchObject({ ok: true });
    });
  await world.db.write((tx) => {
    for (const one of [errand, pickup]) {
      scheduleJob(tx, at(7), one);
      assignJob(tx, at(7), one, driver);
    }
  });
  await step(errand, 8, "en_route", "arrived");
  await step(pickup, 8, "en_route", "arrived");
  await takePhoto(world, pickup, "attempted");
  await step(pickup, 10, "attempted");
  const said = { reason: "Nothing there", note: "", place: null };
  await world.db.write((tx) => keepAttempt(tx, at(10), getJob(tx, pickup), said));
  world.clock.at = instantAt(day("2026-12-04"), 12);
  const offer = () =>
    chooseView(
      fakeServices(world),
      getBooking(world.db.orm, bookingId),
      new Request("http://localhost/manage-booking/reschedule"),
    ).offer;
  expect([offer()?.fee?.words.slice(0, 41), offer()?.photos.length]).toEqual([
    "Our last visit costs the dry-run fee of y",
    1,
  ]);
  // Its phone had no signal until now: loaded at nine.
  await step(errand, 9, "serviced");
  const ours =
    "Another truck of ours had your dumpster at that moment. That was our mistake, and there is no fee for it.";
  expect([offer()?.fee, offer()?.photos]).toEqual([{ words: ours, chargeId: null }, []]);
  await look(world, { id: bookingId });
  expect(offer()?.fee?.words).toBe(ours);
});

it("says of a morning that is closed that it is that, and of a whole day nothing of a half", async () => {
  const on = day("2026-12-10");
  const booking = await rented(world, { deliveryDate: on, deliveryTime: "morning" });
  const offer = () => offerOf(booking);
  expect(offer()).toMatchObject({ isClosed: false, closedHalf: null });
  // Without another dumpster on any day it stays where it was.
  world.db.orm.update(dumpsters).set({ condition: "out_of_service" }).run();
  const closed = await world.db.write((tx) => {
    const closing = { day: on, part: "morning" as const, reason: "Storm" };
    const looked = lookAtClosure(tx, world.settings(), closing, world.clock.at);
    const seen = looked.ok ? looked.plan.digest : looked.code;
    return closeDay(tx, world.deed(STAFF), world.settings(), { ...closing, seen });
  });
  expect(closed).toMatchObject({ ok: true });
  expect(offer()).toMatchObject({ isClosed: true, closedHalf: "morning" });
  await changeSetting(world, "holidays", [on]);
  expect(offer()).toMatchObject({ isClosed: true, closedHalf: null });
});
