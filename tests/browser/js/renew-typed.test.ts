import { expect, it } from "vitest";
import { openDay, scheduleFields } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { arrange, count, pathOf, signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage();

/** The page of an order that the office prepared, in a browser; `put` is done to its booking before. */
async function open(email: string, ahead: number, put: string) {
  const staff = await signIn(stage.server, "staff@example.com");
  const fields = { ...scheduleFields({ email, deliveryDate: openDay(ahead) }), phone: `(407) 555-03${ahead}` };
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate").fill({ ...fields, dumpsterSize: "20" });
  const address = pathOf(await form.submit("save"));
  const number = address.split("/").at(-2) ?? "";
  arrange(stage.server, put, number);
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies(staff.windowCookies);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(".live[data-live=open]").waitFor();
  return { page, number, staff, address };
}
const MEANWHILE = "What this page shows has changed meanwhile.";

it("a price that changes with what is typed is renewed by the second press: after the first the page says the new one", async () => {
  // November 30, 12:00 am in New York.
  const over = "update bookings set quote_expires_at = 1764478800000 where booking_number = ?";
  const { page, number } = await open("renews-typed@example.com", 41, over);
  await page.locator("[name=rentalDays]").fill("12");
  const renew = page.getByRole("button", { name: /^Renew at/ });
  const [first] = /\$\d+\.\d\d/.exec(await renew.innerText()) ?? [];
  await renew.click();
  const problem = page.locator("main .problems");
  await problem.getByText("Your changes are saved. The price has just changed: today it is $").waitFor();
  const [second] = /\$\d+\.\d\d/.exec(await problem.innerText()) ?? [];
  expect(second).not.toBe(first);
  await page.getByRole("button", { name: `Renew at ${second} and send the link` }).waitFor();
  await page.locator("[aria-labelledby=writes]").getByText("days: 7 → 12").waitFor();
  // Its own save is no news to it: the stream has told it by now.
  await page.waitForTimeout(2_500);
  expect(await page.getByText(MEANWHILE).count()).toBe(0);
  await renew.click();
  await page.getByText("The price is renewed, the dumpsters are held").waitFor();
  const renewed = "status = 'quoted' and rental_duration_days = 12 and quote_expires_at > 1764478800000";
  expect(count(stage.server, `select count(*) from bookings where booking_number = ? and ${renewed}`, number)).toBe(1);
});

it("what is saved and does not go on account stands in the list of changes", async () => {
  const terms =
    "update customers set terms_days = 30, credit_limit = 60000 where id = (select customer_id from bookings where booking_number = ?)";
  const { page } = await open("beyond-typed@example.com", 42, terms);
  await page.locator("[name=quantity]").fill("2");
  await page.getByRole("button", { name: "Book it on account" }).click();
  await page.getByText("Your changes are saved. It is not on account: this order of $818.64 would pass").waitFor();
  await page
    .locator("[aria-labelledby=writes]")
    .getByText(/dumpsters: 1 × 20.*→ 2 × 20/)
    .waitFor();
  await page.waitForTimeout(2_500);
  expect(await page.getByText(MEANWHILE).count()).toBe(0);
});

it("a page on which nothing is typed follows another end of the price, which its next save would else take back", async () => {
  const { page, staff, address } = await open("other-end@example.com", 43, "select 1 where '' <> ?");
  const end = openDay(3);
  await (await staff.open(address)).form("deliveryDate").fill({ quoteUntil: end }).submit("save");
  await expect.poll(() => page.locator("[name=quoteUntil]").inputValue()).toBe(end);
});
