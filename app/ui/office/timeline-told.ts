import { describeWhy } from "~/domain/events/why-words";
import { isTechnical, tellTimeline, type Names, type TimelineEntry } from "./timeline-words";
import type { ToldLine } from "./TimelineLines";

/**
 * A history in its last words, newest first: what a person would tell of it, and all of it. A page that shows a line or
 * two has them made by the server, and loads none of what makes them.
 */
export function toldTimeline(
  entries: readonly TimelineEntry[],
  about: { unitOf?: ReadonlyMap<string, number> | undefined; names?: Names | undefined } = {},
): { story: ToldLine[]; all: ToldLine[] } {
  const told = tellTimeline(entries, about).reverse();
  const all = told.map(({ entry, words }) => ({
    id: entry.id,
    words,
    why: entry.action === "note_written" ? entry.why : describeWhy(entry.why),
    isNote: entry.action === "note_written",
    at: entry.at,
    by: entry.actor_label + (entry.actor_kind === entry.actor_label.toLowerCase() ? "" : ` (${entry.actor_kind})`),
  }));
  return { all, story: all.filter((_, at) => told[at] && !isTechnical(told[at].entry)) };
}
