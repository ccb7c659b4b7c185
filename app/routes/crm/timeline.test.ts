import { expect, it, onTestFinished } from "vitest";
import { listTimeline } from "~/domain/events/events.server";
import { isTechnical, tellTimeline } from "~/ui/office/timeline-words";
import { openWorld, paidBooking } from "../../../tests/support/domain";

it("tells a paid order as a person would, and keeps every other step for who asks", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const booking = await paidBooking(world);
  const all = tellTimeline(listTimeline(world.db.orm, booking.id));
  const story = all
    .filter(({ entry }) => !isTechnical(entry))
    .map(({ words }) => words.replace(/ (DMP|INV)-[\d-]+/, " no."));
  expect(story).toEqual([
    "Booking no. made: Waiting for payment",
    "Agreement signed, version 1",
    "Payment received, $409.32",
    "Invoice no. issued",
  ]);
  expect(all.length).toBeGreaterThan(10);
});

it.each([
  ["expired", false],
  ["completed", false],
  ["balance_due", false],
  ["confirmed", true],
  [null, true],
])("a booking that became %s is folded away: %s", (to_state, folded) => {
  expect(isTechnical({ action: "booking_moved", to_state })).toBe(folded);
});
