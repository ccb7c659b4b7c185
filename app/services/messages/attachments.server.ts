import { windowHours, deliveryTimeLabel } from "~/domain/schedule/rules";
import { listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import type { Agreement } from "~/domain/documents/agreement.server";
import { bookingCalendar, type CalendarDelivery, type CalendarFacts } from "~/domain/documents/calendar";
import { getFile, type Invoice } from "~/domain/documents/invoices.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Attachment } from "~/domain/messages/ports";
import { isPermitMissing } from "~/domain/records/status.server";
import { PERMIT_FIRST } from "~/domain/records/status-words";
import { staysUntilAsked } from "~/domain/states/kept";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { orderNow } from "./facts.server";

/**
 * The booking's calendar file; its UIDs and address stay the same for ever. Calendars are shared with others, so the
 * address in it is where the booking is looked up: it opens nothing by itself.
 */
export function calendarFile(
  services: Pick<Services, "config" | "db" | "settings">,
  deed: Deed,
  booking: Booking,
): string {
  const settings = services.settings();
  const units = listUnits(services.db.orm, booking.id);
  return bookingCalendar({
    bookingNumber: booking.booking_number,
    businessName: settings.businessName,
    phone: settings.phone,
    summary: orderNow(booking, units),
    addressLines: [booking.address, `${booking.city}, FL ${booking.zip}`],
    ...trips(booking, units),
    ...(isPermitMissing(booking, units) && { before: PERMIT_FIRST }),
    isKept: units.some(({ state: unit }) => staysUntilAsked({ mayKeep: booking.flexible_extension, unit })),
    manageUrl: `${services.config.publicUrl}${paths.manage.number(booking.booking_number)}`,
    uidHost: new URL(services.config.publicUrl).hostname,
    madeAt: deed.now,
    sequence: booking.calendar_sequence + (booking.status === "cancelled" ? 1 : 0),
    cancelled: booking.status === "cancelled",
  });
}

/**
 * Each time that a truck comes to the booking once. Of a cancelled one all that were to come, which the file takes out of
 * the calendar; of one without dumpsters as it was ordered.
 */
function trips(booking: Booking, units: readonly Unit[]): Pick<CalendarFacts, "deliveries" | "pickupDays"> {
  const counted = booking.status === "cancelled" ? units : units.filter(({ state }) => state !== "cancelled");
  const ordered = {
    delivery_date: booking.scheduled_delivery_date,
    delivery_window: booking.delivery_time_window,
    pickup_date: booking.scheduled_pickup_date,
  };
  const all = counted.length > 0 ? counted : [ordered];
  const deliveries = all.map(({ delivery_date: day, delivery_window }) => ({
    day,
    window: windowHours(delivery_window),
    windowLabel: deliveryTimeLabel(delivery_window),
  }));
  const at = ({ day, window: { startHour, endHour } }: CalendarDelivery) =>
    day + String(startHour * 100 + endHour).padStart(4, "0");
  const each = new Map(deliveries.toSorted((a, b) => (at(a) < at(b) ? -1 : 1)).map((one) => [at(one), one]));
  return { deliveries: [...each.values()], pickupDays: [...new Set(all.map((one) => one.pickup_date))].toSorted() };
}

/** Invoice, agreement and calendar file of a confirmation; PDFs that are not made yet are left out. */
export async function bookingAttachments(
  services: Pick<Services, "config" | "db" | "files" | "settings">,
  deed: Deed,
  booking: Booking,
  documents: { invoice: Invoice | null; agreement: Agreement | null },
): Promise<Attachment[]> {
  const pdfs = await Promise.all(
    [documents.invoice?.file_id, documents.agreement?.file_id].map((fileId) => pdfAttachment(services, fileId ?? null)),
  );
  const calendar: Attachment = {
    filename: `Booking-${booking.booking_number}.ics`,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
    content: Buffer.from(calendarFile(services, deed, booking)),
  };
  return [...pdfs.filter((pdf) => pdf !== null), calendar];
}

async function pdfAttachment(
  services: Pick<Services, "db" | "files">,
  fileId: Id<"file"> | null,
): Promise<Attachment | null> {
  if (!fileId) return null;
  const file = getFile(services.db.orm, fileId);
  const content = await services.files.read(file.path);
  return content ? { filename: file.filename, contentType: file.content_type, content } : null;
}
