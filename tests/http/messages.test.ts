import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGE_NAMES, type MessageName } from "~/domain/messages/catalogue";
import { bookAndPay, bookingNumberOn, openDay } from "../support/booking";
import { TextBrowser } from "../support/form";
import { signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";
import { addDays } from "~/domain/kernel/days";
import { inFull } from "../support/in-full";
import { FULL } from "../support/paths";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const clock = async (body: object) => {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${server.url}/sandbox/clock`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { now: string; offset_ms: number };
};

describe("the messages' previews", () => {
  it("show every message with made-up facts: each mail as it is and as text, each text with its segments", async () => {
    const admin = await signIn(server, "admin@example.com");
    const validator = new HtmlValidate({
      extends: ["html-validate:standard"],
      rules: {
        "no-deprecated-attr": "off",
        "doctype-style": "off",
        "no-inline-style": "off",
        "void-style": "off",
        "no-trailing-whitespace": "off",
        "wcag/h63": "off",
      },
    });
    const list = await admin.open("/crm/settings/messages");
    for (const [at, name] of (Object.keys(MESSAGE_NAMES) as MessageName[]).entries()) {
      expect(list.text).toContain(MESSAGE_NAMES[name].title);
      // Each has its words in a test of its own (services/messages): of the page `npm test` looks at every third.
      if (!FULL && at % 3 !== 0) continue;
      const page = await admin.open(`/crm/settings/messages?message=${name}`);
      expect([page.status, page.text.includes(MESSAGE_NAMES[name].when)], name).toEqual([200, true]);
      const frames = [...page.html.matchAll(/<iframe[^>]* src="([^"]+)"/g)].map(([, src = ""]) =>
        src.replaceAll("&amp;", "&"),
      );
      expect(
        frames.length + (page.text.match(/\d segments? · \d+ of (GSM-7|UCS-2)/g)?.length ?? 0),
        name,
      ).toBeGreaterThan(0);
      expect(page.html.match(/<iframe[^>]*>/g)?.every((tag) => tag.includes('sandbox=""')) ?? true).toBe(true);
      for (const src of frames) {
        const mail = await fetch(server.url + src, { headers: { Cookie: admin.cookieHeader } });
        expect([mail.status, mail.headers.get("content-security-policy")], src).toEqual([
          200,
          expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'self'$/),
        ]);
        const html = await mail.text();
        expect(html).toContain("Sunline Roll-Off");
        expect((await validator.validateString(html)).valid, src).toBe(true);
      }
    }
  }, 60_000);

  it("are the admin's, and know no other messages", async () => {
    const mail = "/crm/settings/messages/mail?kind=mail.lead&sample=0";
    const staff = await signIn(server, "staff@example.com");
    for (const path of ["/crm/settings/messages", "/crm/settings/messages?message=lead", mail])
      expect((await staff.open(path)).status, path).toBe(403);
    const admin = await signIn(server, "admin@example.com");
    expect((await admin.open("/crm/settings/messages?message=toString")).status).toBe(404);
    for (const wrong of [
      "kind=toString&sample=0",
      "kind=mail.lead&sample=99",
      "kind=sms.delivered&sample=0",
      "kind=mail.lead&sample=constructor",
      "",
    ])
      expect((await admin.open(`/crm/settings/messages/mail?${wrong}`)).status, wrong).toBe(404);
  });

  it("read nothing of any customer and send nothing", async () => {
    const before = query(server.dataDir, "select count(*) n from messages");
    const admin = await signIn(server, "admin@example.com");
    const page = await admin.open("/crm/settings/messages?message=booking-confirmed");
    for (const { email } of query<{ email: string }>(server.dataDir, "select email from bookings"))
      expect(page.text).not.toContain(email);
    expect(query(server.dataDir, "select count(*) n from messages")).toEqual(before);
  });
});

describe("the clock's stops", () => {
  it("are lived through by pressing the first button, and what each brings is sent at once", async () => {
    // Three days before, whatever these are: the fee's first stop is two days before.
    const deliveryDate = openDay(33);
    await clock({ now: `${addDays(deliveryDate, -3)}T15:00:00Z` });
    const browser = new TextBrowser(server.url);
    const number = bookingNumberOn(await bookAndPay(browser, { email: "lived@example.com", deliveryDate }));
    let page = await browser.open("/sandbox/clock");
    const seen = [page.text];
    for (let pressed = 0; pressed < 25 && !page.text.includes("our truck comes tomorrow"); pressed++) {
      const [, to = ""] = /name="to" value="(\d+)"/.exec(page.html) ?? [];
      expect(to, page.text).not.toBe("");
      page = await browser.post("/sandbox/clock", { to });
      seen.push(page.text);
    }
    expect(seen.join()).toContain(`cancelling costs 10% from now on for ${number}`);
    expect(page.text).toMatch(new RegExp(`Mail to lived@example.com: Booking ${number}: our truck comes tomorrow`));
    expect(page.text).toContain("8:00 am in New York");
  }, 60_000);

  it("keep the contract of programs, and refuse what is no moment", async () => {
    const { now, offset_ms } = await clock({ now: "2027-02-01T13:00:00Z" });
    expect(now.slice(0, 16)).toBe("2027-02-01T13:00");
    expect((await clock({ advance: "3d" })).offset_ms - offset_ms).toBe(3 * 86_400_000);
    const bad = await new TextBrowser(server.url).post("/sandbox/clock", { to: "soon" });
    expect([bad.status, bad.text.includes("There is a problem")]).toEqual([400, true]);
  });
});

describe("a month of business", () => {
  const state = async () =>
    (
      (await (await fetch(`${server.url}/sandbox/month.json`)).json()) as {
        run: { state: string; days: number; counts: Record<string, number> } | null;
      }
    ).run;

  inFull(
    "is a plain form that says what is wrong, begins one at a time, shows how far it is, and can be stopped",
    async () => {
      const browser = new TextBrowser(server.url);
      const bad = await browser.post("/sandbox/month", { intent: "start", seed: "seven", days: "90" });
      expect([bad.status, bad.text.includes("Enter a whole number"), bad.text.includes("from 1 to 62")]).toEqual([
        400,
        true,
        true,
      ]);
      expect(bad.html).toContain('value="seven"');
      expect(await state()).toBeNull();
      await browser.post("/sandbox/month", { intent: "start", seed: "7", days: "2" });
      await expect.poll(async () => (await state())?.state).toBe("running");
      const second = await browser.post("/sandbox/month", { intent: "start", seed: "8", days: "5" });
      expect(second.text).toContain("Day 1 of 2");
      expect(second.html).toContain('http-equiv="refresh"');
      await expect
        .poll(async () => (await state())?.counts["customer: books online"] ?? 0, { timeout: 60_000, interval: 500 })
        .toBeGreaterThan(0);
      await browser.post("/sandbox/month", { intent: "stop" });
      await expect.poll(async () => (await state())?.state, { timeout: 30_000, interval: 250 }).toBe("stopped");
      expect((await browser.open("/sandbox/month")).text).toContain("It was stopped");
      const paid = query<{ n: number }>(
        server.dataDir,
        "select count(*) n from payments p join bookings b on b.id = p.booking_id where b.email like '%.%.%@example.com'",
      );
      expect(paid[0]?.n).toBeGreaterThan(0);
      // Stripe was asked at the end: what the month brought is compared.
      const takings = await (await signIn(server, "admin@example.com")).open("/crm/billing/takings");
      expect(takings.text).toContain("None: the books and Stripe agree.");
      expect(takings.text).not.toContain("not compared yet");
      expect(query(server.dataDir, "select 1 from system_logs where log_level = 'ERROR'")).toEqual([]);
    },
    120_000,
  );
});
