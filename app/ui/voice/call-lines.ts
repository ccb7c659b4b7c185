import { formatWhen } from "~/domain/kernel/moments";
import type { CallRow } from "~/domain/records/calls.server";
import {
  CALL_OUTCOME,
  CALL_REASON,
  CALL_REASONS,
  CALL_STATE,
  formatSeconds,
  type CallReason,
} from "~/domain/voice/labels";
import { TONES } from "../office/status-bits";

/** A call as its list shows it: the texts of its entry, where they lead, and nothing else. */
export interface CallLine {
  id: string;
  /** "open" or "ringing" while it goes on, else empty. */
  runs: string;
  /** None for one that was answered: most are. */
  tone: string;
  state: string;
  /** "From" or "To". */
  way: string;
  customer: { id: string; name: string; isSuggested: boolean } | null;
  /** The number to press; empty for a hidden one. */
  dial: string;
  number: string;
  /** "Dec 1, 9:05 am · talked 1:05 · Sam" */
  facts: string;
  /** The number of the booking that it is about, or nothing. */
  booking: string;
  reason: CallReason | null;
  note: string;
  /** "Listen (0:12)", or nothing. */
  voicemail: string;
}

export function callLine(row: CallRow, thisYear: string): CallLine {
  const { outcome, customer, booking, voicemail } = row;
  return {
    id: row.id,
    runs: row.state === "ended" ? "" : row.state,
    tone: toneOf(row),
    state: row.state === "ended" && outcome ? CALL_OUTCOME[outcome] : CALL_STATE[row.state],
    way: row.direction === "in" ? "From" : "To",
    customer,
    dial: row.dial,
    number: row.number,
    facts: [
      formatWhen(row.startedAt, { thisYear }),
      ...(row.talkSeconds ? [`talked ${formatSeconds(row.talkSeconds)}`] : []),
      ...(row.agent ? [row.agent] : []),
      ...(row.afterHours ? ["after hours"] : []),
    ].join(" · "),
    booking: booking?.number ?? "",
    reason: row.reason,
    note: row.note ?? "",
    voicemail: voicemail
      ? `${voicemail.isHeard ? "Listen again" : "Listen"} (${formatSeconds(voicemail.seconds)})`
      : "",
  };
}

const toneOf = ({ state, outcome }: CallRow) =>
  state !== "ended" ? "go" : outcome === "answered" ? "" : outcome === "voicemail" ? "wait" : "bad";

/**
 * The calls of a list as it was sent, read back from it, as a list of bookings is (../office/booking-lines.ts): fifty would
 * go a second time as data, a third of their page.
 */
export function readCalls(list: HTMLElement | null): CallLine[] {
  return [...(list?.children ?? [])].map((entry) => {
    const one = (selector: string) => entry.querySelector<HTMLElement>(`:scope > ${selector}`);
    const textOf = (selector: string) => one(selector)?.textContent ?? "";
    const [state, way] = entry.childNodes;
    const who = one('a:not([href^="tel:"], [href^="?"], [rel])');
    const dial = one('[href^="tel:"]');
    const reason = CALL_REASONS.find((name) => CALL_REASON[name] === textOf("div > b")) ?? null;
    const note = one("div")?.lastChild;
    const form = entry.querySelector("[name=call]")?.getAttribute("value");
    return {
      id: form ?? one('[href^="?"]')?.getAttribute("href")?.slice("?call=".length) ?? "",
      runs: (entry as HTMLElement).dataset["state"] ?? "",
      tone: TONES.find((tone) => (state as Element | undefined)?.classList.contains(tone)) ?? "",
      state: state?.textContent ?? "",
      way: way?.textContent?.trim() ?? "",
      customer: who && { id: lastOf(who), name: who.textContent ?? "", isSuggested: one("i") !== null },
      dial: dial?.getAttribute("href")?.slice("tel:".length) ?? "",
      number: dial?.textContent ?? textOf("bdi"),
      facts: one("p")?.firstChild?.textContent?.replace(/ · $/, "") ?? "",
      booking: textOf("p > a"),
      reason,
      note: note?.nodeType === Node.TEXT_NODE ? (note.nodeValue ?? "").slice(reason ? ": ".length : 0) : "",
      voicemail: textOf("[rel]"),
    };
  });
}

const lastOf = (link: HTMLElement) => link.getAttribute("href")?.split("/").at(-1) ?? "";

/** In the browser: the calls of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_CALLS: CallLine[] =
  typeof document === "undefined" ? [] : readCalls(document.querySelector<HTMLElement>("ul.calls"));
