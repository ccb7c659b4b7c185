import { windowHours, deliveryTimeLabel } from "~/domain/schedule/rules";
import { listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import type { Agreement } from "~/domain/documents/agreement.server";
import { isKeptOne } from "~/domain/booking/order/apart";
import { bookingCalendar, type CalendarFacts } from "~/domain/documents/calendar";
import { getFile, type Invoice } from "~/domain/documents/invoices.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Attachment } from "~/domain/messages/ports";
import { isPermitMissing, type Off } from "~/domain/records/status.server";
import { PERMIT_FIRST } from "~/domain/records/status-words";
import { HELD } from "~/domain/states/labels";
import { asSentence } from "~/domain/states/sentence";
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
    ...(booking.on_hold_reason !== null && booking.status !== "cancelled"
      ? { before: asSentence(HELD) }
      : isPermitMissing(booking, units) && { before: PERMIT_FIRST }),
    manageUrl: `${services.config.publicUrl}${paths.manage.number(booking.booking_number)}`,
    uidHost: new URL(services.config.publicUrl).hostname,
    madeAt: deed.now,
    sequence: booking.calendar_sequence + (booking.status === "cancelled" ? 1 : 0),
    cancelled: booking.status === "cancelled",
  });
}

/**
 * Each time that a truck comes to the booking once, and each last paid day of what is kept. Of a cancelled one all that
 * were to come, which the file takes out of the calendar.
 */
function trips(booking: Booking, units: readonly Unit[]): Pick<CalendarFacts, "deliveries" | "pickups"> {
  const counted = booking.status === "cancelled" ? units : units.filter(({ state }) => state !== "cancelled");
  const deliveries = counted.map(({ delivery_date: day, delivery_window }) => ({
    day,
    window: windowHours(delivery_window),
    windowLabel: deliveryTimeLabel(delivery_window),
  }));
  const pickups = counted.map((unit) => ({
    day: unit.pickup_date,
    isKept: isKeptOne(booking.flexible_extension, unit, units),
  }));
  return {
    deliveries: eachOnce(
      deliveries,
      ({ day, window: { startHour, endHour } }) => `${day} ${String(startHour).padStart(2, "0")} ${endHour}`,
    ),
    pickups: eachOnce(pickups, ({ day, isKept }) => `${day} ${isKept}`),
  };
}

/** In the order of `key`. */
function eachOnce<One>(all: readonly One[], key: (one: One) => string): One[] {
  return [...new Map(all.map((one) => [key(one), one])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
}

/**
 * Invoice, agreement and calendar file of a confirmation; PDFs that are not made yet are left out, and the calendar file
 * where its days do not stand (`off`).
 */
export async function bookingAttachments(
  services: Pick<Services, "config" | "db" | "files" | "settings">,
  deed: Deed,
  booking: Booking,
  documents: { invoice: Invoice | null; agreement: Agreement | null; off: Off | null },
): Promise<Attachment[]> {
  const pdfs = await Promise.all(
    [documents.invoice?.file_id, documents.agreement?.file_id].map((fileId) => pdfAttachment(services, fileId ?? null)),
  );
  const made = pdfs.filter((pdf) => pdf !== null);
  if (documents.off !== null) return made;
  const calendar: Attachment = {
    filename: `Booking-${booking.booking_number}.ics`,
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
    content: Buffer.from(calendarFile(services, deed, booking)),
  };
  return [...made, calendar];
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
