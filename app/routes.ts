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
    route("service-areas", "routes/public/service-areas.tsx"),
    route("*", "routes/public/not-found.tsx"),
  ]),

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
  route("book/resume", "routes/book/resume.tsx"),

  route("webhooks/stripe", "routes/webhooks/stripe.tsx"),
] satisfies RouteConfig;
