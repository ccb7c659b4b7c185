import Database from "better-sqlite3";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TextBrowser } from "../support/form";
import { checkLedger } from "../support/ledger-check";
import { raw } from "../support/raw";
import { serverForTest, startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => server.stop());

const PATH = "/?health=true&delete=true";
const FUNCTION = "/functions/v1/delete-test-booking";
const DELETE = "intent=delete-test-booking";
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
/** Every way in which a request can come from somewhere else. */
const ELSEWHERE: [string, Record<string, string>][] = [
  ["another Host", { Host: "dumpsters.example" }],
  ["a Host that only begins like ours", { Host: "localhost.evil.example" }],
  ["Forwarded", { Forwarded: "for=127.0.0.1" }],
  ["X-Forwarded-For, even of this machine", { "X-Forwarded-For": "127.0.0.1" }],
  ["X-Forwarded-Host", { "X-Forwarded-Host": "localhost" }],
  ["X-Real-IP", { "X-Real-IP": "127.0.0.1" }],
  ["Via", { Via: "1.1 proxy" }],
];

const panels = (html: string) =>
  ["Production health", "Delete the test booking", "Delete DMP-"].filter((words) => html.includes(words));
/** A page without what differs by request: nonces and data. */
const bare = (html = "") => html.replaceAll(/ ?nonce="[^"]*"/g, "").replaceAll(/<script[^]*?<\/script>/g, "");
/** The text between tags stands without spaces: names and values are blocks of their own. */
const holds = (text: string, words: string) => text.replaceAll(" ", "").includes(words.replaceAll(" ", ""));

interface Books {
  number: string | undefined;
  id: string | undefined;
  count: number;
}
function books(): Books {
  const sqlite = new Database(join(server.dataDir, "roll-off.sqlite"), { readonly: true });
  const row = sqlite
    .prepare(
      "select b.id, b.booking_number as number from meta join bookings b on b.id = meta.value where key = 'test_booking'",
    )
    .get() as { id: string; number: string } | undefined;
  const count = sqlite.prepare("select count(*) from bookings").pluck().get() as number;
  sqlite.close();
  return { id: row?.id, number: row?.number, count };
}

describe("on this machine", () => {
  it("each query shows its own panel, as plain HTML", async () => {
    const get = async (path: string) => panels((await raw(server.url, { path })).body.toString());
    expect(await get("/?health=true")).toEqual(["Production health"]);
    expect(await get("/?delete=true")).toEqual(["Delete the test booking", "Delete DMP-"]);
    for (const path of ["/", "/?health=1", "/?delete=", "/?health=false&delete=no", "/about?health=true&delete=true"])
      expect(await get(path), path).toEqual([]);
  });

  it("the health panel says what an owner asks for, and is not kept", async () => {
    for (const path of ["/?health=true", "/_root.data?health=true", "/?delete=true"])
      expect((await raw(server.url, { path })).headers["cache-control"], path).toBe("no-store");
    const page = await new TextBrowser(server.url).open("/?health=true");
    for (const words of [
      "Answers in",
      "Can be written yes, after",
      "Free disk",
      "Kind Sandbox: its bookings were paid with test cards, so it is never used with live keys. To go live, start with a new DATA_DIR",
      "Last migration 0",
      "Content version",
      "Waiting",
      "Given up none Good",
      "Last webhook",
      "Reconciler",
      "PDF browser",
      "Stripe Sandbox",
      "Email Sandbox",
      "Text messages Sandbox",
      "Voice Sandbox",
      "Prices Settings, size table and price matrix agree Good",
      "ZIP codes 197+ advertised, but 119 served Look at this",
      "To look at: ZIP codes.",
      "Up for",
      "Memory",
      "Build",
      "Errors in the last hour 0 logged, 0 unexpected Good",
    ]) {
      expect(holds(page.text, words), words).toBe(true);
    }
    expect(page.text).toMatch(/Build ?[0-9a-f]{12}/);
    expect(page.root.querySelector("[aria-labelledby=health-heading]")?.text, "nobody's address").not.toContain("@");
  });

  it("keeps the ZIP check below it working", async () => {
    const page = await (
      await new TextBrowser(server.url).open("/?delete=true")
    )
      .form("zip")
      .fill({ zip: "32801" })
      .submit();
    expect(page.text).toContain("Book for 32801");
  });
});

