import {
  bookAndPay,
  bookingNumberOn,
  openDay,
  throughAgreement,
  throughProject,
  throughSchedule,
} from "../../tests/support/booking";
import { TextBrowser } from "../../tests/support/form";

/**
 * @typedef {{ path: string, headers: Record<string, string> }} Place a page, and the cookies of the person to whom it
 * belongs
 */

/** @param {TextBrowser} browser @param {string} url @returns {Place} */
function place(browser, url) {
  const { pathname, search } = new URL(url, browser.base);
  return { path: pathname + search, headers: { Cookie: browser.cookieHeader } };
}

/**
 * A visitor at a step of the booking, by plain forms.
 * @param {string} base
 * @param {"schedule" | "agreement" | "payment"} step
 * @returns {Promise<Place>}
 */
export async function visitorAt(base, step) {
  const browser = new TextBrowser(base);
  const to = { schedule: throughProject, agreement: throughSchedule, payment: throughAgreement }[step];
  return place(browser, (await to(browser, { deliveryDate: openDay(80) })).url);
}

/** A customer who looks at a paid booking. @param {string} base @returns {Promise<Place>} */
export async function customer(base) {
  const browser = new TextBrowser(base);
  const paid = await bookAndPay(browser, { deliveryDate: openDay(81), email: "bench@example.com" });
  return place(browser, `/manage-booking?booking=${bookingNumberOn(paid)}`);
}

/**
 * The same on another day, with a cold cache: the booking's shared sheet is asked for by a cookie that ends with the
 * browser, as the sheet itself then may be gone. @param {string} base @returns {Promise<Place>}
 */
export async function customerLater(base) {
  const { path, headers } = await customer(base);
  return {
    path,
    headers: {
      ...headers,
      Cookie: (headers.Cookie ?? "")
        .split("; ")
        .filter((cookie) => !cookie.startsWith("sheet="))
        .join("; "),
    },
  };
}

/**
 * Somebody in the office, signed in, at a page of it.
 * @param {string} base
 * @param {string} path
 * @returns {Promise<Place>}
 */
export async function colleague(base, path) {
  const browser = new TextBrowser(base);
  await (
    await browser.open("/auth")
  )
    .form("password")
    .fill({ email: "staff@example.com", password: "roll-off-demo" })
    .submit();
  return place(browser, path);
}
