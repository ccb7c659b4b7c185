import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/** The whole URL map on one page. */
export default [
  layout("routes/public/layout.tsx", [
    index("routes/public/home.tsx"),
    route("about", "routes/public/about.tsx"),
    route("careers", "routes/public/careers.tsx"),
    route("development-process", "routes/public/development-process.tsx"),
    route("privacy-policy", "routes/public/privacy-policy.tsx"),
    route("services/:kind", "routes/public/services.$kind.tsx"),
    route("offline", "routes/public/offline.tsx"),
    route("service-areas", "routes/public/service-areas.tsx"),
    route("*", "routes/public/not-found.tsx"),
  ]),

  route("sitemap.xml", "routes/public/sitemap.ts"),
  route("robots.txt", "routes/public/robots.ts"),
  route("manifest.webmanifest", "routes/public/manifest.ts"),

  // The booking. Its index step is /book itself; a plain form posts there with ?draft=….
  layout("routes/book/layout.tsx", [
    route("book", "routes/book/project.tsx"),
    route("book/schedule", "routes/book/schedule.tsx"),
    route("book/agreement", "routes/book/agreement.tsx"),
    route("book/payment", "routes/book/payment.tsx"),
    route("book/call-back", "routes/book/call-back.tsx"),
    route("book/expired", "routes/book/expired.tsx"),
    route("sign-agreement/:sessionId", "routes/book/sign-agreement.tsx"),
  ]),
  route("book/changes.json", "routes/book/changes-json.ts"),
  route("book/resume", "routes/book/resume.tsx"),

  route("styles/:name", "routes/public/sheet.ts"),
  route("webhooks/stripe", "routes/webhooks/stripe.tsx"),
  route("webhooks/twilio/sms/status", "routes/webhooks/text-status.ts"),
  route("webhooks/twilio/sms/incoming", "routes/webhooks/text-incoming.ts"),
  route("metrics", "routes/functions/metrics.ts"),

  // Everything a customer sees after the payment page.
  layout("routes/manage/layout.tsx", [
    route("payment-success", "routes/manage/payment-success.tsx"),
    route("booking-confirmation", "routes/manage/booking-confirmation.tsx"),
    route("manage-booking", "routes/manage/manage-booking.tsx"),
    route("manage-booking/cancel", "routes/manage/cancel.tsx"),
    route("manage-booking/another", "routes/manage/another.tsx"),
  ]),
  route("manage-booking/another.json", "routes/manage/another-offer.ts"),
  route("manage-booking/calendar.ics", "routes/manage/calendar.tsx"),
  route("files/:capability", "routes/manage/files.$capability.tsx"),
  route("files/:capability/print", "routes/manage/files.$capability.print.tsx"),
  route("photos/:capability", "routes/manage/photo.ts"),

  // Server functions: JSON in, JSON out.
  route("functions/v1/validate-service-area", "routes/functions/validate-service-area.ts"),
  route("functions/v1/check-dumpster-availability", "routes/functions/check-dumpster-availability.ts"),
  route("functions/v1/quote", "routes/functions/quote.ts"),
  route("functions/v1/verify-payment", "routes/functions/verify-payment.ts"),
  route("functions/v1/generate-invoice", "routes/functions/generate-invoice.ts"),
  route("functions/v1/send-booking-email", "routes/functions/send-booking-email.ts"),
  route("functions/v1/create-payment-session", "routes/functions/create-payment-session.ts"),
  route("functions/v1/delete-test-booking", "routes/functions/delete-test-booking.ts"),
  route("functions/*", "routes/functions/unknown.ts"),

  // The stream itself, /realtime, is answered in front of Remix (http/live/streams.server.ts).
  route("realtime/:call", "routes/live/call.ts"),

  // The office and the drivers: always entered by a document load, because their content policy is another one.
  route("auth", "routes/crm/auth.tsx"),
  route("auth/sign-out", "routes/crm/sign-out.tsx"),
  route("auth/confirm", "routes/crm/confirm.tsx"),
  route("crm/search.json", "routes/crm/search-json.ts"),
  route("crm/order.json", "routes/crm/order-json.ts"),
  route("crm/bookings.csv", "routes/crm/bookings-csv.ts"),
  route("crm/customers/:id/statement.csv", "routes/crm/statement-csv.ts"),
  route("crm/settings/documents/paper", "routes/crm/setup-paper.ts"),
  route("auth/resend", "routes/account/resend.tsx"),
  route("auth/forgot", "routes/account/forgot.tsx"),
  route("auth/reset", "routes/account/reset.tsx"),
  route("auth/code", "routes/account/code.tsx"),
  route("auth/new-email", "routes/account/new-email.tsx"),
  route("auth/second-factor", "routes/account/second-step.tsx"),
  route("account", "routes/account/account.tsx"),
  route("account/second-factor", "routes/account/factor.tsx"),
  route("invitation", "routes/crm/invitation.tsx"),
  route("crm", "routes/crm/layout.tsx", [
    index("routes/crm/index.tsx"),
    route("overview", "routes/crm/overview.tsx"),
    route("overview/leads/:id", "routes/crm/lead.tsx"),
    route("search", "routes/crm/search.tsx"),
    route("bookings", "routes/crm/bookings.tsx"),
    route("bookings/new", "routes/crm/new-booking.tsx"),
    route("bookings/views", "routes/crm/views.tsx"),
    route("bookings/:number", "routes/crm/booking.tsx"),
    route("bookings/:number/edit", "routes/crm/edit-booking.tsx"),
    route("bookings/:number/order", "routes/crm/prepared.tsx"),
    route("customers", "routes/crm/customers.tsx"),
    route("customers/:id", "routes/crm/customer.tsx"),
    route("customers/:id/statement", "routes/crm/statement.tsx"),
    route("dispatch", "routes/crm/dispatch.tsx"),
    route("service-areas", "routes/crm/service-areas.tsx"),
    route("service-areas/:id", "routes/crm/service-area.tsx"),
    route("team", "routes/crm/team.tsx"),
    route("logs", "routes/crm/logs.tsx"),
    route("pricing", "routes/crm/pricing.tsx"),
    route("pricing/:group", "routes/crm/setup-group.tsx", { id: "crm/pricing-group" }),
    route("settings", "routes/crm/settings.tsx"),
    route("settings/flags", "routes/crm/flags.tsx"),
    route("settings/:group", "routes/crm/setup-group.tsx", { id: "crm/settings-group" }),
    route("*", "routes/crm/missing.tsx"),
  ]),
  route("driver/auth", "routes/driver/auth.tsx"),
  route("driver", "routes/driver/layout.tsx", [
    route("dashboard", "routes/driver/dashboard.tsx"),
    route("jobs/:id", "routes/driver/job.tsx"),
  ]),

  // The sandbox: on this machine only, gone when SANDBOX=off.
  layout("routes/sandbox/layout.tsx", [
    route("sandbox", "routes/sandbox/home.tsx"),
    route("sandbox/inbox", "routes/sandbox/inbox.tsx"),
    route("sandbox/inbox/:id", "routes/sandbox/inbox.$id.tsx"),
    route("sandbox/clock", "routes/sandbox/clock.tsx"),
  ]),
  route("sandbox/inbox.json", "routes/sandbox/inbox-json.tsx"),
  route("sandbox/inbox/:id/html", "routes/sandbox/inbox.$id.html.tsx"),
  route("sandbox/inbox/:id/attachments/:index", "routes/sandbox/inbox.$id.attachments.$index.tsx"),
  route("sandbox/checkout/:id", "routes/sandbox/checkout.$id.tsx"),
] satisfies RouteConfig;
