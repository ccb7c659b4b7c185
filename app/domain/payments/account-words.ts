import { formatDay } from "../kernel/days";
import { formatCents } from "../kernel/money";
import type { Due } from "./account-due.server";

/** "$409.32 to be paid by Saturday, February 20, 2027, $157.50 by Monday, February 22, 2027"; empty where nothing is. */
export function duesWords(dues: readonly Due[]): string {
  return dues
    .map(
      ({ day, cents }, i) =>
        `${formatCents(cents)} ${i === 0 ? "to be paid " : ""}by ${formatDay(day, { year: true })}`,
    )
    .join(", ");
}
