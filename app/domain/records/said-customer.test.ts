import { expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listForOffice } from "./booking-list.server";
import { findAnything } from "./find.server";

const world = setSoundWorld({ fleet: { 20: 9 } });
const FISHER = { firstName: "Nell", lastName: "Fisher", email: "nell@example.com", phone: "(407) 555-0144" };

it.each(["customer Fisher", "Customer: fisher", "fisher"])("the list has the bookings of %s", async (search) => {
  const { booking_number } = await paidBooking(world, { contactInfo: FISHER });
  await paidBooking(world);
  expect(listForOffice(world.db.orm, { search }).rows.map(({ number }) => number)).toEqual([booking_number]);
  const found = findAnything(world.db.orm, search);
  expect(found.flatMap((hit) => (hit.kind === "booking" ? [hit.number] : []))).toEqual([booking_number]);
});
