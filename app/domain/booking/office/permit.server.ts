import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { dayAt } from "../../kernel/time.server";
import { permitGap, type PermitUnit } from "../../schedule/placement-rules";
import { renewBookingTasks } from "../order/booking-tasks.server";
import { getBooking, listUnits } from "../order/bookings.server";

/** A city's or county's permit for a place on the street: its number, and the first and last day that it holds. */
export interface Permit {
  number: string;
  from: Day;
  until: Day;
}

/** `not_covered`: the day is a delivery on which the permit does not hold. */
export type PermitResult =
  | { ok: true }
  | { ok: false; code: "permit_dates" }
  | { ok: false; code: "not_on_street" }
  | { ok: false; code: "not_covered"; delivery: Day };

/**
 * Keeps the permit, without which no truck leaves for the street (domain.md, 4.31). Refused for any other place, whose
 * customer would read of a permit; when it ends before it begins; and when it does not hold on the day of a delivery that is still to come: it would look as if it were got. One
 * that ends before the pickup is kept, and the office goes on being told of it (booking-tasks.server.ts).
 */
export function keepPermit(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  { number, from, until }: Permit,
): PermitResult {
  if (until < from) return { ok: false, code: "permit_dates" };
  const before = getBooking(tx, bookingId);
  if (before.placement !== "street") return { ok: false, code: "not_on_street" };
  const permit = { permit_number: number, permit_from: from, permit_until: until };
  const gap = permitGap({ ...permit, placement: before.placement }, unitsToCome(tx, before, dayAt(deed.now)));
  if (gap?.at === "delivery") return { ok: false, code: "not_covered", delivery: gap.day };
  if (before.permit_number === number && before.permit_from === from && before.permit_until === until)
    return { ok: true };
  tx.update(bookings)
    .set({ ...permit, updated_at: deed.now })
    .where(eq(bookings.id, bookingId))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "permit_kept",
    data: { permit_number: number, from, until },
  });
  renewBookingTasks(tx, deed, bookingId);
  return { ok: true };
}

/**
 * The dumpsters of a booking: one on a truck is set down today, whatever was planned. Before it is paid there are none
 * yet, and its own days say when one will come.
 */
function unitsToCome(tx: Tx, booking: ReturnType<typeof getBooking>, today: Day): PermitUnit[] {
  const units = listUnits(tx, booking.id);
  if (units.length > 0)
    return units.map((unit) =>
      unit.state === "delivering" ? { ...unit, state: "reserved", delivery_date: today } : unit,
    );
  const { scheduled_delivery_date: delivery_date, scheduled_pickup_date: pickup_date } = booking;
  return [{ state: "reserved", delivery_date, pickup_date }];
}
