import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { newCapability, type Id } from "../kernel/ids.server";

/**
 * The key of a booking's payment link, made when it is first needed. It opens the page to pay what is owed, and nothing
 * else of the booking: it may be forwarded to whoever pays. It ends with all other links (`renewAccess`).
 */
export function payCapability(tx: Tx, bookingId: Id<"booking">): string {
  const { pay_capability: known } = getBooking(tx, bookingId);
  if (known) return known;
  const made = newCapability();
  tx.update(bookings).set({ pay_capability: made }).where(eq(bookings.id, bookingId)).run();
  return made;
}

/** Whose payment link it is; null for none, and for one that has ended. */
export function findBookingToPay(orm: Orm, key: string): Booking | null {
  if (key === "") return null;
  return orm.select().from(bookings).where(eq(bookings.pay_capability, key)).get() ?? null;
}
