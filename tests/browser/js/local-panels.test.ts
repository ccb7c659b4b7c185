import { expect } from "vitest";
import { visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { expectSound, watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage({ own: {} });

inFull("says by a toast and on the page why, when the call itself fails", async () => {
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  await page.route(/\.data(\?|$)/, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.goto("/?delete=true");
  const button = page.getByRole("button", { name: /^Delete DMP-/ });
  await button.focus();
  // The panels' own part is taken over once their file is there: before that the button sends a plain form.
  await page.locator("section[aria-label^=Messages]").waitFor({ state: "attached" });
  await button.click();
  const words = "Failed to delete booking: We could not reach the server";
  await page.locator("[data-sonner-toast]", { hasText: words }).waitFor();
  await page.locator(".notice .wrong", { hasText: words }).waitFor();
});

inFull("an owner reads both panels and deletes the test booking once, told on the page and by a toast", async () => {
  const context = await visitor(stage.browser, stage.server.url);
  const complaints: string[][] = [];
  const open = async () => {
    const page = await context.newPage();
    complaints.push(watch(page));
    await page.goto("/?health=true&delete=true");
    const button = page.getByRole("button", { name: /^Delete DMP-/ });
    await button.focus();
    await hydrated(page);
    return { page, button };
  };
  const [first, second] = [await open(), await open()];
  await expectSound(first.page, "local panels");
  const number = (await first.button.textContent())?.replace("Delete ", "") ?? "";

  await first.button.click();
  await first.page.locator(".notice.good", { hasText: "Booking deleted" }).waitFor();
  await first.page.locator("[data-sonner-toast]", { hasText: `${number} is gone` }).waitFor();
  await first.page.getByText("There is no test booking in this database.").waitFor();

  await second.button.click();
  const words = "Failed to delete booking: There is no test booking any more.";
  await second.page.locator(".notice .wrong", { hasText: words }).waitFor();
  await second.page.locator("[data-sonner-toast]", { hasText: words }).waitFor();
  expect(complaints.flat()).toEqual([]);
});

inFull("sends no byte of the panels to a visitor's browser", async () => {
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto("/");
  await page.locator("#zip").fill("32801");
  await hydrated(page);
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByText("Book for 32801").waitFor();
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((url) => /\/Panels-|sonner/.test(url))).toEqual([]);
});
