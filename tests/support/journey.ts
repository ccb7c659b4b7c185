import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openDay } from "./booking";
import { expectSound, problemsOn, typedOn } from "./page-checks";
import { FULL } from "./paths";

/** What somebody does on a page and what the next one then has to say. */
export interface Stop {
  name: string;
  fill?: Record<string, string>;
  /** Cards and boxes to choose: name → values. */
  choose?: Record<string, string[]>;
  /** Name of a button or link; left out, the page stays as it is. */
  press?: string;
  /** Path of the page after it. */
  to: string;
  see: (string | RegExp)[];
  /** The summary's words by field; everything typed on this page must still be there. */
  problems?: Record<string, string>;
  /** Values that the next page must show in its controls. */
  shows?: Record<string, string>;
}

const DAY = openDay(41);
const TYPED = {
  address: "123 Main Street, Apt 4",
  city: "Winter Park",
  deliveryDate: DAY,
  specialInstructions: 'Left of the oak.\nGate code 4711 <b>"x"',
  firstName: "Zoë",
  lastName: "O’Neil & Sons",
};
const LEFT_OUT = { zip: "3280", rentalDays: "31", phone: "555-0133", email: "zoe@example" };

/** The main road as data: every step first wrong and then right, a line too many, a card that is declined. */
export function journey(scripts: boolean): Stop[] {
  return [
    {
      name: "zip-odd",
      fill: { zip: "328" },
      press: "Check",
      to: "/",
      see: ["Please enter a valid 5-digit ZIP code."],
      shows: { zip: "328" },
    },
    { name: "zip", fill: { zip: "32801" }, press: "Check", to: "/", see: ["Book for 32801"], shows: { zip: "32801" } },
    { name: "book", press: "Book for 32801", to: "/book", see: ["Your project"] },
    {
      name: "book-refused",
      choose: { businessType: ["residential"], wasteTypes: ["flooring", "roofing"] },
      press: "Continue to day and place",
      to: "/book",
      see: ["There is a problem"],
      problems: {
        projectType: "Choose the kind of project.",
        dumpsterSize: "Choose a dumpster size: 15, 20 or 25 yards.",
      },
    },
    // Hydrated, heavy debris moves the choice to 15 yards; the server refuses any other size.
    ...(scripts
      ? [
          {
            name: "heavy-forces-15",
            choose: { projectType: ["renovation"], dumpsterSize: ["20"], materialCategory: ["heavy"] },
            to: "/book",
            see: ["Heavy debris goes in the 15-yard dumpster only."],
            shows: { dumpsterSize: "15" },
          },
        ]
      : [
          {
            name: "heavy-refused",
            choose: { projectType: ["renovation"], dumpsterSize: ["20"], materialCategory: ["heavy"] },
            press: "Continue to day and place",
            to: "/book",
            see: ["There is a problem"],
            problems: { dumpsterSize: "" },
          },
        ]),
    {
      name: "line-added",
      choose: { dumpsterSize: ["15"] },
      press: "Add another dumpster",
      to: "/book",
      see: ["Already in your order", "1 × 15-yard dumpster, Heavy debris"],
      shows: { projectType: "renovation", wasteTypes: "roofing,flooring" },
    },
    {
      name: "line-removed",
      choose: { dumpsterSize: ["20"] },
      press: "Remove 1 × 15-yard dumpster, Heavy debris",
      to: "/book",
      see: ["$409.32"],
      shows: { dumpsterSize: "20", materialCategory: "general" },
    },
    {
      name: "material-asked",
      press: "Continue to day and place",
      to: "/book",
      see: ["One question before you go on", "You checked Roofing. Use the Roofing price?", "Use Roofing: $555.60"],
      shows: { dumpsterSize: "20", materialCategory: "general", wasteTypes: "roofing,flooring" },
    },
    {
      name: "schedule",
      press: "Keep General debris: $379",
      to: "/book/schedule",
      see: ["7 days are in the price", "Day and place"],
      shows: { zip: "32801", rentalDays: "7" },
    },
    {
      name: "schedule-refused",
      fill: { ...TYPED, ...LEFT_OUT },
      choose: { flexibleExtension: ["on"], ecoFriendlyOptions: ["on"], smsConsent: ["on"] },
      press: "Continue to the agreement",
      to: "/book/schedule",
      see: ["There is a problem"],
      problems: {
        zip: "",
        rentalDays: "from 1 to 30",
        phone: "at least 10 digits",
        email: "like name@example.com",
        deliveryTime: "Choose a delivery time",
      },
    },
    {
      name: "agreement",
      fill: { zip: "32801", rentalDays: "14", phone: "(407) 555-0133", email: "zoe@example.com" },
      choose: { deliveryTime: ["afternoon"] },
      press: "Continue to the agreement",
      to: "/book/agreement",
      see: ["Rental agreement", "$598.32", "Zoë O’Neil & Sons", 'Gate code 4711 <b>"x"'],
    },
    {
      name: "agreement-refused",
      press: "Sign and continue to payment",
      to: "/book/agreement",
      see: ["There is a problem"],
      problems: { signatureName: "Type your full name to sign.", agree: "" },
    },
    {
      name: "payment",
      fill: { signatureName: "Zoë O’Neil" },
      choose: { agree: ["on"] },
      press: "Sign and continue to payment",
      to: "/book/payment",
      see: ["Check and pay", "$598.32", "Extra days", "$175.00"],
    },
    {
      name: "payment-refused",
      press: "Pay $598.32 securely",
      to: "/book/payment",
      see: ["There is a problem"],
      problems: { cardConsent: "We cannot rent without it." },
    },
    {
      name: "checkout",
      choose: { cardConsent: ["on"] },
      press: "Pay $598.32 securely",
      to: "/sandbox/checkout/",
      see: ["Card number", "$598.32"],
    },
    {
      name: "card-declined",
      fill: { cardNumber: "4000 0000 0000 0002", expiry: "12 / 40", cvc: "123" },
      press: "Pay $598.32",
      to: "/sandbox/checkout/",
      see: ["Your card was declined."],
    },
    {
      name: "paid",
      fill: { cardNumber: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123" },
      press: "Pay $598.32",
      to: "/payment-success",
      see: [
        "Thank you!",
        "Payment received — your booking is confirmed!",
        "Booking details",
        "Afternoon (12PM - 5PM)",
        "$598.32",
        "Next Steps",
        "Your documents",
      ],
    },
  ];
}

/**
 * Does one stop on a page with the keyboard and checks what comes: the words, the errors, what is kept, the page
 * itself.
 */
export async function travel(page: Page, stop: Stop, scripts: boolean): Promise<void> {
  await fillIn(page, stop);
  const before = stop.problems ? await typedOn(page, await controlNames(page)) : {};
  if (stop.press) {
    if (scripts)
      expect(
        await page.locator("body").innerText(),
        `${stop.name}: its first words are new, or nothing would be waited for`,
      ).not.toContain(stop.see[0]);
    await press(page, stop.press, scripts);
  }
  for (const words of stop.see) await page.locator("body").filter({ hasText: words }).waitFor();
  await page
    .getByText(stop.see[0] ?? "")
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname.startsWith(stop.to), `${page.url()} is ${stop.to}`).toBe(true);
  // Asked for in one breath: where scripts are on, the page may still be changing.
  const saysSo = () =>
    page.evaluate(
      () =>
        document.title.startsWith("Error: ") === (document.querySelector(".problems, [aria-invalid=true]") !== null),
    );
  await expect
    .poll(saysSo, { message: `title of ${stop.name}: "Error: " where there is a problem, and only there` })
    .toBe(true);
  if (stop.problems) {
    const problems = await problemsOn(page);
    expect(Object.keys(problems).sort()).toEqual(Object.keys(stop.problems).sort());
    for (const [field, words] of Object.entries(stop.problems)) expect(problems[field]).toContain(words);
    expect(await typedOn(page, Object.keys(before)), "everything typed is kept").toEqual(before);
    await expectFocusHelps(page);
  }
  if (stop.shows) expect(await typedOn(page, Object.keys(stop.shows))).toEqual(stop.shows);
  // The same pages: axe looks at them once in `npm test`.
  await expectSound(page, `${scripts ? "js" : "nojs"}-${stop.name}`, { axe: scripts || FULL });
}

