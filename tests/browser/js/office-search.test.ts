import { expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });

async function office(path: string) {
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  return page;
}

it("is reached by Ctrl+K, answers while typing, and is walked and put away by keys", async () => {
  const page = await office("/crm/overview");
  // On a phone it is a sign in the bar, and lies over the bar's first line once somebody is in it.
  const width = async () => (await page.locator("#quick").boundingBox())?.width;
  expect(await width()).toBeLessThan(60);
  await page.keyboard.press("Control+k");
  expect(await width()).toBeGreaterThan(300);
  await page.keyboard.type("orlando");
  const found = page.locator("#quick-found");
  await found.locator("li").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const first = (await found.locator("a").first().getAttribute("href")) ?? "";
  expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe(first);
  await page.keyboard.press("Escape");
  expect(await found.isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("quick");
  await page.keyboard.type(" chen");
  await found.locator("li").first().waitFor();
  // Who it is stands first, then what they ordered.
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/crm\/bookings\/DMP-/);
  expect(await found.isVisible()).toBe(false);
});

inFull("calls and begins the next order for the hit that has the focus, by a letter", async () => {
  const page = await office("/crm/overview");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("orlando chen");
  await page.locator("#quick-found [data-act=n]").first().waitFor();
  // In the field they are letters.
  await page.keyboard.type("n");
  expect(await page.locator("#quick").inputValue()).toBe("orlando chenn");
  // Else its answer could come while a hit of the next has the focus.
  await page.locator("#quick-found").getByText("Nothing fits").waitFor();
  await page.keyboard.press("Backspace");
  await page.locator("#quick-found [data-act=n]").first().waitFor();
  await page.keyboard.press("ArrowDown");
  // The listener is there before the key: keys and scripts reach a page by different ways.
  await page.evaluate(() => {
    // Before the office's own telephone takes it.
    const hear = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a");
      if (!link?.href.startsWith("tel:")) return;
      event.preventDefault();
      document.body.dataset.called = link.getAttribute("href") ?? "";
    };
    window.addEventListener("click", hear, true);
  });
  await page.keyboard.press("c");
  await expect.poll(() => page.evaluate(() => document.body.dataset.called)).toMatch(/^tel:\+1\d{10}$/);
  await page.keyboard.press("n");
  await page.waitForURL(/\/crm\/bookings\/new\?customer=cus_/);
  expect(await page.locator("[name=lastName]").inputValue()).toBe("Chen");
});

inFull("says when nothing fits and when no answer comes, and keeps a half-typed order", async () => {
  const page = await office("/crm/bookings/new");
  await page.locator("[name=firstName]").fill("Half Typed");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zzzz");
  await page.getByText("Nothing fits “zzzz”.").waitFor();
  await page.route("**/crm/search.json*", (route) => route.abort());
  await page.locator("#quick").fill("orlando");
  await page.getByText("The search gives no answer now.").waitFor();
  await page.unroute("**/crm/search.json*");
  await page.locator("#quick").fill("orlando ");
  await page.locator("#quick").fill("orland");
  const [opened] = await Promise.all([page.waitForEvent("popup"), page.locator("#quick-found a").first().click()]);
  await opened.waitForURL(/\/crm\/(customers\/cus_|bookings\/DMP-)/);
  expect(await page.locator("[name=firstName]").inputValue()).toBe("Half Typed");
});
