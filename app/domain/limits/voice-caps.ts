import type { Cap } from "./cap";

/**
 * Of the telephone (decision 0075). A number is easily made up, so everybody together have a figure as well: beyond it
 * callers hear the line busy, which costs nobody anything. Pure.
 */
export const VOICE_CAPS = {
  "phone-in": {
    what: "A call that comes in from a number that no customer has: browsers that ring, a message that is kept",
    causes: ["row"],
    per: "phone number",
    target: { minute: 4, hour: 15, day: 60 },
    all: { minute: 60, hour: 600 },
  },
  "phone-in-known": {
    what: "… from a customer’s number, which a flood of others does not shut out",
    causes: ["row"],
    per: "phone number",
    target: { minute: 4, hour: 15, day: 60 },
  },
  voicemail: {
    what: "A message that a caller may leave: recorded, kept, a thing to hear",
    causes: ["row"],
    per: "phone number",
    target: { hour: 4, day: 10 },
    all: { hour: 120 },
  },
  "missed-call": {
    what: "A request to call back a number that no customer has; beyond it such calls are one task for the hour",
    causes: ["row"],
    all: { hour: 30 },
  },
  "phone-out": {
    what: "A call that somebody of the office places",
    causes: ["row", "call"],
    per: "account",
    target: { minute: 15, hour: 200, day: 1_000 },
  },
  "voice-token": {
    what: "A browser's key to the telephone network",
    causes: ["question"],
    per: "account",
    target: { minute: 20, hour: 200, day: 1_000 },
  },
} as const satisfies Record<string, Cap>;
