import { and, asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { changes, events } from "#db/schema/index";
import { addDays, later, type Day } from "../../kernel/days";
import { dayAt } from "../../kernel/time.server";
import { lastFreeDay } from "../../schedule/rules";
import type { Settings } from "../../settings/schema";
import type { Booking, Unit } from "./bookings.server";

/**
 * How many days of a dumpster are paid for, counted from the day on which it is set down, and until which day some were sold
 * (null where none were, or for another delivery day than it has now). `isSwapped`: it came with a swap, whose rental period
 * is its own.
 */
export function paidStay(
  orm: Orm,
  settings: Pick<Settings, "includedDays">,
  booking: Pick<Booking, "id" | "rental_duration_days">,
  unit: Pick<Unit, "id" | "delivery_date">,
  isSwapped: boolean,
): { paidDays: number; soldUntil: Day | null } {
  const applied = and(eq(changes.booking_id, booking.id), eq(changes.unit_id, unit.id), eq(changes.state, "applied"));
  const bought = orm
    .select({ wish: changes.wish })
    .from(changes)
    .where(and(applied, eq(changes.kind, "extension")))
    .all()
    .flatMap(({ wish }) => (wish.kind === "extension" ? [wish] : []));
  const included = isSwapped ? settings.includedDays : booking.rental_duration_days;
  return {
    paidDays: included + bought.reduce((sum, { days, had = 0 }) => sum + days - had, 0),
    soldUntil: bought
      .filter(({ delivery = unit.delivery_date }) => delivery === unit.delivery_date)
      .reduce<Day | null>((last, { to }) => (last === null ? to : later(last, to)), null),
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

/** From which day on its days count: sooner than it was promised, the promised one. */
export function setDownOn(
  orm: Orm,
  { id, booking_id, delivery_date }: Pick<Unit, "id" | "booking_id" | "delivery_date">,
): Day {
  const ofUnit = and(eq(events.booking_id, booking_id), eq(events.subject_kind, "unit"), eq(events.subject_id, id));
  const came = orm
    .select({ at: events.at })
    .from(events)
    .where(and(ofUnit, eq(events.action, "unit_moved"), eq(events.to_state, "on_site")))
    .orderBy(asc(events.id))
    .limit(1)
    .get();
  return came ? later(dayAt(came.at), delivery_date) : delivery_date;
}
