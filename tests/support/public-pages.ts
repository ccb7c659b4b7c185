/**
 * Every page that a stranger can open, with its status: bytes, axe and reflow are checked on each.
 * The refused ZIP is a state of its own; /service-areas only redirects.
 */
export const PUBLIC_PAGES: readonly { path: string; status: number }[] = [
  ...[
    "/", "/?zip=32801", "/?zip=99999", "/about", "/careers", "/development-process", "/privacy-policy", "/services/residential", "/services/commercial", "/services/construction",
    "/book", "/book/call-back", "/book/expired", "/manage-booking", "/payment-success", "/offline",
  ].map((path) => ({ path, status: 200 })),
  ...["/booking-confirmation?booking=none", "/no-such-page", "/services/gardening"].map((path) => ({ path, status: 404 })),
];
