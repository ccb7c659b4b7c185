import { addDays, firstOfMonth, parseDay, type Day } from "~/domain/kernel/days";
import { dayAt, type Instant } from "~/domain/kernel/time.server";

/** The period of an address (`from`, `to`); the month before this one where it says none, or the days are the wrong way round. */
export function readExportPeriod(request: Request, now: Instant): { from: Day; to: Day } {
  const { searchParams } = new URL(request.url);
  const [from, to] = [parseDay(searchParams.get("from") ?? ""), parseDay(searchParams.get("to") ?? "")];
  if (from && to && from <= to) return { from, to };
  const last = addDays(firstOfMonth(dayAt(now)), -1);
  return { from: firstOfMonth(last), to: last };
}