describe("from anywhere else", () => {
  it.each(ELSEWHERE)(
    "%s: the query means nothing, the button's form is no such form and the function is not there",
    async (_, headers) => {
      const [plain, asked, data] = await Promise.all(
        ["/", PATH, "/_root.data?health=true&delete=true"].map((path) => raw(server.url, { path, headers })),
      );
      expect(bare(plain?.body.toString())).toContain("</html>");
      expect(bare(asked?.body.toString()) === bare(plain?.body.toString()), "the plain home page").toBe(true);
      expect(data?.body.toString()).not.toMatch(/Reconciler|DMP-/);
      const before = books();
      const posted = await raw(server.url, {
        path: "/?index&delete=true",
        method: "POST",
        headers: { ...FORM, ...headers },
        body: DELETE,
      });
      expect(panels(posted.body.toString())).toEqual([]);
      for (const method of ["POST", "GET"]) {
        const called = await raw(server.url, { path: FUNCTION, method, headers });
        expect(called.status, method).toBe(404);
        expect(JSON.parse(called.body.toString())).toMatchObject({ error: { code: "not_found" } });
      }
      expect(books()).toEqual(before);
    },
  );

  it("another site's page cannot press the button", async () => {
    const before = books();
    for (const headers of [
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "null" },
    ] as Record<string, string>[]) {
      expect(
        (
          await raw(server.url, {
            path: "/?index&delete=true",
            method: "POST",
            headers: { ...FORM, ...headers },
            body: DELETE,
          })
        ).status,
      ).toBe(403);
      expect((await raw(server.url, { path: FUNCTION, method: "POST", headers })).status).toBe(403);
    }
    expect(books()).toEqual(before);
  });

  it("a public address makes every request a stranger's", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "roll-off-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const nowhere = "127.0.0.1:9";
    const live = await serverForTest({
      dataDir,
      env: {
        PUBLIC_URL: "https://dumpsters.example",
        HOST: "127.0.0.1",
        ADMIN_EMAILS: "owner@example.com",
        STRIPE_SECRET_KEY: "sk_test_x",
        STRIPE_WEBHOOK_SECRET: "whsec_x",
        STRIPE_API_BASE: `http://${nowhere}`,
        SMTP_URL: `smtp://${nowhere}`,
        TWILIO_ACCOUNT_SID: "ACx",
        TWILIO_AUTH_TOKEN: "x",
        TWILIO_PHONE_NUMBER: "+14075550100",
        TWILIO_API_KEY: "SKx",
        TWILIO_API_SECRET: "x",
        TWILIO_TWIML_APP_SID: "APx",
      },
    });
    const page = await raw(live.url, { path: PATH });
    expect(page.status).toBe(200);
    expect(panels(page.body.toString())).toEqual([]);
    expect((await raw(live.url, { path: FUNCTION, method: "POST" })).status).toBe(404);
  });
});

// In this order: the last of them leave no test booking.
describe("deleting", () => {
  it("the function takes an empty body only in shape", async () => {
    const call = (body: string, headers: Record<string, string> = { "Content-Type": "application/json" }) =>
      raw(server.url, { path: FUNCTION, method: "POST", headers, body });
    expect((await call("[]")).status).toBe(400);
    expect((await call("{")).status).toBe(400);
    expect((await call("a=1", FORM)).status).toBe(400);
    expect((await raw(server.url, { path: FUNCTION })).status).toBe(405);
    expect(books().number).toMatch(/^DMP-/);
  });

  it("takes the test booking with its PDF and leaves the books in order; a second click says so", async () => {
    const before = books();
    const customer = new TextBrowser(server.url);
    await (
      await customer.open("/manage-booking")
    )
      .form("bookingNumber")
      .fill({ bookingNumber: before.number ?? "", email: "test.booking@example.com" })
      .submit();
    const made = await fetch(`${server.url}/functions/v1/generate-invoice`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: customer.cookieHeader },
      body: JSON.stringify({ bookingId: before.id, invoiceType: "booking" }),
    });
    const { pdfUrl } = (await made.json()) as { pdfUrl: string };
    const sqlite = new Database(join(server.dataDir, "roll-off.sqlite"), { readonly: true });
    const stored = join(
      server.dataDir,
      "files",
      sqlite.prepare("select path from files where booking_id = ?").pluck().get(before.id) as string,
    );
    sqlite.close();
    expect([(await fetch(server.url + new URL(pdfUrl, server.url).pathname)).status, existsSync(stored)]).toEqual([
      200,
      true,
    ]);

    const owner = new TextBrowser(server.url);
    const page = await owner.open("/?delete=true");
    const done = await page.form("Delete DMP-").submit("delete-test-booking");
    expect([
      done.status,
      holds(done.text, `Booking deleted ${before.number} is gone`),
      done.text.includes("There is no test booking in this database."),
    ]).toEqual([200, true, true]);
    expect(books()).toEqual({ count: before.count - 1, id: undefined, number: undefined });
    expect(existsSync(stored)).toBe(false);
    expect((await fetch(server.url + new URL(pdfUrl, server.url).pathname)).status).toBe(404);
    expect(checkLedger(server.dataDir)).toEqual([]);

    const again = await page.form("Delete DMP-").submit("delete-test-booking");
    expect(again.status).toBe(409);
    expect(again.text).toContain("Failed to delete booking: There is no test booking any more.");
    expect(books().count).toBe(before.count - 1);
  });

  it("by the function on a server of its own: deleted, then refused", async () => {
    const own = await serverForTest();
    const call = async () => {
      const answer = await fetch(own.url + FUNCTION, { method: "POST" });
      return [answer.status, await answer.json()];
    };
    expect(await call()).toEqual([
      200,
      { success: true, booking_number: expect.stringMatching(/^DMP-\d{4}-\d{6}$/), error: null },
    ]);
    expect(await call()).toEqual([
      409,
      {
        success: false,
        booking_number: null,
        error: { code: "none_left", message: "There is no test booking any more." },
      },
    ]);
    expect(checkLedger(own.dataDir)).toEqual([]);
  });
});
