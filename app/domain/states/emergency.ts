import { formatDay, type Day } from "../kernel/days";
import type { JobKind } from "./transitions";

/** An emptying that cannot wait (domain.md, section 3). Pure. */

/** A move that is in the way is as urgent, and keeps the time that was agreed on. */
export const isEmergencyHaul = ({ kind, priority }: { kind: JobKind; priority: string }): boolean =>
  kind === "dump_and_return" && priority === "emergency";

/** It has no time of its own, it goes before everything else: as its page, its mail and its text say it. */
export const emergencyWhen = (day: Day, today: Day): string =>
  `${day === today ? "today" : formatDay(day)}, as soon as a truck can come, before everything else of the day`;
