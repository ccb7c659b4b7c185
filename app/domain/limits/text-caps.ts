import type { Cap } from "./cap";

/** Texts, which cost money each. Counted as they are sent; what they say stands in a mail or on a page as well. Pure. */
export const TEXT_CAPS = {
  "sms-number": {
    what: "Text: all about bookings together, to one number",
    causes: ["text"],
    per: "phone number",
    target: { hour: 24, day: 48 },
  },
  "sms-booking": {
    what: "Text: all about one booking together",
    causes: ["text"],
    per: "booking",
    // A whole rental has a dozen; in the sandbox it is lived through in an hour.
    target: { hour: 20, day: 40 },
  },
  "sms-account-code": {
    what: "Text: a code that was asked for",
    causes: ["text"],
    per: "phone number",
    target: { hour: 4, day: 8 },
    all: { hour: 200 },
  },
  "sms-booking-link": {
    what: "Text: the booking link that a caller asked for by a key",
    causes: ["text"],
    per: "phone number",
    target: { hour: 1, day: 2 },
    all: { hour: 60 },
  },
  "text-in": {
    what: "A text that comes in (STOP is always heard)",
    causes: ["row", "text"],
    per: "phone number",
    target: { minute: 10, hour: 60, day: 200 },
  },
  "text-in-strange": {
    what: "… from a number that no customer has",
    causes: ["row"],
    all: { minute: 60, hour: 600 },
  },
  "text-to-answer": {
    what: "A task for the text of a number that no customer has; beyond it such texts are one task for the hour",
    causes: ["row"],
    all: { hour: 30 },
  },
} as const satisfies Record<string, Cap>;
