import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

async function open(path: string): Promise<Page> {
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  await page.goto(path);
  return page;
}

/** React has taken over and has read what was typed before. */
const takenOver = async (page: Page) => {
  await hydrated(page);
  await page.waitForTimeout(150);
};

describe("the ZIP check while React takes the page over", () => {
  it("never turns the button off under a typed ZIP: Enter, which makes React hydrate at once, would do nothing", async () => {
    const page = await open("/");
    await page.evaluate(() => {
      const off = ((window as { off?: string[] }).off = [] as string[]);
      new MutationObserver(() => off.push("changed")).observe(document.querySelector(".zip button") as Element, {
        attributeFilter: ["disabled"],
      });
    });
    const changes = () => page.evaluate(() => (window as { off?: string[] }).off);
    await page.locator("#zip").fill("32801");
    await takenOver(page);
    expect(await changes()).toEqual([]);
    await page.locator("#zip").fill("");
    await expect
      .poll(changes, { message: "off where nothing is typed (specification, section 4)" })
      .toEqual(["changed"]);
  });

  it("leaves the focus in the field that is typed in, also after a refused one", async () => {
    const page = await open("/?zip=3280");
    await page.locator("#zip").focus();
    await takenOver(page);
    await page.locator("#zip").fill("90210");
    await page.keyboard.press("Enter");
    await page.getByText("Ask us to call you back").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("zip");
  });

  inFull("keeps the answer to a ZIP that came with words around it", async () => {
    const page = await open("/?zip=Orlando%2C+FL+32801-1234");
    expect(await page.locator("#zip").inputValue()).toBe("32801");
    await page.locator("#zip").focus();
    await takenOver(page);
    expect(await page.locator("#zip-answer a").innerText()).toBe("Book for 32801");
  });

  inFull("offers a call for a ZIP that we do not serve, not for one that could not be checked", async () => {
    const page = await open("/?zip=10001");
    expect(await page.locator("#zip-answer a").count()).toBe(1);
    await page.locator("#zip").focus();
    await takenOver(page);
    await page.context().setOffline(true);
    await page.locator("#zip").fill("32801");
    await page.keyboard.press("Enter");
    await page.getByText("Unable to validate ZIP code. Please try again.").waitFor();
    expect(await page.locator("#zip-answer a").count()).toBe(0);
  });

  inFull(
    "puts the focus on an answer that came with its page, and never takes it from somebody who types",
    async () => {
      const page = await open("/");
      await page.locator("#zip").fill("32801");
      await page.keyboard.press("Enter");
      await page.getByText("Book for 32801").waitFor();
      const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
      const loaded = await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name.includes("zip="));
      if (loaded) await expect.poll(focused).toMatch(/Book for 32801/);
      await page.goto("/?zip=32801");
      await expect.poll(focused).toMatch(/Book for 32801/);
      await page.locator("#zip").focus();
      await takenOver(page);
      await page.locator("#zip").fill("10001");
      await page.keyboard.press("Enter");
      await page.getByText("Ask us to call you back").waitFor();
      expect(await focused()).toBe("zip");
    },
  );
});
