import type { BrowserContext, Page } from "playwright-core";
import { expect, it } from "vitest";
import { DESK, visitor } from "../../support/browser";
import { arrange, signIn } from "../../support/meanwhile";
import { query } from "../../support/orders";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

it("signing out in one tab shows in the others, what is half typed stays, and signing in lets all of them go on", async () => {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
  const [row] = query<{ number: string }>(
    stage.server.dataDir,
    "select booking_number as number from bookings where status = 'confirmed' limit 1",
  );
  const list = await open(context, "/crm/customers");
  const record = await open(context, `/crm/bookings/${row?.number}`);
  const account = await open(context, "/account");
  await record.locator(".live[data-live=open]").waitFor();
  await record.getByText("Write a note").first().click();
  await record.locator("[name=note]").fill("Half a thought");

  // With one bar of signal: the others know of it before the answer has come to the tab it was pressed in.
  await account.route("**/auth/sign-out", async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ response: answer });
  });
  await account.getByText("Sam Staff").first().click();
  await account.getByRole("button", { name: "Sign out", exact: true }).click();
  await account.getByText("You are signed out.").waitFor();
  await list.waitForURL(/\/auth\?next=%2Fcrm%2Fcustomers(?:&told=ended)?$/);
  await list.getByText("You were signed out. Log in again").waitFor();
  await record.getByText("What you typed here stays").waitFor();
  expect([pathOf(record), await record.locator("[name=note]").inputValue()]).toEqual([
    `/crm/bookings/${row?.number}`,
    "Half a thought",
  ]);

  await account.locator("[name=email]").fill("staff@example.com");
  await account.locator("[name=password]").fill("roll-off-demo");
  await account.getByRole("button", { name: "Login" }).click();
  await list.waitForURL(/\/crm\/customers$/);
  await record.getByText("What you typed here stays").waitFor({ state: "detached" });
  await record.locator(".live[data-live=open]").waitFor();
  await record.getByRole("button", { name: /note/i }).last().click();
  await record.getByText("Half a thought").first().waitFor();
});

inFull("on another device too: all sessions but the own one end at once", async () => {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "admin@example.com")).windowCookies);
  const overview = await open(context, "/crm/overview");
  await overview.locator(".live[data-live=open]").waitFor();
  const elsewhere = await signIn(stage.server, "admin@example.com");
  await elsewhere.post("/account", { intent: "others" });
  // Whichever asks first, the tab itself or the page that reads itself again: both are told the reason.
  await overview.waitForURL(/\/auth\?next=%2Fcrm%2Foverview(?:&told=ended)?$/);
  await overview.getByText("You were signed out. Log in again").waitFor();
});

inFull(
  "a session that ends by itself, which no tab tells, is told where a form is half typed; signed in again it is live",
  async () => {
    const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
    await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
    const page = await open(context, "/crm/bookings/new");
    await page.locator(".live[data-live=open]").waitFor();
    await page.locator("[name=firstName]").fill("Half");
    arrange(stage.server, "update sessions set revoked_at = 1 where revoked_at is null");
    // The stream asks with its heartbeat whether it may still speak.
    await page.getByText("What you typed here stays").waitFor({ timeout: 40_000 });
    expect(await page.locator("[name=firstName]").inputValue()).toBe("Half");
    const [door] = await Promise.all([
      context.waitForEvent("page"),
      page.locator(".read-again").getByRole("link").click(),
    ]);
    await door.locator("[name=email]").fill("staff@example.com");
    await door.locator("[name=password]").fill("roll-off-demo");
    await door.getByRole("button", { name: "Login" }).click();
    await page.getByText("What you typed here stays").waitFor({ state: "detached" });
    await door.close();
    await page.locator(".live[data-live=open]").waitFor();
    expect(await page.locator("[name=firstName]").inputValue()).toBe("Half");
  },
  90_000,
);
