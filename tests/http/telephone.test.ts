import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { secondsOf } from "~/sandbox/voice/calls.server";
import { twilioSignature } from "~/sandbox/twilio/callbacks.server";
import { copyPrepared, startServer, type TestServer } from "../support/server";
import { arrange, count, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { NETWORK_ACCOUNT, person, startNetwork } from "../support/phone-network";
import { handsetOf, openOffice } from "../support/telephone";
import type { TextBrowser } from "../support/form";
import { inFull } from "../support/in-full";

const WITHIN = { timeout: 10_000, interval: 50 };
const WEBHOOKS = ["outgoing", "incoming", "dial", "voicemail", "keys", "status"].map(
  (name) => `/webhooks/twilio/voice/${name}`,
);
const rows = (server: TestServer) =>
  query<{ id: string; state: string; outcome: string | null; talk_seconds: number | null; other_number: string }>(
    server.dataDir,
    "select id, state, outcome, talk_seconds, other_number from calls order by started_at, id",
  );

describe("with a network that is a program of its own", () => {
  const browser = person("client:agent");
  const dataDir = copyPrepared();
  let agent = "";
  let there: Awaited<ReturnType<typeof startNetwork>>;
  let server: TestServer;
  const start = async () => {
    const env = { ...there.env, FLAG_VOICE_CALL_ROW_HIGHLIGHT: "off" };
    server = await startServer({ port: there.port, dataDir, env });
  };
  beforeAll(async () => {
    there = await startNetwork(() => agent, browser);
    await start();
    await openOffice(server);
    await signIn(server, "staff@example.com");
    agent = query<{ id: string }>(dataDir, "select id from accounts where email = 'staff@example.com'")[0]?.id ?? "";
    const now = String(Date.now() + 60_000);
    arrange(server, "insert into browser_agents (user_id, is_available, updated_at) values (?, 1, 0)", agent);
    arrange(server, "insert into agent_presence (user_id, seen_at, is_ready) values (?, ?, 1)", agent, now);
  });
  afterAll(async () => {
    await server.stop();
    await there.close();
  });

  it.each(WEBHOOKS)("%s does nothing without a right signature, nor with too much", async (path) => {
    const post = (body: string, signature?: string) =>
      fetch(server.url + path, {
        method: "POST",
        body,
        redirect: "manual",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          ...(signature === undefined ? {} : { "X-Twilio-Signature": signature }),
        },
      });
    const params = { CallSid: `CA${"a".repeat(32)}`, From: "+14075550133", CallStatus: "completed" };
    const body = new URLSearchParams(params).toString();
    const sign = (url: string, over: Record<string, string> = params) =>
      twilioSignature(NETWORK_ACCOUNT.authToken, url, over);
    const here = there.at + path;
    for (const signature of [
      undefined,
      "",
      "x",
      sign("http://elsewhere.example/"),
      sign(`${here}?call=cll_1`),
      sign(here, { ...params, CallStatus: "busy" }),
      twilioSignature("another token", here, params),
    ])
      expect((await post(body, signature)).status).toBe(403);
    expect((await post(`${body}&To=%2B1`, sign(here))).status).toBe(403);
    expect((await post(`x=${"y".repeat(300_000)}`, sign(here))).status).toBe(413);
    // Signed once, and sent with a second value before or after it.
    for (const twice of [`${body}&From=%2B19998887777`, `From=%2B19998887777&${body}`])
      expect((await post(twice, sign(here))).status).toBe(403);
    expect((await fetch(server.url + path)).status).toBe(405);
    expect(count(server, "select count(*) from calls")).toBe(0);
  });

  it("a report is taken in whatever order its parameters come, and with one twice where both are signed", async () => {
    const here = `${there.at}/webhooks/twilio/voice/status`;
    const post = async (body: string, signed: Record<string, string>) => {
      const signature = twilioSignature(NETWORK_ACCOUNT.authToken, here, signed);
      const headers = { "Content-Type": "application/x-www-form-urlencoded", "X-Twilio-Signature": signature };
      return (await fetch(here, { method: "POST", body, headers })).status;
    };
    const told = { CallSid: `CA${"a".repeat(32)}`, CallStatus: "completed", From: "", To: "+14075550142" };
    const backwards = new URLSearchParams(Object.entries(told).toReversed()).toString();
    expect(await post(backwards, told)).toBe(204);
    expect(await post(`${backwards}&To=%2B1`, { ...told, To: `+1To${told.To}` })).toBe(204);
    expect(count(server, "select count(*) from calls")).toBe(0);
  });

  it("has no handset, and takes no wires", async () => {
    expect((await fetch(`${server.url}/sandbox/handset`)).status).toBe(404);
    expect((await fetch(`${server.url}/sandbox/handset.json`)).status).toBe(404);
    expect(await opens(`${server.url}/sandbox/voice/signal`)).toBe(false);
  });

  inFull("a call goes on while we are started anew, and stands in the log as the network knows it", async () => {
    browser.ring = () => setTimeout(() => browser.onAnswer(), 5);
    const caller = person("+14075550133");
    const line = there.network.fromOutside(caller);
    await expect.poll(() => rows(server), WITHIN).toMatchObject([{ state: "open", outcome: "answered" }]);
    const staff = await signIn(server, "staff@example.com");
    const running = (await staff.open("/crm/calls")).root.querySelector("[data-state=open]");
    // The flag is off here: the row is there, and not lifted out.
    expect(running?.classList.contains("running")).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await server.kill9();
    // The power is out: nobody hears that it ends.
    caller.onEnd("completed");
    const [, leg] = [line, ...there.network.book.rungFor(line.sid)];
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await start();
    await expect
      .poll(() => rows(server), WITHIN)
      .toMatchObject([{ state: "ended", outcome: "answered", talk_seconds: leg && secondsOf(leg) }]);
    expect(leg && secondsOf(leg)).toBeGreaterThan(0);
  });

  it("starts without a warning of its runtime", () => {
    expect(server.logs()).not.toMatch(/Warning: |MaxListeners/);
  });
});

