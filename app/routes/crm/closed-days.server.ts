import type { Orm } from "#db/client.server";
import { plannedOn } from "~/domain/dispatch/planned-on.server";
import { addDays, eachDay, formatDay, parseDay, type Day } from "~/domain/kernel/days";
import { isOpenDay } from "~/domain/schedule/rules";
import type { Setup } from "~/domain/setup/fields";
import type { Wish } from "~/domain/setup/read";

/** So many are named after saving: they stand in an address. */
const MOST = 40;

/** Trucks are planned so far ahead. A weekday that is taken away closes many days. */
const AHEAD_DAYS = 200;

/** The days to come that a form of settings closes, that were open before and on which stops are planned. */
export function closedWithStops(orm: Orm, wishes: readonly Wish[], { settings }: Setup, today: Day): Day[] {
  const wished = (key: "holidays" | "deliveryWeekdays") =>
    (wishes.find(({ field }) => field.key === key)?.value ?? settings[key]) as never;
  const after = { holidays: wished("holidays"), deliveryWeekdays: wished("deliveryWeekdays") };
  const closed = eachDay(today, addDays(today, AHEAD_DAYS)).filter(
    (day) => isOpenDay(day, settings) && !isOpenDay(day, after),
  );
  return plannedOn(orm, closed)
    .map(({ day }) => day)
    .slice(0, MOST);
}

/** The same from the address after saving, with what is planned on each by now. */
export function readClosed(orm: Orm, closed: string | null) {
  const days = (closed ?? "").split(".", MOST).flatMap((typed) => parseDay(typed) ?? []);
  return plannedOn(orm, days).map((planned) => ({ ...planned, on: formatDay(planned.day, { year: true }) }));
}
