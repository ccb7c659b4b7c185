import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, toCheckout } from "../support/booking";
import { TextBrowser } from "../support/form";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const browser = () => new TextBrowser(server.url);

/** What cannot be brought about in a test's time is written into the file, as the confirming transaction would have. */
function write(sql: string, ...values: unknown[]): void {
  const file = new Database(join(server.dataDir, "roll-off.sqlite"), { timeout: 5_000 });
  file.prepare(sql).run(...values);
  file.close();
}
function read<T>(sql: string, ...values: unknown[]): T {
  const file = new Database(join(server.dataDir, "roll-off.sqlite"), { readonly: true });
  const row = file.prepare(sql).get(...values) as T;
  file.close();
  return row;
}
const pathOf = (url: string) => url.replace(server.url, "");

describe("a payment that could not become a booking", () => {
  it("says what happened to the money and what to do now", async () => {
    const mine = browser();
    const page = await bookAndPay(mine, { email: "late@example.com", deliveryDate: openDay(62) });
    const sessionId = new URL(page.url).searchParams.get("session_id");
    const said: Record<string, string[]> = {
      refunded_nothing_left: [
        "Your payment came too late",
        "The whole $409.32 goes back to the card you paid with",
        "Book again",
      ],
      refunded_duplicate: ["You had already paid", "$409.32 goes back", "Your booking stands", "Manage your booking"],
      refunded_wrong_amount: ["Your order had changed", "$409.32 goes back", "Look at the order again"],
      nothing_left: ["That dumpster is no longer free", "Nothing was charged.", "Book again"],
    };
    for (const [outcome, words] of Object.entries(said)) {
      write("update checkouts set outcome = ? where session_id = ?", outcome, sessionId);
      const returned = await mine.open(pathOf(page.url));
      expect(returned.status).toBe(200);
      expect(returned.text).not.toContain("your booking is confirmed");
      for (const text of words) expect(returned.text).toContain(text);
    }
  });

  it("says that nothing was charged when the time ran out, and leads back to paying", async () => {
    const mine = browser();
    const checkout = await toCheckout(mine, { email: "slow@example.com", deliveryDate: openDay(64) });
    const sessionId = checkout.url.split("/").at(-1)?.split("?")[0] ?? "";
    await mine.open(`/payment-success?session_id=${sessionId}`);
    const number = read<{ number: string }>(
      "select b.booking_number number from checkouts c join bookings b on b.id = c.booking_id where c.session_id = ?",
      sessionId,
    ).number;
    const waiting = await mine.open(`/payment-success?session_id=${sessionId}`);
    expect(waiting.text).toContain("We're processing your payment.");
    expect(waiting.html).toMatch(
      /<noscript><meta http-equiv="refresh" content="5;url=\/payment-success\?session_id=[^"]*try=1"\/?><\/noscript>/i,
    );
    await fetch(`${server.url}/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"advance":"2h"}',
    });
    const ended = await untilText(mine, `/payment-success?session_id=${sessionId}`, "This payment was not completed");
    await fetch(`${server.url}/sandbox/clock`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"advance":"-2h"}',
    });
    expect(ended.text).toContain("Nothing was charged");
    expect(ended.text).toContain(number);
    expect((await ended.form("Try again").submit("pay")).url).toContain("/book/payment?draft=");
  });

  async function untilText(mine: TextBrowser, path: string, text: string) {
    for (const deadline = Date.now() + 45_000; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
      const page = await mine.open(path);
      if (page.text.includes(text)) return page;
      if (Date.now() > deadline) throw new Error(`never said ${text}: ${page.text.slice(150, 500)}`);
    }
  }
});

describe("files", () => {
  it("are made again when they were lost, and end when they are revoked", async () => {
    const mine = browser();
    const number = bookingNumberOn(await bookAndPay(mine, { email: "lost@example.com", deliveryDate: openDay(66) }));
    const page = await untilLinks(mine, number);
    const [link = ""] = page.root.querySelectorAll('a[href^="/files/"]').map((a) => a.getAttribute("href"));
    rmSync(join(server.dataDir, "files"), { recursive: true });
    const again = await fetch(server.url + link);
    expect([again.status, again.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    write("update files set revoked_at = 1 where capability = ?", link.split("/").at(-1));
    const gone = await browser().open(link);
    expect(gone.status).toBe(410);
    expect(gone.text).toContain("This link has ended");
    const invoice = read<{ capability: string }>(
      "select i.capability from invoices i join bookings b on b.id = i.booking_id where b.booking_number = ?",
      number,
    );
    const print = await browser().open(`/files/${invoice.capability}/print`);
    expect(print.status).toBe(200);
    expect(print.text).toContain(number);
    expect(print.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(print.headers.get("content-security-policy")).not.toContain("script-src");
  });

  async function untilLinks(mine: TextBrowser, number: string) {
    for (const deadline = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
      const page = await mine.open(`/manage-booking?booking=${number}`);
      if (page.text.includes("Download Invoice (PDF)") && page.text.includes("Download Agreement (PDF)")) return page;
      if (Date.now() > deadline) throw new Error("the PDFs were never made");
    }
  }
});

describe("limits", () => {
  it("stops guessing a booking, with the same words and a time", async () => {
    const guess = (email: string) => browser().post("/manage-booking", { bookingNumber: "DMP-2026-000001", email });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await guess(`guess${i}@example.com`)).status);
    expect(statuses.filter((status) => status === 400).length).toBe(10);
    const stopped = await guess("guess@example.com");
    expect(stopped.status).toBe(429);
    expect(stopped.text).toContain("Too many tries.");
  });

  it("sends a confirmation again once a minute at most", async () => {
    const page = await bookAndPay(browser(), { email: "again@example.com", deliveryDate: openDay(68) });
    const mine = browser();
    const fresh = await mine.open(pathOf(page.url));
    const tries = [
      await fresh.form("Email Invoice").submit("email"),
      await fresh.form("Email Invoice").submit("email"),
      await fresh.form("Email Invoice").submit("email"),
    ];
    expect(tries.at(-1)?.status).toBe(429);
    expect(tries.at(-1)?.text).toContain("Email Error");
  });

  it("says that a confirmation could not be sent, in the specification's words, and the page stays", async () => {
    const mine = browser();
    const page = await bookAndPay(mine, { email: "unsent@example.com", deliveryDate: openDay(67) });
    write(
      "create trigger no_mail before insert on outbox when new.kind = 'mail.booking-documents' begin select raise(abort, 'no mail today'); end",
    );
    const refused = await page
      .form("Email Invoice")
      .submit("email")
      .finally(() => write("drop trigger no_mail"));
    expect(refused.status).toBe(503);
    expect(refused.root.querySelector("main [role=status]")?.text).toBe(
      "Email ErrorThere was an issue sending your email.",
    );
    expect(refused.text).toContain("Thank you!");
    expect((await server.errorsToCome()).some((line) => line.includes("email invoice"))).toBe(true);
    // Its try was counted; the minute is over as far as this test is concerned.
    write("delete from rate_limits");
    expect((await refused.form("Email Invoice").submit("email")).text).toContain("Email Sent");
  });

  it("lets a booking ask for 20 additional dumpsters an hour, and look at prices as often as it likes", async () => {
    const mine = browser();
    const page = await (
      await bookAndPay(mine, { email: "many@example.com", deliveryDate: openDay(66) })
    ).follow("Need another dumpster?");
    const ask = (intent: string) =>
      mine.post(pathOf(page.url), { size: "15", quantity: "1", material: "general", rentalDays: "7", intent });
    for (let tries = 1; tries <= 20; tries++) expect((await ask("continue")).url).toContain("/sign-agreement/");
    const refused = await ask("continue");
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("Too many tries");
    // Nor by the dialog's way.
    const { id } = read<{ id: string }>(
      "select id from bookings where booking_number = ?",
      new URL(page.url).searchParams.get("booking"),
    );
    const quoteData = {
      items: [{ size: 15, quantity: 1, material: "general", rentalDays: 7 }],
      totals: { total: 355.32 },
    };
    const body = JSON.stringify({ bookingId: id, amount: 355.32, payment_type: "additional_dumpster", quoteData });
    const asJson = await fetch(`${server.url}/functions/v1/create-payment-session`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: mine.cookieHeader },
      body,
    });
    expect(asJson.status).toBe(429);
    expect((await ask("update")).status).toBe(200);
  });

  it("does not say more to a signed-in stranger", async () => {
    const stranger = browser();
    const page = await bookAndPay(browser(), { email: "private@example.com", deliveryDate: openDay(70) });
    const number = bookingNumberOn(page);
    for (const path of [
      `/manage-booking?booking=${number}`,
      `/manage-booking/cancel?booking=${number}`,
      `/manage-booking/another?booking=${number}`,
      `/manage-booking/calendar.ics?booking=${number}`,
    ]) {
      const refused = await stranger.open(path);
      expect(refused.text).toContain("Manage your booking");
      expect(refused.html).not.toContain("private@example.com");
    }
  });
});
