import type { Orm } from "#db/client.server";
import type { Booking, Unit } from "../booking/order/bookings.server";
import { settingsAsSigned } from "../documents/signed-terms.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { formatCents, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";
import { readFacts, stayOf } from "./facts.server";
import { chargesFor } from "./wanted";

/** Days past the paid ones, up to a minute and with its day; `total` and `tax` in cents, tax included in the total. */
export interface DaysSoFar {
  days: number;
  tax: Cents;
  total: Cents;
}

/**
 * What the days of a dumpster come to if they end at that minute, as the charge itself will be worked out once it is back: the
 * same rule, asked as if it were. Null where none is charged, and for one that was not set down. `at`: the minute of the
 * request, or of now.
 */
export function daysSoFar(orm: Orm, settings: Settings, booking: Booking, unit: Unit, at: Instant): DaysSoFar | null {
  if (!booking.flexible_extension) return null;
  const terms = settingsAsSigned(orm, booking.id, settings);
  const facts = readFacts(orm, terms, booking);
  const mine = facts.units.find(({ id }) => id === unit.id);
  if (!mine) return null;
  const ended = { at, on: dayAt(at), by: "asked" as const };
  const moments = { setDown: mine.setDownAt as Instant | null, ended };
  const stay = stayOf(orm, terms, booking, unit, unit.replaces_unit_id !== null, moments);
  const units = [{ ...mine, stay, endedAt: at, state: "off_site" as const, jobs: [] }];
  const charge = chargesFor({ ...facts, units }, terms).find(({ kind }) => kind === "day_overage");
  if (charge?.basis.by !== "days") return null;
  return { days: charge.basis.days, tax: charge.tax, total: charge.amount + charge.tax };
}

/** The same in words, for page, mail and text: `isAsked` where the pickup was asked for and the days have stopped. */
export function daysSoFarWords({ days, tax, total }: DaysSoFar, isAsked: boolean): string {
  const sum = `${formatCents(total)}${tax > 0 ? " with tax" : ""}`;
  return `${days} extra ${days === 1 ? "day" : "days"} ${isAsked ? "until you asked" : "so far"}: ${sum}; ${isAsked ? "that day" : "today"} counts. You get a notice before anything is charged.`;
}
