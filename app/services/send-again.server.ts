import type { Booking } from "~/domain/booking/bookings.server";
import { newCapability } from "~/domain/kernel/ids.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import type { Services } from "~/services.server";

/** The confirmation with its documents once more, to the booking's stored address. The caller limits how often. */
export function sendDocumentsAgain(services: Services, booking: Booking): Promise<void> {
  return services.db.write((tx) =>
    enqueue(tx, { kind: "mail.booking-documents", cause: `mail.booking-documents:${booking.id}:${newCapability()}`, bookingId: booking.id, payload: { bookingId: booking.id } }),
  );
}
