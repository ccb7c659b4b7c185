import { getBooking, listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { getChange } from "~/domain/changes/changes.server";
import { findOpenExtra } from "~/domain/changes/extra-job.server";
import { getJob, isLastAttempt, type Job } from "~/domain/dispatch/jobs.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import type { Deed } from "~/domain/kernel/deed";
import type { MailContent } from "~/domain/messages/layout";
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
export function deliveryFailed(services: Mailing, deed: Deed, work: Task<"mail.delivery-failed">): Promise<Effect> {
  return sendMissed(services, deed, work, (about) => templates.deliveryFailed(about));
}

/** We came for the dumpster and had to leave it. Nothing once another attempt is planned, or the customer keeps it. */
export function pickupFailed(services: Mailing, deed: Deed, work: Task<"mail.pickup-failed">): Promise<Effect> {
  return sendMissed(services, deed, work, (about, job) =>
    templates.pickupFailed({ ...about, reason: job.failure_reason ?? "" }),
  );
}

/** The same of either by text: the status says it. */
export async function missedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.delivery-failed" | "sms.pickup-failed">,
): Promise<Effect> {
  const found = findMissed(services, work);
  if (!found) return notSent(work, OVER);
  return sendText(services, deed, work, found.booking, paths.manage.open(found.booking.capability));
}

/** We came to swap, empty or move it and could not. Nothing once it is planned anew, taken back, or picked up. */
export async function extraFailed(services: Mailing, deed: Deed, work: Task<"mail.extra-failed">): Promise<Effect> {
  const found = findInVain(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, inVain } = found;
  const { dryRunFee, noticeHours } = settingsAsSigned(services.db.orm, booking.id, services.settings());
  const content = templates.extraFailed({ ...facts(services, booking), inVain, dryRunFee, noticeHours });
  return send(services, deed, work, booking.email, content, { booking });
}

export async function extraFailedText(services: Texting, deed: Deed, work: Task<"sms.extra-failed">): Promise<Effect> {
  const found = findInVain(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, inVain } = found;
  return sendText(
    services,
    deed,
    work,
    booking,
    paths.manage.open(booking.capability),
    templates.extraFailedWords(inVain),
  );
}

function findInVain(
  { db }: Pick<Services, "db">,
  work: Task<"mail.extra-failed" | "sms.extra-failed">,
): { booking: Booking; inVain: templates.ExtraInVain } | null {
  const job = getJob(db.orm, work.payload.jobId);
  const booking = getBooking(db.orm, job.booking_id);
  const unit = listUnits(db.orm, booking.id).find(({ id }) => id === job.unit_id);
  const stands = unit !== undefined && unit.state !== "off_site" && unit.state !== "settled";
  const change = job.change_id && getChange(db.orm, job.change_id);
  const isOver = change ? change.state !== "applied" : false;
  if (!stands || isOver || findOpenExtra(db.orm, job.unit_id) || wordsNow(work, booking) === null) return null;
  const what = templates.extraOf(job.kind);
  return {
    booking,
    inVain: { what, day: job.day, reason: job.failure_reason ?? "", isPaid: Boolean(change && change.total > 0) },
  };
}

/** `compose` gets what both mails say: the fee is that of the agreement as it was signed. */
async function sendMissed(
  services: Mailing,
  deed: Deed,
  work: Extract<Missed, { kind: `mail.${string}` }>,
  compose: (about: Parameters<typeof templates.deliveryFailed>[0], job: Job) => MailContent,
): Promise<Effect> {
  const found = findMissed(services, work);
  if (!found) return notSent(work, OVER);
  const { booking, job, unit } = found;
  const { dryRunFee, noticeHours } = settingsAsSigned(services.db.orm, booking.id, services.settings());
  const about = {
    ...facts(services, booking),
    dumpster: `${unit.size_yards}-yard dumpster`,
    day: job.day,
    dryRunFee,
    noticeHours,
    chooseUrl: links(services).url(managePaths.reschedule({ key: booking.capability })),
  };
  return send(services, deed, work, booking.email, compose(about, job), { booking });
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
