export interface PublicPage {
  path: string;
  status: number;
  /** The same page as another one, saying something else: colours need not be looked at again. */
  isVariant: boolean;
}

const page = (path: string, status = 200): PublicPage => ({ path, status, isVariant: false });
const variant = (path: string, status = 200): PublicPage => ({ path, status, isVariant: true });

/** Every page that a stranger can open: bytes, axe and reflow are checked on each. /service-areas only redirects. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  page("/"), variant("/?zip=32801"), variant("/?zip=99999"), variant("/?zip=1", 400),
  page("/about"), page("/careers"), page("/development-process"), page("/privacy-policy"),
  page("/services/residential"), variant("/services/commercial"), variant("/services/construction"),
  page("/book"), page("/book/call-back"), page("/book/expired"), page("/manage-booking"), page("/payment-success"), page("/offline"),
  page("/booking-confirmation?booking=none", 404), page("/no-such-page", 404), variant("/services/gardening", 404),
];
