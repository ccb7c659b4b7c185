import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, throughAgreement, type Wish } from "../support/booking";
import { type Page, TextBrowser } from "../support/form";
import { arrange, count, pathOf } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

interface Paid {
  mine: TextBrowser;
  number: string;
  /** The page, reached by the link after the payment. */
  page: Page;
}

/** Paid a while ahead, each on a day of its own. */
async function asking(wish: Wish & { deliveryDate: Wish["deliveryDate"] }): Promise<Paid> {
  const mine = new TextBrowser(server.url);
  const done = await bookAndPay(mine, { email: `another-${wish.deliveryDate}@example.com`, ...wish });
  return { mine, number: bookingNumberOn(done), page: await done.follow("Need another dumpster?") };
}

const shown = (page: Page) =>
  Object.fromEntries([...page.form("rentalDays").values()].filter(([name]) => name !== "intent"));
const sums = (page: Page) =>
  Object.fromEntries(
    page.root
      .querySelectorAll(".sum > div")
      .map((row) => [row.querySelector("dt")?.text, row.querySelector("dd")?.text]),
  );
const askedFor = (number: string) =>
  count(
    server,
    "select count(*) from events where action = 'additional_asked' and booking_id = (select id from bookings where booking_number = ?)",
    number,
  );

describe("an additional dumpster, without scripts", () => {
  it("begins with the booking's size, says what it belongs to, and is private", async () => {
    const { mine, number, page } = await asking({ deliveryDate: openDay(70), size: "25" });
    expect(pathOf(page)).toBe("/manage-booking/another");
    for (const words of [
      "Request an additional dumpster",
      `This request is associated with your existing booking ${number}`,
      "Size",
      "Quantity",
      "Material",
      "General",
      "Heavy",
      "Rental days",
      "Proceed to Payment",
      "Cancel",
    ]) {
      expect(page.text).toContain(words);
    }
    expect(sums(page)).toEqual({ Subtotal: "$439.00", "Tax (8%)": "$35.12", Total: "$474.12" });
    expect(shown(page)).toEqual({ size: "25", quantity: "1", material: "general", rentalDays: "7" });
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.html).toContain('name="robots" content="noindex"');
    const booking = await page.follow("Cancel");
    expect(booking.url).toContain(`/manage-booking?booking=${number}`);
    expect(pathOf(await booking.follow("Need another dumpster?"))).toBe("/manage-booking/another");
    // The area's own fee is the summary's line of that name.
    arrange(server, "update service_areas set delivery_fee = 2500");
    expect(sums(await mine.open(`/manage-booking/another?booking=${number}`))).toEqual({
      Subtotal: "$439.00",
      "Delivery fee": "$25.00",
      "Tax (8%)": "$37.12",
      Total: "$501.12",
    });
    arrange(server, "update service_areas set delivery_fee = 0");
  });

  it("brings the summary up to date on the button, at an address that may be loaded again", async () => {
    const { mine, page } = await asking({ deliveryDate: openDay(71) });
    const updated = await page.form("rentalDays").fill({ size: "15", quantity: "2", rentalDays: "9" }).submit("update");
    expect(updated.status).toBe(200);
    expect(sums(updated)).toEqual({
      Subtotal: "$658.00",
      "Extra days": "$100.00",
      "Tax (8%)": "$60.64",
      Total: "$818.64",
    });
    expect(shown(updated)).toEqual({ size: "15", quantity: "2", material: "general", rentalDays: "9" });
    const address = updated.url.replace(server.url, "");
    expect(sums(await mine.open(address)).Total).toBe("$818.64");
    expect(sums(await mine.open(address.replace("quantity=2", "quantity=99"))).Subtotal).toBe("$1,645.00");
  });

  it.each(["update", "continue"])(
    "shows clamped figures and their price before anything is ordered (%s)",
    async (button) => {
      const { number, page } = await asking({ deliveryDate: openDay(button === "update" ? 72 : 73) });
      const clamped = await page.form("rentalDays").fill({ quantity: "9", rentalDays: "400" }).submit(button);
      expect(clamped.status).toBe(400);
      expect(shown(clamped)).toEqual({ size: "20", quantity: "5", material: "general", rentalDays: "30" });
      const summary = clamped.root.querySelector("[role=alert]");
      expect(summary?.text).toMatch(
        /There is a problem.*1 to 5 dumpsters\. We set it to 5\..*1 to 30 days\. We set it to 30\./,
      );
      expect(summary?.querySelectorAll("a").map((a) => a.getAttribute("href"))).toEqual(["#quantity", "#rentalDays"]);
      expect(sums(clamped)).toMatchObject({ Subtotal: "$1,895.00", "Extra days": "$2,875.00" });
      const heavy = await clamped
        .form("rentalDays")
        .fill({ material: "heavy", quantity: "two", rentalDays: "7" })
        .submit(button);
      expect(heavy.status).toBe(400);
      expect(shown(heavy)).toEqual({ size: "15", quantity: "1", material: "heavy", rentalDays: "7" });
      expect(heavy.root.querySelector("#size-error")?.text).toContain(
        "Heavy debris goes in the 15-yard dumpster only. We chose 15 yards instead of 20.",
      );
      expect(sums(heavy).Subtotal).toBe("$427.70");
      expect(heavy.root.querySelectorAll("option[disabled]")).toEqual([]);
      expect(askedFor(number)).toBe(0);
    },
  );

  it("leads to the signature, once for a double click", async () => {
    const { mine, number, page } = await asking({ deliveryDate: openDay(74) });
    const form = page.form("rentalDays").fill({ size: "15", material: "heavy" });
    const [sign, again] = await Promise.all([form.submit("continue"), form.submit("continue")]);
    expect(pathOf(sign)).toMatch(/^\/sign-agreement\/[\w-]+$/);
    expect(sign.root.querySelector("title")?.text).toMatch(/^Agreement \| /);
    expect(again.url).toBe(sign.url);
    for (const words of ["$461.92", "123 Main Street", "Heavy debris"]) expect(sign.text).toContain(words);
    expect(askedFor(number)).toBe(1);
    // Signed and paid like any other.
    const review = await sign
      .form("signatureName")
      .fill({ signatureName: "Ada Tester", agree: "on" })
      .submit("continue");
    expect(review.text).toContain("Pay $461.92 securely");
    expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain("$409.32");
  });

  it("says how many there are when there are too few, and keeps what was chosen", async () => {
    const deliveryDate = openDay(50);
    const { page } = await asking({ deliveryDate });
    const left = count(
      server,
      "select count(*) from dumpsters where size_yards = 25 and condition in ('ok', 'needs_cleaning')",
    );
    arrange(
      server,
      "insert into inventory_days (size_yards, day, taken) values (25, ?, ?) on conflict do update set taken = excluded.taken",
      deliveryDate,
      left - 2,
    );
    const refused = await page.form("rentalDays").fill({ size: "25", quantity: "3" }).submit("continue");
    expect(refused.status).toBe(409);
    expect(refused.root.querySelector("[role=alert] h2")?.text).toBe("Not Enough Inventory");
    const words = "Only 2 unit(s) available for 25 yard right now. Please reduce quantity or try later.";
    expect(refused.root.querySelector("[role=alert] a[href='#quantity']")?.text).toBe(words);
    expect(refused.root.querySelector("#quantity-error")?.text).toContain(words);
    expect(shown(refused)).toEqual({ size: "25", quantity: "3", material: "general", rentalDays: "7" });
    const fewer = await refused.form("rentalDays").fill({ quantity: "2" }).submit("continue");
    expect(pathOf(fewer)).toMatch(/^\/sign-agreement\//);
  });
});

