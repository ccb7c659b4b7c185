import { formatDay, type Day } from "~/domain/kernel/days";
import { dayAt, formatTime } from "~/domain/kernel/time.server";
import type { NextStop } from "~/domain/records/next-events.server";

/** A stop as its button says it: "8:00 am" of today, "Thu, Dec 3, 8:00 am" of another day; what happens then, each once. */
export function stopView({ at, events }: NextStop, today: Day) {
  const day = dayAt(at);
  return {
    at: Number(at),
    when: day === today ? `today, ${formatTime(at)}` : `${formatDay(day, { short: true })}, ${formatTime(at)}`,
    events: events.map(({ what, number }) => ({ what, number })),
  };
}
export type StopView = ReturnType<typeof stopView>;
