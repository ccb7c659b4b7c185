import Database from "better-sqlite3";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scheduleFields } from "../support/booking";
import { listAddresses } from "../support/addresses";
import { foreignWords, wordsOn } from "../support/own-words";
import { raw } from "../support/raw";
import { startServer, type TestServer } from "../support/server";
import { ownEverything, type Places } from "../support/visitor";

const WORDS = [
  "Something went wrong",
  "We encountered an unexpected error. Please try refreshing the page.",
  "Refresh Page",
];
/** Nearly every form has one of these; together they bring each action to the database. */
const FORM = new URLSearchParams({
  ...scheduleFields(),
  projectType: "renovation",
  dumpsterSize: "20",
  quantity: "1",
  materialCategory: "general",
  name: "Ada Tester",
  signatureName: "Ada Tester",
  agree: "on",
  cardConsent: "on",
  bookingNumber: "DMP-2026-000001",
  password: "roll-off-demo",
  state: "closed",
  day: "2026-12-01",
  time: "08:00",
  fee: "0",
  refund: "0",
  size: "20",
  material: "general",
  cardNumber: "4242424242424242",
  expiry: "12 / 40",
  cvc: "123",
}).toString();
/** Where a button has to be pressed for anything to happen. */
const INTENT: Record<string, string> = {
  "/": "delete-test-booking",
  "/crm/bookings/:number": "hold",
  "/crm/bookings/new": "save",
  "/crm/bookings/:number/order": "resend",
  "/crm/bookings/views": "remove",
  "/sandbox/clock": "reset",
  "/sandbox/month": "stop",
};
/** A function by JSON that its schema takes. */
const CALLS: Record<string, unknown> = {
  "validate-service-area": { zipCode: "32801" },
  "check-dumpster-availability": { size: 20, quantity: 1, startDate: "2099-12-01", endDate: "2099-12-02" },
  quote: { items: [], context: "new" },
  "verify-payment": { sessionId: "cs_test_none" },
  "generate-invoice": { bookingId: "bkg_none", invoiceType: "booking" },
  "send-booking-email": { bookingId: "bkg_none", emailType: "booking_confirmation_with_invoice" },
  "create-payment-session": {},
  "delete-test-booking": {},
};

let server: TestServer;
let places: Places;
beforeAll(async () => {
  server = await startServer();
  places = await ownEverything(server);
});
// The last lines of the log come after their answers, and all of them are about what was taken away here.
afterAll(() => server.stop({ errorsExpected: true }));

