import type { Tx } from "#db/client.server";
import { bookingItems, bookings, units } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { keepCustomer } from "~/domain/customers/customers.server";
import { stayOf } from "~/domain/dispatch/swap.server";
import { take } from "~/domain/inventory/holds.server";
import { addDays } from "~/domain/kernel/days";
import type { Actor, Deed } from "~/domain/kernel/deed";
import { newCapability, newId, type Id } from "~/domain/kernel/ids.server";
import { instantAt, type Instant } from "~/domain/kernel/time.server";
import { priceOrder, pricingConfig } from "~/domain/pricing/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import type { BookingStatus } from "~/domain/states/transitions";
import { TODAY } from "./domain";

/**
 * Rows written straight into the tables, for tests of verbs that must not depend on how an order is typed, signed and
 * paid; tests/support/domain.ts makes the same by the verbs.
 */

export function testDeed(
  by: Actor = { kind: "staff", id: "acc_test", label: "Sam Staff" },
  now: Instant = instantAt(TODAY, 9),
): Deed {
  return { by, now, requestId: newCapability() };
}

/** A booking with units of 20 yards, as the payment's verb leaves it; written straight into the tables. */
export function insertBooking(tx: Tx, deed: Deed, given: Partial<Booking> & { unitCount?: number } = {}): Booking {
  const { unitCount = 1, ...changes } = given;
  // Counting is for who gives none: it reads them all.
  const number = changes.booking_number ?? String(tx.select({ id: bookings.id }).from(bookings).all().length + 1);
  const email = changes.email ?? "pat.lee@example.com";
  const contact = { firstName: "Pat", lastName: "Lee", email, phone: "+14075550133" };
  const customer_id = keepCustomer(tx, contact, false, deed.now);
  const nothing = priceOrder(
    { lines: [], context: "new", areaDeliveryFee: 0 },
    pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices),
  );
  const sums = { subtotal: 37900, estimatedHaulFees: 9500, tax: 3032, total: 40932 };
  const price = { ...nothing, ...sums, totalUnits: unitCount };
  const booking = tx
    .insert(bookings)
    .values({
      id: newId("booking"),
      booking_number: `DMP-2026-${number.padStart(6, "0")}`,
      status: "paid_pending_scheduling" satisfies BookingStatus,
      items_summary: `${unitCount} x 20-yard dumpster (General waste)`,
      total_units: unitCount,
      dumpster_size: 20,
      scheduled_delivery_date: addDays(TODAY, 1),
      scheduled_pickup_date: addDays(TODAY, 8),
      rental_duration_days: 7,
      delivery_time_window: "morning",
      waste_types: ["household_items"],
      project_type: "home_cleanout",
      business_type: "residential",
      total_amount: price.total,
      price,
      customer_id,
      first_name: "Pat",
      last_name: "Lee",
      email,
      phone: "+14075550133",
      address: "123 Main Street",
      city: "Orlando",
      county: "Orange",
      zip: "32801",
      source: "web",
      signing_key: newCapability(),
      capability: newCapability(),
      paid_at: deed.now,
      created_at: deed.now,
      updated_at: deed.now,
      ...changes,
    })
    .returning()
    .get();
  const item = tx
    .insert(bookingItems)
    .values({
      id: newId("bookingItem"),
      booking_id: booking.id,
      line_number: 1,
      quantity: unitCount,
      size_yards: 20,
      material_category: "general",
      unit_price: 37900,
      line_total: 37900 * unitCount,
    })
    .returning()
    .get();
  for (let unit = 1; unit <= unitCount; unit++) {
    const reserved = tx
      .insert(units)
      .values({
        id: newId("unit"),
        booking_id: booking.id,
        booking_item_id: item.id as Id<"bookingItem">,
        unit_number: unit,
        state: "reserved",
        size_yards: 20,
        material_category: "general",
        delivery_date: booking.scheduled_delivery_date,
        delivery_window: "morning",
        pickup_date: booking.scheduled_pickup_date,
        occupied_until: addDays(booking.scheduled_pickup_date, 1),
        share: Math.floor(price.total / unitCount),
        created_at: deed.now,
      })
      .returning()
      .get();
    take(tx, stayOf(reserved));
  }
  return booking;
}
