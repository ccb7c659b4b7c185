import { addDays, type Day } from "../kernel/days";

/**
 * What time itself has us tell a customer (domain.md, section 6), each once for a booking and New York day. Pure.
 *
 * `day-before`: a truck comes tomorrow (not for a pickup, of which the next two speak). `due-soon`: two days until the
 * pickup, or until the paid days are over. `due-today`: that day. `overdue`: it still stands there afterwards.
 * `delivery-late`: the time of a delivery is over, and no truck has left for it. `errand-late`: the day of a swap, an
 * emptying or a move is.
 */
export const REMINDER_KINDS = [
  "day-before",
  "due-soon",
  "due-today",
  "overdue",
  "delivery-late",
  "errand-late",
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];
/** Those that leave in the morning, by a truck's day. */
export type DatedReminder = Exclude<ReminderKind, "overdue" | LateKind>;
/** Those of a truck of ours that did not come, each once for its day. */
export type LateKind = "delivery-late" | "errand-late";

/** New York's hour at which they leave: the first at which a text may. */
export const REMINDER_HOUR = 8;

/** How many days before the truck's day each is due. */
const AHEAD: Readonly<Record<DatedReminder, number>> = { "day-before": 1, "due-soon": 2, "due-today": 0 };
export const DATED_REMINDERS = ["day-before", "due-soon", "due-today"] as const satisfies readonly DatedReminder[];

export const daysAhead = (kind: DatedReminder): number => AHEAD[kind];

/** The day on which the reminder of a truck's day is due. */
export function reminderDay(kind: DatedReminder, truckDay: Day): Day {
  return addDays(truckDay, -AHEAD[kind]);
}

/** The truck's day of which a reminder speaks. */
export function truckDayOf(kind: DatedReminder, reminded: Day): Day {
  return addDays(reminded, AHEAD[kind]);
}

/** So many days after its due day somebody hears that a dumpster still stands there: once, soon again, then each week. */
const OVERDUE_AFTER = [1, 3, 7, 14, 21, 28, 35, 42, 49, 56] as const;

/** The due days of which an overdue reminder is to be told on a day. */
export function overdueOn(today: Day): Day[] {
  return OVERDUE_AFTER.map((days) => addDays(today, -days));
}

/** The first day from `from` on on which the customer of a dumpster that was due is told; null when that is over. */
export function nextOverdueDay(due: Day, from: Day): Day | null {
  const days = OVERDUE_AFTER.find((after) => addDays(due, after) >= from);
  return days === undefined ? null : addDays(due, days);
}
