import type { Booking } from "~/domain/booking/order/bookings.server";
import { seenDates } from "~/domain/changes/choose-day.server";
import { findFormerDay } from "~/domain/changes/former-day.server";
import { formatDay } from "~/domain/kernel/days";
import { deliveryHours } from "~/domain/schedule/rules";
import type { Services } from "~/services.server";
import type { FormerView } from "~/ui/manage/PutBack";

/** What puts the day back that was chosen last, where that can be; with the fields of the form of another day. */
export function formerView(
  { db, settings, clock }: Pick<Services, "clock" | "db" | "settings">,
  { id, on_hold_reason: held }: Booking,
): FormerView | null {
  const former = held === null ? findFormerDay(db.orm, settings(), id, clock.now()) : null;
  return (
    former && {
      words: `${formatDay(former.day, { short: true })}, ${deliveryHours(former.window)}`,
      fields: {
        unit: former.unit.id,
        seen: seenDates(former.unit),
        deliveryDate: former.day,
        deliveryTime: former.window,
      },
    }
  );
}
