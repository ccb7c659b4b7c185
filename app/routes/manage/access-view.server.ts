import type { Booking } from "~/domain/booking/order/bookings.server";
import { mayChooseDay } from "~/domain/changes/choose-day.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import { endOfWait, findLastVisit, isWaiting } from "~/domain/dispatch/visits.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { formatTime } from "~/domain/kernel/time.server";
import { dryRunWords } from "~/domain/messages/templates";
import { nameTruck } from "~/domain/records/truck.server";
import { isBeforeItLeaves, isExtra, isRecallable } from "~/domain/states/job-places";
import type { Services } from "~/services.server";
import type { AccessPage } from "~/ui/manage/AccessAnswer";

/** Where a booking's last visit stands, for the customer who answers. */
export function accessView({ db, settings }: Pick<Services, "db" | "settings">, booking: Booking): AccessPage {
  const found = findLastVisit(db.orm, booking.id);
  const number = booking.booking_number;
  if (!found) return { number, state: "nobody" };
  const { visit, job } = found;
  if (!isWaiting(visit, job)) {
    return mayChooseDay(db.orm, job) ? { number, state: "choose" } : { number, state: "over", ended: howItEnded(job) };
  }
  const { dryRunFee, noticeHours } = settingsAsSigned(db.orm, booking.id, settings());
  return {
    number,
    state: "waiting",
    visitId: visit.id,
    truck: nameTruck(db.orm, booking.id, job),
    reason: visit.reason,
    until: formatTime(endOfWait(visit)),
    minutes: visit.answer === "clearing" ? visit.minutes : null,
    choosesDay: !isExtra(job.kind),
    fee: dryRunWords(dryRunFee, noticeHours),
  };
}

/**
 * By where its job is now, which only goes back where we called the truck back: then nobody got in, and the same job is
 * driven again. A visit in vain closes its job.
 */
function howItEnded({ kind, state }: Pick<Job, "kind" | "state">): string {
  if (state === "attempted")
    return isExtra(kind) ? "We come another day, and call you about it." : "We come another day.";
  if (isRecallable(state))
    return "Our truck had to turn back, and is out to you again. Nothing is to be answered at the moment.";
  return isBeforeItLeaves(state) || state === "cancelled"
    ? "Our truck had to turn back before anything was done. It is not your doing, and it costs you nothing."
    : "They got in. Nothing more is to be done.";
}
