import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { isOnClosedDay } from "~/domain/booking/order/closed-day.server";
import { isMissed } from "~/domain/changes/reschedule.server";
import { parseDay } from "~/domain/kernel/days";
import type { Deed } from "~/domain/kernel/deed";
import { listReminded } from "~/domain/messages/reminders.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { lateErrandWords } from "~/domain/records/late-words";
import { isExtra } from "~/domain/states/job-places";
import { asSentence } from "~/domain/states/sentence";
import { sayWhen } from "~/domain/records/unit-dates";
import { managePaths } from "~/manage-paths";
import { facts, lateOf, links, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { textOf } from "./texts.server";

type Late = Task<"mail.delivery-late" | "sms.delivery-late">;
type LateErrand = Task<"mail.errand-late" | "sms.errand-late">;

/** The time of a delivery is over and no truck has left for it: the sentence of its page, while that is still so. */
export async function deliveryLate(services: Mailing, deed: Deed, work: Task<"mail.delivery-late">): Promise<Effect> {
  const found = findLate(services, deed, work);
  if (!found) return notSent(work, OVER);
  const { booking, late } = found;
  const chooseUrl = links(services).url(managePaths.reschedule({ key: booking.capability }));
  const content = templates.deliveryLate({ ...facts(services, booking), late, chooseUrl });
  return send(services, deed, work, booking.email, content, { booking });
}

/** The same by text. */
export async function deliveryLateText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.delivery-late">,
): Promise<Effect> {
  return textOf(services, deed, work, findLate(services, deed, work), ({ late }) => asSentence(late));
}

function findLate(services: Pick<Mailing, "clock" | "db" | "flags">, deed: Deed, work: Late) {
  const { orm } = services.db;
  const booking = getBooking(orm, work.payload.bookingId);
  const day = parseDay(work.payload.day);
  if (!day || wordsNow(work, booking) === null) return null;
  if (listReminded(orm, "delivery-late", booking.id, day).length === 0) return null;
  // Of what stands on a closed day somebody agrees on another with them: that we come as soon as we can is not so.
  const late = listUnits(orm, booking.id).filter((unit) => isMissed(unit, deed.now));
  if (late.every((unit) => isOnClosedDay(orm, unit, deed.now))) return null;
  const said = lateOf(services, booking);
  return said && { booking, late: said };
}

/** The day of a swap, an emptying or a move is over and no truck has left for it, while that is still so. */
export async function errandLate(services: Mailing, deed: Deed, work: Task<"mail.errand-late">): Promise<Effect> {
  const found = findLateErrands(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, late } = found;
  const content = templates.errandLate({ ...facts(services, booking), late });
  return send(services, deed, work, booking.email, content, { booking });
}

/** The same by text. */
export async function errandLateText(services: Texting, deed: Deed, work: Task<"sms.errand-late">): Promise<Effect> {
  return textOf(services, deed, work, findLateErrands(services, work), ({ late }) => asSentence(late));
}

function findLateErrands({ db: { orm } }: Pick<Mailing, "db">, work: LateErrand) {
  const booking = getBooking(orm, work.payload.bookingId);
  const day = parseDay(work.payload.day);
  if (!day || wordsNow(work, booking) === null) return null;
  const late = listReminded(orm, "errand-late", booking.id, day).flatMap(({ jobKind: kind, day, window }) => {
    const when = sayWhen(day, window);
    return isExtra(kind) && when ? [{ kind, when }] : [];
  });
  return late.length === 0 ? null : { booking, late: lateErrandWords(late) };
}
