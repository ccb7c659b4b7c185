import { afterAll, beforeAll } from "vitest";
import { throughSchedule } from "./booking";
import { TextBrowser } from "./form";
import { query, signOrders, spreadOrders } from "./orders";
import { startServer, type TestServer } from "./server";

/** What a place in an address can stand for: records that are there. */
export interface Places {
  /** An example of each pattern in routes.ts; a pattern that is missing makes the tests that go over all fail. */
  example: Record<string, string>;
  /** The cookies of somebody to whom all of it belongs, who is signed in as an admin besides. */
  cookie: string;
}

/**
 * One person with a draft, a paid booking, one to sign, and an admin's session: every address answers them in earnest.
 */
export async function ownEverything(server: TestServer): Promise<Places> {
  const browser = new TextBrowser(server.url, { followRedirects: true });
  const agreement = await throughSchedule(browser, { email: "owner@example.com" });
  const draft = new URL(agreement.url).searchParams.get("draft") ?? "";
  const [signed] = await signOrders(server.dataDir, server.url, spreadOrders(1, "to-sign"));
  const [{ signing_key: signingKey } = { signing_key: "" }] = query<{ signing_key: string }>(
    server.dataDir,
    "SELECT signing_key FROM bookings WHERE id = ?",
    signed?.bookingId,
  );
  const [paid] = query<{ number: string; capability: string; customer: string }>(
    server.dataDir,
    "SELECT booking_number AS number, capability, customer_id AS customer FROM bookings WHERE paid_at IS NOT NULL AND status IN ('paid_pending_scheduling', 'scheduled') ORDER BY scheduled_delivery_date DESC LIMIT 1",
  );
  const [prepared] = query<{ number: string }>(
    server.dataDir,
    "SELECT booking_number AS number FROM bookings WHERE status = 'quoted' LIMIT 1",
  );
  const [driver] = query<{ id: string }>(server.dataDir, "SELECT id FROM drivers ORDER BY name LIMIT 1");
  if (!paid) throw new Error("the seed has no paid booking");
  await browser.open(`/manage-booking?key=${paid.capability}`);
  await browser.post("/auth", { email: "admin@example.com", password: "roll-off-demo" });
  const step = (name: string) => `/book${name}?draft=${draft}`;
  const mine = (name: string) => `/manage-booking${name}?booking=${paid.number}`;
  const same = [
    "/about",
    "/careers",
    "/development-process",
    "/privacy-policy",
    "/offline",
    "/service-areas",
    "/sitemap.xml",
    "/robots.txt",
    "/manifest.webmanifest",
    "/book/expired",
    "/metrics",
    "/auth",
    "/auth/sign-out",
    "/auth/confirm",
    "/auth/resend",
    "/auth/forgot",
    "/auth/code",
    "/account",
    "/account/second-factor",
    "/auth/second-factor",
    "/crm",
    "/crm/overview",
    "/crm/dispatch",
    "/crm/dispatch/close",
    "/crm/inventory",
    "/crm/inventory/new",
    "/crm/inventory/availability",
    "/crm/inventory/labels",
    "/crm/inventory/reconcile",
    "/crm/drivers",
    "/crm/drivers/trucks",
    "/crm/drivers/facilities",
    "/crm/dispatch/sheet",
    "/crm/dispatch/phones",
    "/crm/bookings",
    "/crm/bookings.csv",
    "/crm/billing/disputes",
    "/crm/billing/owed",
    "/crm/billing/owed.csv",
    "/crm/billing/refunds",
    "/crm/billing/takings",
    "/crm/billing/export",
    "/crm/billing/journal.csv",
    "/crm/billing/quickbooks.csv",
    "/crm/bookings/views",
    "/crm/search",
    "/crm/service-areas",
    "/crm/calls",
    "/crm/voice.json",
    "/crm/search.json",
    "/crm/bookings/new",
    "/crm/order.json",
    "/crm/team",
    "/crm/logs",
    "/crm/settings/flags",
    "/crm/reports",
    "/crm/pricing",
    "/crm/settings",
    "/crm/settings/documents/paper",
    "/crm/settings/messages",
    "/crm/settings/telephone",
    "/driver/auth",
    "/driver/dashboard",
    "/driver/journal",
    "/driver/jobs.json",
    "/driver/offline",
    "/driver/qr.js",
    "/sandbox",
    "/sandbox/inbox",
    "/sandbox/clock",
    "/sandbox/month",
    "/sandbox/disputes",
    "/sandbox/stripe",
    "/sandbox/handset",
    "/sandbox/handset.json",
    "/sandbox/inbox.json",
    "/sandbox/month.json",
    "/webhooks/stripe",
    ...["outgoing", "incoming", "dial", "voicemail", "keys", "status"].map(
      (asked) => `/webhooks/twilio/voice/${asked}`,
    ),
    "/webhooks/twilio/sms/status",
    "/webhooks/twilio/sms/incoming",
  ];
  const functions = [
    "validate-service-area",
    "check-dumpster-availability",
    "quote",
    "verify-payment",
    "generate-invoice",
    "send-booking-email",
    "create-payment-session",
    "delete-test-booking",
    "generate-voice-token",
  ];
  return {
    cookie: browser.cookieHeader,
    example: {
      ...Object.fromEntries([...same, ...functions.map((name) => `/functions/v1/${name}`)].map((path) => [path, path])),
      // A plain form posts to an index route like this.
      "/": "/?index",
      "/functions/*": "/functions/v1/no-such-function",
      "/*": "/no-such-page",
      "/crm/*": "/crm/no-such-tab",
      "/crm/reports/rows": "/crm/reports/rows?figure=order",
      "/crm/reports.csv": "/crm/reports.csv?report=kinds",
      "/services/:kind": "/services/residential",
      "/styles/:name": "/styles/flow-old.css",
      "/book": step(""),
      "/book/schedule": step("/schedule"),
      "/book/changes.json": step("/changes.json"),
      "/book/agreement": step("/agreement"),
      "/book/payment": step("/payment"),
      "/book/call-back": step("/call-back"),
      "/auth/reset": "/auth/reset?key=none",
      "/auth/new-email": "/auth/new-email?key=none",
      "/book/resume": "/book/resume?key=none",
      "/sign-agreement/:sessionId": `/sign-agreement/${signingKey}`,
      "/payment-success": "/payment-success?session_id=cs_test_none",
      "/booking-confirmation": `/booking-confirmation?booking=${paid.capability}`,
      "/manage-booking": mine(""),
      "/manage-booking/cancel": mine("/cancel"),
      "/manage-booking/another": mine("/another"),
      "/manage-booking/access": mine("/access"),
      "/manage-booking/reschedule": mine("/reschedule"),
      "/manage-booking/extend": mine("/extend"),
      "/manage-booking/pickup": mine("/pickup"),
      "/manage-booking/haul": mine("/haul"),
      "/manage-booking/swap": mine("/swap"),
      "/manage-booking/relocate": mine("/relocate"),
      "/manage-booking/withdraw": mine("/withdraw"),
      "/manage-booking/notes": mine("/notes"),
      "/manage-booking/card": mine("/card"),
      "/manage-booking/owner": mine("/owner"),
      "/manage-booking/history": mine("/history"),
      "/manage-booking/question": `${mine("/question")}&charge=none`,
      "/manage-booking/proof": "/manage-booking/proof?key=none",
      "/manage-booking/pay": mine("/pay"),
      "/manage-booking/statement": mine("/statement"),
      "/manage-booking/statement.pdf": mine("/statement.pdf"),
      "/manage-booking/another.json": mine("/another.json"),
      "/manage-booking/calendar.ics": mine("/calendar.ics"),
      "/crm/voice/:call": "/crm/voice/heartbeat",
      "/crm/calls/:id/voicemail": "/crm/calls/none/voicemail",
      "/realtime/:call": "/realtime/broadcast",
      "/files/:capability": "/files/none",
      "/files/:capability/print": "/files/none/print",
      "/photos/:capability": "/photos/none",
      "/crm/service-areas/:id": "/crm/service-areas/none",
      "/crm/pricing/:group": "/crm/pricing/sizes",
      "/crm/settings/:group": "/crm/settings/company",
      "/crm/settings/messages/mail": "/crm/settings/messages/mail?kind=mail.lead&sample=0",
      "/invitation": "/invitation?key=none",
      "/crm/overview/leads": "/crm/overview/leads",
      "/crm/overview/leads/:id": "/crm/overview/leads/none",
      "/crm/billing": "/crm/billing",
      "/crm/billing.csv": "/crm/billing.csv",
      "/crm/billing/new": `/crm/billing/new?booking=${paid.number}`,
      "/crm/customers": "/crm/customers",
      "/crm/customers/:id": `/crm/customers/${paid.customer}`,
      "/crm/customers/:id/statement": `/crm/customers/${paid.customer}/statement`,
      "/crm/customers/:id/statement.pdf": `/crm/customers/${paid.customer}/statement.pdf`,
      "/crm/customers/:id/statement.csv": `/crm/customers/${paid.customer}/statement.csv`,
      "/crm/bookings/:number/refund": `/crm/bookings/${paid.number}/refund`,
      "/crm/billing/disputes/:id": "/crm/billing/disputes/none",
      "/crm/billing/disputes/:id/evidence.pdf": "/crm/billing/disputes/none/evidence.pdf",
      "/crm/billing/receive/:id": `/crm/billing/receive/${paid.customer}`,
      "/crm/bookings/:number": `/crm/bookings/${paid.number}`,
      "/crm/bookings/:number/needs": `/crm/bookings/${paid.number}/needs`,
      "/crm/inventory/:number": "/crm/inventory/20-01",
      "/crm/drivers/:id": `/crm/drivers/${driver?.id}`,
      "/driver/invitation": "/driver/invitation?key=none",
      "/crm/bookings/:number/edit": `/crm/bookings/${paid.number}/edit`,
      "/crm/bookings/:number/order": `/crm/bookings/${prepared?.number}/order`,
      "/driver/journal/photos/:entry": "/driver/journal/photos/none",
      "/driver/jobs/:id": "/driver/jobs/none",
      "/driver/offers/:id": "/driver/offers/none",
      "/sandbox/inbox/:id": "/sandbox/inbox/9999999",
      "/sandbox/inbox/:id/html": "/sandbox/inbox/9999999/html",
      "/sandbox/inbox/:id/attachments/:index": "/sandbox/inbox/9999999/attachments/0",
      "/sandbox/files/:id": "/sandbox/files/file_none",
      "/sandbox/checkout/:id": "/sandbox/checkout/cs_test_none",
    },
  };
}

export interface OwnedStage {
  server: TestServer;
  /** An address of each kind, opened by the cookies that go with it. */
  places: Places;
}

/**
 * A server for all tests of a file, with something of everything in it. Ending fails on unexpected errors in the log.
 */
export function setOwnedStage(): OwnedStage {
  const stage = {} as OwnedStage;
  beforeAll(async () => {
    stage.server = await startServer({ env: { RATE_LIMITS: "off" } });
    stage.places = await ownEverything(stage.server);
  });
  afterAll(() => stage.server.stop());
  return stage;
}
