import { listUnits, type Booking } from "~/domain/booking/order/bookings.server";
import { mayHaveAnother } from "~/domain/changes/additional-rules";
import { mayCancel } from "~/domain/changes/cancel.server";
import { isHeldOffer, listDayOffers } from "~/domain/changes/choose-day.server";
import { isOurFault } from "~/domain/changes/reschedule.server";
import { dayAt } from "~/domain/kernel/time.server";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import type { ManagePage } from "~/ui/manage/BookingPage";

type Acts = Pick<ManagePage, "mayCancel" | "isAhead" | "mayChooseDay" | "anotherUrl">;

/** What the booking's page offers above all, as it stands now. */
export function actsOf({ db: { orm }, clock }: Pick<Services, "db" | "clock">, booking: Booking): Acts {
  const now = clock.now();
  const units = listUnits(orm, booking.id);
  const isConfirmed = booking.status === "paid_pending_scheduling" || booking.status === "confirmed";
  const isHeld = booking.on_hold_reason !== null;
  const isLate = units.some((unit) => isOurFault(orm, unit, now));
  return {
    mayCancel: mayCancel(orm, booking, units, { whole: true }),
    // A day that is over, closed, or open to question goes into nobody's calendar; another one is theirs to choose.
    isAhead: isConfirmed && !isLate && !isHeld,
    mayChooseDay:
      listDayOffers(orm, booking.id).some((offer) => !isHeldOffer(orm, offer)) || (isConfirmed && isLate && !isHeld),
    anotherUrl: mayHaveAnother(booking, dayAt(now)) ? paths.manage.another(booking.booking_number) : null,
  };
}
