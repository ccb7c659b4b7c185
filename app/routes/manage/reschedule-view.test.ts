import { expect, it } from "vitest";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { waiveCharge } from "~/domain/charges/office.server";
import { formatDay } from "~/domain/kernel/days";
import { formatTime } from "~/domain/kernel/moments";
import { dayAt, formatInstant } from "~/domain/kernel/time.server";
import { listPhotosOfJob } from "~/domain/photos/photos.server";
import { judgeAttempt } from "~/domain/dispatch/attempts.server";
import { ADMIN } from "../../../tests/support/charge-cases";
import { chargesOf, drive, look, rented, takePhoto, tell } from "../../../tests/support/charges";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices } from "../../../tests/support/visit";
import { chooseView } from "./reschedule-view.server";

const world = setSoundWorld({ fleet: { 20: 3 } });

it("says what a visit in vain costs, and that it costs nothing once the office has waived it", async () => {
  const booking = await rented(world);
  const job = await drive(world, booking, "delivery", [
    { to: "en_route" },
    { to: "arrived" },
    { to: "attempted", reason: "Locked gate", note: "" },
  ]);
  const offer = () =>
    chooseView(
      fakeServices(world),
      getBooking(world.db.orm, booking.id),
      new Request("http://localhost/manage-booking/reschedule"),
    ).offer;
  const fee = () => offer()?.fee?.words;
  // The day of the visit, whichever was planned.
  expect(offer()?.when).toBe(`We were there on ${formatDay(dayAt(world.clock.at))}, at ${formatTime(world.clock.at)}.`);
  expect(fee()).toBe("Our proof of the visit is not complete, so there is no fee for it.");
  expect(offer()?.photos).toEqual([]);
  await takePhoto(world, job, "serviced");
  await takePhoto(world, job, "attempted");
  expect(offer()?.photos).toEqual([
    listPhotosOfJob(world.db.orm, job).find(({ step }) => step === "attempted")?.capability,
  ]);
  await world.db.write((tx) => judgeAttempt(tx, world.deed(), job));
  // The trip was in vain: nothing of "if" and "when".
  const owed = "Our last visit has the dry-run fee of your agreement, $150.";
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
