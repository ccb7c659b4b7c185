import { expect, it } from "vitest";
import type { CustomerBooking } from "~/domain/records/customer-views";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { BookingWhere } from "./BookingFacts";

const booking = {
  status: "confirmed",
  orderDetails: ["1x 20-yard dumpster"],
  deliveryDate: "Wednesday, December 23",
  deliveryTime: "Morning",
  pickupDate: "Wednesday, December 30",
  stayFromThen: null,
  isKept: false,
  rental: "7 days",
  addressLines: ["12 Oak Street"],
  placement: "Driveway",
  customerName: "Ada Miller",
  wasteTypes: [],
  instructions: "",
} as unknown as CustomerBooking;
const said = async (status: CustomerBooking["status"]) =>
  wordsIn(await rendered(BookingWhere, { booking: { ...booking, status } }));

it("says of a cancelled booking that its days were planned", async () => {
  expect(await said("confirmed")).not.toContain("was planned for");
  const words = await said("cancelled");
  expect(words).toContain("was planned for Wednesday, December 23, Morning");
  expect(words).toContain("was planned for Wednesday, December 30");
});
