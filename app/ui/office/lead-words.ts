import type { Told } from "./timeline-parts";

/** What happened to a lead, in the office's words. */
export const LEAD_WORDS = {
  lead_made: () => "Request came in",
  lead_moved: ({ from, to }) =>
    `Request: ${to === "closed" ? "closed" : from === "closed" || to === "new" ? "open again" : "called back"}`,
  lead_noted: () => "Note",
} satisfies { [A in "lead_made" | "lead_moved" | "lead_noted"]: (told: Told<A>) => string };
