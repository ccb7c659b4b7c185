import { askForAdditional } from "~/domain/changes/additional.server";
import { mayHaveAnother } from "~/domain/changes/additional-rules";
import type { Booking } from "~/domain/booking/order/bookings.server";
import type { AdditionalOffer } from "~/domain/changes/additional-rules";
import { readDraftData, type DraftData } from "~/domain/booking/draft/data";
import { findDraft } from "~/domain/booking/draft/drafts.server";
import { otherDaysFor, scheduleContext } from "~/domain/booking/order/open-days.server";
import { checkSchedule, type ScheduleCheck } from "~/domain/booking/order/schedule-check.server";
import {
  DELIVERY_WINDOW_IDS,
  deliveryDayProblem,
  firstDeliveryDay,
  occupiedUntil,
  pickupDay,
} from "~/domain/schedule/rules";
import { findShortage } from "~/domain/inventory/availability.server";
import { addDays, type Day } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { formatPhone } from "~/domain/kernel/phone";
import { dayAt, type Instant } from "~/domain/kernel/time.server";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { readChosen } from "~/domain/pricing/rules";
import { sizesOf, type OrderLine } from "~/domain/pricing/types";
import { findServiceArea } from "~/domain/service-area/service-area.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";

/** The address where it is signed and paid: whole, and as a path of this website; or `byPhone`, it is made in a call. */
export type AdditionalResult =
  | { ok: true; url: string; path: string }
  | { ok: false; message: string; byPhone?: boolean };

const NO_WINDOW =
  "The next delivery days have no room for this order. Please ask for fewer dumpsters, choose another day in a new booking, or call us.";

/** Holidays beyond the longest rental say nothing about its pickup. */
const LONGEST_DAYS = 60;

/**
 * What the request for an additional dumpster begins with and is priced by; cents. Null for a booking that is not paid,
 * cancelled, or long over, and while no size is on offer: then it is a booking like any other.
 */
export function offerAdditional(
  services: Pick<Services, "db" | "settings">,
  booking: Booking,
  now: Instant,
): AdditionalOffer | null {
  const settings = services.settings();
  if (!mayHaveAnother(booking, dayAt(now))) return null;
  const { maxQuantityPerLine, maxRentalDays, includedDays, deliveryWeekdays, holidays } = settings;
  const config = readPricingConfig(services.db.orm, settings);
  const sizes = sizesOf(config.prices);
  const size = sizes.find((one) => one === booking.dumpster_size) ?? sizes[0];
  if (size === undefined) return null;
  const startDate = wantedDay(services, booking, now);
  const last = addDays(startDate, LONGEST_DAYS);
  return {
    config,
    areaDeliveryFee: findServiceArea(services.db.orm, booking.zip)?.delivery_fee ?? 0,
    limits: { maxQuantityPerLine, maxRentalDays, includedDays },
    startDate,
    calendar: { deliveryWeekdays, holidays: holidays.filter((on) => on >= startDate && on <= last) },
    size,
    heavy: booking.price.items[0]?.material === "heavy",
  };
}

/** The day on which it is wanted: the booking's own delivery day, else the first one that can be booked. */
function wantedDay(services: Pick<Services, "settings">, booking: Booking, now: Instant): Day {
  const context = scheduleContext(services.settings(), now);
  return deliveryDayProblem(booking.scheduled_delivery_date, context)
    ? firstDeliveryDay(context)
    : booking.scheduled_delivery_date;
}

/**
 * Whether too few dumpsters are free from the wanted day on: the size and how many there are. Null when there are
 * enough.
 */
export function findAdditionalShortage(
  services: Pick<Services, "db" | "settings">,
  booking: Booking,
  line: OrderLine,
  now: Instant,
): { size: number; availableCount: number } | null {
  const start = wantedDay(services, booking, now);
  return findShortage(
    services.db.orm,
    [line],
    { start, end: occupiedUntil(pickupDay(start, line.rentalDays, services.settings()), false, services.settings()) },
    dayAt(now),
  );
}

/**
 * An additional dumpster for a booking: a booking of its own for the same person and place, on the first booking's
 * delivery day or the next one that works. The answer is the address where it is signed and paid: every rental has its
 * own signature (domain.md, section 2). The same request again gets the same address. Refused with a message when no
 * day works, or when the booking is none to add to.
 */
export async function prepareAdditional(
  services: Pick<Services, "config" | "db" | "settings">,
  deed: Deed,
  booking: Booking,
  lines: OrderLine[],
): Promise<AdditionalResult> {
  if (!mayHaveAnother(booking, dayAt(deed.now)))
    return { ok: false, message: "Nothing can be added to this booking. Please make a new one." };
  const settings = services.settings();
  const { orm } = services.db;
  const cart = lines.map((line) => ({
    dumpsterSize: line.size,
    quantity: line.quantity,
    materialCategory: line.material,
  }));
  const typed = booking.draft_id ? findDraft(orm, booking.draft_id)?.data : undefined;
  const wanted = readDraftData({
    ...typed,
    cart,
    dumpsterSize: null,
    // What was asked for now, not what the first order chose.
    ...readChosen((name) => lines[0]?.[name], settings.maxRentalDays, settings.includedDays),
    flexibleExtension: false,
    zip: booking.zip,
    address: booking.address,
    city: booking.city,
    placement: booking.placement,
    associationApproval: booking.association_approval,
    deliveryDate: booking.scheduled_delivery_date,
    deliveryTime: booking.delivery_time_window,
    contactInfo: {
      firstName: booking.first_name,
      lastName: booking.last_name,
      phone: formatPhone(booking.phone, booking.phone_extension),
      email: booking.email,
    },
    smsConsent: booking.sms_consent,
  });
  const found = findRoom(services, wanted, wantedDay(services, booking, deed.now), deed.now);
  // Which window is full on which day is of no use to somebody who chooses neither here.
  const noWindow = !found.ok && found.fields.deliveryTime !== undefined && !found.offerCallBack;
  if (!found.ok && found.offerCallBack === "call_back")
    return {
      ok: false,
      byPhone: true,
      message: "We make this order with you by phone. Please call us, or ask for a call-back.",
    };
  if (!found.ok) return { ok: false, message: noWindow ? NO_WINDOW : Object.values(found.fields).join(" ") };
  const made = await services.db.write((tx) => askForAdditional(tx, deed, settings, booking, found.data));
  const path = paths.signAgreement(made.signing_key);
  return { ok: true, path, url: services.config.publicUrl + path };
}

/**
 * The first of the wanted day and the next ones that holds the order: in the booking's own window, else in another one,
 * which is better than none on busy days and stands in the agreement. Else why the wanted day does not.
 */
function findRoom(
  services: Pick<Services, "db" | "settings">,
  wanted: DraftData,
  from: Day,
  now: Instant,
): ScheduleCheck {
  const {
    db: { orm },
  } = services;
  const settings = services.settings();
  const check = (deliveryDate: Day, deliveryTime: string) =>
    checkSchedule(orm, settings, { ...wanted, deliveryDate, deliveryTime }, now);
  const first = check(from, wanted.deliveryTime);
  if (first.ok) return first;
  const days = otherDaysFor(orm, settings, wanted, now);
  for (const window of new Set([wanted.deliveryTime, ...DELIVERY_WINDOW_IDS])) {
    for (const on of days) {
      const next = check(on, window);
      if (next.ok) return next;
    }
  }
  return first;
}
