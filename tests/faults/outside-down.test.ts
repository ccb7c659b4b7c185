import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { moveClock } from "~/adapters/clock/move.server";
import { startCardCompany, type CardCompany } from "../support/card-company";
import { checkLedger } from "../support/ledger-check";
import {
  addDumpsters,
  eventually,
  mailsTo,
  openBooks,
  openWork,
  pressPay,
  query,
  signOrders,
  spreadOrders,
  type SignedOrder,
} from "../support/orders";
import { FULL } from "../support/paths";
import { freePort } from "../support/ports";
import { startServer, type ServerOptions, type TestServer } from "../support/server";

interface World {
  server: TestServer;
  company: CardCompany;
  orders: SignedOrder[];
}

type Wish = { orders: number; env?: Record<string, string>; delivers?: boolean } & Pick<ServerOptions, "dataDir">;

/** A server, its card company and signed orders that wait for payment; `close` ends them. */
async function openAll(options: Wish): Promise<World & { close: () => Promise<void> }> {
  const port = await freePort();
  const company = await startCardCompany({
    webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
    delivers: options.delivers,
  });
  const server = await startServer({ port, env: { ...company.env, RATE_LIMITS: "off", ...options.env } });
  addDumpsters(server.dataDir, 20, options.orders);
  const orders = await signOrders(server.dataDir, server.url, spreadOrders(options.orders, "out"));
  const close = async () => {
    await server.stop();
    await company.close();
  };
  return { server, company, orders, close };
}

/** The same for one test. */
async function world(options: Wish): Promise<World> {
  const all = await openAll(options);
  onTestFinished(all.close);
  return all;
}

/** The same data folder with everything in order again; what waits is due now. */
async function restart({ server, company }: World): Promise<TestServer> {
  await server.kill9();
  const healed = await startServer({
    dataDir: server.dataDir,
    port: Number(new URL(server.url).port),
    env: { ...company.env, RATE_LIMITS: "off" },
  });
  onTestFinished(() => healed.stop());
  query(server.dataDir, "UPDATE outbox SET run_at = 0, leased_until = 0 WHERE state = 'waiting'");
  return healed;
}

/** The reconciler looks every 20 s and at every start; only the long run waits for its beat. */
async function reconcilerTurn(all: World): Promise<void> {
  if (!FULL) await restart(all);
}

/** Milliseconds of the slowest of some other pages, asked for while something is broken. */
async function slowestOtherPage(server: TestServer): Promise<number> {
  let slowest = 0;
  for (const path of ["/healthz", "/", "/book", "/healthz", "/manage-booking"]) {
    const begun = Date.now();
    const status = await new Promise<number>((resolve, reject) =>
      request(
        `${server.url}${path}`,
        (response) => void response.resume().on("end", () => resolve(response.statusCode ?? 0)),
      )
        .once("error", reject)
        .end(),
    );
    expect(status).toBe(200);
    slowest = Math.max(slowest, Date.now() - begun);
  }
  return slowest;
}

/** Milliseconds for any other page, after the `usual` ones: a machine that is slow is so before the trouble, too. */
const asFastAs = (usual: number) => Math.max(1_500, 3 * usual);

const liveHolds = (server: TestServer, order: SignedOrder) =>
  query(server.dataDir, "SELECT id FROM holds WHERE state = 'live' AND booking_id = ?", order.bookingId).length;
const statusOf = (server: TestServer, order: SignedOrder) =>
  query<{ status: string }>(server.dataDir, "SELECT status FROM bookings WHERE id = ?", order.bookingId)[0]?.status;
const settled = (server: TestServer) =>
  eventually(
    "all follow-up work",
    () => openWork(server.dataDir),
    (open) => open.length === 0,
    60_000,
  );

/** Pays and waits until the webhook has made the booking of it. */
async function payAndConfirm({ server, company }: World, order: SignedOrder, sessionId: string | null): Promise<void> {
  await company.pay(sessionId ?? "");
  await eventually(
    "the booking is confirmed",
    () => statusOf(server, order),
    (status) => status === "paid_pending_scheduling",
  );
  await settled(server);
  expect(checkLedger(server.dataDir)).toEqual([]);
}

