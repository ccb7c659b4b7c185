import type { Orm } from "#db/client.server";
import { preparedOn } from "~/domain/booking/office/prepared-on.server";
import { readLocks } from "~/domain/changes/closure-locks.server";
import { plannedOn } from "~/domain/dispatch/planned-on.server";
import { addDays, eachDay, formatDay, parseDay, type Day } from "~/domain/kernel/days";
import { dayAt, type Instant } from "~/domain/kernel/time.server";
import { isOpenDay, PLANNED_AHEAD_DAYS, type Calendar } from "~/domain/schedule/rules";
import type { Setup } from "~/domain/setup/fields";
import type { Wish } from "~/domain/setup/read";

/** So many are named after saving: they stand in an address. */
export const MOST = 40;

/** The days to come that a form of settings closes, that were open before and for which anything is planned or prepared. */
export function closedWithStops(orm: Orm, wishes: readonly Wish[], { settings }: Setup, now: Instant): Day[] {
  const after = calendarAfter(wishes, settings);
  const today = dayAt(now);
  const closed = eachDay(today, addDays(today, PLANNED_AHEAD_DAYS)).filter(
    (day) => isOpenDay(day, settings) && !isOpenDay(day, after),
  );
  const used = new Set([...plannedOn(orm, closed), ...preparedOn(orm, closed, now)].map(({ day }) => day));
  return [...used].toSorted().slice(0, MOST);
}

/** The days to come that a form takes out of the closed ones, on which a truck may go out then. */
export function openedDays(wishes: readonly Wish[], { settings }: Setup, now: Instant): Day[] {
  const after = calendarAfter(wishes, settings);
  return listedFrom(settings, dayAt(now)).filter((day) => isOpenDay(day, after));
}

/** The same where the form leaves none of several days to come closed: that is asked about before it is saved. */
export function opensAll(wishes: readonly Wish[], setup: Setup, now: Instant): Day[] {
  const before = listedFrom(setup.settings, dayAt(now));
  const { holidays } = calendarAfter(wishes, setup.settings);
  const opened = openedDays(wishes, setup, now);
  return opened.length > 1 && before.every((day) => !holidays.includes(day)) ? opened : [];
}

const listedFrom = ({ holidays }: Calendar, today: Day): Day[] =>
  [...new Set(holidays)].filter((day) => day >= today).toSorted();

function calendarAfter(wishes: readonly Wish[], settings: Calendar): Calendar {
  const wished = (key: "holidays" | "deliveryWeekdays") =>
    (wishes.find(({ field }) => field.key === key)?.value ?? settings[key]) as never;
  return { holidays: wished("holidays"), deliveryWeekdays: wished("deliveryWeekdays") };
}

const daysOf = (listed: string | null) => [
  ...new Set((listed ?? "").split(".", MOST).flatMap((typed) => parseDay(typed) ?? [])),
];

/** The days of the address after saving that the calendar leaves open, with what Dispatch holds closed of each all the same. */
export function readOpened(orm: Orm, opened: string | null, now: Instant) {
  return daysOf(opened).flatMap((day) => {
    const { settings, dispatch } = readLocks(orm, day);
    return day < dayAt(now) || settings !== null ? [] : [{ day, on: formatDay(day, { year: true }), held: dispatch }];
  });
}

/** The closed days of the address after saving, with what is planned and prepared for each by now; not what is open again. */
export function readClosed(orm: Orm, closed: string | null, now: Instant) {
  const days = daysOf(closed).filter((day) => readLocks(orm, day).settings !== null);
  const planned = new Map(plannedOn(orm, days).map(({ day, ...counts }) => [day, counts]));
  const prepared = preparedOn(orm, days, now);
  return days.flatMap((day) => {
    const stops = planned.get(day) ?? null;
    const orders = prepared.filter((order) => order.day === day).map(({ number }) => number);
    return stops || orders.length > 0 ? [{ day, on: formatDay(day, { year: true }), stops, prepared: orders }] : [];
  });
}
