import type { Booking } from "~/domain/booking/order/bookings.server";
import { mayChooseDay } from "~/domain/changes/choose-day.server";
import { endOfWait, findLastVisit, isWaiting } from "~/domain/dispatch/visits.server";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { formatTime } from "~/domain/kernel/time.server";
import { dryRunWords } from "~/domain/messages/templates";
import { nameTruck } from "~/domain/records/truck.server";
import { isExtra } from "~/domain/states/job-places";
import type { Services } from "~/services.server";
import type { AccessPage } from "~/ui/manage/AccessAnswer";

/** Where a booking's last visit stands, for the customer who answers. */
export function accessView({ db, settings }: Pick<Services, "db" | "settings">, booking: Booking): AccessPage {
  const found = findLastVisit(db.orm, booking.id);
  const number = booking.booking_number;
  if (!found) return { number, state: "nobody" };
  const { visit, job } = found;
  if (!isWaiting(visit, job)) {
    const chooses = mayChooseDay(db.orm, job);
    return {
      number,
      state: chooses ? "choose" : "over",
      wentWell: job.state !== "attempted",
      weCall: isExtra(job.kind),
    };
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
