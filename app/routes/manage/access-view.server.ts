import { listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { mayChooseDay } from "~/domain/changes/choose-day.server";
import { feeWhenSentAway, visitFee, visitMayCost } from "~/domain/charges/visit-fee.server";
import type { Job } from "~/domain/dispatch/jobs.server";
import {
  endIfCleared,
  endOfWait,
  findLastVisit,
  hasWaited,
  isWaiting,
  type Visit,
} from "~/domain/dispatch/visits.server";
import { formatTime, type Instant } from "~/domain/kernel/time.server";
import { nameTruck } from "~/domain/records/truck.server";
import { isBeforeItLeaves, isExtra, isRecallable } from "~/domain/states/job-places";
import type { Services } from "~/services.server";
import { CLEARING_MINUTES, type AccessPage } from "~/ui/manage/AccessAnswer";
import { listInTheWay } from "./visit-in-vain.server";

/** Where a booking's last visit stands, for the customer who answers. */
export function accessView(
  { clock, db, settings }: Pick<Services, "clock" | "db" | "settings">,
  booking: Booking,
): AccessPage {
  const found = findLastVisit(db.orm, booking.id);
  const number = booking.booking_number;
  if (!found) return { number, state: "nobody", photos: [], fee: null };
  const { visit, job } = found;
  if (!isWaiting(visit, job)) {
    // What a cancelled one cost is said with that.
    const isInVain =
      job.state === "attempted" &&
      listUnits(db.orm, booking.id).some(({ id, state }) => id === job.unit_id && state !== "cancelled");
    const page = {
      number,
      photos: isInVain ? listInTheWay(db.orm, job) : [],
      fee: isInVain ? visitFee(db.orm, settings(), booking, job, clock.now()) : null,
    };
    return mayChooseDay(db.orm, job)
      ? { ...page, state: "choose" }
      : { ...page, state: "over", ended: howItEnded(job) };
  }
  const now = clock.now();
  return {
    number,
    state: "waiting",
    photos: listInTheWay(db.orm, job),
    fee: null,
    visitId: visit.id,
    truck: nameTruck(db.orm, booking.id, job),
    reason: visit.reason,
    until: formatTime(endOfWait(visit)),
    isOver: hasWaited(visit, now),
    minutes: visit.answer === "clearing" ? visit.minutes : null,
    choices: clearingChoices(visit, now),
    choosesDay: !isExtra(job.kind),
    sentAwayFee: feeWhenSentAway(db.orm, settings(), found, now),
    mayCost: visitMayCost(db.orm, settings(), found, now),
  };
}

/** Once the time is over the minutes count from its end: then it is said until when, as "20 minutes" are not 20 any more. */
function clearingChoices(visit: Visit, now: Instant): { value: string; label: string }[] {
  return CLEARING_MINUTES.flatMap((minutes) => {
    const end = endIfCleared(visit, minutes, now);
    const label = now < visit.waits_until ? `About ${minutes} minutes` : `Until ${formatTime(end)}`;
    return end > now ? [{ value: String(minutes), label }] : [];
  });
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
