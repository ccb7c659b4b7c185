import { data } from "@remix-run/node";
import { editableOf } from "~/domain/booking/office/edit";
import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { formatTime } from "~/domain/kernel/time.server";
import { BOOKING_STATUS } from "~/domain/states/labels";
import { crmPaths } from "~/crm-paths";
import type { Gone } from "~/http/answers/gone.server";
import type { Services } from "~/services.server";
import type { PreparedOver } from "~/ui/office/PreparedOver";
import { typedAnew } from "./prepared-typed.server";

/** Where the office goes on with an order that is none of its forms' any more: what was typed has a place there, or a note. */
const wayOn = ({ booking_number: number, ...booking }: Booking) =>
  booking.status !== "cancelled" && editableOf(booking).length > 0
    ? { label: "Edit the record", to: crmPaths.editBooking(number) }
    : { label: "To the record", to: crmPaths.booking(number) };

/** "It was paid meanwhile.": by card, or put on the customer's account; else the status that it has. */
export const overWords = ({ status, paid_at }: Pick<Booking, "status" | "paid_at">): string =>
  paid_at !== null && status !== "cancelled"
    ? "It was paid meanwhile."
    : status === "cancelled"
      ? "It was cancelled meanwhile."
      : `It is not open any more: ${BOOKING_STATUS[status].label.toLowerCase()}.`;

/** The same for a page that was open on it meanwhile; null where no booking has the number. */
export function overView({ db }: Pick<Services, "db">, number: string): PreparedOver | null {
  const booking = findBooking(db.orm, { number });
  if (!booking) return null;
  const isPaid = booking.paid_at !== null && booking.status !== "cancelled";
  return {
    number,
    status: booking.status,
    paidAt: isPaid && booking.paid_at !== null ? formatTime(booking.paid_at) : null,
    words: overWords(booking),
    wayOn: wayOn(booking),
  };
}

/**
 * The answer to the form of a prepared order that was paid, or has ended, while it was filled in: nothing of it is saved,
 * and nothing is lost without a word. `typed` has what is another than the order that was paid for, each with its name.
 * Null while no booking has the number.
 */
export function typedInVain(services: Pick<Services, "clock" | "db" | "settings">, number: string, form: FormData) {
  const booking = findBooking(services.db.orm, { number });
  if (!booking) return null;
  const gone: Gone = {
    gone: `${overWords(booking)} What you sent came after that.`,
    heading: `Order ${number}: not saved`,
    typed: typedAnew(services, booking, form),
    back: wayOn(booking),
  };
  return data(gone, { status: 409, headers: { "Cache-Control": "no-store" } });
}
