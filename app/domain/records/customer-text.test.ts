import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { deliveryDateText, orderDetails, pickupDateText, rentalText } from "./customer-text";

describe("dates on the customer's pages", () => {
  const stored = {
    scheduled_delivery_date: "2026-12-01",
    scheduled_pickup_date: "2026-12-09",
    rental_duration_days: 7,
  };

  it("says days as people do", () => {
    expect(deliveryDateText(stored)).toBe("Tuesday, December 1, 2026");
    expect(pickupDateText(stored)).toBe("Wednesday, December 9, 2026");
  });

  it("counts the pickup from the delivery when it is missing, 7 days when nothing else is known", () => {
    expect(pickupDateText({ ...stored, scheduled_pickup_date: null, rental_duration_days: 10 })).toBe(
      "Friday, December 11, 2026",
    );
    expect(pickupDateText({ ...stored, scheduled_pickup_date: "", rental_duration_days: null })).toBe(
      "Tuesday, December 8, 2026",
    );
  });

  it("says that a date is pending when it is missing or damaged", () => {
    for (const bad of [null, "", "2026-13-40", "soon"]) {
      expect(deliveryDateText({ scheduled_delivery_date: bad })).toBe("Date pending confirmation");
      expect(
        pickupDateText({ scheduled_delivery_date: bad, scheduled_pickup_date: null, rental_duration_days: 7 }),
      ).toBe("Date pending confirmation");
    }
  });
});

describe("order details", () => {
  const order = {
    items_summary: "2 x 15-yard dumpster (Concrete)",
    total_units: 2,
    dumpster_size: 15,
    items: [{ quantity: 2, size_yards: 15, material: "Concrete" }],
  };

  it("shows the summary for several, the lines for one, else the size", () => {
    expect(orderDetails(order)).toEqual(["2 x 15-yard dumpster (Concrete)"]);
    expect(
      orderDetails({ ...order, total_units: 1, items: [{ quantity: 1, size_yards: 15, material: "Wood" }] }),
    ).toEqual(["1 x 15-yard dumpster (Wood)"]);
    expect(orderDetails({ ...order, total_units: 1, items: [] })).toEqual(["15-yard dumpster"]);
  });
});

it.each([
  ["2026-12-03", "2026-12-10", 7, "7 days"],
  ["2026-12-03", "2026-12-12", 7, "7 days in your order"],
  // Due on a Sunday and a holiday: the next open day is still the order's own.
  ["2026-11-29", "2026-12-07", 7, "7 days"],
  ["2026-11-29", "2026-12-08", 7, "7 days in your order"],
  ["2026-12-18", "2026-12-26", 7, "7 days"],
  ["2026-12-03", "2026-12-15", 7, "7 days in your order"],
  ["2026-12-03", "2026-12-04", 1, "1 day"],
  [null, null, null, "7 days"],
])("a rental from %s to %s of %s days is %s", (delivery, pickup, days, said) => {
  const dates = { scheduled_delivery_date: delivery, scheduled_pickup_date: pickup, rental_duration_days: days };
  expect(rentalText(dates, { deliveryWeekdays: [1, 2, 3, 4, 5, 6], holidays: [day("2026-12-25")] })).toBe(said);
});
