import { CALL_OUTCOME, CALL_REASON, formatSeconds, isCallReason, type CallOutcome } from "~/domain/voice/labels";
import type { EventAction } from "~/domain/events/happenings";
import type { Told } from "./timeline-parts";

const way = (data: { direction?: "in" | "out" }) => (data.direction === "out" ? "Outgoing call" : "Incoming call");

function ended(data: { direction?: "in" | "out"; outcome?: string; seconds?: number | null }): string {
  const outcome = Object.hasOwn(CALL_OUTCOME, data.outcome ?? "")
    ? CALL_OUTCOME[data.outcome as CallOutcome]
    : (data.outcome ?? "ended");
  return `${way(data)}: ${outcome}${data.seconds ? `, ${formatSeconds(data.seconds)}` : ""}`;
}

/** What happened on the telephone, in the office's words. */
export const CALL_WORDS = {
  call_ringing: ({ data }) => `${way(data)}: ringing`,
  call_answered: ({ data }) => `${way(data)}: answered`,
  call_ended: ({ data }) => ended(data),
  call_bound: ({ data }) =>
    `Call put with ${data.booking ? "a booking" : data.customer ? "a customer" : "nobody"}${
      data.moved ? `, and ${data.moved} ${data.moved === 1 ? "thing" : "things"} that came of it` : ""
    }`,
  call_wrapped: ({ data }) => `Call: ${isCallReason(data.reason) ? CALL_REASON[data.reason] : "note"}`,
  booking_link_asked: () => "Call: booking link asked for by a key",
  call_left: () => "Call: we hung up",
  voicemail_heard: () => "Voicemail: listened to",
} satisfies { [A in EventAction]?: (told: Told<A>) => string };
