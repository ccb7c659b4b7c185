import { dueDay, type Booking } from "../booking/order/bookings.server";
import { exemptNotes } from "./exempt-words";
import type { Deed } from "../kernel/deed";
import { formatPhone } from "../kernel/phone";
import { dayAt } from "../kernel/time.server";
import { deliveryTimeLabel } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { businessView, documentLines, orderFigures } from "./agreement.server";
import type { InvoiceView } from "./views";

/** What an invoice takes of a booking; a sample has no more than this. */
export type InvoicedOrder = Pick<
  Booking,
  | "booking_number"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | "phone_extension"
  | "address"
  | "city"
  | "zip"
  | "flexible_extension"
  | "scheduled_delivery_date"
  | "delivery_time_window"
  | "scheduled_pickup_date"
  | "rental_duration_days"
  | "price"
  | "total_amount"
> &
  Parameters<typeof dueDay>[0];

/** An invoice's facts, of a booking or a sample. */
export function invoiceView(
  settings: Settings,
  booking: InvoicedOrder,
  invoiceNumber: string,
  deed: Deed,
  website: string,
): InvoiceView {
  const due = dueDay(booking);
  return {
    business: businessView(settings, website),
    invoiceNumber,
    issuedOn: dayAt(deed.now),
    bookingNumber: booking.booking_number,
    customer: {
      name: `${booking.first_name} ${booking.last_name}`,
      email: booking.email,
      phone: formatPhone(booking.phone, booking.phone_extension),
    },
    serviceAddress: [booking.address, `${booking.city}, FL ${booking.zip}`],
    deliveryDay: booking.scheduled_delivery_date,
    windowLabel: deliveryTimeLabel(booking.delivery_time_window),
    pickupDay: booking.scheduled_pickup_date,
    ...(booking.flexible_extension && { isKept: true }),
    rentalDays: booking.rental_duration_days,
    lines: documentLines(booking.price, settings),
    ...orderFigures(booking.price, settings),
    ...(due === null
      ? { paid: booking.total_amount, balance: 0 }
      : { paid: 0, balance: booking.total_amount, dueBy: due }),
    payment: null,
    notes: [
      `Included: ${settings.includedTons} ton for each dumpster. Weight above it is charged by the facility's ticket, up to ${settings.maxTons} tons.`,
      "Permits outside Orlando are billed separately.",
      ...exemptNotes(booking.price),
      ...(settings.invoiceNote ? [settings.invoiceNote] : []),
    ],
  };
}
