import type { Orm } from "#db/client.server";
import { parseDay, type Day } from "../../kernel/days";
import { MATERIALS } from "../../pricing/materials";
import { readPricingConfig } from "../../pricing/pricing.server";
import { withoutTax, withTax } from "../../pricing/price-lines";
import { priceOrder } from "../../pricing/rules";
import { sizesOf, type OrderLine, type PricingResult } from "../../pricing/types";
import { findServiceArea, type ServiceArea } from "../../service-area/service-area.server";
import type { Settings } from "../../settings/schema";
import type { Booking } from "./bookings.server";
import { orderLines, type DraftData } from "../draft/data";
import type { Rights } from "../draft/grants";
import { occupiedUntil, pickupDay, windowHours } from "../../schedule/rules";
import { instantAt, type Instant } from "../../kernel/time.server";
import { rightsFor } from "../draft/grants.server";

/** What a draft amounts to now: priced from the database, never from the form. Cents, New York days. */
export interface Order {
  lines: OrderLine[];
  /** A line's size is not on offer any more: it has no price, and the order cannot be signed. */
  lacksSize: boolean;
  price: PricingResult;
  area: ServiceArea | null;
  /** Null until the schedule is known. */
  schedule: { deliveryDate: Day; window: string; pickupDate: Day; occupiedUntil: Day } | null;
  itemsSummary: string;
  /** Days to pay, where it goes on the customer's account; null: it is paid at a payment page. */
  accountDays: number | null;
}

export function describeOrder(orm: Orm, settings: Settings, data: DraftData): Order {
  const lines = orderLines(data);
  const config = readPricingConfig(orm, settings);
  const sizes = sizesOf(config.prices);
  const offered = lines.filter(({ size }) => sizes.includes(size));
  const area = data.zip ? findServiceArea(orm, data.zip) : null;
  const input = { lines: offered, context: "new", areaDeliveryFee: area?.delivery_fee ?? 0 } as const;
  const price = { ...priceOrder(input, config), taxRate: settings.taxRate };
  return {
    lines,
    lacksSize: offered.length < lines.length,
    price,
    area,
    schedule: describeSchedule(data, settings),
    itemsSummary: lines.map(lineSummary).join(", "),
    accountDays: null,
  };
}

/** The order at the price that the office fixed for it, where it did (domain.md, "quoted"). */
export function honourPrice(order: Order, booking: Pick<Booking, "price"> | null, rights: Rights): Order {
  return booking && rights.has("price") ? { ...order, price: booking.price, lacksSize: false } : order;
}

/** The order without sales tax, by a certificate that holds; as it is without one. */
export function exempted(order: Order, certificate: string | null): Order {
  return certificate === null ? order : { ...order, price: withoutTax(order.price, certificate) };
}

/**
 * Tax is decided at signing (domain.md, 4.23): a price that was fixed without it has it again once the certificate of
 * then is not the customer's any more, or has ended.
 */
export function taxedAtSigning(order: Order, certificate: string | null, settings: Settings): Order {
  const { exempt } = order.price;
  if (exempt === undefined || exempt === certificate) return order;
  return { ...order, price: withTax(order.price, settings.taxRate) };
}

/**
 * The same of an order that the office puts right: by the certificate of whoever it is for now, or with tax without one.
 */
export function taxedAsPrepared(order: Order, certificate: string | null, settings: Settings): Order {
  return order.price.exempt === undefined ? exempted(order, certificate) : taxedAtSigning(order, certificate, settings);
}

function describeSchedule(data: DraftData, settings: Settings): Order["schedule"] {
  const deliveryDate = parseDay(data.deliveryDate);
  if (!deliveryDate || !data.deliveryTime) return null;
  const pickupDate = pickupDay(deliveryDate, data.rentalDays, settings);
  return {
    deliveryDate,
    window: data.deliveryTime,
    pickupDate,
    occupiedUntil: occupiedUntil(pickupDate, data.flexibleExtension, settings),
  };
}

/** When the order's delivery window starts; the fee for cancelling counts to it. Throws without a schedule. */
export function windowStart({ schedule }: Pick<Order, "schedule">): Instant {
  if (!schedule) throw new Error("the order has no schedule yet");
  return instantAt(schedule.deliveryDate, windowHours(schedule.window).startHour);
}

/** "2 x 20-yard dumpster (General debris)" */
export function lineSummary(line: Pick<OrderLine, "size" | "quantity" | "material">): string {
  return `${line.quantity} x ${line.size}-yard dumpster (${MATERIALS[line.material].label})`;
}

/** The dumpsters and days that a booking asks of the yard. */
export function wishOf(booking: Booking, settings: Settings) {
  return {
    bookingId: booking.id,
    email: booking.email,
    lines: booking.price.items.map(({ size, quantity }) => ({ size, quantity })),
    deliveryDate: booking.scheduled_delivery_date,
    deliveryWindow: booking.delivery_time_window,
    occupiedUntil: occupiedUntil(booking.scheduled_pickup_date, booking.flexible_extension, settings),
  };
}

/** What staff allowed for a booking, by what it is stored with. */
export function rightsOfBooking(orm: Orm, booking: Booking, now: Instant): Rights {
  const {
    price,
    zip,
    scheduled_delivery_date: deliveryDate,
    delivery_time_window: deliveryTime,
    email,
    phone,
  } = booking;
  const order = { lines: price.items, zip, deliveryDate, deliveryTime, contact: [email, phone] as const };
  return rightsFor(orm, booking.draft_id, order, now);
}

/**
 * How many deliveries a window takes for this booking: the office plans an order that is larger than a window over
 * several trucks, and says so by a grant.
 */
export function windowRoomFor(orm: Orm, settings: Settings, booking: Booking, now: Instant): number {
  return rightsOfBooking(orm, booking, now).has("full_window") ? Number.MAX_SAFE_INTEGER : settings.windowCapacity;
}
