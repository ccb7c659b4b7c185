import type { EventData } from "~/domain/events/happenings";
import { formatCents } from "~/domain/kernel/money";
import type { JobState } from "~/domain/states/transitions";
import { isTechnical, type Line } from "./timeline-words";

/** A truck's way to where it is now: told while it is the newest of its job, and folded away by the next one. */
const ON_THE_WAY: ReadonlySet<string | null> = new Set<JobState>([
  "unscheduled",
  "scheduled",
  "assigned",
  "en_route",
  "arrived",
  "serviced",
  "to_disposal",
  "at_disposal",
  "ticketed",
  "returned",
]);
/** Whoever pays within an hour of signing did one thing. */
const AT_ONCE_MS = 3_600_000;
const SAME_MINUTE_MS = 60_000;

/**
 * What a person would tell of a history, oldest first as it is given: one line for what was one thing to them. Steps of the
 * house's machines are folded away, a truck's way by where it went on to; the same for several dumpsters is one line, and so
 * are signature and payment. `cards`: which card each payment came from, by the payment's id, in words.
 */
export function tellStory(told: readonly Line[], cards: ReadonlyMap<string, string> = new Map()): Line[] {
  const newest = new Map(told.map(({ entry }, at) => [wayOf(entry), at]));
  const lines = told.filter(
    ({ entry }, at) => !isTechnical(entry) && (!isPassing(entry) || newest.get(wayOf(entry)) === at),
  );
  const story: Line[] = [];
  for (const line of lines) {
    const last = story.at(-1);
    const paid = paidWords(line, last, cards);
    if (last && paid && isSignedAndPaid(last, line)) story.pop();
    if (last && isSameOfAnother(last, line)) story.splice(-1, 1, together(last, line));
    else story.push({ ...line, words: paid ?? line.words });
  }
  return story;
}

/** A reason that somebody gave is told in any case. */
const isPassing = ({ action, to_state, why }: Line["entry"]) =>
  action === "job_moved" && ON_THE_WAY.has(to_state) && why === null;

const wayOf = ({ action, subject_id }: Line["entry"]) => `${action === "job_moved" ? "job" : action} ${subject_id}`;

const isSignedAndPaid = (last: Line, { entry }: Line) =>
  last.entry.action === "agreement_signed" &&
  entry.action === "payment_received" &&
  entry.at - last.entry.at <= AT_ONCE_MS;

/** "Signed and paid $409.32 by Visa 4242"; undefined for what is no payment. */
function paidWords(line: Line, last: Line | undefined, cards: ReadonlyMap<string, string>): string | undefined {
  if (line.entry.action !== "payment_received") return undefined;
  const { amount } = (line.entry.data ?? {}) as Partial<EventData<"payment_received">>;
  const card = cards.get(line.entry.subject_id);
  if (amount === undefined) return undefined;
  const paid = `paid ${formatCents(amount)}${card ? ` by ${card}` : ""}`;
  return last && isSignedAndPaid(last, line) ? `Signed and ${paid}` : `P${paid.slice(1)}`;
}

const isSameOfAnother = (last: Line, line: Line) =>
  last.units.length > 0 &&
  line.units.length > 0 &&
  line.units.every((unit) => !last.units.includes(unit)) &&
  last.words === line.words &&
  last.entry.why === line.entry.why &&
  last.entry.actor_label === line.entry.actor_label &&
  line.entry.at - last.entry.at < SAME_MINUTE_MS;

/** At the time of the last of them. */
const together = (last: Line, line: Line): Line => ({
  ...line,
  units: [...last.units, ...line.units].sort((a, b) => a - b),
});

/** A line with its dumpsters: "Delivery: Completed, units 1 and 2". */
export function inWords({ words, units }: Pick<Line, "words" | "units">): string {
  return units.length === 0
    ? words
    : `${words}, ${units.length > 1 ? "units" : "unit"} ${LIST.format(units.map(String))}`;
}
const LIST = new Intl.ListFormat("en-US");
