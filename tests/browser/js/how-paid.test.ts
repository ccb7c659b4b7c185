import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { openDay, scheduleFields } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import type { TextBrowser } from "../../support/form";
import { arrange, signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

/** "How is it paid?" while an order is typed: what was preset follows what is typed, what somebody chose stays. */
const stage = setStage();
const [MARIA, BEN] = ["(407) 555-0241", "(407) 555-0242"];

let staff: TextBrowser;
let page: Page;
beforeAll(async () => {
  staff = await signIn(stage.server, "staff@example.com");
  for (const [phone, lastName, limit] of [
    [MARIA, "Terms-Wide", 5_000_00],
    [BEN, "Terms-Narrow", 100_00],
  ] as const) {
    const who = { phone, lastName, email: `${lastName.toLowerCase()}@example.com` };
    const order = { ...scheduleFields({ deliveryDate: openDay(47) }), ...who, dumpsterSize: "20" };
    await (await staff.open("/crm/bookings/new")).form("deliveryDate").fill(order).submit("save");
    arrange(
      stage.server,
      "update customers set terms_days = 30, credit_limit = ? where last_name = ?",
      limit,
      lastName,
    );
  }
});
beforeEach(async () => {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies(staff.windowCookies);
  page = await context.newPage();
});

const chosen = () => page.locator("[name=payment]:checked").getAttribute("value");
const type = (name: string, text: string) => page.locator(`[name=${name}]`).fill(text);
const hint = () => page.getByText("The link goes where nobody has confirmed that it reaches them.");
async function call(phone: string): Promise<void> {
  await page.goto("/crm/bookings/new");
  await hydrated(page);
  await type("phone", phone);
  await page.locator("[name=payment]:checked").waitFor();
}
async function save(): Promise<void> {
  await type("address", `${Math.round(performance.now())} Site Road`);
  await page.getByRole("button", { name: "Hold, save and send the link" }).click();
  await page.getByRole("heading", { name: "How it is paid" }).waitFor();
}

it("typed over where the link goes, it is by card, and on account with the address back; once chosen it stays", async () => {
  await call(MARIA);
  expect(await chosen()).toBe("account");
  await page.getByText("They pay nothing now").waitFor();
  await type("email", "stranger@example.net");
  await hint().waitFor();
  expect(await chosen()).toBe("card");
  expect(await page.getByText("They pay nothing now").count()).toBe(0);
  await type("email", "terms-wide@example.com");
  await hint().waitFor({ state: "detached" });
  expect(await chosen()).toBe("account");
  await page.locator("[name=payment][value=card]").check();
  await page.locator("[name=payment][value=account]").check();
  await page.getByText("They pay nothing now").waitFor();
  await type("email", "stranger@example.net");
  await hint().waitFor();
  expect(await chosen()).toBe("account");
  await save();
  await page.getByText("On account: signed by the link and booked at once").waitFor();
});

it("saved before it was answered it is not on account either", async () => {
  await call(MARIA);
  await type("address", "1 Quick Road");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/order.json", async (route) => {
    await held;
    await route.continue();
  });
  await type("email", "stranger@example.net");
  await page.getByRole("button", { name: "Hold, save and send the link" }).click();
  await page.getByRole("alert").getByText("Look at how it is paid, then save again.").waitFor();
  answer();
  await hint().waitFor();
  expect(await chosen()).toBe("card");
  await save();
  await page.getByText("By card, when they have signed.").waitFor();
});

it("begins anew with another customer's number, and is asked again once text messages go to a number of nobody", async () => {
  await call(MARIA);
  expect(await chosen()).toBe("account");
  await type("phone", BEN);
  await page.getByText("of $100.00 used").waitFor();
  expect(await chosen()).toBe("card");
  await type("phone", MARIA);
  await page.getByText("of $5,000.00 used").waitFor();
  expect(await chosen()).toBe("account");

  await type("phone", "(407) 555-0243");
  await page.getByText("Nobody we know calls from").waitFor();
  const who = { firstName: "Ada", lastName: "Terms-Wide", email: "terms-wide@example.com" };
  for (const [name, text] of Object.entries(who)) await type(name, text);
  await page.locator("[name=payment]:checked").waitFor();
  expect(await chosen()).toBe("account");
  await page.locator("[name=smsConsent]").check();
  await hint().waitFor();
  expect(await chosen()).toBe("card");
});
