import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { DESK, visitor } from "../../support/browser";
import { query } from "../../support/orders";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage();

async function office(): Promise<Page> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "admin@example.com")).windowCookies);
  return context.newPage();
}
const idOf = (sql: string) => query<{ id: string }>(stage.server.dataDir, sql)[0]?.id ?? "";

it("a note on a request outlasts Called and Close, half typed as it is, and is empty once it is kept", async () => {
  const page = await office();
  await page.goto(`/crm/overview/leads/${idOf("select id from leads where state = 'new' limit 1")}`);
  const note = page.getByLabel("Add a note");
  await note.fill("Rings back after");
  await page.getByRole("button", { name: "Called" }).click();
  await page.locator(".title .state", { hasText: "Called" }).waitFor();
  expect(await note.inputValue()).toBe("Rings back after");
  await page.getByRole("button", { name: "Keep the note" }).click();
  await page.locator("main p, main li, main blockquote", { hasText: "Rings back after" }).first().waitFor();
  await expect.poll(() => note.inputValue()).toBe("");
  // Closing leaves the page: what is half typed is kept with it.
  await note.fill("Has a brother in Oviedo");
  await page.getByText("Close…").click();
  await page.getByLabel("Why, or what came of it").fill("Went elsewhere");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.waitForURL(/\/crm\/overview\?lead=/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("main").getByText("Has a brother in Oviedo").waitFor();
  // Called and undecided is a list of its own.
  await page.goto("/crm/overview");
  await page.getByRole("link", { name: "Called and undecided" }).click();
  await page.getByRole("table").waitFor();
  expect(await page.getByRole("link", { name: "Called", exact: true }).getAttribute("aria-current")).toBe("page");
  expect(await page.getByRole("row").count()).toBeGreaterThan(1);
});

it("one form of a customer's record half typed outlasts the saving of another, and says then what stands by now", async () => {
  const page = await office();
  await page.goto(
    `/crm/customers/${idOf("select id from customers where kind = 'person' and merged_into is null limit 1")}`,
  );
  await page.getByText("Change the record").click();
  await page.getByText("Change tax and terms").click();
  await page.getByLabel("PO number (optional)").fill("PO 4711");
  await page.getByLabel("Days to pay (optional)").fill("30");
  await page.getByLabel("Credit limit in dollars").fill("500");
  await page.getByRole("button", { name: "Save tax and terms" }).click();
  await page.locator("main").getByText("30 days to pay, up to $500.00").waitFor();
  expect(await page.getByLabel("PO number (optional)").inputValue()).toBe("PO 4711");
  await page.getByRole("button", { name: "Save the record" }).click();
  await page.locator("main dl").getByText("PO 4711").waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});
