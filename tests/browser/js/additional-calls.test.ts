import type { Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { toast, withDialog } from "../../support/additional-dialog";

import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const { afterPayment, askedFor } = withDialog(stage);
const fulfil = (status: number, body: string) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body });

describe("the calls of the dialog for an additional dumpster", () => {
  const ways: [number, string, string, (route: Route) => Promise<void>, string][] = [
    [
      62,
      "the server has a reason",
      "create-payment-session",
      fulfil(503, '{"error":{"code":"busy","message":"We are very busy right now."}}'),
      "We are very busy right now.",
    ],
    [
      66,
      "the stock cannot be asked",
      "check-dumpster-availability",
      (route: Route) => route.abort(),
      "Please try again or contact support.",
    ],
    [
      60,
      "no address comes back",
      "create-payment-session",
      fulfil(200, "{}"),
      "No checkout URL returned. Please try again or contact support.",
    ],
    [
      61,
      "a proxy answers",
      "create-payment-session",
      fulfil(502, "<h1>Bad gateway</h1>"),
      "Please try again or contact support.",
    ],
    [
      64,
      "somebody else's page answers",
      "create-payment-session",
      fulfil(200, "<h1>Sign in to the Wi-Fi</h1>"),
      "Please try again or contact support.",
    ],
    [
      65,
      "the connection is lost",
      "create-payment-session",
      (route: Route) => route.abort(),
      "Please try again or contact support.",
    ],
    [
      67,
      "the stock's answer says nothing",
      "check-dumpster-availability",
      fulfil(500, "null"),
      "Please try again or contact support.",
    ],
  ];
  inFull.each(ways)(
    "says why nothing was begun (%i: %s), and lets one try again",
    async (days, _why, name, answer, words) => {
      const { page, link, dialog, proceed, number } = await afterPayment(days);
      await page.route(`**/${name}`, answer);
      await link.click();
      await proceed.click();
      await toast(page, "Unable to start payment").waitFor();
      const said = (await toast(page, "Unable to start payment").innerText()).split("\n").at(-1);
      expect(said).toBe(words);
      expect(await dialog.getByRole("alert").innerText()).toContain(words);
      expect(await proceed.isVisible()).toBe(true);
      expect(askedFor(number)).toBe(0);
    },
  );

  it("sends the specification's body, whose totals sum: the extension is one of them", async () => {
    const { page, link, dialog, proceed, number } = await afterPayment(68);
    await link.click();
    await dialog.getByLabel("Rental days").fill("14");
    const asked = page.waitForRequest("**/create-payment-session");
    await proceed.click();
    const body = (await asked).postDataJSON() as {
      amount: number;
      payment_type: string;
      quoteData: {
        type: string;
        booking_number: string;
        totals: Record<string, number>;
        items: Record<string, unknown>[];
      };
    };
    expect(body).toMatchObject({
      amount: 598.32,
      payment_type: "additional_dumpster",
      quoteData: { type: "additional_dumpster", booking_number: number },
    });
    expect(body.quoteData.totals).toEqual({
      subtotal: 379,
      discount: 0,
      delivery_fee: 0,
      extension: 175,
      tax: 44.32,
      total: 598.32,
    });
    expect(Object.keys(body.quoteData.items[0] ?? {}).sort()).toEqual([
      "discount_amount",
      "line_total",
      "material",
      "quantity",
      "rentalDays",
      "size",
      "unit_price",
    ]);
  });

  inFull("shows that it is being fetched where that takes a while", async () => {
    const { page, link, dialog } = await afterPayment(69);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/another.json?*", async (route) => {
      await held;
      await route.continue();
    });
    await link.click();
    await page.getByRole("status").filter({ hasText: "Loading" }).waitFor({ state: "attached" });
    answer();
    await dialog.waitFor();
    expect(await page.getByRole("status").filter({ hasText: "Loading" }).count()).toBe(0);
  });
});
