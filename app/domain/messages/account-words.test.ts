import { expect, it } from "vitest";
import { sampleBusiness } from "../../../tests/support/papers";
import { day } from "../kernel/days";
import { bookingCancelled } from "./templates";
import { textWords } from "./texts";

// What goes on a customer's account is not asked for twice: no message says "pay", "paid" or "card" of it.
const text = (kind: "sms.sign-request" | "sms.booking-confirmed", accountDays: number | null) =>
  textWords(
    kind,
    {
      business: { name: "Sunline", phone: "(407) 555-0142" },
      booking: { booking_number: "DMP-1", quote_expires_at: null },
      accountDays,
      status: { headline: "Confirmed", more: "" },
      said: "",
      url: "https://example.com/x",
    },
    "en",
  ).body;

it("a text asks for a signature alone, and says that the order is on the account", () => {
  expect(text("sms.sign-request", 30)).toContain("It goes on your account. Sign here: https://example.com/x");
  expect(text("sms.sign-request", null)).toContain("Sign and pay here:");
  expect(text("sms.booking-confirmed", 30)).toContain("booking DMP-1 is on your account.");
  expect(text("sms.booking-confirmed", null)).toContain("booking DMP-1 is paid.");
});

it("the mail of a cancellation counts what leaves the account, the fee that stays, and what goes back by card apart", () => {
  const facts = {
    business: sampleBusiness,
    firstName: "Ada",
    bookingNumber: "DMP-1",
    status: { headline: "Cancelled", more: "" },
    permitMissing: false,
    associationApproval: false,
    itemsSummary: "1 x 20-yard dumpster (General debris)",
    addressLines: ["1 Main Street"],
    placement: "On the driveway",
    deliveryDay: day("2026-12-01"),
    windowLabel: "Morning (8AM - 12PM)",
    pickupDay: day("2026-12-08"),
    rentalDays: 7,
    keep: { mayKeep: false, perDay: 2500, isExempt: false, onAccount: false },
    dumpsters: 1,
    asksEarly: true,
    apart: {},
    isKept: false,
    total: 40000,
    manageUrl: "https://www.example.com/manage-booking",
    paid: 50000,
    tierPercent: 10,
    trip: 0,
    fee: 5000,
    said: { headline: "Cancelled", more: "" },
    only: null,
    papers: [],
    already: 0,
  };
  const back = (cents: number, by: "card" | "check") => [{ cents, by: [by] }];
  const mixed = bookingCancelled({ ...facts, off: 40000, back: back(5000, "card") }).text;
  expect(mixed).toMatch(/On your account: +\$500\.00/);
  expect(mixed).toMatch(/Taken off your account: +\$400\.00/);
  expect(mixed).toMatch(/Refund: +\$50\.00/);
  const alone = bookingCancelled({ ...facts, off: 45000, back: [] }).text;
  expect(alone).toMatch(/Taken off your account: +\$450\.00/);
  expect(alone).not.toContain("Refund");
  // All of it was paid, by check: none of it is on the account, and no bank is told of.
  const paid = bookingCancelled({ ...facts, off: 0, back: back(45000, "check") }).text;
  expect(paid).toMatch(/Paid: +\$500\.00[\s\S]*Refund: +\$450\.00/);
  expect(paid).not.toMatch(/your account|your bank/i);
});
