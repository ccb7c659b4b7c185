import { findDraft } from "~/domain/booking/drafts.server";
import { readDraftData } from "~/domain/booking/draft-data";
import type { Booking } from "~/domain/booking/bookings.server";
import { prepareQuote } from "~/domain/booking/place.server";
import { otherDaysFor } from "~/domain/booking/open-days.server";
import { checkSchedule } from "~/domain/booking/schedule-check.server";
import { recordEvent } from "~/domain/events/events.server";
import type { Day } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { DAY, plus } from "~/domain/kernel/time.server";
import type { OrderLine } from "~/domain/pricing/types";
import { paths } from "~/paths";
import type { Services } from "~/services.server";

export type AdditionalResult = { ok: true; url: string } | { ok: false; message: string };

/** For as long as the additional dumpster may be signed for and paid at the price that was asked. */
const PRICE_HOLDS = DAY;

/**
 * An additional dumpster for a booking: a booking of its own for the same person and place, on the first booking's
 * delivery day or the next one that works. The answer is the address where it is signed and paid: every rental has its
 * own signature (domain.md, section 2). Refused with a message when no day works.
 */
export async function prepareAdditional(services: Services, deed: Deed, booking: Booking, lines: OrderLine[]): Promise<AdditionalResult> {
  const settings = services.settings();
  const { orm } = services.db;
  const cart = lines.map((line) => ({ dumpsterSize: line.size, quantity: line.quantity, materialCategory: line.material }));
  const typed = booking.draft_id ? findDraft(orm, booking.draft_id)?.data : undefined;
  const wanted = readDraftData({
    ...typed, cart, dumpsterSize: null, rentalDays: lines[0]?.rentalDays ?? settings.includedDays, flexibleExtension: false,
    zip: booking.zip, address: booking.address, city: booking.city, deliveryDate: booking.scheduled_delivery_date, deliveryTime: booking.delivery_time_window,
    contactInfo: { firstName: booking.first_name, lastName: booking.last_name, phone: booking.phone, email: booking.email }, smsConsent: booking.sms_consent,
  });
  const days: Day[] = [booking.scheduled_delivery_date, ...otherDaysFor(orm, settings, wanted, deed.now)];
  const checks = days.map((on) => checkSchedule(orm, settings, { ...wanted, deliveryDate: on }, deed.now));
  const found = checks.find((check) => check.ok);
  if (!found?.ok) {
    const refused = checks.find((check) => !check.ok);
    return { ok: false, message: refused && !refused.ok ? Object.values(refused.fields).join(" ") : "No day works for this order." };
  }
  const made = await services.db.write((tx) => {
    const quote = prepareQuote(tx, deed, settings, found.data, plus(deed.now, PRICE_HOLDS));
    recordEvent(tx, deed, { subject: { kind: "booking", id: booking.id }, bookingId: booking.id, action: "additional dumpster asked for", data: { booking_number: quote.booking.booking_number } });
    return quote.booking;
  });
  return { ok: true, url: `${services.config.publicUrl}${paths.signAgreement(made.signing_key)}` };
}
