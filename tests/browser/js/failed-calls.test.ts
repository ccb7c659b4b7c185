import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, openDay, toCheckout } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { expectSound } from "../../support/page-checks";
import { firstOf } from "../../support/paths";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const payer = { text: {} as TextBrowser, paid: "", waiting: "" };
beforeAll(async () => {
  payer.text = new TextBrowser(stage.server.url);
  payer.paid = (await bookAndPay(payer.text, { email: "calls@example.com", deliveryDate: openDay(53) })).url;
  const checkout = await toCheckout(new TextBrowser(stage.server.url), {
    email: "waits@example.com",
    deliveryDate: openDay(54),
  });
  payer.waiting = `/payment-success?session_id=${checkout.url.split("/").at(-1)?.split("?")[0] ?? ""}`;
});

const answer = (status: number, body: string) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body });
/** What can become of a call on its way; the second is our own refusal, whose words are the ones to say. */
const WAYS: [string, (route: Route) => Promise<void>, string | null][] = [
  ["the connection is lost", (route) => route.abort("connectionreset"), null],
  [
    "the server has a reason",
    answer(503, '{"error":{"code":"busy","message":"We are very busy right now."}}'),
    "We are very busy right now.",
  ],
  ["a proxy answers", answer(502, "<h1>Bad gateway</h1>"), null],
  ["somebody else's page answers", answer(200, "<h1>Sign in to the Wi-Fi</h1>"), null],
  ["it is cut off", answer(200, '{"pdfUrl":"/fi'), null],
  ["it says nothing", answer(500, "null"), null],
];

/** The page as its payer sees it, hydrated; `prepare` sets what is to fail. */
async function open(path: string, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(payer.text.windowCookies);
  const page = await context.newPage();
  await prepare(page);
  await page.goto(path);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  return page;
}

/** The toast, its words to the letter, and the same words in the page, because toasts go away. */
async function expectSaid(page: Page, title: string, words: string): Promise<void> {
  const toast = page.locator("[data-sonner-toast]", { hasText: title });
  await toast.waitFor();
  expect(await toast.locator("[data-description]").innerText()).toBe(words);
  await page.locator("main [role=status]", { hasText: title }).filter({ hasText: words }).waitFor();
}

describe("when the call itself fails", () => {
  inFull.each(WAYS)("the invoice: %s", async (_, way, words) => {
    const page = await open(payer.paid, (inner) => inner.route("**/generate-invoice", way));
    await expectSaid(page, "Invoice Error", words ?? "There was an issue generating your invoice.");
  });

  it.each(firstOf(1, WAYS))("the verification: %s", async (_, way, words) => {
    const page = await open(payer.waiting, (inner) => inner.route("**/verify-payment", way));
    await expectSaid(
      page,
      "Verification Error",
      words ?? "There was an issue verifying your payment. Please contact support if this persists.",
    );
    // Said once, however often it goes on asking; and taken back when an answer comes, which takes it seconds.
    await page.unroute("**/verify-payment");
    await page.waitForResponse("**/verify-payment");
    await expect.poll(() => page.locator("main [role=status]", { hasText: "Verification Error" }).count()).toBe(0);
  });

  inFull.each(WAYS.filter(([, , words]) => words === null))("the mail: %s", async (_, way) => {
    const page = await open(payer.paid, async (inner) => {
      await inner.addInitScript(
        (key) => sessionStorage.setItem(key, "1"),
        `paid:${new URL(payer.paid).searchParams.get("session_id")}`,
      );
      await inner.route(/\.data(\?|$)/, (route) =>
        route.request().method() === "POST" ? way(route) : route.continue(),
      );
    });
    await page.getByRole("button", { name: "Email Invoice" }).click();
    const toast = page.locator("[data-sonner-toast]", { hasText: "Email Error" });
    await toast.waitFor();
    expect(await toast.locator("[data-description]").innerText()).toBe("There was an issue sending your email.");
    const summary = page.locator(".problems");
    await summary.getByRole("heading", { name: "Email Error" }).waitFor();
    expect(await summary.innerText(), "nothing was typed here").not.toContain("Everything you typed");
    await expectSound(page, "email-error");
    await page.unroute(/\.data(\?|$)/);
    await page.getByRole("button", { name: "Email Invoice" }).click();
    await page.getByRole("status").filter({ hasText: "Email Sent" }).waitFor();
    expect(await summary.count()).toBe(0);
  });
});
