import { listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { extraDaysOf, type ExtraDays } from "~/domain/charges/extra-days";
import { businessView } from "~/domain/documents/agreement.server";
import type { PaperLink } from "~/domain/documents/papers.server";
import type { PaperLine } from "~/domain/messages/layout";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { wordsFor, type AboutBooking } from "~/domain/messages/still-true";
import type { BookingMailFacts } from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { withSign } from "~/domain/kernel/text";
import {
  isPermitMissing,
  readLate,
  readOff,
  readStatus,
  statusAsked,
  whatIsCancelled,
  type Off,
} from "~/domain/records/status.server";
import type { StatusSentence } from "~/domain/states/sentence";
import { customerPlacement } from "~/domain/schedule/placement-rules";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { website } from "../payments/checkout.server";
import { apartOf, isPaidUntil } from "~/domain/booking/order/apart";

/** What mails and texts know of the company and of the booking that they are about, read when they are sent. */

/** What sending a mail takes, and what sending a text does. */
export type Mailing = Pick<Services, "clock" | "config" | "db" | "flags" | "mail" | "settings">;
export type Texting = Pick<Services, "clock" | "config" | "db" | "flags" | "settings" | "sms">;

/** Why nothing was sent: what the message was to say is not true any more. */
export const OVER = "it is not true any more";

/** "20-yard dumpster" */
export const nameOf = ({ size_yards }: Pick<Unit, "size_yards">) => `${size_yards}-yard dumpster`;

/** "20-yard dumpster (number 2)", as the booking's pages name it; its number only where there are several. */
export function nameAmong(unit: Unit, all: readonly Unit[]): string {
  const isAlone = all.filter(({ state }) => state !== "cancelled").length <= 1;
  return isAlone ? nameOf(unit) : `${nameOf(unit)} (number ${unit.unit_number})`;
}

/** What this message says of its booking as it is now; null when nothing fits. */
export const wordsNow = (work: Task<AboutBooking>, booking: Booking) => wordsFor(work.kind, booking.status);
export const business = (services: Pick<Services, "config" | "settings">) =>
  businessView(services.settings(), website(services));
export const links = (services: Pick<Services, "config">) => ({
  url: (path: string) => `${services.config.publicUrl}${path}`,
});

/** Invoices and credit notes as a mail links them: each at its own page, which is there before its PDF and stays. */
export const paperLines = (
  services: Pick<Services, "config">,
  papers: readonly Pick<PaperLink, "label" | "capability">[],
): PaperLine[] => papers.map(({ label, capability }) => [label, links(services).url(paths.print(capability))]);

/** The sentence that the booking's page says too. */
export function statusOf(services: Pick<Services, "clock" | "db" | "flags">, booking: Booking): StatusSentence {
  return readStatus(services.db.orm, booking, statusAsked(services.flags(), services.clock.now()));
}

/** That we are late with a delivery of it, in the page's words; null where we are not. */
export function lateOf(services: Pick<Services, "clock" | "db" | "flags">, booking: Booking): StatusSentence | null {
  return readLate(services.db.orm, booking, statusAsked(services.flags(), services.clock.now()));
}

/** Why nothing of it is said as it was planned; null where it stands. */
export function offOf(services: Pick<Services, "clock" | "db" | "flags">, booking: Booking): Off | null {
  return readOff(services.db.orm, booking, statusAsked(services.flags(), services.clock.now()));
}

/** "2 × 20-yard dumpster (General debris); 1 of 2 is cancelled", as the booking's page says it too. */
export function orderNow(booking: Booking, units: readonly Unit[]): string {
  return [withSign(booking.items_summary), ...whatIsCancelled(booking, units)].join("; ");
}

/** Whether it stays until they ask, and what a day costs then: as it was signed, because by that it is charged. */
export const keepOf = (services: Pick<Services, "db" | "settings">, booking: Booking): ExtraDays =>
  extraDaysOf(booking, settingsAsSigned(services.db.orm, booking.id, services.settings()));

export function facts(
  services: Pick<Services, "clock" | "config" | "db" | "flags" | "settings">,
  booking: Booking,
): BookingMailFacts {
  const units = listUnits(services.db.orm, booking.id);
  return {
    business: business(services),
    firstName: booking.first_name,
    bookingNumber: booking.booking_number,
    status: statusOf(services, booking),
    permitMissing: isPermitMissing(booking, units),
    associationApproval: booking.association_approval,
    itemsSummary: orderNow(booking, units),
    addressLines: [booking.address, `${booking.city}, FL ${booking.zip}`],
    placement: customerPlacement(booking),
    deliveryDay: booking.scheduled_delivery_date,
    windowLabel: deliveryTimeLabel(booking.delivery_time_window),
    pickupDay: booking.scheduled_pickup_date,
    apart: apartOf(units),
    isKept: isPaidUntil(booking, units),
    keep: keepOf(services, booking),
    dumpsters: units.filter(({ state }) => state !== "cancelled").length,
    asksEarly: services.flags().early_pickup,
    rentalDays: booking.rental_duration_days,
    total: booking.total_amount,
    // An address that was typed for a receipt gets no key to the booking: the customer's own one is in the texts.
    manageUrl: links(services).url(
      booking.email
        ? paths.manage.open(booking.capability)
        : `${paths.manage.lookup}?booking=${booking.booking_number}`,
    ),
  };
}
