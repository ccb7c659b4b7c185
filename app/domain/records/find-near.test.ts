import { afterEach, beforeEach, expect, it } from "vitest";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { getCustomer } from "../customers/family.server";
import { mergeCustomer } from "../customers/merge.server";
import { DAY, plus } from "../kernel/time.server";
import { findNearBookings } from "./find-near.server";

// Of a name that nobody has, the bookings of whoever may be meant: the newest of all their records, few of each.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const order = (email: string, phone: string, firstName = "Priya") =>
  paidBooking(world, { contactInfo: { firstName, lastName: "Raman", email, phone } });
const later = async (days: number, made: ReturnType<typeof order>) => {
  const booking = await made;
  world.db.sqlite
    .prepare("update bookings set created_at = ? where id = ?")
    .run(plus(world.clock.at, days * DAY), booking.id);
  return booking;
};
const found = (typed: string) =>
  findNearBookings(world.db.orm, { search: typed }).map((hit) => (hit.kind === "booking" ? hit.number : hit.kind));

it("shows the two newest bookings, those of a record that was merged into theirs too", async () => {
  const own = await later(2, order("priya@example.com", "(407) 555-0101"));
  const merged = await later(3, order("old@example.com", "(407) 555-0102"));
  const oldest = await later(1, order("priya@example.com", "(407) 555-0101"));
  expect(own.customer_id).not.toBe(merged.customer_id);
  await world.db.write((tx) => mergeCustomer(tx, world.deed(STAFF), merged.customer_id, own.customer_id));
  expect(getCustomer(world.db.orm, merged.customer_id).merged_into).toBe(own.customer_id);
  expect(found("Prya Raman")).toEqual(["customer", merged.booking_number, own.booking_number]);
  expect(oldest.customer_id).toBe(own.customer_id);
});

it("what has the name as it was typed instead where there is any, nothing for nothing, and nothing under one status", async () => {
  const { booking_number } = await order("priya@example.com", "(407) 555-0101");
  expect([found("Priya"), found(""), found("Zzyx")]).toEqual([["customer", booking_number], [], []]);
  expect(found("Prya").length).toBe(2);
  expect(findNearBookings(world.db.orm, { search: "Priya", status: "quoted" })).toEqual([]);
});
