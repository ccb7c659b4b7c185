import { getBooking, listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { getJob, isLastAttempt, type Job } from "~/domain/dispatch/jobs.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import type { Deed } from "~/domain/kernel/deed";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { facts, links, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { sendText } from "./texts.server";

type Missed = Task<`${"mail" | "sms"}.${"delivery" | "pickup"}-failed`>;

/** We came and could not set the dumpster down. Nothing once it has another day, is cancelled, or arrived after all. */
export async function deliveryFailed(
  services: Mailing,
  deed: Deed,
  work: Task<"mail.delivery-failed">,
): Promise<Effect> {
  const found = findMissed(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, job, unit } = found;
  const { dryRunFee, noticeHours } = services.settings();
  const content = templates.deliveryFailed({
    ...facts(services, booking),
    dumpster: `${unit.size_yards}-yard dumpster`,
    day: job.day,
    dryRunFee,
    noticeHours,
    chooseUrl: links(services).url(managePaths.reschedule({ key: booking.capability })),
  });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function deliveryFailedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.delivery-failed">,
): Promise<Effect> {
  const found = findMissed(services, work);
  if (!found) return notSent(work, OVER);
  const { booking } = found;
  return sendText(services, deed, work, booking, paths.manage.open(booking.capability));
}

/** We came for the dumpster and had to leave it. Nothing once another attempt is planned, or the customer keeps it. */
export async function pickupFailed(services: Mailing, deed: Deed, work: Task<"mail.pickup-failed">): Promise<Effect> {
  const found = findMissed(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, job, unit } = found;
  const { dryRunFee, noticeHours } = settingsAsSigned(services.db.orm, booking.id, services.settings());
  const content = templates.pickupFailed({
    ...facts(services, booking),
    dumpster: `${unit.size_yards}-yard dumpster`,
    day: job.day,
    reason: job.failure_reason ?? "",
    dryRunFee,
    noticeHours,
    chooseUrl: links(services).url(managePaths.reschedule({ key: booking.capability })),
  });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function pickupFailedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.pickup-failed">,
): Promise<Effect> {
  const found = findMissed(services, work);
  if (!found) return notSent(work, OVER);
  const { booking } = found;
  return sendText(services, deed, work, booking, paths.manage.open(booking.capability));
}

/** The attempt with its dumpster, while it is the last one and has failed. */
function findMissed(services: Pick<Services, "db">, work: Missed): { booking: Booking; job: Job; unit: Unit } | null {
  const { orm } = services.db;
  const job = getJob(orm, work.payload.jobId);
  const booking = getBooking(orm, job.booking_id);
  const unit = listUnits(orm, booking.id).find(({ id }) => id === job.unit_id);
  const holds = unit?.state === `${job.kind}_failed` && isLastAttempt(orm, job) && wordsNow(work, booking) !== null;
  return holds ? { booking, job, unit } : null;
}
