import { addDays, day, type Day } from "~/domain/kernel/days";
import { nextOpenDay } from "~/domain/schedule/rules";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import type { TextBrowser, Page } from "./form";

export interface Wish {
  size?: string;
  material?: string;
  quantity?: string;
  zip?: string;
  deliveryDate?: Day;
  deliveryTime?: string;
  rentalDays?: string;
  email?: string;
  firstName?: string;
}

/** An open delivery day at least `ahead` days from now (New York), far from the seeded bookings by default. */
export function openDay(ahead = 40): Day {
  const today = day(new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" }));
  return nextOpenDay(addDays(today, ahead), DEFAULT_SETTINGS);
}

export async function throughProject(browser: TextBrowser, wish: Wish = {}): Promise<Page> {
  const page = await browser.open("/book");
  return page
    .form("dumpsterSize")
    .fill({
      projectType: "renovation",
      // Nothing that would be asked about: flooring may go as General debris.
      wasteTypes: wish.material ? [] : ["flooring"],
      materialCategory: wish.material ?? "general",
      dumpsterSize: wish.size ?? "20",
      quantity: wish.quantity ?? "1",
    })
    .submit("continue");
}

export function scheduleFields(wish: Wish = {}): Record<string, string> {
  return {
    zip: wish.zip ?? "32801",
    address: "123 Main Street",
    city: "Orlando",
    deliveryDate: wish.deliveryDate ?? openDay(),
    deliveryTime: wish.deliveryTime ?? "morning",
    rentalDays: wish.rentalDays ?? "7",
    firstName: wish.firstName ?? "Ada",
    lastName: "Tester",
    phone: "(407) 555-0133",
    email: wish.email ?? "ada@example.com",
  };
}

/** From /book to the agreement. */
export async function throughSchedule(browser: TextBrowser, wish: Wish = {}): Promise<Page> {
  const schedule = await throughProject(browser, wish);
  return schedule.form("address").fill(scheduleFields(wish)).submit("continue");
}

/** From /book to the review before payment. */
export async function throughAgreement(browser: TextBrowser, wish: Wish = {}): Promise<Page> {
  const agreement = await throughSchedule(browser, wish);
  return agreement
    .form("signatureName")
    .fill({ signatureName: `${wish.firstName ?? "Ada"} Tester`, agree: "on" })
    .submit("continue");
}

/** From /book to the card company's page. */
export async function toCheckout(browser: TextBrowser, wish: Wish = {}): Promise<Page> {
  const review = await throughAgreement(browser, wish);
  return review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue");
}

export const GOOD_CARD = { cardNumber: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" };

export function payWith(checkout: Page, card: Record<string, string> = GOOD_CARD): Promise<Page> {
  return checkout.form("cardNumber").fill(card).submit();
}

/** The whole way; the page after the payment. */
export async function bookAndPay(browser: TextBrowser, wish: Wish = {}): Promise<Page> {
  return payWith(await toCheckout(browser, wish));
}

export function bookingNumberOn(page: Page): string {
  const found = /DMP-\d{4}-\d{6}/.exec(page.text);
  if (!found) throw new Error(`no booking number on ${page.url}: ${page.text.slice(0, 300)}`);
  return found[0];
}
