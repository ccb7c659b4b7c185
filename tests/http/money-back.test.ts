import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, GOOD_CARD, payWith, toCheckout } from "../support/booking";
import { TextBrowser, type Page } from "../support/form";
import { count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

/** Money after the payment, by plain forms: the office, the customer's bank, and Stripe's books beside ours. */

let server: TestServer;
let admin: TextBrowser;
beforeAll(async () => {
  server = await startServer();
  admin = await signIn(server, "admin@example.com");
});
afterAll(() => server.stop());

/** The page again until it says so: webhooks and work run beside the requests. */
async function until(open: () => Promise<Page>, says: string | RegExp): Promise<Page> {
  for (const deadline = Date.now() + 40_000; ; await new Promise((resolve) => setTimeout(resolve, 300))) {
    const page = await open();
    if (page.text.match(says)) return page;
    if (Date.now() > deadline) throw new Error(`never said ${String(says)}: ${page.text.slice(0, 900)}`);
  }
}
async function paid(email: string, cardNumber: string, firstName = "Ada"): Promise<string> {
  const checkout = await toCheckout(new TextBrowser(server.url), { email, firstName });
  return bookingNumberOn(await payWith(checkout, { ...GOOD_CARD, cardNumber }));
}

describe("a disputed payment", () => {
  it("is a task, is answered with the evidence as a PDF, won at the bank, and the books agree with Stripe's", async () => {
    const number = await paid("fraud@example.com", "4000000000000259", "Dora");
    const overview = await until(() => admin.open("/crm/overview"), /Dispute to answer: Dora Tester/);
    const page = await overview.follow("Answer it");
    expect(page.text).toContain("The customer says that they did not make the payment.");
    expect(page.text).toContain("Disputed at the bank");

    const [{ id } = { id: "" }] = query<{ id: string }>(server.dataDir, "select id from disputes");
    const pdf = await fetch(`${server.url}/crm/billing/disputes/${id}/evidence.pdf`, {
      headers: { Cookie: admin.cookieHeader },
    });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");

    const sent = await page
      .form("note")
      .fill({ note: "Dora signed on the page and got the dumpster." })
      .submit("answer");
    expect(sent.text).toMatch(/being packed and sent|Sent to the bank/);
    await until(() => admin.open(`/crm/billing/disputes/${id}`), "Sent to the bank");

    const bank = new TextBrowser(server.url);
    const case_ = await bank.open("/sandbox/disputes");
    expect(case_.text).toContain("Evidence was sent.");
    const read = await fetch(
      `${server.url}${case_.root.querySelector("a[href^='/sandbox/files/']")?.getAttribute("href") ?? ""}`,
    );
    expect([read.status, read.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    await case_.form("dispute").submit("won");
    await until(() => admin.open(`/crm/billing/disputes/${id}`), /Won/);

    const record = await admin.open(`/crm/bookings/${number}`);
    expect(record.text).toContain("Dispute: won");
    const takings = await (await admin.open("/crm/billing")).follow("Takings");
    const asked = await takings.form("Ask Stripe now").submit("ask");
    expect(asked.text).toContain("None: the books and Stripe agree.");
    expect(asked.text).toMatch(/Taken by disputes \(1\)/);
    expect(asked.text).toMatch(/Disputes won \(1\)/);
  }, 120_000);
});

describe("money back outside the rules", () => {
  it("is seen before it goes, goes once, and a refund that fails later goes out as a check", async () => {
    const number = await paid("fails@example.com", "4000000000005126", "Fay");
    const record = await admin.open(`/crm/bookings/${number}`);
    const form = await record.follow("Give money back");
    const charge = form.root.querySelectorAll("select[name=charge] option").at(-1)?.getAttribute("value") ?? "";
    const review = await form
      .form("charge")
      .fill({ charge, amount: "50", way: "same", reason: "A scratch in the drive" })
      .submit();
    expect(review.text).toMatch(/Goes back ?\$50\.00 to the card of that payment/);
    expect(
      count(
        server,
        "select count(*) from refunds where booking_id = (select id from bookings where booking_number = ?)",
        number,
      ),
    ).toBe(0);
    const done = await review.form("left").submit("give-back");
    expect(done.url).toContain(`/crm/bookings/${number}`);

    const refunds = await until(() => admin.open("/crm/billing/refunds"), /Find another way for Fay Tester/);
    const other = await refunds.follow("Find another way for Fay Tester");
    const pays = await other.form("way").fill({ way: "check" }).submit("again");
    const out = await pays.form("reference").fill({ reference: "2001", batch: "B7" }).submit("paid-out");
    expect(out.text).toContain("Written down. The customer is told.");
    await until(async () => new TextBrowser(server.url).open("/sandbox/inbox"), /your refund check is on its way/);
  }, 120_000);
});

describe("the files for bookkeeping", () => {
  it("come to zero, and are an admin's", async () => {
    await bookAndPay(new TextBrowser(server.url), { email: "books@example.com" });
    const period = "?from=2020-01-01&to=2099-12-31";
    const file = await fetch(`${server.url}/crm/billing/journal.csv${period}`, {
      headers: { Cookie: admin.cookieHeader },
    });
    const rows = (await file.text()).trimEnd().split("\r\n").slice(1);
    const sum = (column: number) =>
      rows.reduce(
        (all, row) =>
          all + Math.round(Number(row.match(/("[^"]*"|[^,]*)(,|$)/g)?.[column]?.replace(/[",]/g, "") || 0) * 100),
        0,
      );
    expect(rows.length).toBeGreaterThan(10);
    expect(sum(4)).toBe(sum(5));
    // What the import's lines name has to be in QuickBooks before: the customer too.
    expect((await admin.open("/crm/billing/export")).text).toContain("Rental customers");
    const staff = await signIn(server, "staff@example.com");
    expect((await staff.open("/crm/billing/export")).status).toBe(403);
  }, 60_000);
});
