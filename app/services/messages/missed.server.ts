import type { Orm } from "#db/client.server";
import { getBooking, listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { paidFor } from "~/domain/dispatch/paid-truck.server";
import { getChange } from "~/domain/changes/changes.server";
import { findOpenExtra } from "~/domain/changes/extra-job.server";
import { findAttempt, isOurCrossing } from "~/domain/dispatch/attempts.server";
import { getJob, isLastAttempt, type Job } from "~/domain/dispatch/jobs.server";
import { visitFee } from "~/domain/charges/visit-fee.server";
import type { Deed } from "~/domain/kernel/deed";
import { dayAt } from "~/domain/kernel/time.server";
import type { MailContent } from "~/domain/messages/layout";
import * as templates from "~/domain/messages/templates";
import type { BookingMailFacts } from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { managePaths } from "~/manage-paths";
import type { Services } from "~/services.server";
import { facts, links, nameAmong, nameOf, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { photoOf } from "./photo-of.server";
import { notSent, send, type Effect } from "./send.server";
import { textOf } from "./texts.server";

type Missed = Task<`${"mail" | "sms"}.${"delivery" | "pickup"}-failed`>;
type Picturing = Mailing & Pick<Services, "files">;
type InVain = Task<"mail.extra-failed" | "sms.extra-failed">;

/** We came and could not set the dumpster down. Nothing once it has another day, is cancelled, or arrived after all. */
export async function deliveryFailed(services: Picturing, deed: Deed, work: Task<"mail.delivery-failed">) {
  return mailOf(services, deed, work, findMissed(services, work), ({ missed }, shared) =>
    templates.deliveryFailed({ ...shared, missed }),
  );
}

/** We came for the dumpster and had to leave it. Nothing once another attempt is planned, or the customer keeps it. */
export async function pickupFailed(services: Picturing, deed: Deed, work: Task<"mail.pickup-failed">) {
  return mailOf(services, deed, work, findMissed(services, work), ({ missed }, shared) =>
    templates.pickupFailed({ ...shared, missed }),
  );
}

export async function missedText(
  services: Texting,
  deed: Deed,
  work: Task<"sms.delivery-failed" | "sms.pickup-failed">,
): Promise<Effect> {
  return textOf(services, deed, work, findMissed(services, work), ({ missed }) =>
    work.kind === "sms.pickup-failed" ? templates.pickupFailedWords(missed) : templates.deliveryFailedWords(missed),
  );
}

/** We came to swap, empty or move it and could not. Nothing once it is planned anew, taken back, or picked up. */
export async function extraFailed(services: Picturing, deed: Deed, work: Task<"mail.extra-failed">) {
  return mailOf(services, deed, work, findInVain(services, work), ({ inVain }, shared) =>
    templates.extraFailed({ ...shared, inVain }),
  );
}

export async function extraFailedText(services: Texting, deed: Deed, work: Task<"sms.extra-failed">): Promise<Effect> {
  return textOf(services, deed, work, findInVain(services, work), ({ inVain }) => templates.extraFailedWords(inVain));
}

type Shared = BookingMailFacts & templates.VisitTold & { chooseUrl: string };

/** What all of these mails say beside it: what the visit costs, as its page does, with a photo of what was in the way. */
async function mailOf<F extends { booking: Booking; job: Job; missed: templates.InVain }>(
  services: Picturing,
  deed: Deed,
  work: Task<"mail.delivery-failed" | "mail.pickup-failed" | "mail.extra-failed">,
  found: F | null,
  compose: (found: F, shared: Shared) => MailContent,
): Promise<Effect> {
  if (!found) return notSent(work, OVER);
  const { booking, job, missed } = found;
  const fee = visitFee(services.db.orm, services.settings(), booking, job, services.clock.now()).words;
  const chooseUrl = links(services).url(managePaths.reschedule({ key: booking.capability }));
  const attachments = missed.isCrossed ? [] : await photoOf(services, job, "attempted", "what-was-in-the-way.jpg");
  const hasPhoto = attachments.length > 0;
  const content = compose(found, { ...facts(services, booking), fee, hasPhoto, chooseUrl });
  return send(services, deed, work, booking.email, content, { booking, attachments });
}

/** The attempt with its dumpster, while it is the last one and has failed. */
function findMissed({ db: { orm } }: Pick<Services, "db">, work: Missed) {
  const { booking, job, unit, missed } = readAttempt(orm, work);
  const holds = unit?.state === `${job.kind}_failed` && isLastAttempt(orm, job) && wordsNow(work, booking) !== null;
  return holds ? { booking, job, missed } : null;
}

function findInVain({ db: { orm } }: Pick<Services, "db">, work: InVain) {
  const { booking, job, unit, missed } = readAttempt(orm, work);
  const stands = unit !== null && unit.state !== "off_site" && unit.state !== "settled";
  const change = job.change_id && getChange(orm, job.change_id);
  const isOver = change ? change.state !== "applied" : false;
  if (!stands || isOver || findOpenExtra(orm, job.unit_id) || wordsNow(work, booking) === null) return null;
  return {
    booking,
    job,
    missed,
    inVain: { ...missed, what: templates.extraOf(job.kind), isPaid: paidFor(orm, job.change_id) > 0 },
  };
}

/**
 * Which dumpster it was, the day on which the truck was there, whatever day it was planned for, and what the driver found:
 * their choice alone, as their own words and what the customer answered are for the office.
 */
function readAttempt(orm: Orm, work: Missed | InVain) {
  const job = getJob(orm, work.payload.jobId);
  const booking = getBooking(orm, job.booking_id);
  const all = listUnits(orm, booking.id);
  const unit = all.find(({ id }) => id === job.unit_id) ?? null;
  const missed: templates.InVain = {
    dumpster: unit ? nameAmong(unit, all) : "dumpster",
    isOne: unit !== null && nameAmong(unit, all) === nameOf(unit),
    day: job.done_at === null ? job.day : dayAt(job.done_at),
    reason: findAttempt(orm, job.id)?.reason ?? job.failure_reason ?? "",
    isCrossed: isOurCrossing(orm, job.id),
  };
  return { booking, job, unit, missed };
}
