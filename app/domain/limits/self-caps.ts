import type { Cap } from "./cap";

/** What customers do on the pages of their paid booking (decision 0071). Pure. */
export const SELF_CAPS = {
  "self-service": {
    what: "Changing something of a paid booking: more days, a truck, the pickup, what was asked for taken back",
    causes: ["row", "mail", "text", "stripe"],
    per: "booking",
    asker: { hour: 60, day: 200 },
    target: { hour: 30, day: 60 },
  },
  "new-card": {
    what: "Opening the card company's page on which another card is kept",
    causes: ["row", "mail", "stripe"],
    per: "booking",
    asker: { hour: 20, day: 60 },
    target: { hour: 6, day: 12 },
  },
  place: {
    what: "Describing the place: a note to the driver, pictures of it, each decoded and kept",
    causes: ["row"],
    per: "booking",
    asker: { hour: 60, day: 200 },
    target: { hour: 20, day: 40 },
  },
  "book-again": {
    what: "Beginning a draft with what a booking had",
    causes: ["row"],
    per: "booking",
    asker: { hour: 40, day: 120 },
    target: { hour: 10, day: 30 },
  },
} as const satisfies Record<string, Cap>;
