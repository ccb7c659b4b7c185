import { listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { daysSoFar, daysSoFarWords } from "~/domain/charges/days-so-far.server";
import type { Services } from "~/services.server";

type From = Pick<Services, "clock" | "db" | "settings">;

/**
 * What has run up past the paid days, until now or until its pickup was asked for: who asks for it sees what it comes to
 * before the notice does. Null where nothing has.
 */
export function accruedWords({ clock, db, settings }: From, booking: Booking, unit: Unit): string | null {
  const asked = unit.pickup_asked_at;
  const found = daysSoFar(db.orm, settings(), booking, unit, asked ?? clock.now());
  return found && daysSoFarWords(found, asked !== null);
}

/** Of the dumpster whose pickup was asked for last; nothing where none was. */
export function accruedOfAsked(services: From, booking: Booking): string {
  const asked = listUnits(services.db.orm, booking.id).filter(({ pickup_asked_at }) => pickup_asked_at !== null);
  const last = asked.toSorted((a, b) => (a.pickup_asked_at ?? 0) - (b.pickup_asked_at ?? 0)).at(-1);
  return (last && accruedWords(services, booking, last)) ?? "";
}
