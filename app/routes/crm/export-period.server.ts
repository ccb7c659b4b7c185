import { addDays, firstOfMonth, parseDay, type Day } from "~/domain/kernel/days";
import { dayAt, type Instant } from "~/domain/kernel/time.server";
import { refuse, type Problem } from "~/http/answers/forms.server";

type Period = { from: Day; to: Day };
export type ExportPeriod =
  | { ok: true; period: Period }
  | { ok: false; problem: Problem; values: Record<"from" | "to", string> };

/**
 * The period of an address (`from`, `to`); the month before this one where it says none. What makes no sense is refused, with
 * what to do about each field: another month's file looks like the one that was asked for.
 */
export function readExportPeriod(request: Request, now: Instant): ExportPeriod {
  const { searchParams } = new URL(request.url);
  const asked = { from: searchParams.get("from") ?? "", to: searchParams.get("to") ?? "" };
  if (!asked.from && !asked.to) {
    const last = addDays(firstOfMonth(dayAt(now)), -1);
    return { ok: true, period: { from: firstOfMonth(last), to: last } };
  }
  const [from, to] = [parseDay(asked.from), parseDay(asked.to)];
  if (from && to && from <= to) return { ok: true, period: { from, to } };
  const fields =
    from && to
      ? { to: "The last day is before the first. Choose a later one." }
      : {
          ...(from ? {} : { from: "Choose the first day, like 2026-11-01." }),
          ...(to ? {} : { to: "Choose the last day, like 2026-11-30." }),
        };
  const values = { from: asked.from.slice(0, 20), to: asked.to.slice(0, 20) };
  return { ok: false, problem: refuse(values, fields), values };
}

/** The same for a file. Throws the refusal, in its words. */
export function exportPeriodOf(request: Request, now: Instant): Period {
  const read = readExportPeriod(request, now);
  if (read.ok) return read.period;
  throw new Response(Object.values(read.problem.fields).join(" "), { status: 400 });
}
