import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import { reminderDay } from "~/domain/messages/reminders";
import { reminderAt } from "~/domain/messages/reminders.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { isPermitMissing } from "~/domain/records/status.server";
import { deliveryHours } from "~/domain/schedule/rules";
import type { Services } from "~/services.server";
import { facts, nameAmong, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { textOf } from "./texts.server";

type Work = Task<"mail.scheduled" | "sms.scheduled">;

/**
 * What is planned, while all of it still is: a delivery that was taken off the plan again is not promised, nor is one
 * whose street has no permit yet.
 */
function findScheduled(
  services: Pick<Services, "db">,
  work: Work,
): { booking: Booking; units: templates.ScheduledUnit[] } | null {
  const booking = getBooking(services.db.orm, work.payload.bookingId);
  if (wordsNow(work, booking) === null || booking.status !== "confirmed") return null;
  const all = listUnits(services.db.orm, booking.id);
  if (isPermitMissing(booking, all)) return null;
  const units = all
    .filter(({ state }) => state === "reserved")
    .map((unit) => ({
      dumpster: nameAmong(unit, all),
      day: unit.delivery_date,
      hours: deliveryHours(unit.delivery_window),
    }));
  return units.length === 0 ? null : { booking, units };
}

export async function scheduled(services: Mailing, deed: Deed, work: Task<"mail.scheduled">): Promise<Effect> {
  const found = findScheduled(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, units } = found;
  const isReminded = units.every(({ day }) => deed.now < reminderAt(reminderDay("day-before", day)));
  const content = templates.scheduled({ ...facts(services, booking), units, isReminded });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function scheduledText(services: Texting, deed: Deed, work: Task<"sms.scheduled">): Promise<Effect> {
  return textOf(services, deed, work, findScheduled(services, work), ({ units }) => templates.scheduledWords(units));
}
