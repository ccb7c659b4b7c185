import type { Orm } from "#db/client.server";
import { preparedOn } from "~/domain/booking/office/prepared-on.server";
import { plannedOn } from "~/domain/dispatch/planned-on.server";
import { addDays, eachDay, formatDay, parseDay, type Day } from "~/domain/kernel/days";
import { dayAt, type Instant } from "~/domain/kernel/time.server";
import { isOpenDay, PLANNED_AHEAD_DAYS } from "~/domain/schedule/rules";
import type { Setup } from "~/domain/setup/fields";
import type { Wish } from "~/domain/setup/read";

/** So many are named after saving: they stand in an address. */
const MOST = 40;

/** The days to come that a form of settings closes, that were open before and for which anything is planned or prepared. */
export function closedWithStops(orm: Orm, wishes: readonly Wish[], { settings }: Setup, now: Instant): Day[] {
  const wished = (key: "holidays" | "deliveryWeekdays") =>
    (wishes.find(({ field }) => field.key === key)?.value ?? settings[key]) as never;
  const after = { holidays: wished("holidays"), deliveryWeekdays: wished("deliveryWeekdays") };
  const today = dayAt(now);
  const closed = eachDay(today, addDays(today, PLANNED_AHEAD_DAYS)).filter(
    (day) => isOpenDay(day, settings) && !isOpenDay(day, after),
  );
  const used = new Set([...plannedOn(orm, closed), ...preparedOn(orm, closed, now)].map(({ day }) => day));
  return [...used].toSorted().slice(0, MOST);
}

/** The same from the address after saving, with what is planned and prepared for each by now. */
export function readClosed(orm: Orm, closed: string | null, now: Instant) {
  const days = (closed ?? "").split(".", MOST).flatMap((typed) => parseDay(typed) ?? []);
  const planned = new Map(plannedOn(orm, days).map(({ day, ...counts }) => [day, counts]));
  const prepared = preparedOn(orm, days, now);
  return [...new Set(days)].flatMap((day) => {
    const stops = planned.get(day) ?? null;
    const orders = prepared.filter((order) => order.day === day).map(({ number }) => number);
    return stops || orders.length > 0 ? [{ day, on: formatDay(day, { year: true }), stops, prepared: orders }] : [];
  });
}
