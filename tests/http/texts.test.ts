import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookingNumberOn, openDay, scheduleFields } from "../support/booking";
import { TextBrowser } from "../support/form";
import { count, pathOf, signIn } from "../support/meanwhile";
import { startServer, type TestServer } from "../support/server";

// The library, our API calls, the stand-in's signed calls and the office's pages, over the wire; the rules are unit tests.
let server: TestServer;
let staff: TextBrowser;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  await clock("2026-12-01T15:00:00Z");
  staff = await signIn(server, "staff@example.com");
});
afterAll(() => server.stop());

interface Entry {
  id: number;
  text: string;
  state: string;
}
async function clock(now: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ now });
  expect((await fetch(`${server.url}/sandbox/clock`, { method: "POST", headers, body })).status).toBe(200);
}
const inbox = async (phone: string) =>
  (await (await fetch(`${server.url}/sandbox/inbox.json?to=${encodeURIComponent(phone)}`)).json()) as Entry[];
const texts = async (phone: string) => (await inbox(phone)).map(({ text }) => text);
/** A quote for a caller who agrees to texts; its link goes to the number. */
async function prepared(phone: string, email: string): Promise<string> {
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate");
  const fields = { ...scheduleFields({ email, deliveryDate: openDay(60) }), phone, smsConsent: "on" };
  const order = { dumpsterSize: ["20"], materialCategory: ["general"] };
  const page = await form.fill({ ...fields, ...order }).submit("save");
  return bookingNumberOn(page);
}
async function onPhone(phone: string, fields: Record<string, string>): Promise<void> {
  const [newest] = await inbox(phone);
  const answer = await fetch(`${server.url}/sandbox/inbox/${newest?.id}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  expect(answer.status).toBe(302);
}
const record = async (number: string) => (await staff.open(`/crm/bookings/${number}`)).text;

describe("a text to a customer", () => {
  it("is taken, delivered and lost on the way as the network reports it, and the record says so", async () => {
    const number = await prepared("(407) 555-0161", "lost@example.com");
    await expect.poll(() => texts("+14075550161")).toEqual([expect.stringContaining("Sign and pay here")]);
    await expect.poll(() => record(number)).toContain("(407) 555-0161, Dec 1, 10:00 am · Delivered");
    await onPhone("+14075550161", { intent: "lose" });
    await expect.poll(() => record(number)).toContain("Came back: the phone is off or out of reach");
    expect((await inbox("+14075550161"))[0]?.state).toBe("undelivered");
  });

  it("can be answered; STOP ends the next ones, START brings them back", async () => {
    const phone = "+14075550162";
    const number = await prepared(phone, "stops@example.com");
    await expect.poll(async () => (await texts(phone)).length).toBe(1);
    await onPhone(phone, { intent: "reply", reply: 'Is 9 <am> fine & "sure"?' });
    await expect.poll(() => record(number)).toContain('Answer. Text: Is 9 <am> fine & "sure"?');
    await onPhone(phone, { intent: "reply", reply: "Stop" });
    await expect.poll(async () => (await texts(phone))[0]).toContain("no more texts from us");
    await expect.poll(() => record(number)).toContain("Stopped by the customer");
    await (await staff.open(`/crm/bookings/${number}`)).form("Send the link again").submit("resend");
    await expect.poll(() => record(number)).toContain("Not sent: this number has stopped our texts");
    expect(await texts(phone)).toHaveLength(2);
    await onPhone(phone, { intent: "reply", reply: "START" });
    await expect.poll(() => record(number)).not.toContain("Stopped by the customer");
    expect(await record(number)).toContain("Answer. Text: START");
  });

  it("that the network refuses puts the number on our list", async () => {
    const phone = "+14075550163";
    const number = await prepared(phone, "blocked@example.com");
    await expect.poll(async () => (await texts(phone)).length).toBe(1);
    await onPhone(phone, { intent: "block" });
    await (await staff.open(`/crm/bookings/${number}`)).form("Send the link again").submit("resend");
    await expect.poll(() => record(number)).toContain("Not sent: this number has stopped our texts (Twilio 21610)");
    expect(await record(number)).toContain("Stopped, says the phone network");
  });

  it("leaves at eight in the morning when it was caused at night", async () => {
    await clock("2026-12-02T04:00:00Z");
    const number = await prepared("(407) 555-0164", "night@example.com");
    // The mail has left, by the same lanes: the text was looked at.
    await expect.poll(() => record(number)).toContain("1 being sent, 1 of them at 8 am");
    expect(await texts("+14075550164")).toEqual([]);
    await clock("2026-12-02T12:30:00Z");
    await expect.poll(() => record(number)).toContain("1 of them at 8 am");
    await clock("2026-12-02T13:00:00Z");
    await expect.poll(() => texts("+14075550164")).toHaveLength(1);
  });
});

describe("an account by phone number, without scripts", () => {
  const PHONE = "(407) 555-0181";
  const browser = () => new TextBrowser(server.url, { followRedirects: true });
  /** The newest code that was texted, of so many texts. */
  async function code(nth: number): Promise<string> {
    await expect.poll(async () => (await texts("+14075550181")).length).toBe(nth);
    return /\d{6}$/.exec((await texts("+14075550181"))[0] ?? "")?.[0] ?? "";
  }

  it("is made by a code, logs in by password and by code, and sets a new password by text, also after STOP", async () => {
    const mine = browser();
    const tab = await mine.open("/auth?tab=signup");
    const weak = await tab.form("password").fill({ email: PHONE, password: "12345" }).submit("signup");
    expect([weak.status, weak.text]).toEqual([400, expect.stringContaining("Use at least 6 characters.")]);
    expect(weak.html).toContain(`value="${PHONE}"`);
    const asked = await weak.form("password").fill({ email: PHONE, password: "a gravel heap 9" }).submit("signup");
    expect(asked.text).toContain("A text with a code is on its way to your number.");
    // Before the code there is no account.
    const early = await browser().post("/auth", { email: PHONE, password: "a gravel heap 9" });
    expect(early.text).toContain("Invalid login credentials");
    const first = await code(1);
    expect((await browser().post("/auth/code", { code: first })).text).toContain("This code does not work any more.");
    const wrong = await asked
      .form("code")
      .fill({ code: first === "000000" ? "000001" : "000000" })
      .submit();
    expect(wrong.text).toContain("This is not the code of the text. You have 4 more tries.");
    const inside = await wrong.form("code").fill({ code: first }).submit();
    expect(inside.text).toContain("Access Denied");
    expect((await mine.open("/account")).text).toContain("Your account has no email address yet.");
    const again = await browser().post("/auth", { email: "407 555 0181", password: "a gravel heap 9" });
    expect(again.text).toContain("Access Denied");

    await onPhone("+14075550181", { intent: "reply", reply: "STOP" });
    await expect.poll(async () => (await texts("+14075550181")).length).toBe(2);
    const other = browser();
    const form = await other.open("/auth/code?next=%2Faccount");
    const sent = await form.form("email").fill({ email: "+1 407 555 0181" }).submit();
    expect(sent.text).toContain("If there is an account with this number, a text with a code is on its way.");
    const back = await sent
      .form("code")
      .fill({ code: await code(3) })
      .submit();
    expect(pathOf(back)).toBe("/account");

    const lost = await (await browser().open("/auth/forgot")).form("email").fill({ email: PHONE }).submit();
    const choose = await lost
      .form("code")
      .fill({ code: await code(4) })
      .submit();
    expect(choose.text).toContain("Choose a new password");
    const done = await choose.form("password").fill({ password: "another heap 9" }).submit();
    expect([pathOf(done), done.text]).toEqual(["/auth", expect.stringContaining("is set")]);
    // All devices are out, and only the new password works.
    expect(pathOf(await other.open("/account"))).toBe("/auth");
    const old = await browser().post("/auth", { email: PHONE, password: "a gravel heap 9" });
    expect(old.text).toContain("Invalid login credentials");
    expect((await browser().post("/auth", { email: PHONE, password: "another heap 9" })).text).toContain(
      "Access Denied",
    );
  });

  it("is never told of: the answers are the same for a number without one", async () => {
    const answers = async (phone: string) => {
      const mine = browser();
      const pages = [
        await mine.post("/auth/code", { email: phone }),
        await mine.post("/auth/forgot", { email: phone }),
        await mine.post("/auth", { email: phone, password: "a gravel heap 9", intent: "signup" }),
        await mine.post("/auth", { email: phone, password: "wrong heap 9" }),
        await mine.post("/auth/resend", { email: phone }),
      ];
      return pages.map(({ status, text }) => [status, text]);
    };
    const known = await answers("(407) 555-0181");
    expect(known.map(([status]) => status)).toEqual([200, 200, 200, 400, 400]);
    expect(known).toEqual(await answers("(407) 555-0182"));
  });

  it("takes no number that codes would cost too much to reach, and says so", async () => {
    const refused = await browser().post("/auth", {
      email: "+44 20 7946 0018",
      password: "a gravel heap 9",
      intent: "signup",
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("United States and Canada only")]);
  });
});

describe("a call that Twilio did not sign", () => {
  const token = () => {
    const secrets = JSON.parse(readFileSync(`${server.dataDir}/secrets.json`, "utf8")) as { sandboxWebhook: string };
    return createHash("sha256").update(`twilio ${secrets.sandboxWebhook}`).digest("hex").slice(0, 32);
  };
  const params = { MessageSid: "SMforged", From: "+14075550170", To: "+15005550006", Body: "STOP" };
  const call = (way: string, headers: Record<string, string>) =>
    fetch(server.url + way, { method: "POST", body: new URLSearchParams(params), headers });
  const signed = (url: string, key = token()) => {
    const text = Object.keys(params)
      .sort()
      .reduce((all, name) => all + name + params[name as keyof typeof params], url);
    return { "X-Twilio-Signature": createHmac("sha1", key).update(text).digest("base64") };
  };
  const kept = () =>
    count(
      server,
      "select (select count(*) from text_stops where phone = '+14075550170') + (select count(*) from messages where sender = '+14075550170')",
    );

  it.each(["/webhooks/twilio/sms/incoming", "/webhooks/twilio/sms/status"])(
    "is refused by %s, and nothing is kept",
    async (way) => {
      for (const headers of [
        {},
        { "X-Twilio-Signature": "x" },
        signed(server.url + way, "0".repeat(32)),
        signed(`https://other.example${way}`),
      ]) {
        const answer = await call(way, headers);
        expect([answer.status, await answer.json()]).toEqual([
          403,
          { error: { code: "bad_signature", message: "The signature is missing or wrong." } },
        ]);
      }
      expect((await fetch(server.url + way)).status).toBe(405);
      expect(kept()).toBe(0);
    },
  );

  it("is taken when it is signed, once, and answered in TwiML", async () => {
    const way = "/webhooks/twilio/sms/incoming";
    const answers = [];
    for (let i = 0; i < 2; i++) answers.push(await call(way, signed(server.url + way)));
    expect(answers.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual(
      Array(2).fill([200, "text/xml; charset=utf-8"]),
    );
    const [first, second] = await Promise.all(answers.map((one) => one.text()));
    expect(first).toMatch(/<Response><Message>.*no more texts.*<\/Message><\/Response>$/);
    expect(second).toMatch(/<Response><\/Response>$/);
    expect(kept()).toBe(2);
    expect(server.logs()).not.toContain("5550170");
  });
});
