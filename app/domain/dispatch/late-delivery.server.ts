import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { units } from "#db/schema/index";
import { getBooking } from "../booking/order/bookings.server";
import { deriveDates } from "../booking/order/dates.server";
import { paidStay } from "../booking/order/paid-stay.server";
import { reviseInvoiceDates } from "../documents/invoices.server";
import { recordEvent } from "../events/events.server";
import { addDays } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { nextOpenDay, occupiedUntil } from "../schedule/rules";
import { readSettings } from "../settings/settings.server";
import { moveUnitJobs } from "./move-jobs.server";
import { setStay } from "./swap.server";

/**
 * A dumpster is set down after its day: that was ours, because a day that its customer or a closed day moved is its day then.
 * The paid days begin today (domain.md, section 2), so its pickup moves to the last of them, with its truck, its inventory and
 * the papers. Nothing happens to one that came in time, or whose pickup is later already.
 */
export function followLateDelivery(tx: Tx, deed: Deed, unitId: Id<"unit">): void {
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit) throw new Error(`no unit ${unitId}`);
  const today = dayAt(deed.now);
  if (today <= unit.delivery_date) return;
  const settings = readSettings(tx);
  const booking = getBooking(tx, unit.booking_id);
  const { paidDays } = paidStay(tx, settings, booking, unit, unit.replaces_unit_id !== null);
  const pickup = nextOpenDay(addDays(today, paidDays + unit.waived_days), settings);
  if (pickup <= unit.pickup_date) return;
  const moved = setStay(tx, unit, pickup, occupiedUntil(pickup, booking.flexible_extension, settings));
  moveUnitJobs(tx, deed, moved);
  deriveDates(tx, deed, booking.id);
  reviseInvoiceDates(tx, deed, booking.id);
  const datesOf = ({ delivery_date, delivery_window, pickup_date }: typeof unit) => ({
    delivery: delivery_date,
    window: delivery_window,
    pickup: pickup_date,
  });
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: unit.id },
    bookingId: booking.id,
    action: "unit_rescheduled",
    data: { unit_number: unit.unit_number, was: datesOf(unit), is: datesOf(moved) },
  });
}
