import { parseDay, type Day } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { refuse, type Problem } from "~/http/answers/forms.server";
import type { Scope } from "~/http/context.server";

/**
 * The day that an address asks for; today where it says none. Of a day that there is not, today's, and `problem` says so: one
 * day's money must not be taken for another's.
 */
export function takingsDay({ services }: Scope, request: Request): { day: Day; problem: Problem | null } {
  const asked = new URL(request.url).searchParams.get("day") ?? "";
  const day = parseDay(asked);
  const today = dayAt(services.clock.now());
  if (day || asked === "") return { day: day ?? today, problem: null };
  return {
    day: today,
    problem: refuse({}, { "": `There is no day “${asked.slice(0, 20)}”. Below is today. Choose another one.` }),
  };
}
