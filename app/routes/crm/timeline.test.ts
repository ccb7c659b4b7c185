import { expect, it, onTestFinished } from "vitest";
import { payments } from "#db/schema/index";
import { listTimeline } from "~/domain/events/events.server";
import { findBookingRecord } from "~/domain/records/office.server";
import { unitsOfJobs } from "~/ui/office/Timeline";
import { inWords, tellStory } from "~/ui/office/timeline-story";
import { isTechnical, tellTimeline } from "~/ui/office/timeline-words";
import { openWorld, paidBooking } from "../../../tests/support/domain";

it("tells a paid order as a person would, and keeps every other step for who asks", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const booking = await paidBooking(world);
  const all = tellTimeline(listTimeline(world.db.orm, booking.id));
  const [payment] = world.db.orm.select().from(payments).all();
  const story = tellStory(all, new Map([[payment?.id ?? "", "Visa 4242"]]));
  expect(story.map((line) => inWords(line).replace(/ (DMP|INV)-[\d-]+/, " no."))).toEqual([
    "Booking no. made: Waiting for payment",
    "Signed and paid $409.32 by Visa 4242",
    "Invoice no. issued",
  ]);
  expect(all.length).toBeGreaterThan(10);
});

it("says which of several dumpsters a truck came for, and nothing of that where there is one", async () => {
  const world = await openWorld({ fleet: { 20: 3 } });
  onTestFinished(() => world.close());
  const told = async (quantity: number, turn: number) => {
    const booking = await paidBooking(world, {
      cart: [{ dumpsterSize: 20, quantity, materialCategory: "general" }],
      contactInfo: {
        firstName: "Ada",
        lastName: "Two",
        phone: `(407) 555-018${turn}`,
        email: `two${turn}@example.com`,
      },
    });
    const record = findBookingRecord(world.db.orm, booking.booking_number);
    if (!record) throw new Error("no record");
    return tellTimeline(record.timeline, { unitOf: unitsOfJobs(record) })
      .filter(({ entry }) => entry.subject_kind === "job")
      .map((line) => inWords(line).match(/, unit \d$/)?.[0])
      .sort();
  };
  expect(await told(1, 1)).toEqual([undefined, undefined]);
  expect(await told(2, 2)).toEqual([", unit 1", ", unit 1", ", unit 2", ", unit 2"]);
});

it.each([
  ["expired", false],
  ["completed", false],
  ["balance_due", false],
  ["confirmed", true],
  [null, true],
])("a booking that became %s is folded away: %s", (to_state, folded) => {
  expect(isTechnical({ action: "booking_moved", to_state, data: null })).toBe(folded);
});

it.each([
  // Beside "Extra weight, $38.85: notice sent" and "A payment is disputed", which the same transaction writes.
  ["charge_noticed", "noticed", true],
  ["charge_disputed", "disputed", true],
  ["charge_moved", "evidence_ready", true],
  ["charge_moved", "processing", true],
  ["charge_moved", "noticed", false],
  ["charge_moved", "succeeded", false],
  // Beside "Weighed at East Orlando Landfill: 2,740 pounds".
  ["job_moved", "ticketed", true],
  ["job_moved", "completed", false],
])("the same is told once: %s to %s is folded away: %s", (action, to_state, folded) => {
  expect(isTechnical({ action, to_state, data: null })).toBe(folded);
});

it("a right that ends with the signature of another order is folded away, and one that is taken back is told", () => {
  const ended = (reason: string) => isTechnical({ action: "right_ended", to_state: null, data: { reason } });
  expect([ended("other_order_signed"), ended("taken_back")]).toEqual([true, false]);
  // What takes its place is told beside it.
  expect([ended("another_price_given"), ended("price_has_other_end")]).toEqual([true, true]);
});
