import { CONDITION, loadWords, LOCATION } from "~/domain/inventory/yard";
import type { DumpsterRow } from "~/domain/records/yard.server";
import { formatWhen } from "./when";

/** A dumpster as the list shows it: the texts of its row, and nothing else. */
export interface YardLine {
  number: string;
  size: string;
  /** How it is, where that is not as it should be, and how that looks. */
  condition: string;
  tone: "wait" | "bad" | "";
  place: string;
  isLost: boolean;
  load: string;
  /** Where it is out; both empty where it is with nobody. */
  booking: string;
  who: string;
  since: string;
}

export function yardLine(
  { number, size, condition, location, load, at, since }: DumpsterRow,
  thisYear: string,
): YardLine {
  return {
    number,
    size: `${size} yards`,
    condition: condition === "ok" ? "" : CONDITION[condition],
    tone: toneOf(condition),
    place: LOCATION[location],
    isLost: location === "unknown",
    load: loadWords({ location, load }),
    booking: at?.booking ?? "",
    who: at ? `${at.name}, ${at.city}` : "",
    since: formatWhen(since, { thisYear }),
  };
}

/** A word says it; the colour only helps. */
export function toneOf(condition: DumpsterRow["condition"]): YardLine["tone"] {
  return condition === "ok" ? "" : condition === "needs_cleaning" ? "wait" : "bad";
}

/**
 * The dumpsters of a table as it was sent, read back from it, as a list of bookings is (booking-lines.ts): fifty rows would
 * go a second time as data, a quarter of their page.
 */
export function readYard(table: HTMLTableElement | null): YardLine[] {
  return [...(table?.tBodies[0]?.rows ?? [])].map(({ cells: [number, size, place, load, at, since] }) => {
    const condition = number?.querySelector("b");
    return {
      number: number?.querySelector("a")?.textContent ?? "",
      size: size?.textContent ?? "",
      condition: condition?.textContent ?? "",
      tone: (["wait", "bad"] as const).find((tone) => condition?.classList.contains(tone)) ?? "",
      place: place?.textContent ?? "",
      isLost: Boolean(place?.querySelector("b")),
      load: load?.textContent ?? "",
      booking: at?.querySelector("a")?.textContent ?? "",
      who: at?.querySelector("span")?.textContent ?? "",
      since: since?.textContent ?? "",
    };
  });
}

/** In the browser: the rows of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_YARD: YardLine[] =
  typeof document === "undefined" ? [] : readYard(document.querySelector<HTMLTableElement>("table.yard-list"));
