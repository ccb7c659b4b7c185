import { describeWhy } from "~/domain/events/why-words";
import { inWords, tellStory } from "./timeline-story";
import { tellTimeline, type Line, type Names, type TimelineEntry } from "./timeline-words";
import type { ToldLine } from "./TimelineLines";

interface About {
  /** The unit of each job, where there are several. */
  unitOf?: ReadonlyMap<string, number> | undefined;
  /** Of the records that it names, by their ids. */
  names?: Names | undefined;
  /** Which card each payment came from, by the payment's id. */
  cards?: ReadonlyMap<string, string> | undefined;
}

/**
 * A history in its last words, newest first: what a person would tell of it, and all of it. A page that shows a line or
 * two has them made by the server, and loads none of what makes them.
 */
export function toldTimeline(
  entries: readonly TimelineEntry[],
  { cards, ...about }: About = {},
): { story: ToldLine[]; all: ToldLine[] } {
  const told = tellTimeline(entries, about);
  return { all: told.map(shown).reverse(), story: tellStory(told, cards).map(shown).reverse() };
}

function shown(line: Line): ToldLine {
  const { id, action, why, at, actor_label, actor_kind } = line.entry;
  const isNote = action === "note_written" || action === "lead_noted";
  return {
    id,
    words: inWords(line),
    why: isNote ? why : describeWhy(why),
    isNote,
    at,
    by: actor_label + (actor_kind === actor_label.toLowerCase() ? "" : ` (${actor_kind})`),
  };
}
