import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDay, throughAgreement, throughProject, throughSchedule } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { signIn } from "../../support/meanwhile";
import { firstOf } from "../../support/paths";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const OFFLINE = "You're offline. Some features may not be available.";

async function openAs(text: TextBrowser, path: string): Promise<Page> {
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
const PEOPLE = {
  nobody: () => Promise.resolve(new TextBrowser(stage.server.url)),
  office: () => signIn(stage.server, "staff@example.com"),
  driver: () => signIn(stage.server, "driver@example.com", "/driver/auth"),
  stranger: () => signIn(stage.server, "user@example.com"),
};
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return (
      at?.id ||
      at?.getAttribute("aria-label") ||
      at?.getAttribute("aria-labelledby")?.replace(/-\d{4}-.*/, "") ||
      at?.localName
    );
  });
const isHydrated = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");

/** Who, where, and what the three keys reach; a path where the third one leads away. */
const PAGES: [who: keyof typeof PEOPLE, path: string, navigation: string, search: string][] = [
  ["office", "/crm/bookings", "CRM", "q"],
  ["driver", "/driver/dashboard", "Driver", "day"],
  ["office", "/account", "Account", "display_name"],
  ["nobody", "/driver/auth", "Other doors", "email"],
  ["nobody", "/book", "Steps of your booking", "projectType"],
  ["nobody", "/book/call-back", "", "zip"],
  ["office", "/account/second-factor", "Account", "password"],
  ["office", "/crm/overview", "CRM", "quick"],
  ["office", "/crm/bookings/new", "CRM", "phone"],
  ["nobody", "/auth", "Login or Sign Up", "email"],
  ["nobody", "/manage-booking", "Main", "bookingNumber"],
];

async function expectKeys(page: Page, navigation: string, search: string): Promise<void> {
  await page.keyboard.press("Alt+Digit1");
  expect(await focused(page)).toBe("main");
  if (navigation) {
    await page.keyboard.press("Alt+Digit2");
    expect(await focused(page)).toBe(navigation);
    expect(
      await page.evaluate(() => document.activeElement && getComputedStyle(document.activeElement).outlineStyle),
      "and is seen there",
    ).toBe("solid");
  }
  await page.keyboard.press("Alt+Digit3");
  if (search.startsWith("/")) await page.waitForURL(`**${search}`);
  await expect.poll(() => focused(page)).toBe(search.split("#").at(-1));
}

describe("Alt+1, Alt+2, Alt+3", () => {
  it.each(firstOf(1, PAGES))("%s %s", async (who, path, navigation, search) => {
    const page = await openAs(await PEOPLE[who](), path);
    const complaints = watch(page);
    await expectKeys(page, navigation, search);
    await isHydrated(page);
    if (search.startsWith("/")) await page.goto(path);
    await isHydrated(page).catch(() => undefined);
    await expectKeys(page, navigation, search);
    expect(complaints).toEqual([]);
  });

  const steps: [string, typeof throughProject, string][] = [
    ["payment", throughAgreement, "cardConsent"],
    ["schedule", throughProject, "zip"],
    ["agreement", throughSchedule, "signatureName"],
  ];
  inFull.each(steps)("in the step %s of a booking", async (_, through, search) => {
    const text = new TextBrowser(stage.server.url);
    const { url } = await through(text, { deliveryDate: openDay(55) });
    const page = await openAs(text, url);
    await expectKeys(page, "Steps of your booking", search);
    await isHydrated(page);
    await expectKeys(page, "Steps of your booking", search);
  });

  inFull("leads a driver back to the list, and whoever may not enter to the ways on", async () => {
    const page = await openAs(await PEOPLE.driver(), "/driver/dashboard");
    await page.locator("a.job-open").first().click();
    await page.waitForURL("**/driver/jobs/*");
    await page.locator("a.job-open").first().waitFor({ state: "detached" });
    await page.keyboard.press("Alt+Digit3");
    await page.waitForURL("**/driver/dashboard");
    const denied = await openAs(await PEOPLE.stranger(), "/crm/overview");
    await denied.getByRole("heading", { name: "Access Denied" }).waitFor();
    await denied.keyboard.press("Alt+Digit1");
    expect(await focused(denied)).toBe("main");
    await denied.keyboard.press("Alt+Digit2");
    expect(await focused(denied)).toBe("Ways on");
  });
});

describe("the line for a lost connection", () => {
  const places: [keyof typeof PEOPLE, string][] = [
    ["office", "/crm/overview"],
    ["driver", "/driver/dashboard"],
    ["nobody", "/auth"],
    ["office", "/crm/bookings"],
    ["nobody", "/driver/auth"],
    ["stranger", "/crm/overview"],
  ];
  it.each(firstOf(1, places))("%s %s", async (who, path) => {
    const page = await openAs(await PEOPLE[who](), path);
    await isHydrated(page);
    const complaints = watch(page);
    const line = page.locator("#offline");
    expect([await line.textContent(), (await line.boundingBox())?.height]).toEqual(["", 0]);
    await page.context().setOffline(true);
    await page.getByText(OFFLINE).waitFor();
    expect(await line.getAttribute("role")).toBe("status");
    await page.context().setOffline(false);
    await expect.poll(() => line.textContent()).toBe("");
    // Not by the way in which it is heard of, either: the service worker's own request may fail meanwhile.
    expect(complaints.filter((one) => !/service-worker|ERR_INTERNET/.test(one))).toEqual([]);
  });

  inFull("stays while one goes on within the office", async () => {
    const page = await openAs(await PEOPLE.office(), "/crm/overview");
    await isHydrated(page);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
      dispatchEvent(new Event("offline"));
    });
    await page.getByText(OFFLINE).waitFor();
    await page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name: "Bookings" }).click();
    await page.getByRole("heading", { level: 1, name: "Bookings" }).waitFor();
    expect(await page.locator("#offline").textContent()).toBe(OFFLINE);
  });
});
