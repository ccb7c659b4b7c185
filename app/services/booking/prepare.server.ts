import { readDraftData, type DraftData } from "~/domain/booking/draft/data";
import type { Right, Rights } from "~/domain/booking/draft/grants";
import { answerQuestion } from "~/domain/booking/draft/project-buttons";
import { questionOf } from "~/domain/booking/draft/opened";
import { checkSchedule } from "~/domain/booking/order/schedule-check.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import type { BookIntent, LineFields, ScheduleFields } from "~/domain/booking/draft/fields";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { findNotServed, type NotServed } from "~/domain/customers/serve.server";
import { day, formatDay } from "~/domain/kernel/days";
import { DAY, dayAt, instant, instantAt, plus, type Instant } from "~/domain/kernel/time.server";
import { questionInWords } from "~/domain/pricing/material-words";
import { sizesOf } from "~/domain/pricing/types";
import { windowHours } from "~/domain/schedule/rules";
import type { Settings } from "~/domain/settings/schema";
import { enqueue } from "~/domain/outbox/outbox.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";

/** What the office types while the caller talks: the project, one to ten lines, and the schedule. */
export interface PhoneOrder extends ScheduleFields {
  projectType: string;
  businessType: "residential" | "commercial";
  wasteTypes: string[];
  lines: LineFields[];
}

/** Staff may fill a window beyond its room; what they prepare carries the grant for it. */
const GIVEN_BY_STAFF: Rights = new Set<Right>(["full_window"]);

export type PrepareResult =
  { ok: true; bookingNumber: string; signUrl: string } | { ok: false; fields: Record<string, string>; title?: string };

/**
 * Prepares a booking for a caller in `quoted` and sends the link for signature and payment by email (and SMS where
 * the caller agreed). Refused with messages for the fields, and with the customer's question about the material until
 * the button that was pressed answers it (`materialQuestion`). Staff may price consultation materials this way.
 */
export async function prepareBooking(
  services: Pick<Services, "config" | "db" | "settings" | "catalogue">,
  order: PhoneOrder,
  deed: Deed<StaffActor>,
  pressed: BookIntent = { kind: "continue" },
): Promise<PrepareResult> {
  const settings = services.settings();
  const data = answerQuestion(toDraftData(order), pressed, sizesOf(services.catalogue().prices));
  const notServed = findNotServed(services.db.orm, data.contactInfo);
  if (notServed) return { ok: false, fields: { phone: notServedText(notServed) } };
  const checked = checkSchedule(services.db.orm, settings, data, deed.now, GIVEN_BY_STAFF);
  if (!checked.ok) return { ok: false, fields: checked.fields };
  // Last, so that its answer is not asked for again because of something else.
  const question = questionOf(checked.data);
  if (question)
    return {
      ok: false,
      fields: { materialQuestion: questionInWords(question) },
      title: "One question before you save",
    };
  const booking = await services.db.write((tx) => {
    const made = prepareQuote(tx, deed, settings, checked.data, goodUntil(checked.data, settings, deed.now));
    enqueue(tx, {
      kind: "mail.sign-request",
      cause: `mail.sign-request:${made.booking.id}`,
      bookingId: made.booking.id,
      payload: { bookingId: made.booking.id },
    });
    if (order.smsConsent)
      enqueue(tx, {
        kind: "sms.sign-request",
        cause: `sms.sign-request:${made.booking.id}`,
        bookingId: made.booking.id,
        payload: { bookingId: made.booking.id },
      });
    return made.booking;
  });
  return {
    ok: true,
    bookingNumber: booking.booking_number,
    signUrl: `${services.config.publicUrl}${paths.signAgreement(booking.signing_key)}`,
  };
}

/** For staff alone: who was decided not to be served, and why. */
function notServedText({ reason, since, by }: NotServed): string {
  return `Do not serve since ${formatDay(dayAt(since), { year: true })}${by ? `, by ${by}` : ""}: ${reason} Whoever knows better lifts it in the customer’s record first.`;
}

/** A price of the office holds for some days, and no longer than until the delivery it was made for begins. */
function goodUntil(data: DraftData, settings: Settings, now: Instant): Instant {
  const begins = instantAt(day(data.deliveryDate), windowHours(data.deliveryTime).startHour);
  return instant(Math.min(plus(now, settings.quoteDays * DAY), begins));
}

function toDraftData(order: PhoneOrder): DraftData {
  const { firstName, lastName, phone, email, lines, ...rest } = order;
  const cart = lines.map((line) => ({
    dumpsterSize: line.dumpsterSize,
    quantity: line.quantity,
    materialCategory: line.materialCategory,
  }));
  return readDraftData({ ...rest, cart, dumpsterSize: null, contactInfo: { firstName, lastName, phone, email } });
}