describe("the card company", () => {
  /** Of all that do not count sessions; each has orders of its own. */
  let shared: Awaited<ReturnType<typeof openAll>>;
  beforeAll(async () => {
    shared = await openAll({ orders: 5 });
  });
  afterAll(() => shared.close());
  /** Those orders, with the company as it should be. */
  const mine = async <At extends number[]>(...which: At) => {
    await shared.company.up();
    shared.company.fail(null);
    return which.map((at) => shared.orders[at]) as { [K in keyof At]: SignedOrder };
  };

  it("is down: the page says what happens next, the hold stays, other pages are fast, and pressing again works", async () => {
    const [order] = await mine(0);
    const { server, company } = shared;
    const usual = await slowestOtherPage(server);
    await company.down();
    const refused = await pressPay(server.url, order);
    expect(refused.status).toBe(503);
    expect(refused.text).toMatch(
      /cannot reach our card partner.*Nothing was charged.*held until \d+:\d\d [ap]m: please press the button again in a minute/s,
    );
    expect(liveHolds(server, order)).toBe(1);
    expect(await slowestOtherPage(server)).toBeLessThan(asFastAs(usual));
    await company.up();
    const again = await pressPay(server.url, order);
    expect(again.status).toBe(303);
    expect(liveHolds(server, order)).toBe(1);
    await payAndConfirm(shared, order, again.sessionId);
  });

  it("answers with its own faults (kept under the key), or loses its answers: one session, and nobody is stuck", async () => {
    const [first, second, third] = await mine(1, 2, 3);
    const { server, company } = shared;
    const creating = (method: string, path: string) => method === "POST" && path === "/v1/checkout/sessions";
    for (const [order, fault] of [
      [first, { status: 500 }],
      [second, { drop: "after" as const }],
      [third, { drop: "before" as const }],
    ] as const) {
      company.fail((method, path) => (creating(method, path) ? fault : null));
      expect((await pressPay(server.url, order)).status).toBe(503);
      company.fail(null);
      const again = await pressPay(server.url, order);
      expect(again.status).toBe(303);
      await payAndConfirm(shared, order, again.sessionId);
    }
    const own: string[] = [first, second, third].map((order) => order.bookingId);
    const sessions = company
      .objects<{ client_reference_id: string }>("checkout.session")
      .map((session) => session.client_reference_id)
      .filter((bookingId) => own.includes(bookingId));
    expect(sessions.sort()).toEqual(own.sort());
  });

  it.runIf(FULL)(
    "takes 10 s for each answer: that customer is told, everyone else is served, one session is made",
    async () => {
      const all = await world({ orders: 1 });
      const {
        server,
        company,
        orders: [order],
      } = all as World & { orders: [SignedOrder] };
      company.fail(() => ({ delayMs: 10_000 }));
      const begun = Date.now();
      const pressed = pressPay(server.url, order);
      expect(await slowestOtherPage(server)).toBeLessThan(1_500);
      expect((await pressed).status).toBe(503);
      expect(Date.now() - begun).toBeLessThan(20_000);
      company.fail(null);
      const again = await pressPay(server.url, order);
      expect(again.status).toBe(303);
      // Also after the slow repetition of the SDK, which is still on its way, has ended.
      await pause(Math.max(0, begun + 20_000 - Date.now()));
      expect(company.objects("checkout.session")).toHaveLength(1);
      await payAndConfirm(all, order, again.sessionId);
    },
  );

  // Last of them: it moves the clock, and starts the server anew.
  it("never made a session: the reconciler gives the dumpster back once the card company can be asked", async () => {
    const [order] = await mine(4);
    const { server, company } = shared;
    company.fail(() => ({ status: 500 }));
    expect((await pressPay(server.url, order)).status).toBe(503);
    const books = openBooks(server.dataDir);
    await moveClock(books, { by: 3 * 60_000 });
    books.close();
    company.fail(null);
    await reconcilerTurn(shared);
    await eventually(
      "the hold is released",
      () => liveHolds(server, order),
      (live) => live === 0,
      45_000,
    );
    expect(statusOf(server, order)).toBe("pending_payment");
    expect(checkLedger(server.dataDir)).toEqual([]);
  });
});

