import {
  ADMINS,
  ALL,
  DRIVERS,
  everybody,
  HOLDER,
  HOLDER_OR_OFFICE,
  NO_WAY,
  NOTHING,
  OFFICE,
  OFFICE_CALL,
  OFFICE_NOTHING,
  PEOPLE,
  type Rule,
} from "./access-rules";

/**
 * Who may what, as domain.md, section 5 says it: one row for each address and method; intents stand
 * in access-intents.ts. A new route or intent without a row fails (tests/http/access.test.ts).
 */

const get = (rule: Rule) => ({ GET: rule });
const both = (rule: Rule) => ({ GET: rule, POST: rule });
/** A program's call. */
const call = (rule: Rule, json?: (booking: string) => object) => ({ GET: NO_WAY, POST: rule, json });

export interface Row {
  GET: Rule;
  /** Of a form without any field, unless `json` says what is sent. Where a page takes none, no row. */
  POST?: Rule;
  json?: ((bookingId: string) => object) | undefined;
}

/** Each pattern of app/routes.ts. */
export const ROUTES: Record<string, Row> = {
  "/": both(ALL),
  "/about": get(ALL),
  "/careers": get(ALL),
  "/development-process": get(ALL),
  "/privacy-policy": get(ALL),
  "/services/:kind": get(ALL),
  "/offline": get(ALL),
  "/service-areas": get(ALL),
  "/*": both(NOTHING),
  "/sitemap.xml": get(ALL),
  "/robots.txt": get(ALL),
  "/manifest.webmanifest": get(ALL),
  "/styles/:name": get(ALL),
  "/metrics": get(ALL),

  // A form without its draft begins a new one, with what was typed.
  "/book": { GET: HOLDER, POST: ALL },
  "/book/schedule": { GET: HOLDER, POST: ALL },
  "/book/agreement": both(HOLDER),
  "/book/payment": both(HOLDER),
  "/book/call-back": both(HOLDER),
  "/book/expired": both(ALL),
  "/book/changes.json": get({ ...NOTHING, customer: "in" }),
  "/book/resume": get(everybody("look-up")),
  "/sign-agreement/:sessionId": both(ALL),

  "/payment-success": both(ALL),
  "/booking-confirmation": get(ALL),
  "/manage-booking": both(HOLDER),
  "/manage-booking/cancel": both(HOLDER),
  "/manage-booking/another": both(HOLDER),
  "/manage-booking/access": both(HOLDER),
  "/manage-booking/reschedule": both(HOLDER),
  "/manage-booking/extend": both(HOLDER),
  "/manage-booking/pickup": both(HOLDER),
  "/manage-booking/haul": both(HOLDER),
  "/manage-booking/swap": both(HOLDER),
  "/manage-booking/relocate": both(HOLDER),
  "/manage-booking/withdraw": both(HOLDER),
  "/manage-booking/notes": both(HOLDER),
  "/manage-booking/card": both(HOLDER),
  "/manage-booking/owner": both(HOLDER),
  "/manage-booking/history": get(HOLDER),
  // The charge of the example is none, also for who has a booking open (question.test.ts has real ones).
  "/manage-booking/question": both(everybody("look-up")),
  "/manage-booking/proof": get(NOTHING),
  "/manage-booking/pay": both(HOLDER),
  "/manage-booking/statement": get(HOLDER),
  "/manage-booking/statement.pdf": get(HOLDER),
  // The examples' customer came by a link, and has shown nothing (decision 0071).
  "/manage-booking/another.json": get(NOTHING),
  "/manage-booking/calendar.ics": get(HOLDER),
  "/files/:capability": get(NOTHING),
  "/files/:capability/print": get(NOTHING),
  "/photos/:capability": get(NOTHING),

  "/functions/v1/validate-service-area": call(ALL),
  "/functions/v1/check-dumpster-availability": call(ALL),
  "/functions/v1/quote": call(ALL),
  "/functions/v1/verify-payment": call(ALL),
  // On this machine only.
  "/functions/v1/delete-test-booking": call(ALL),
  "/functions/v1/generate-invoice": call(HOLDER_OR_OFFICE, (bookingId) => ({ bookingId, invoiceType: "booking" })),
  "/functions/v1/send-booking-email": call(HOLDER_OR_OFFICE, (bookingId) => ({
    bookingId,
    emailType: "booking_confirmation_with_invoice",
  })),
  "/functions/v1/create-payment-session": call(OFFICE_CALL, (bookingId) => ({
    bookingId,
    amount: 1,
    payment_type: "additional_dumpster",
    quoteData: { items: [{ size: 20, quantity: 1, material: "general", rentalDays: 7 }], totals: { total: 1 } },
  })),
  // In the body stands another's identity: it is nobody's right, the office's neither (generate-voice-token.test.ts has the own).
  "/functions/v1/generate-voice-token": call({ ...OFFICE_CALL, staff: "denied", admin: "denied" }, () => ({
    identity: "agent_somebody_else",
  })),
  "/functions/*": both(NOTHING),
  // A signature says who it is.
  "/webhooks/stripe": call(ALL),
  // Without a signature it is refused, whoever asks.
  "/webhooks/twilio/sms/incoming": call(everybody("denied")),
  "/webhooks/twilio/sms/status": call(everybody("denied")),
  "/webhooks/twilio/voice/outgoing": call(everybody("denied")),
  "/webhooks/twilio/voice/incoming": call(everybody("denied")),
  "/webhooks/twilio/voice/dial": call(everybody("denied")),
  "/webhooks/twilio/voice/voicemail": call(everybody("denied")),
  "/webhooks/twilio/voice/keys": call(everybody("denied")),
  "/webhooks/twilio/voice/status": call(everybody("denied")),
  "/realtime/:call": call(OFFICE_CALL, () => ({ topic: "office", kind: "test" })),

  "/auth": both(ALL),
  "/auth/sign-out": both(ALL),
  "/auth/confirm": get(ALL),
  "/auth/resend": both(ALL),
  "/auth/forgot": both(ALL),
  "/auth/reset": both(ALL),
  "/auth/code": both(ALL),
  "/auth/new-email": both(ALL),
  // Nobody is between password and code here.
  "/auth/second-factor": { GET: PEOPLE, POST: everybody("sign-in") },
  "/account": both(PEOPLE),
  // What is asked for without a word more is to begin, which is the team's.
  "/account/second-factor": both({ ...OFFICE, driver: "denied" }),
  "/invitation": both(NOTHING),

  "/crm": get(OFFICE),
  "/crm/overview": both(OFFICE),
  "/crm/overview/leads": get(OFFICE),
  "/crm/overview/leads/:id": { GET: OFFICE_NOTHING, POST: OFFICE },
  "/crm/search": get(OFFICE),
  "/crm/search.json": get(OFFICE),
  "/crm/bookings": get(OFFICE),
  "/crm/bookings.csv": get(OFFICE),
  "/crm/bookings/new": both(OFFICE),
  "/crm/bookings/:number": both(OFFICE),
  "/crm/bookings/views": both(OFFICE),
  "/crm/bookings/:number/edit": both(OFFICE),
  "/crm/bookings/:number/order": both(OFFICE),
  "/crm/calls": both(OFFICE),
  "/crm/voice.json": get(OFFICE),
  "/crm/voice/:call": call(OFFICE_CALL, () => ({ ready: false })),
  "/crm/calls/:id/voicemail": get(OFFICE_NOTHING),
  "/crm/order.json": { GET: NO_WAY, POST: OFFICE_CALL },
  "/crm/dispatch": both(OFFICE),
  "/crm/dispatch/close": both(OFFICE),
  "/crm/bookings/:number/needs": both(OFFICE),
  "/crm/bookings/:number/refund": { GET: ADMINS, POST: OFFICE },
  "/crm/billing/disputes": get(OFFICE),
  // The dispute of the example is none.
  "/crm/billing/disputes/:id": { GET: OFFICE_NOTHING, POST: OFFICE },
  "/crm/billing/disputes/:id/evidence.pdf": get(OFFICE_NOTHING),
  "/crm/billing/owed": get(OFFICE),
  "/crm/billing/owed.csv": get(OFFICE),
  "/crm/billing/refunds": both(OFFICE),
  "/crm/billing/takings": both(OFFICE),
  "/crm/billing/export": get(ADMINS),
  "/crm/billing/journal.csv": get(ADMINS),
  "/crm/billing/quickbooks.csv": get(ADMINS),
  "/crm/billing/receive/:id": { GET: ADMINS, POST: OFFICE },
  "/crm/inventory": get(OFFICE),
  "/crm/inventory/new": both(OFFICE),
  "/crm/inventory/availability": get(OFFICE),
  "/crm/inventory/labels": get(OFFICE),
  "/crm/inventory/reconcile": both(OFFICE),
  "/crm/inventory/:number": both(OFFICE),
  "/crm/drivers": both(OFFICE),
  "/crm/drivers/trucks": both(OFFICE),
  "/crm/drivers/facilities": both(OFFICE),
  "/crm/drivers/:id": both(OFFICE),
  "/crm/dispatch/sheet": get(OFFICE),
  "/crm/dispatch/phones": both(OFFICE),
  "/crm/customers": get(OFFICE),
  "/crm/customers/:id": both(OFFICE),
  "/crm/customers/:id/statement": get(OFFICE),
  "/crm/customers/:id/statement.pdf": get(OFFICE),
  "/crm/customers/:id/statement.csv": get(OFFICE),
  "/crm/billing": both(OFFICE),
  "/crm/billing.csv": get(OFFICE),
  "/crm/billing/new": both(OFFICE),
  // The overview has the month's money for everybody of the office (decision 0074).
  "/crm/reports": get(OFFICE),
  "/crm/reports/rows": get(OFFICE),
  "/crm/reports.csv": get(OFFICE),
  // Staff read what things cost.
  "/crm/pricing": get(OFFICE),
  "/crm/pricing/:group": { GET: ADMINS, POST: OFFICE },
  "/crm/settings": get(ADMINS),
  "/crm/settings/:group": { GET: ADMINS, POST: OFFICE },
  "/crm/settings/documents/paper": both(ADMINS),
  "/crm/settings/messages": get(ADMINS),
  "/crm/settings/telephone": get(ADMINS),
  "/crm/settings/messages/mail": get(ADMINS),
  "/crm/service-areas": both(OFFICE),
  // A form without an intent is refused before the right to one is asked for.
  "/crm/service-areas/:id": { GET: OFFICE_NOTHING, POST: OFFICE },
  "/crm/team": { GET: ADMINS, POST: OFFICE },
  "/crm/logs": get(ADMINS),
  "/crm/settings/flags": { GET: ADMINS, POST: OFFICE },
  "/crm/*": get(OFFICE_NOTHING),

  "/driver/auth": both({ ...ALL, driver: "away" }),
  "/driver/dashboard": get(DRIVERS),
  // Whoever has a link; the example is none, and by the flag that is told when it is sent in.
  "/driver/invitation": { GET: ALL, POST: NOTHING },
  "/driver/journal": {
    GET: NO_WAY,
    POST: { ...everybody("denied"), visitor: "unknown", customer: "unknown", driver: "in" },
    json: () => ({ entries: [] }),
  },
  // The entry of the example is none.
  "/driver/journal/photos/:entry": {
    GET: NO_WAY,
    POST: { ...everybody("denied"), visitor: "unknown", customer: "unknown", driver: "nothing" },
  },
  "/driver/jobs.json": get({ ...everybody("denied"), visitor: "unknown", customer: "unknown", driver: "in" }),
  // Nobody's data are in them.
  "/driver/offline": get(ALL),
  "/driver/qr.js": get(ALL),
  "/driver/jobs/:id": both({ ...DRIVERS, driver: "nothing" }),
  // An answer that says nothing is asked for first.
  "/driver/offers/:id": { GET: { ...DRIVERS, driver: "nothing" }, POST: DRIVERS },

  // On this machine only, and gone when SANDBOX=off.
  "/sandbox": get(ALL),
  "/sandbox/inbox": get(ALL),
  "/sandbox/inbox/:id": both(NOTHING),
  "/sandbox/handset": both(ALL),
  "/sandbox/handset.json": both(ALL),
  "/sandbox/clock": both(ALL),
  // Without saying how long it begins nothing.
  "/sandbox/month": both(ALL),
  "/sandbox/disputes": both(ALL),
  "/sandbox/stripe": both(ALL),
  "/sandbox/files/:id": get(NOTHING),
  "/sandbox/inbox.json": get(ALL),
  "/sandbox/month.json": get(ALL),
  "/sandbox/inbox/:id/html": get(NOTHING),
  "/sandbox/inbox/:id/attachments/:index": get(NOTHING),
  "/sandbox/checkout/:id": both(NOTHING),
};