describe("whose booking it is", () => {
  it("is asked of strangers, who learn and order nothing", async () => {
    const { mine, number, page } = await asking({ deliveryDate: openDay(75) });
    const stranger = new TextBrowser(server.url);
    const address = `/manage-booking/another?booking=${number}`;
    for (const refused of [
      await stranger.open(address),
      await stranger.post(address, { ...shown(page), intent: "continue" }),
    ]) {
      expect(pathOf(refused)).toBe("/manage-booking");
      expect(refused.text).toContain("Manage your booking");
      expect(refused.text).not.toContain("existing booking");
    }
    expect(askedFor(number)).toBe(0);
    expect((await stranger.open(`/manage-booking/another.json?booking=${number}`)).status).toBe(404);
    const offered = await mine.open(`/manage-booking/another.json?booking=${number}`);
    expect(JSON.parse(offered.html)).toMatchObject({
      size: 20,
      limits: { maxQuantityPerLine: 5, maxRentalDays: 30 },
      config: { prices: { 20: 37900 } },
    });
    expect(offered.headers.get("cache-control")).toBe("no-store");
    expect(pathOf(await stranger.open("/manage-booking/another"))).toBe("/manage-booking");
  });

  it("must be paid and not cancelled", async () => {
    const mine = new TextBrowser(server.url);
    const unpaid = bookingNumberOn(
      await throughAgreement(mine, { deliveryDate: openDay(76), email: "unpaid-another@example.com" }),
    );
    const { mine: other, number } = await asking({ deliveryDate: openDay(77) });
    arrange(server, "update bookings set status = 'cancelled' where booking_number = ?", number);
    for (const [visitor, which] of [
      [mine, unpaid],
      [other, number],
    ] as const) {
      const page = await visitor.open(`/manage-booking/another?booking=${which}`);
      expect(page.url).toBe(`${server.url}/manage-booking?booking=${which}`);
      expect(page.text).toContain(`Booking ${which}`);
      expect(page.text).not.toContain("Need another dumpster?");
    }
  });
});
