import { expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

// One bar of signal: the scripts come long after a person has begun to read what was refused.
const stage = setStage();

async function refused() {
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await coming;
    await route.continue();
  });
  await page.goto("/crm/bookings/new", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Hold, save and send the link" }).click({ noWaitAfter: true });
  await page.locator(".problems:focus").waitFor();
  // On the screen: the page above it gets shorter where a button is for pages without scripts only.
  const place = () =>
    page.evaluate(() => {
      const top = document.querySelector("[name=address]")?.getBoundingClientRect().top ?? NaN;
      return { top: Math.round(top / 4), isOnScreen: top > 0 && top < innerHeight };
    });
  return { page, place, come };
}

it("late scripts leave who has gone on to a field where they are, with what they typed", async () => {
  const { page, place, come } = await refused();
  await page.locator("[name=address]").click();
  await page.keyboard.type("120 N Or");
  const before = await place();
  expect(before.isOnScreen).toBe(true);
  come();
  await hydrated(page);
  expect(await place()).toEqual(before);
  await page.keyboard.type("ange");
  expect(await page.locator("[name=address]").inputValue()).toBe("120 N Orange");
});

it("late scripts leave who only scrolled where they read", async () => {
  const { page, place, come } = await refused();
  await page.locator("[name=address]").scrollIntoViewIfNeeded();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const before = await place();
  expect(before.isOnScreen).toBe(true);
  come();
  await hydrated(page);
  expect(await place()).toEqual(before);
});
