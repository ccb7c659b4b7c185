import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { DESK, visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

// Half a phone order is not lost by a key, by a tab or by Back.
const stage = setStage();

async function office(): Promise<Page> {
  const staff = await signIn(stage.server, "staff@example.com");
  const context = await visitor(stage.browser, stage.server.url, { scripts: true, viewport: DESK });
  await context.addCookies(staff.windowCookies);
  return context.newPage();
}

it("no key that was meant for the form leads away from half an order, nor sends one that nobody has read", async () => {
  const page = await office();
  await page.goto("/crm/bookings/new");
  await hydrated(page);
  await page.locator("[name=phone]:focus").waitFor();
  await page.keyboard.type("4075550174");
  // The answer to the number comes between two keys.
  await page.getByText("Nobody we know calls from").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Nora");
  expect(await page.locator("[name=firstName]").inputValue()).toBe("Nora");
  // The link to the number takes no Tab of whoever types on without looking.
  await page.locator("[name=smsConsent]").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type("32801");
  expect(await page.locator("[name=zip]").inputValue()).toBe("32801");
  // A ZIP that is cut off is told once it is left.
  await page.keyboard.press("Backspace");
  expect(await page.locator("#zip-answer").innerText()).toBe("");
  await page.keyboard.press("Tab");
  await page.locator("#zip-answer").getByText("A ZIP code has five digits.").waitFor();
  // A line more begins with its size.
  await page.getByRole("button", { name: "Add another line" }).click();
  await page.locator("#line-2-size:focus").waitFor();
  // Enter in the number goes on to the name, as the button for it does without scripts.
  await page.locator("[name=phone]").focus();
  await page.keyboard.press("Enter");
  await page.locator("[name=firstName]:focus").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  // A letter beside the fields: the one for the bookings.
  await page.locator("#price-heading").click();
  await page.keyboard.press("b");
  // Whoever presses a tab is asked.
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await expect.poll(() => asked).toEqual(["What you typed is not saved. Leave this page all the same?"]);
  expect(new URL(page.url()).pathname).toBe("/crm/bookings/new");
  expect(await page.locator("[name=firstName]").inputValue()).toBe("Nora");
  // Nor is what was refused saved.
  await page.getByRole("button", { name: "Hold, save and send the link" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await expect.poll(() => asked.length).toBe(2);
  page.removeAllListeners("dialog");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await page.waitForURL("**/crm/customers");
});

it("Back to another page of the office asks about half an order, and about an untouched one does not", async () => {
  const page = await office();
  await page.goto("/crm/bookings");
  await hydrated(page);
  const begin = async () => {
    await page.getByRole("link", { name: "New booking", exact: true }).first().click();
    await page.waitForURL("**/crm/bookings/new");
    await page.locator("[name=phone]:focus").waitFor();
  };
  await begin();
  await page.goBack();
  // The address changes before the page does: a press in between would lead from the form to itself.
  await page.getByRole("heading", { name: "Bookings", exact: true, level: 1 }).waitFor();
  await begin();
  await page.keyboard.type("4075550175");
  const asked: string[] = [];
  let isMeant = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (isMeant ? dialog.accept() : dialog.dismiss());
  });
  await page.evaluate(() => history.back());
  await expect.poll(() => asked).toEqual(["What you typed is not saved. Leave this page all the same?"]);
  expect(new URL(page.url()).pathname).toBe("/crm/bookings/new");
  expect(await page.locator("[name=phone]").inputValue()).toBe("4075550175");
  isMeant = true;
  await page.keyboard.press("1");
  await page.evaluate(() => history.back());
  await page.waitForURL("**/crm/bookings");
});