function onDatabase(...statements: string[]): void {
  const sqlite = new Database(join(server.dataDir, "roll-off.sqlite"));
  sqlite.pragma("foreign_keys = OFF");
  sqlite.pragma("ignore_check_constraints = ON");
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

/**
 * What a bug is to the routes: a query that throws. Unlike a locked or full database, nothing says that it will pass.
 */
const lose = (...tables: string[]) => onDatabase(...tables.map((table) => `DROP TABLE ${table}`));

function send(pattern: string, method: "GET" | "POST", accept = "text/html") {
  const call = pattern.startsWith("/functions/");
  const intent = INTENT[pattern];
  const body =
    method === "GET"
      ? ""
      : call
        ? JSON.stringify(CALLS[pattern.replace("/functions/v1/", "")] ?? {})
        : FORM + (intent ? `&intent=${intent}&holdReason=wait` : "");
  const headers = {
    "Content-Type": call ? "application/json" : "application/x-www-form-urlencoded",
    "Content-Length": String(Buffer.byteLength(body)),
    Accept: accept,
    Cookie: places.cookie,
  };
  return raw(server.url, { path: places.example[pattern] ?? "", method, headers, body });
}

async function expectOwnPage(pattern: string, method: "GET" | "POST"): Promise<void> {
  const { status, body, headers } = await send(pattern, method);
  const words = wordsOn(body.toString());
  expect(
    [status, foreignWords(body.toString()), WORDS.filter((one) => !words.includes(one))],
    `${method} ${pattern}: ${words.slice(0, 300)}`,
  ).toEqual([500, null, []]);
  expect(headers["content-type"], pattern).toMatch(/^text\/html/);
}

const addresses = listAddresses();
/** Answered without the product's database: an address that there is not, and the sandbox's own store. */
const APART = ["/*", "/sandbox/checkout/:id"];
const pages = addresses.filter(({ isPage, pattern }) => isPage && !APART.includes(pattern));
/** A phone's, a handset's and a bank's: they change the sandbox alone. */
const OWN_STORE = ["/sandbox/inbox/:id", "/sandbox/handset", "/sandbox/disputes", "/sandbox/stripe"];
const actions = pages.filter(({ takesPost, pattern }) => takesPost && !OWN_STORE.includes(pattern));

it("a page that cannot be rendered is answered by one that needs no data", async () => {
  onDatabase(
    "INSERT INTO leads (id, kind, state, name, phone, email, zip, message, data, created_at) VALUES ('led_odd', 'call_back', 'new', 'Ada', '', '', '', '', 'null', 0)",
  );
  places.example["/crm/overview/leads/:id"] = "/crm/overview/leads/led_odd";
  await expectOwnPage("/crm/overview/leads/:id", "GET");
  expect((await server.errorsToCome()).join(), "it is reported").toContain(
    "Cannot convert undefined or null to object",
  );
});

describe("with tables of the database gone", () => {
  beforeAll(() => {
    lose(
      "rate_limits",
      "bookings",
      "booking_drafts",
      "accounts",
      "sessions",
      "user_roles",
      "leads",
      "checkouts",
      "sandbox_clock",
    );
    // What reports count of a lead that cannot be read: each change of state fails with it, also one that asks for none of these.
    onDatabase("INSERT INTO report_due (source, subject) VALUES ('lead', 'led_lost')");
  });

  it.each(actions)("an action that throws gives the product's own page: $pattern", async ({ pattern }) => {
    await expectOwnPage(pattern, "POST");
    expect((await server.errorsToCome()).length, "it is reported").toBeGreaterThan(0);
  });

  it("no page and no file says a word that is not ours", async () => {
    for (const { pattern } of addresses) {
      const { status, body } = await send(pattern, "GET");
      const words = wordsOn(body.toString());
      expect(
        [foreignWords(body.toString()), status >= 500 && status !== 503 && !words.includes("Something went wrong")],
        `${status} ${pattern}: ${words.slice(0, 300)}`,
      ).toEqual([null, false]);
    }
    server.takeErrors();
  });

  it("functions and webhooks answer in JSON, also to a browser", async () => {
    for (const { pattern } of addresses.filter(
      (one) => one.takesPost && /^\/(functions|webhooks)\//.test(one.pattern),
    )) {
      const { status, body, headers } = await send(pattern, "POST");
      expect(headers["content-type"], pattern).toMatch(/^application\/json/);
      const { error } = JSON.parse(body.toString()) as { error: { code: string; message: string } };
      expect([status >= 400, typeof error.code, foreignWords(error.message)], `${pattern} ${body.toString()}`).toEqual([
        true,
        "string",
        null,
      ]);
    }
    server.takeErrors();
  });

  it("who asks for JSON gets JSON", async () => {
    for (const pattern of ["/auth/sign-out", "/book/resume"]) {
      const { status, body } = await send(pattern, pattern === "/book/resume" ? "GET" : "POST", "application/json");
      expect([status, JSON.parse(body.toString())], pattern).toEqual([
        500,
        { error: { code: "internal", message: WORDS[1] } },
      ]);
    }
    server.takeErrors();
  });
});

// From here on the frames around the pages have no facts either.
describe("with the business's own facts gone besides", () => {
  beforeAll(() => lose("meta", "settings"));

  it.each(actions)("an action: $pattern", async ({ pattern }) => {
    await expectOwnPage(pattern, "POST");
    server.takeErrors();
  });

  it("every page that is made for the request", async () => {
    for (const { pattern } of pages) {
      const { status, body } = await send(pattern, "GET");
      const words = wordsOn(body.toString());
      // Signed-in areas cannot know who asks and send to the sign-in page first; kept pages are as they were; an
      // invitation that is none has ended, whoever invites.
      const answered = status < 400 || status === 410 || WORDS.every((one) => words.includes(one));
      expect([answered, foreignWords(body.toString())], `${status} ${pattern}: ${words.slice(0, 300)}`).toEqual([
        true,
        null,
      ]);
    }
    server.takeErrors();
  });
});
