import { formatDay, type Day } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";

/** Words of a customer's month, for its page, its file and its paper. Pure. */

/** What the balance at its end is called; of the month that goes on it is today's. */
export const afterWords = ({ isSoFar }: { isSoFar: boolean }): string => (isSoFar ? "Balance so far" : "Balance after");

/** "Tue, Dec 1, 2026 to Tue, Dec 29, 2026, so far". */
export function statementDays({ from, to, isSoFar }: { from: Day; to: Day; isSoFar: boolean }): string {
  const words = (on: Day) => formatDay(on, { year: true, short: true });
  return `${words(from)} to ${words(to)}${isSoFar ? ", so far" : ""}`;
}

/** How a customer pays. */
export const termsWords = (days: number | null, limit: Cents | null): string =>
  days === null ? "Pays when booking" : `${days} days to pay, up to ${formatCents(limit ?? 0)}`;

/** What of a booking is open at the end; below 0 the customer has it to come. `whose` favor: by who reads it. */
export const openSum = (cents: Cents, whose: "your" | "their"): string =>
  cents < 0 ? `${formatCents(-cents)} in ${whose} favor` : formatCents(cents);
