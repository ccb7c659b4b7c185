import { formatWhen } from "~/domain/kernel/moments";
import type { CallRow } from "~/domain/records/calls.server";
import { CALL_OUTCOME, CALL_STATE, formatSeconds, isCallReason, type CallReason } from "~/domain/voice/labels";
import { TONES } from "../office/bits";

/** A call as its list shows it: the texts of its entry, where they lead, and nothing else. */
export interface CallLine {
  id: string;
  /** "open" or "ringing" while it goes on, else empty. */
  runs: string;
  tone: string;
  state: string;
  /** "From" or "To". */
  way: string;
  customer: { id: string; name: string; isSuggested: boolean } | null;
  /** The number to press; empty for a hidden one. */
  dial: string;
  number: string;
  /** "Dec 1, 9:05 am · talked for 1:05 · Sam" */
  facts: string;
  /** The number of the booking that it is about, or nothing. */
  booking: string;
  reason: CallReason | null;
  note: string;
  /** "Listen to the message (0:12)", or nothing. */
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
      ...(row.talkSeconds ? [`talked for ${formatSeconds(row.talkSeconds)}`] : []),
      ...(row.agent ? [row.agent] : []),
      ...(row.afterHours ? ["outside our hours"] : []),
    ].join(" · "),
    booking: booking?.number ?? "",
    reason: row.reason,
    note: row.note ?? "",
    voicemail: voicemail
      ? `${voicemail.isHeard ? "Listen again" : "Listen to the message"} (${formatSeconds(voicemail.seconds)})`
      : "",
  };
}

const toneOf = ({ state, outcome }: CallRow) =>
  state !== "ended" ? "go" : outcome === "answered" ? "done" : outcome === "voicemail" ? "wait" : "bad";

/**
 * The calls of a list as it was sent, read back from it, as a list of bookings is (../office/booking-lines.ts): fifty would
 * go a second time as data, a third of their page.
 */
export function readCalls(list: HTMLElement | null): CallLine[] {
  return [...(list?.children ?? [])].map((entry) => {
    const one = (selector: string) => entry.querySelector<HTMLElement>(selector);
    const textOf = (selector: string) => one(selector)?.textContent ?? "";
    const [state, way] = one(".what")?.childNodes ?? [];
    const who = one('.what > a:not([href^="tel:"])');
    const dial = one('.what > [href^="tel:"]');
    const said = one("[data-reason]");
    const reason = said?.dataset["reason"];
    const note = said?.lastChild?.nodeType === Node.TEXT_NODE ? (said.lastChild.nodeValue ?? "") : "";
    const form = one("[name=call]")?.getAttribute("value");
    return {
      id: form ?? new URLSearchParams(one(":scope > a")?.getAttribute("href") ?? "").get("call") ?? "",
      runs: (entry as HTMLElement).dataset["state"] ?? "",
      tone: TONES.find((tone) => (state as Element | undefined)?.classList.contains(tone)) ?? "",
      state: state?.textContent ?? "",
      way: way?.textContent?.trim() ?? "",
      customer: who && {
        id: lastOf(who),
        name: who.textContent ?? "",
        isSuggested: one(".what > span") !== null,
      },
      dial: dial?.getAttribute("href")?.slice("tel:".length) ?? "",
      number: dial?.textContent ?? textOf(".what > bdi"),
      facts: one(".what > .hint:not(span)")?.firstChild?.textContent ?? "",
      booking: textOf(".what > .hint > a"),
      reason: isCallReason(reason) ? reason : null,
      note: reason ? note.slice(": ".length) : note,
      voicemail: textOf(".what > div:not([class], [data-reason]) > a"),
    };
  });
}

const lastOf = (link: HTMLElement) => link.getAttribute("href")?.split("/").at(-1) ?? "";

/** In the browser: the calls of the page that was sent. Read once, because React may clear the document to make it anew. */
export const SENT_CALLS: CallLine[] =
  typeof document === "undefined" ? [] : readCalls(document.querySelector<HTMLElement>("ul.calls"));
