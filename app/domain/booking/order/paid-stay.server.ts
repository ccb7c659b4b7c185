import { and, asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { changes, events } from "#db/schema/index";
import { addDays, daysBetween, later, type Day } from "../../kernel/days";
import { dayAt } from "../../kernel/time.server";
import { lastFreeDay } from "../../schedule/rules";
import type { Settings } from "../../settings/schema";
import type { Booking, Unit } from "./bookings.server";

type Booked = Pick<Booking, "id" | "rental_duration_days">;
type Delivered = Pick<Unit, "id" | "delivery_date" | "promised_date">;

/**
 * How many days of a dumpster are paid for, counted from the day on which it is set down, and until which day some were sold
 * (null where none were, or for another delivery day than it has now). `isSwapped`: it came with a swap, whose rental period
 * is its own.
 */
export function paidStay(
  orm: Orm,
  settings: Pick<Settings, "includedDays">,
  booking: Booked,
  unit: Delivered,
  isSwapped: boolean,
): PaidStay {
  return paidStayFrom(orm, settings, booking, unit, isSwapped)(promisedOn(unit));
}

interface PaidStay {
  paidDays: number;
  soldUntil: Day | null;
}

/** The same were it delivered on another day: read once, for any number of days. */
function paidStayFrom(
  orm: Orm,
  settings: Pick<Settings, "includedDays">,
  booking: Booked,
  unit: Delivered,
  isSwapped: boolean,
): (delivery: Day) => PaidStay {
  const applied = and(eq(changes.booking_id, booking.id), eq(changes.unit_id, unit.id), eq(changes.state, "applied"));
  const bought = orm
    .select({ wish: changes.wish })
    .from(changes)
    .where(and(applied, eq(changes.kind, "extension")))
    .all()
    .flatMap(({ wish }) => (wish.kind === "extension" ? [wish] : []));
  const included = isSwapped ? settings.includedDays : booking.rental_duration_days;
  const paidDays = included + bought.reduce((sum, { days, had = 0 }) => sum + days - had, 0);
  return (day) => ({
    paidDays,
    soldUntil: bought
      // An old one knows no delivery day, and counts for any.
      .filter(({ delivery = day }) => delivery === day)
      .reduce<Day | null>((last, { to }) => (last === null ? to : later(last, to)), null),
  });
}

/** The last day without a charge were it delivered on another day, as `paidUntil` has it for its own; before it is set down. */
export function lastFreeFrom(orm: Orm, settings: Settings, booking: Booking, unit: Unit): (delivery: Day) => Day {
  const stay = paidStayFrom(orm, settings, booking, unit, unit.replaces_unit_id !== null);
  return (delivery) => {
    const { paidDays, soldUntil } = stay(delivery);
    return lastFreeDay({ paidTo: addDays(delivery, paidDays), soldUntil }, unit.waived_days, settings);
  };
}

/** How many days of a dumpster are paid for (`paidStay`), and the last day without a charge, as the charges count it. */
export function paidUntil(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  unit: Unit,
): { paidDays: number; paidTo: Day; lastFree: Day } {
  const { paidDays, soldUntil } = paidStay(orm, settings, booking, unit, unit.replaces_unit_id !== null);
  const paidTo = addDays(setDownOn(orm, unit), paidDays);
  return { paidDays, paidTo, lastFree: lastFreeDay({ paidTo, soldUntil }, unit.waived_days, settings) };
}

/** How many of its paid days are still to come on a day, and are given up by whoever has it collected then: never below 0. */
export function paidDaysAfter(orm: Orm, settings: Settings, booking: Booking, unit: Unit, day: Day): number {
  // What we gave, or a closed day put off for nothing, was not paid.
  const { paidTo, paidDays } = paidUntil(orm, settings, booking, unit);
  return Math.max(0, Math.min(paidDays, daysBetween(day, paidTo), daysBetween(day, unit.pickup_date)));
}

/** The day that was promised, also of one that was set down sooner (dispatch/set-down-day.server.ts). */
export const promisedOn = ({ delivery_date, promised_date }: Pick<Unit, "delivery_date" | "promised_date">): Day =>
  promised_date ?? delivery_date;

/** From which day on its days count: sooner than it was promised, the promised one. */
export function setDownOn(
  orm: Orm,
  { id, booking_id, ...dates }: Pick<Unit, "id" | "booking_id" | "delivery_date" | "promised_date">,
): Day {
  const ofUnit = and(eq(events.booking_id, booking_id), eq(events.subject_kind, "unit"), eq(events.subject_id, id));
  const came = orm
    .select({ at: events.at })
    .from(events)
    .where(and(ofUnit, eq(events.action, "unit_moved"), eq(events.to_state, "on_site")))
    .orderBy(asc(events.id))
    .limit(1)
    .get();
  return came ? later(dayAt(came.at), promisedOn(dates)) : promisedOn(dates);
}