it("webhooks are lost: the reconciler finds every payment", { timeout: 500_000 }, async () => {
  const count = FULL ? 500 : 6;
  const all = await world({ orders: count, delivers: false });
  const { server, company, orders } = all;
  for (const order of orders) await company.pay((await pressPay(server.url, order)).sessionId ?? "");
  expect(query(server.dataDir, "SELECT id FROM bookings WHERE paid_at IS NOT NULL AND email LIKE 'out%'")).toEqual([]);
  const books = openBooks(server.dataDir);
  await moveClock(books, { by: 4 * 60_000 });
  books.close();
  await reconcilerTurn(all);
  const begun = Date.now();
  const paid = () =>
    query(server.dataDir, "SELECT id FROM bookings WHERE paid_at IS NOT NULL AND email LIKE 'out%'").length;
  await eventually("a first one is found", paid, (found) => found > 0, 60_000);
  const firstFound = Date.now();
  await eventually("all are found", paid, (found) => found === count, 60_000);
  console.warn(
    `lost webhooks: ${count} payments found, the first after ${firstFound - begun} ms, all ${Date.now() - firstFound} ms later`,
  );
  await eventually(
    "all follow-up work",
    () => openWork(server.dataDir),
    (open) => open.length === 0,
    300_000,
  );
  expect(mailsTo(server.dataDir, "out%")).toHaveLength(count);
  expect(checkLedger(server.dataDir)).toEqual([]);
});

describe("what follows a payment", () => {
  it("mail is down: the booking is confirmed, the mail goes out once it is back", async () => {
    const all = await world({ orders: 1, env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
    const {
      server,
      company,
      orders: [order],
    } = all as World & { orders: [SignedOrder] };
    const usual = await slowestOtherPage(server);
    const { sessionId } = await pressPay(server.url, order);
    const page = await fetch(await company.pay(sessionId ?? ""));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("DMP-")]);
    const [waiting] = await eventually(
      "mail was tried",
      // By day there are the seeded company's own mails too.
      () => openWork(server.dataDir).filter(({ kind }) => kind === "mail.booking-confirmed"),
      ([mail]) => (mail?.attempts ?? 0) > 0 && mail?.last_error !== null,
    );
    expect(waiting).toMatchObject({ state: "waiting" });
    expect(await slowestOtherPage(server)).toBeLessThan(asFastAs(usual));
    const healed = await restart(all);
    await settled(healed);
    expect(mailsTo(server.dataDir, order.email)).toMatchObject([{ attachments: 3 }]);
    expect(checkLedger(server.dataDir)).toEqual([]);
  });

  it("no browser for PDFs: printable pages at once, after a while the mail without, after the repair the PDFs", async () => {
    const all = await world({ orders: 2, env: { PUPPETEER_EXECUTABLE_PATH: "/nonexistent/browser" } });
    const {
      server,
      company,
      orders: [patient, late],
    } = all as World & { orders: [SignedOrder, SignedOrder] };
    const usual = await slowestOtherPage(server);
    for (const order of [patient, late]) {
      const { sessionId } = await pressPay(server.url, order);
      const page = await (await fetch(await company.pay(sessionId ?? ""))).text();
      const printable = /\/files\/[\w-]+\/print/.exec(page)?.[0];
      expect(printable, "a printable invoice on the page").toBeDefined();
      expect((await fetch(`${server.url}${printable}`)).status).toBe(200);
    }
    await eventually(
      "the PDF was tried",
      () => openWork(server.dataDir),
      (open) => open.some((work) => work.kind === "document.invoice" && work.last_error?.includes("browser")),
    );
    expect(await slowestOtherPage(server)).toBeLessThan(asFastAs(usual));
    expect(mailsTo(server.dataDir, "out%")).toEqual([]);
    query(
      server.dataDir,
      "UPDATE outbox SET created_at = created_at - 200000, run_at = run_at - 200000 WHERE kind = 'mail.booking-confirmed' AND booking_id = ?",
      late.bookingId,
    );
    expect(
      await eventually(
        "the mail without PDFs",
        () => mailsTo(server.dataDir, late.email),
        (mails) => mails.length === 1,
      ),
    ).toMatchObject([{ attachments: 1 }]);
    const healed = await restart(all);
    await settled(healed);
    expect(mailsTo(server.dataDir, patient.email)).toMatchObject([{ attachments: 3 }]);
    expect(mailsTo(server.dataDir, late.email)).toHaveLength(1);
    const documents = query<{ pdf_url: string | null }>(
      server.dataDir,
      "SELECT pdf_url FROM invoices WHERE booking_id IN (?, ?) UNION ALL SELECT pdf_url FROM rental_agreements WHERE booking_id IN (?, ?)",
      patient.bookingId,
      late.bookingId,
      patient.bookingId,
      late.bookingId,
    );
    expect(documents).toHaveLength(4);
    for (const { pdf_url } of documents)
      expect((await fetch(`${healed.url}${pdf_url}`)).headers.get("Content-Type")).toBe("application/pdf");
  });
});