async function fillIn(page: Page, { fill = {}, choose = {} }: Stop): Promise<void> {
  for (const [name, value] of Object.entries(fill))
    await page.locator(`[name="${name}"]:not([type=hidden])`).fill(value);
  for (const [name, values] of Object.entries(choose)) {
    for (const value of values) {
      const box = page.locator(`input[name="${name}"]${value === "on" ? "" : `[value="${value}"]`}`);
      await box.focus();
      if (!(await box.isChecked())) await page.keyboard.press("Space");
    }
  }
}

/** Once a control was used the page is to be taken over first; a page that nobody used stays plain. */
async function press(page: Page, name: string, scripts: boolean): Promise<void> {
  const target = page.getByRole("button", { name, exact: false }).or(page.getByRole("link", { name })).first();
  if (scripts) await hydrated(page);
  await target.focus();
  const loaded = scripts ? null : page.waitForEvent("load");
  await page.keyboard.press("Enter");
  await loaded;
}

/** Waits for hydration where it has begun or begins by itself; scripts that else sit in the template were never asked for. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      (document.getElementById("app-scripts") !== null && document.getElementById("after-paint") === null) ||
      !document.querySelector("script[type=module]") ||
      document.documentElement.dataset.hydrated === "yes",
  );
}

/** Asks from outside: waitForFunction needs timers, which stand still where scripts are off. */
async function eventually<T>(page: Page, read: () => T, wanted: T): Promise<void> {
  await expect.poll(() => page.evaluate(read)).toEqual(wanted);
}

function controlNames(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLInputElement>("main [name]:not([type=hidden],button)")].map(
        (control) => control.name,
      ),
    ),
  ]);
}

/**
 * The summary has the focus, also without scripts, and each of its links brings it to the field, which the header does
 * not cover.
 */
async function expectFocusHelps(page: Page): Promise<void> {
  // What else has the focus is told by its beginning.
  const focused = () => document.activeElement?.outerHTML.slice(0, 120) ?? "";
  await expect.poll(() => page.evaluate(focused)).toContain('class="problems"');
  const links = page.locator(".problems li a");
  for (let i = 0; i < (await links.count()); i++) {
    await links.nth(i).focus();
    await page.keyboard.press("Enter");
    const id = (await links.nth(i).getAttribute("href"))?.slice(1) ?? "";
    await eventually(page, () => document.activeElement?.id, id);
    await eventually(
      page,
      () =>
        (document.activeElement?.getBoundingClientRect().top ?? 0) >=
        (document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0),
      true,
    );
  }
}
