import type { Cap } from "./cap";

/** Of the server functions (contract.md). Those that do more than read have their cap in `CAPS` besides. */
export const CALL_CAPS = {
  "call-quote": { what: "The function quote", causes: ["question"], asker: { minute: 120 } },
  "call-area": { what: "The function validate-service-area", causes: ["question"], asker: { minute: 60 } },
  "call-availability": {
    what: "The function check-dumpster-availability",
    causes: ["question"],
    asker: { minute: 60 },
  },
  "call-verify": { what: "The function verify-payment", causes: ["question"], asker: { minute: 60 } },
  "call-invoice": { what: "The function generate-invoice", causes: ["question"], asker: { minute: 20 } },
  "call-email": { what: "The function send-booking-email", causes: ["question"], asker: { minute: 20 } },
  "call-additional": { what: "The function create-payment-session", causes: ["question"], asker: { minute: 20 } },
  "call-broadcast": {
    what: "The function broadcast, before it is known whether staff ask",
    causes: ["question"],
    asker: { minute: 120 },
  },
  "call-presence": {
    what: "The function presence, which each open record of an office asks every 25 s",
    causes: ["question"],
    asker: { minute: 600 },
  },
  "call-voice-token": {
    what: "The function generate-voice-token, before it is known who asks",
    causes: ["question"],
    asker: { minute: 120 },
  },
  "call-voice": {
    what: "What a browser says of its telephone: every 10 s that it is there, and when it rings",
    causes: ["question"],
    asker: { minute: 900 },
  },
  "call-journal": {
    what: "A driver’s phone sends its journal",
    causes: ["row"],
    asker: { minute: 240, hour: 6_000, day: 40_000 },
  },
  "call-delete-test": {
    what: "The function delete-test-booking (this machine only)",
    causes: ["question"],
    asker: { minute: 20 },
  },
} as const satisfies Record<string, Cap>;
