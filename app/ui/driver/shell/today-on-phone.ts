import { addDays, daysBetween, type Day } from "~/domain/kernel/days";
import { dayOn } from "~/domain/kernel/moments";

/**
 * Which day it is at `now` (the phone's clock, milliseconds) for who opens in the morning, without signal, what was read the evening
 * before: the office's day then, and as many days more as have begun in New York on the phone's own clock.
 */
export function todayOnPhone({ today, readAt }: { today: Day; readAt: number }, now: number): Day {
  return addDays(today, Math.max(0, daysBetween(dayOn(readAt), dayOn(now))));
}
