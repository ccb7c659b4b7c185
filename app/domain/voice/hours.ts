import { weekday, type Day } from "../kernel/days";
import { WEEKDAY_NAMES, type Settings } from "../settings/schema";

/** When somebody is there to answer: the hours that the website says (domain.md, 4.5), and no holiday. Pure. */
export function isWithinHours(
  { structuredHours: { days, opens, closes }, holidays }: Pick<Settings, "structuredHours" | "holidays">,
  on: Day,
  minute: number,
): boolean {
  if (holidays.includes(on)) return false;
  if (!days.some((name) => WEEKDAY_NAMES.indexOf(name) === weekday(on))) return false;
  return minute >= minutesOf(opens) && minute < minutesOf(closes);
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
