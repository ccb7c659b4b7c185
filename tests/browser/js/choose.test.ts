import { describe, expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const PROJECTS = ["home_cleanout", "renovation", "construction", "business_cleanout"];
const SCREEN = { width: 360, height: 640 };

describe("the first step", () => {
  it("is three screens of a phone at most, with and without scripts", async () => {
    for (const scripts of [true, false]) {
      const page = await (await visitor(stage.browser, stage.server.url, { scripts, viewport: SCREEN })).newPage();
      for (const asked of [
        "",
        "?zip=32801&dumpsterSize=20",
        ...PROJECTS.map((id) => `?zip=32801&dumpsterSize=20&projectType=${id}`),
      ]) {
        await page.goto(`/book${asked}`);
        const high = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(high, asked).toBeLessThanOrEqual(3 * SCREEN.height);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SCREEN.width);
      }
    }
  });

  it("asks about the material while somebody chooses, once, and prices every size for it", async () => {
    const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
    const complaints = watch(page);
    await page.goto("/book?dumpsterSize=20&projectType=renovation");
    await page.locator("[value=roofing][type=checkbox]").check();
    await hydrated(page);
    const question = page.locator("#materialQuestion");
    await question.filter({ hasText: "You checked Roofing. Use the Roofing price?" }).waitFor();
    await question.getByRole("button", { name: "Use Roofing: $555.60" }).click();
    await question.waitFor({ state: "detached" });
    expect(await page.locator("[value=roofing][type=radio]").isChecked()).toBe(true);
    // Where its button was there is nothing now; the focus is not lost.
    await page.locator(".heavy-note.roofing:focus").waitFor();
    expect(await page.locator(".size .num").allInnerTexts()).toEqual(["$485.60", "$555.60", "$639.60"]);

    // Other boxes are another question; what was kept is not asked again, neither here nor by the server.
    await page.locator("[value=general][type=radio]").check();
    await question.getByRole("button", { name: "Keep General debris: $379" }).click();
    await question.waitFor({ state: "detached" });
    await page.locator("[value=concrete][type=checkbox]").check();
    await question.filter({ hasText: "You checked Concrete and Roofing" }).waitFor();
    await page.locator("[value=concrete][type=checkbox]").uncheck();
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Continue to day and place" }).last().click();
    await page.waitForURL("**/book/schedule*");
    expect(complaints).toEqual([]);
  });

  it("stays with the advice where an answer makes a large dumpster very heavy, in the page and by the server", async () => {
    const note = "Concrete is very heavy: look at the size once more, then go on.";
    for (const bySending of [false, true]) {
      const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
      await page.goto("/book?dumpsterSize=25&projectType=renovation");
      await page.locator("[value=concrete][type=checkbox]").check();
      await hydrated(page);
      if (bySending) {
        await page.getByRole("button", { name: "Continue to day and place" }).last().click();
        await page.getByText("One question before you go on").waitFor();
        // What is wrong takes the focus right after it is drawn: a press before that would go there.
        await page.locator(".problems:focus").waitFor();
      }
      const use = page.getByRole("button", { name: "Use Concrete: $439" });
      // What is wrong is drawn while the page is still being read again, and until then a press is a double press.
      await use.and(page.locator(":not([aria-disabled])")).waitFor();
      await use.press("Enter");
      // In the page the advice itself takes the question's place; a new page begins with why.
      const place = bySending ? "#dumpsterSize-note" : ".heavy-note";
      await page.locator(`${place}:focus`).waitFor();
      if (bySending) expect(await page.locator(place).innerText()).toBe(note);
      expect(await page.getByText("2.2 cubic yards").isVisible()).toBe(true);
      expect(await page.locator("[value=concrete][type=radio]").isChecked()).toBe(true);
      expect(await page.locator("[name=dumpsterSize]:checked").inputValue()).toBe("25");
      await page.getByRole("button", { name: "Continue to day and place" }).last().click();
      await page.waitForURL("**/book/schedule*");
    }
  });

  inFull("changes the dumpster that the question is about, also where another one's form stands open", async () => {
    const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
    await page.goto("/book?dumpsterSize=20&projectType=renovation");
    await page.locator("[name=quantity]").focus();
    await hydrated(page);
    await page.getByRole("button", { name: "Add another dumpster" }).click();
    await page.getByRole("heading", { name: "Already in your order" }).waitFor();
    await page.locator("[value=roofing][type=checkbox]").check();
    await page.getByRole("button", { name: "Use Roofing: $555.60" }).click();
    // The other one is still to come.
    await page.locator(".order-lines li", { hasText: "20-yard dumpster, Roofing" }).waitFor();
    expect(await page.locator("[name=line]").inputValue()).toBe("new");
    expect(await page.locator("#materialQuestion").count()).toBe(0);
  });

  inFull("adds a second dumpster for the other kind from the question, in place", async () => {
    const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
    const complaints = watch(page);
    await page.goto("/book?dumpsterSize=20&projectType=renovation");
    await page.locator("[value=household_items]").check();
    await page.locator("[value=roofing][type=checkbox]").check();
    await hydrated(page);
    await page
      .getByRole("button", { name: "Keep General debris and add a dumpster for Roofing: $934.60 for both" })
      .click();
    await page.getByRole("heading", { name: "Your order" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("cart-heading");
    expect(await page.locator(".order-lines li").count()).toBe(2);
    expect(await page.getByText("Your order now has a dumpster for each material.").isVisible()).toBe(true);
    expect(await page.locator("#materialQuestion").count()).toBe(0);
    await page.locator("#price-total").filter({ hasText: "$1,009.37" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset.hydrated)).toBe("yes");
    expect(complaints).toEqual([]);
  });

  inFull(
    "keeps what is chosen when the likely materials change places, and opens “more” for what is in it",
    async () => {
      const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
      await page.goto("/book?dumpsterSize=20&projectType=home_cleanout");
      await page.locator("[value=furniture][type=radio]").check();
      await hydrated(page);
      for (const waste of ["yard_waste", "roofing", "concrete"])
        await page.locator(`[value=${waste}][type=checkbox]`).check();
      await page.locator("details[open] [value=furniture]").waitFor();
      expect(await page.locator("[value=furniture][type=radio]").isChecked()).toBe(true);
      expect(await page.locator("[name=materialCategory]:checked").count()).toBe(1);
      expect(await page.locator("[name=materialCategory]").count()).toBe(13);
    },
  );

  inFull("shows how little of it three tons are as soon as it is very heavy, also without scripts", async () => {
    for (const scripts of [true, false]) {
      const page = await (await visitor(stage.browser, stage.server.url, { scripts, viewport: SCREEN })).newPage();
      await page.goto("/book?projectType=construction");
      expect(await page.locator(".heavy-note.concrete").isVisible()).toBe(false);
      await page.locator("[value=concrete][type=radio]").check();
      expect(await page.locator(".heavy-note.concrete").isVisible()).toBe(true);
      expect(await page.locator(".larger .tag:visible").count()).toBe(0);
      for (const call of ["electronics", "special"]) {
        await page.goto("/book");
        await page.locator(`details:has([value=${call}]) > summary`).click();
        await page.locator(`[value=${call}][type=radio]`).check();
        await page.locator(`.heavy-note.${call}`).waitFor();
        // The press brings the scripts, which draw it once more.
        await expect.poll(() => page.locator(".heavy-note:visible").count()).toBe(1);
      }
    }
  });

  inFull("changes a line and its number in place", async () => {
    const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
    await page.goto("/book?dumpsterSize=15&projectType=renovation");
    await page.locator("[name=quantity]").focus();
    await hydrated(page);
    await page.locator("[name=quantity]").selectOption("2");
    await page.getByRole("button", { name: "Add another dumpster" }).click();
    await page.getByRole("heading", { name: "Another dumpster" }).waitFor();
    await page.getByRole("button", { name: "Never mind" }).click();
    await page.getByRole("heading", { name: "Another dumpster" }).waitFor({ state: "detached" });
    expect(await page.locator("[name=quantity]").inputValue()).toBe("2");
    await page.getByRole("button", { name: "Add another dumpster" }).click();
    await page.locator("[name=quantityOf-0]").focus();
    await hydrated(page);
    await page.locator("[name=quantityOf-0]").selectOption("1");
    await page.locator("#price-total").filter({ hasText: "$355.32" }).waitFor();
    await page.getByRole("button", { name: /^Edit/ }).click();
    await page.waitForURL(/line=0/);
    expect(await page.locator("[name=dumpsterSize]:checked").inputValue()).toBe("15");
    expect(await page.locator("[name=quantity]").inputValue()).toBe("1");
  });
});

inFull("a day that was put right is not red any more, and a day that is not open stays so", async () => {
  const page = await (await visitor(stage.browser, stage.server.url, { viewport: SCREEN })).newPage();
  await page.goto("/book?zip=32801&dumpsterSize=20&projectType=renovation");
  await page.getByRole("button", { name: "Continue to day and place" }).last().click();
  await page.waitForURL("**/book/schedule*");
  await page.locator("#address").focus();
  await hydrated(page);
  await page.getByRole("button", { name: "Continue to the agreement" }).last().click();
  await page.locator("#deliveryDate-error").waitFor();
  await page.locator("#deliveryDate").fill("2020-01-01");
  expect(await page.locator("#deliveryDate-error").count()).toBe(1);
  await page.locator("button[name=day]").first().click();
  await page.locator("#deliveryDate-error").waitFor({ state: "detached" });
  // What nobody touched stays, and the summary stays as it was read.
  expect(await page.locator("#address-error").count()).toBe(1);
  expect(await page.locator(".problems li").count()).toBeGreaterThan(1);
});
