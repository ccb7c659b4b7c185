import { FULL } from "./paths";

export interface PublicPage {
  path: string;
  status: number;
  /** The same page as another one, saying something else: colours need not be looked at again. */
  isVariant: boolean;
  /** Taken over by scripts as soon as it is there, not on intent: what it says is a toast too. */
  hydratesAtOnce: boolean;
}

const page = (path: string, status = 200): PublicPage => ({ path, status, isVariant: false, hydratesAtOnce: false });
const variant = (path: string, status = 200): PublicPage => ({ ...page(path, status), isVariant: true });

/** A page of each kind of parts; the whole list is for `npm run test:full`. */
const ONE_OF_EACH = ["/", "/book", "/manage-booking", "/no-such-page"];

/** Every page that a stranger can open: bytes, axe and reflow are checked on each. /service-areas only redirects. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  page("/"),
  variant("/?zip=32801"),
  variant("/?zip=99999"),
  variant("/?zip=1", 400),
  page("/about"),
  page("/careers"),
  page("/development-process"),
  page("/privacy-policy"),
  page("/services/residential"),
  variant("/services/commercial"),
  variant("/services/construction"),
  page("/book"),
  page("/book/call-back"),
  page("/book/expired"),
  page("/manage-booking"),
  { ...page("/payment-success"), hydratesAtOnce: true },
  page("/offline"),
  page("/booking-confirmation?booking=none", 404),
  page("/no-such-page", 404),
  variant("/services/gardening", 404),
];

/** Those that a browser looks at. */
export const LOOKED_AT = PUBLIC_PAGES.filter(({ path }) => FULL || ONE_OF_EACH.includes(path));
