import { expect, it } from "vitest";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { waiveCharge } from "~/domain/charges/office.server";
import { formatDay } from "~/domain/kernel/days";
import { formatTime } from "~/domain/kernel/moments";
import { dayAt } from "~/domain/kernel/time.server";
import { judgeAttempt } from "~/domain/dispatch/attempts.server";
import { ADMIN } from "../../../tests/support/charge-cases";
import { chargesOf, drive, look, rented, takePhoto } from "../../../tests/support/charges";
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
  const fee = () => offer()?.fee;
  // The day of the visit, whichever was planned.
  expect(offer()?.when).toBe(`We were there on ${formatDay(dayAt(world.clock.at))}, at ${formatTime(world.clock.at)}.`);
  expect(fee()).toBe("Our proof of the visit is not complete, so there is no fee for it.");
  await takePhoto(world, job, "attempted");
  await world.db.write((tx) => judgeAttempt(tx, world.deed(), job));
  await look(world, booking);
  expect(fee()).toContain("a dry-run fee of $150");
  const [trip] = chargesOf(world, booking);
  await world.db.write((tx) => waiveCharge(tx, world.deed(ADMIN), world.settings(), trip!.id, "Their gate was open."));
  expect(fee()).toBe("There is no fee for our last visit.");
});