describe("in the sandbox", () => {
  let server: TestServer;
  let staff: TextBrowser;
  let handset: ReturnType<typeof handsetOf>;
  beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMITS: "off" } });
    handset = handsetOf(server);
    await openOffice(server);
    staff = await signIn(server, "staff@example.com");
  });
  afterAll(() => server.stop());

  it("a wire is for our own pages, and nonsense on it harms nobody", async () => {
    const signal = `${server.url}/sandbox/voice/signal`;
    expect(await opens(signal, "https://evil.example")).toBe(false);
    expect(await opens(signal, "null")).toBe(false);
    expect(await opens(`${server.url}/realtime`)).toBe(false);
    for (const said of ["null", "[]", "7", "{", '{"type":"listen","payload":{"token":7}}', "x".repeat(600_000)])
      expect(await opens(signal, server.url, said)).toBe(true);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it("a running call is lifted out, and its forms work without scripts", async () => {
    await handset.play("call", "(407) 555-0116");
    await expect.poll(() => rows(server).length, WITHIN).toBe(1);
    const [call] = rows(server);
    // The state it was read in may have gone on by the time its page is drawn: one call runs, whatever it is at.
    const page = await staff.open("/crm/calls?show=running");
    expect(page.root.querySelectorAll("[data-state].running")).toHaveLength(1);
    await handset.play("hang_up", "(407) 555-0116");
    await expect.poll(() => rows(server)[0]?.state, WITHIN).toBe("ended");
    expect((await staff.open("/crm/calls")).root.querySelectorAll(".running")).toHaveLength(0);

    const one = () => staff.open(`/crm/calls?call=${call?.id}`);
    const wrapped = await (
      await one()
    )
      .form("reason")
      .fill({ reason: "billing", note: "Asked about <the> invoice" })
      .submit("wrap");
    expect([wrapped.status, wrapped.text]).toEqual([200, expect.stringContaining("Asked about <the> invoice")]);

    const bind = async (booking: string) => (await one()).form("booking").fill({ booking }).submit("bind");
    const refused = await bind("nobody@nowhere.example");
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("no such booking or customer")]);
    expect(refused.form("booking").values().get("booking")).toBe("nobody@nowhere.example");
    const [booking] = query<{ number: string; customer: string; email: string }>(
      server.dataDir,
      "select booking_number number, customer_id customer, email from bookings where status = 'confirmed' limit 1",
    );
    const bound = () =>
      query<{ customer_id: string; booking_id: string; bound_by: string }>(
        server.dataDir,
        "select customer_id, booking_id, bound_by from calls",
      )[0];
    await bind(booking?.number.toLowerCase() ?? "");
    expect(bound()).toMatchObject({ customer_id: booking?.customer, bound_by: "agent" });
    await bind(booking?.email ?? "");
    expect(bound()).toMatchObject({ customer_id: booking?.customer, booking_id: null });
    await bind("");
    expect(bound()).toMatchObject({ customer_id: null, booking_id: null });

    const taking = await (await staff.open("/crm/calls")).form("ringGroup").fill({ ringGroup: "2" }).submit("take");
    expect([pathOf(taking), taking.text]).toEqual(["/crm/calls", expect.stringContaining("Calls come to you.")]);
    expect(query(server.dataDir, "select is_available, ring_group from browser_agents")).toEqual([
      { is_available: 1, ring_group: 2 },
    ]);
    await taking.form("ringGroup").submit("take");
    expect(query(server.dataDir, "select is_available from browser_agents")).toEqual([{ is_available: 0 }]);
  });

  it("a caller outside our hours gets the booking link as a text by a key, and it stands beside the call", async () => {
    const number = "+14075550116";
    await openOffice(server, "2026-12-02T00:30:00Z");
    await handset.play("call", number);
    await expect.poll(async () => (await handset.phone(number))?.said.join(), WITHIN).toContain("press 1 now");
    await handset.play("keys", number, { keys: "1" });
    await expect.poll(async () => (await handset.phone(number))?.said.join(), WITHIN).toContain("on its way");
    const texts = async () =>
      (await (await fetch(`${server.url}/sandbox/inbox.json?to=${encodeURIComponent(number)}`)).json()) as {
        text: string;
        links: string[];
      }[];
    await expect.poll(texts, WITHIN).toMatchObject([{ text: expect.stringContaining("/book") as string }]);
    await handset.play("hang_up", number);
    await expect.poll(() => rows(server).at(-1)?.state, WITHIN).toBe("ended");
    const [{ customer_id } = { customer_id: "" }] = query<{ customer_id: string }>(
      server.dataDir,
      "select customer_id from calls order by started_at desc limit 1",
    );
    const record = await staff.open(`/crm/customers/${customer_id}`);
    expect(record.root.querySelector("#texts")?.parentNode?.text).toContain("you called us and asked for this link");
    await openOffice(server);
  });

  it("a text of a number that nobody has stands whole in the Calls tab, where its task leads", async () => {
    const { sandboxWebhook } = JSON.parse(readFileSync(join(server.dataDir, "secrets.json"), "utf8")) as {
      sandboxWebhook: string;
    };
    const token = createHash("sha256").update(`twilio ${sandboxWebhook}`).digest("hex").slice(0, 32);
    const url = `${server.url}/webhooks/twilio/sms/incoming`;
    const Body = `${"Do you take <b>tires</b>? ".repeat(200)}Thanks, Bo`;
    const params = { MessageSid: `SM${"7".repeat(32)}`, From: "+14075550717", To: "+15005550006", Body };
    const headers = { "X-Twilio-Signature": twilioSignature(token, url, params) };
    expect((await fetch(url, { method: "POST", headers, body: new URLSearchParams(params) })).status).toBe(200);
    const [task] = query<{ id: string }>(
      server.dataDir,
      "select id from tasks where kind = 'answer' and state = 'open'",
    );
    const entry = (await staff.open("/crm/overview")).root
      .querySelectorAll("ul.tasks > li")
      .find((one) => one.querySelector("[name=task]")?.getAttribute("value") === task?.id);
    expect(entry?.querySelector(".what > a")?.getAttribute("href")).toBe("/crm/calls?show=texts");
    const texts = (await staff.open("/crm/calls?show=texts")).root;
    expect(texts.querySelector(".entries .words")?.text).toBe(Body);
    expect(texts.querySelector(".entries a[href^='tel:']")?.getAttribute("href")).toBe("tel:4075550717");
    expect(texts.querySelector(".entries summary")?.text.length).toBeLessThan(320);
  });

  it("a customer's number says whom it is about, wherever it is called from: a record, a list, a search hit, a task", async () => {
    const [row] = query<{ number: string; id: string; customer: string; phone: string; last: string }>(
      server.dataDir,
      `select b.booking_number number, b.id, b.customer_id customer, b.phone, b.last_name last from bookings b
       where b.status = 'paid_pending_scheduling' limit 1`,
    );
    const { number = "", id = "", customer = "", phone = "", last = "" } = row ?? {};
    const links = async (path: string) =>
      (await staff.open(path)).root
        .querySelectorAll(`a[href^="tel:"][href$="${phone.slice(-10)}"]`)
        .map((link) => [
          link.closest("[data-customer]")?.getAttribute("data-customer") ??
            link.closest("tr")?.querySelector("a[href^='/crm/customers/']")?.getAttribute("href")?.split("/").at(-1),
          link.closest("[data-booking]")?.getAttribute("data-booking"),
        ]);
    expect((await links(`/crm/bookings/${number}`))[0]).toEqual([customer, id]);
    expect((await links(`/crm/customers/${customer}`))[0]).toEqual([customer, undefined]);
    expect((await links(`/crm/customers?q=${encodeURIComponent(last)}`))[0]?.[0]).toBe(customer);
    const found = await links(`/crm/search?q=${encodeURIComponent(last)}`);
    expect(found).toContainEqual([customer, undefined]);
    expect(found).toContainEqual([undefined, number]);
  });

  it("no number of the office's pages stands there without being called by a press", async () => {
    const admin = await signIn(server, "admin@example.com");
    const [row] = query<{ number: string; customer: string; driver: string; day: string }>(
      server.dataDir,
      "select b.booking_number number, b.customer_id customer, (select id from drivers where phone is not null limit 1) driver, j.day day from bookings b join jobs j on j.booking_id = b.id where j.driver_id is not null and j.day is not null limit 1",
    );
    arrange(
      server,
      "insert into text_stops (phone, stopped_at, source) select value, 1, 'customer' from customer_contacts where kind = 'phone' and customer_id = ?",
      row?.customer ?? "",
    );
    const pages = [
      "/crm/customers",
      `/crm/customers/${row?.customer}`,
      `/crm/bookings/${row?.number}`,
      `/crm/bookings/${row?.number}/edit`,
      "/crm/drivers",
      `/crm/drivers/${row?.driver}`,
      `/crm/dispatch/sheet?day=${row?.day}`,
      "/crm/overview",
      "/crm/calls",
      "/crm/billing",
    ];
    const OWN = readFileSync("app/domain/settings/defaults.ts", "utf8").match(/phone: "([^"]+)"/)?.[1] ?? "";
    const bare: string[] = [];
    let called = 0;
    for (const path of pages) {
      const page = await admin.open(path);
      expect([path, page.status]).toEqual([path, 200]);
      called += page.root.querySelectorAll("a[href^='tel:']").length;
      // A task of a number without a name leads to its record by it; beside it is the button that calls.
      const calling = "a[href^='tel:'], .tasks .what > a, script, input, style, .unseen";
      for (const gone of page.root.querySelectorAll(calling)) gone.remove();
      const left = page.root.text.replaceAll(OWN, "").match(/\(\d{3}\) \d{3}-\d{4}/g) ?? [];
      bare.push(...left.map((number) => `${path}: ${number}`));
    }
    expect(bare).toEqual([]);
    expect(called).toBeGreaterThan(pages.length);
  });
});

/** Whether a wire opens; what it says then. */
function opens(url: string, origin?: string, said?: string): Promise<boolean> {
  const wire = new WebSocket(url.replace(/^http/, "ws"), origin === undefined ? {} : { origin });
  return new Promise((resolve) => {
    wire.on("open", () => {
      if (said !== undefined) wire.send(said);
      setTimeout(() => {
        wire.terminate();
        resolve(true);
      }, 50);
    });
    wire.on("error", () => resolve(false));
  });
}
