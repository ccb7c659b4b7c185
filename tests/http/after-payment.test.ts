import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, throughAgreement } from "../support/booking";
import { TextBrowser, type Page } from "../support/form";
import { signIn } from "../support/meanwhile";
import type { TestServer } from "../support/server";
import { sharedServer } from "../support/shared";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const browser = () => new TextBrowser(server.url);
const call = (name: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** The page again until it says so: follow-up work runs beside the requests. */
async function until(open: () => Promise<Page>, says: string | RegExp): Promise<Page> {
  for (const deadline = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const page = await open();
    if (page.text.match(says)) return page;
    if (Date.now() > deadline) throw new Error(`never said ${String(says)}: ${page.text.slice(0, 600)}`);
  }
}

describe("the payment page's return", () => {
  it("says what the specification says, without scripts", async () => {
    const page = await bookAndPay(browser(), { email: "done@example.com" });
    expect(page.url).toContain("/payment-success?session_id=cs_");
    for (const words of [
      "Thank you!",
      "Payment received — your booking is confirmed!",
      "Booking number",
      "1 x 20-yard dumpster (General debris)",
      "Morning (8AM - 12PM)",
      "Confirmed",
      "Next Steps",
      "Manage your booking",
      "Return to Home",
      "Need another dumpster?",
      "Email Invoice",
    ]) {
      expect(page.text).toContain(words);
    }
    expect(page.text).not.toContain("Download Invoice Email");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const mailed = await page.form("Email Invoice").submit("email");
    expect(mailed.text).toContain("A confirmation email with your invoice has been sent.");
  });

  it("without a session leads home; with an unknown one it waits and never breaks", async () => {
    const none = await browser().open("/payment-success");
    expect(none.text).toContain("No payment session found. Please try making a booking again.");
    const waiting = await browser().open("/payment-success?session_id=cs_test_unknown12345");
    expect(waiting.status).toBe(200);
    expect(waiting.text).toContain("We're processing your payment. This usually takes a few seconds.");
    expect((await waiting.form("session_id").submit()).status).toBe(200);
  });

  it("opens the documents, and their printable twins before that", async () => {
    const mine = browser();
    const number = bookingNumberOn(await bookAndPay(mine, { email: "papers@example.com", deliveryDate: openDay(42) }));
    const page = await until(
      () => mine.open(`/manage-booking?booking=${number}`),
      /Download Invoice \(PDF\).*Download Agreement \(PDF\)/,
    );
    for (const link of page.root.querySelectorAll('a[href^="/files/"]')) {
      const pdf = await fetch(server.url + link.getAttribute("href"));
      expect(pdf.status).toBe(200);
      expect(pdf.headers.get("content-type")).toBe("application/pdf");
      expect(pdf.headers.get("cache-control")).toBe("no-store");
      expect(pdf.headers.get("x-robots-tag")).toContain("noindex");
      expect(pdf.headers.get("x-content-type-options")).toBe("nosniff");
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
    }
    expect((await browser().open("/files/unknown")).status).toBe(404);
    expect((await browser().open("/files/unknown/print")).status).toBe(404);
  });
});

describe("manage booking", () => {
  it("opens by sloppy number and email, and says the same for every failure", async () => {
    const number = bookingNumberOn(
      await bookAndPay(browser(), { email: "mine@example.com", deliveryDate: openDay(44) }),
    );
    const sloppy = number.toLowerCase().replace("dmp-", " ").replace("-0", " ");
    const found = await (
      await browser().open("/manage-booking")
    )
      .form("bookingNumber")
      .fill({ bookingNumber: sloppy, email: " Mine@Example.com " })
      .submit();
    expect(found.text).toContain("Confirmed for ");
    const answers = [];
    for (const [bookingNumber, email] of [
      [number, "other@example.com"],
      ["DMP-2031-000001", "mine@example.com"],
      ["nonsense", "mine@example.com"],
    ] as const) {
      const refused = await (
        await browser().open("/manage-booking")
      )
        .form("bookingNumber")
        .fill({ bookingNumber, email })
        .submit();
      expect(refused.status).toBe(400);
      answers.push(refused.root.querySelector(".problems")?.text);
    }
    expect(new Set(answers).size).toBe(1);
    expect((await browser().open(`/manage-booking?booking=${number}`)).text).not.toContain("mine@example.com");
  });

  it("shows fee and refund, refunds, and signs out", async () => {
    const mine = browser();
    const number = bookingNumberOn(await bookAndPay(mine, { email: "cancel@example.com", deliveryDate: openDay(46) }));
    const page = await mine.open(`/manage-booking?booking=${number}`);
    expect((await mine.open(`/manage-booking/calendar.ics?booking=${number}`)).html).toContain("BEGIN:VCALENDAR");
    const plan = await page.follow("Cancel the booking");
    expect(plan.text).toContain("$409.32");
    expect(plan.text).toContain("Cancellation fee (0%)");
    const wrong = await mine.post(plan.url.replace(server.url, ""), { fee: "4093", refund: "36839" });
    expect(wrong.status).toBe(409);
    expect(wrong.text).toContain("The figures have changed");
    const done = await plan.form("fee").submit();
    expect(done.text).toContain("We have sent you an email about it.");
    // The refund may have gone out before this page is read.
    expect(done.text).toMatch(/Cancelled\$409\.32 (goes|went) back to (Visa 4242|your card)/);
    expect(done.text).toContain("−$409.32");
    expect(done.text).not.toMatch(/\d of \d (is|are) cancelled/);
    await until(() => mine.open(`/manage-booking?booking=${number}`), "Refunded");
    expect((await mine.open(plan.url.replace(server.url, ""))).text).toContain("Nothing to cancel");
    await done.form("Sign out of this booking").submit("sign-out");
    expect((await mine.open(`/manage-booking?booking=${number}`)).text).toContain("Manage your booking");
  });

  it("cancels one of several dumpsters", async () => {
    const mine = browser();
    const number = bookingNumberOn(
      await bookAndPay(mine, { email: "two@example.com", deliveryDate: openDay(48), quantity: "2" }),
    );
    const plan = await (await mine.open(`/manage-booking?booking=${number}`)).follow("Cancel this one");
    expect(plan.text).toContain("Cancel this dumpster?");
    const done = await plan.form("fee").submit();
    expect(done.text).toContain("−$409.32");
    expect(done.text).toContain("Reserved for you");
    expect(done.text).toMatch(/One dumpster is cancelled\. \$409\.32 goes back to (Visa 4242|your card)/);
    expect(done.text).toContain("1 of 2 is cancelled");
    const record = await (await signIn(server, "staff@example.com")).open(`/crm/bookings/${number}`);
    expect(record.text).toContain("Left after refunds$409.32");
  });

  it("lets an unpaid booking go on to its payment from another device, or be cancelled", async () => {
    const number = bookingNumberOn(
      await throughAgreement(browser(), { email: "later@example.com", deliveryDate: openDay(60) }),
    );
    const other = browser();
    const page = await (
      await other.open("/manage-booking")
    )
      .form("bookingNumber")
      .fill({ bookingNumber: number, email: "later@example.com" })
      .submit();
    expect(page.text).toContain("Not paid yet");
    const pay = await page.form("Continue to payment").submit("pay");
    expect(pay.url).toContain("/book/payment?draft=");
    expect(pay.text).toContain("$409.32");
    const done = await (await other.open(`/manage-booking/cancel?booking=${number}`)).form("fee").submit();
    expect(done.text).toContain("Cancelled");
  });
});

describe("server functions", () => {
  it("refuse what is no JSON, and GET", async () => {
    for (const body of ["", "{", "[]", "null", '"x"', "{".repeat(200)]) {
      const answer = await call("quote", body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { code: expect.any(String) as string, message: expect.any(String) as string },
      });
    }
    expect((await call("quote", "{}", { "Content-Type": "text/plain" })).status).toBe(400);
    expect((await fetch(`${server.url}/functions/v1/quote`)).status).toBe(405);
  });

  it("quote, check a ZIP and the stock", async () => {
    const quote = (await (
      await call("quote", { items: [{ size: 20, quantity: 1, material: "general", rentalDays: 14 }], context: "new" })
    ).json()) as Record<string, unknown>;
    expect(quote).toMatchObject({ subtotal: 379, extension: 175, tax: 44.32, total: 598.32 });
    expect(
      (await call("quote", { items: [{ size: 25, quantity: 1, material: "heavy", rentalDays: 7 }], context: "new" }))
        .status,
    ).toBe(400);
    expect(await (await call("validate-service-area", { zipCode: "32801" })).json()).toMatchObject({
      isServiced: true,
      serviceArea: { is_active: true },
    });
    expect(await (await call("validate-service-area", { zipCode: "10001" })).json()).toMatchObject({
      isServiced: false,
      serviceArea: null,
    });
    const stock = await call("check-dumpster-availability", {
      size: 20,
      quantity: 2,
      startDate: "2027-03-01",
      endDate: "2027-03-08",
    });
    expect(await stock.json()).toEqual({ available: true, availableCount: 2 });
    const wrong = await call("check-dumpster-availability", {
      size: 21,
      quantity: 0,
      startDate: "soon",
      endDate: "2027-03-08",
    });
    expect(wrong.status).toBe(400);
    expect(Object.keys(((await wrong.json()) as { error: { fields: object } }).error.fields).sort()).toEqual([
      "quantity",
      "size",
      "startDate",
    ]);
  });

  it("keep a booking's own calls to its cookie and to staff", async () => {
    const mine = browser();
    const page = await bookAndPay(mine, { email: "calls@example.com", deliveryDate: openDay(50) });
    const sessionId = new URL(page.url).searchParams.get("session_id") ?? "";
    const verified = await call("verify-payment", { sessionId });
    const { success, booking } = (await verified.json()) as {
      success: boolean;
      booking: { id: string; total_amount: number; status: string };
    };
    expect({ success, total: booking.total_amount, status: booking.status }).toEqual({
      success: true,
      total: 409.32,
      status: "paid_pending_scheduling",
    });
    const Cookie = (verified.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
    const body = { bookingId: booking.id, invoiceType: "booking" };
    expect((await call("generate-invoice", body)).status).toBe(401);
    const made = await call("generate-invoice", body, { Cookie });
    expect(await made.json()).toMatchObject({ pdfUrl: expect.stringMatching(/^\/files\//) as string });
    expect(
      (
        await call(
          "send-booking-email",
          { bookingId: booking.id, emailType: "booking_confirmation_with_invoice" },
          { Cookie },
        )
      ).status,
    ).toBe(200);

    const another = (total: number) => ({
      bookingId: booking.id,
      amount: total,
      customerEmail: "x@example.com",
      payment_type: "additional_dumpster",
      quoteData: {
        type: "new",
        items: [{ size: 15, quantity: 1, material: "general", rentalDays: 7 }],
        totals: { total },
        booking_number: "DMP",
      },
    });
    const cheap = await call("create-payment-session", another(1), { Cookie });
    expect(cheap.status).toBe(409);
    expect(await cheap.json()).toMatchObject({ error: { code: "price_changed" }, quote: { total: 355.32 } });
    // Any of the specification's totals that was sent and is not ours is a difference; the extension is one of them.
    const ours = { subtotal: 329, discount: 0, delivery_fee: 0, extension: 0, tax: 26.32, total: 355.32 };
    const withTotals = (totals: Record<string, number>) =>
      call(
        "create-payment-session",
        { ...another(355.32), quoteData: { ...another(355.32).quoteData, totals } },
        { Cookie },
      );
    for (const name of Object.keys(ours) as (keyof typeof ours)[]) {
      const other = await withTotals({ ...ours, [name]: ours[name] + 25 });
      expect([name, other.status, await other.json()]).toMatchObject([
        name,
        409,
        { error: { code: "price_changed" }, quote: { extension: 0, total: 355.32 } },
      ]);
    }
    expect((await withTotals({ ...ours, extension: -1 })).status).toBe(400);
    expect((await withTotals(ours)).status).toBe(200);
    const opened = (await (await call("create-payment-session", another(355.32), { Cookie })).json()) as {
      url: string;
    };
    expect(opened.url).toMatch(/\/sign-agreement\/[\w-]+$/);
    // The address leads through the signature to the payment of exactly that price, for the same person and place.
    const sign = await browser().open(new URL(opened.url).pathname);
    expect(sign.text).toContain("$355.32");
    expect(sign.text).toContain("123 Main Street");
    expect((await call("create-payment-session", another(355.32))).status).toBe(401);
    expect(await (await call("verify-payment", { sessionId: "cs_test_nothing12345" })).json()).toMatchObject({
      success: false,
      booking: null,
    });
  });
});

describe("the sandbox's pages", () => {
  it("show the mail, and are gone for everyone else", async () => {
    await bookAndPay(browser(), { email: "inbox@example.com", deliveryDate: openDay(52) });
    const page = await until(() => browser().open("/sandbox/inbox?to=inbox@example.com"), "DMP-");
    expect(page.status).toBe(200);
    const [mail] = (await (await fetch(`${server.url}/sandbox/inbox.json?to=inbox@example.com`)).json()) as {
      id: number;
      to: string;
      text: string;
      html: string;
      links: string[];
      attachments: { url: string }[];
    }[];
    expect(mail?.links.some((link) => link.includes("/manage-booking?key="))).toBe(true);
    expect(mail?.attachments.length).toBe(3);
    expect((await browser().open(`/sandbox/inbox/${mail?.id}`)).status).toBe(200);
    const opened = await browser().open(
      new URL(mail?.links.find((link) => link.includes("key=")) ?? "").pathname +
        new URL(mail?.links.find((link) => link.includes("key=")) ?? "").search,
    );
    expect(opened.text).toContain("Confirmed for ");
    for (const path of ["/sandbox", "/sandbox/inbox", "/sandbox/inbox.json", "/sandbox/clock"]) {
      expect((await fetch(server.url + path, { headers: { "X-Forwarded-For": "1.2.3.4" } })).status).toBe(404);
    }
  });

  it("move the clock by JSON and by form", async () => {
    const move = (body: unknown) =>
      fetch(`${server.url}/sandbox/clock`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const before = Date.now();
    const { now } = (await (await move({ advance: "2h" })).json()) as { now: string };
    expect(Date.parse(now) - before).toBeGreaterThanOrEqual(7_199_000);
    expect((await move({ advance: "soon" })).status).toBe(400);
    const page = await (await browser().open("/sandbox/clock")).form("Back to wall time").submit("reset");
    expect(page.text).toContain("That is the wall clock’s time.");
  });
});
