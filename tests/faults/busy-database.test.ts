import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { postEvent, startCardCompany } from "../support/card-company";
import { checkLedger } from "../support/ledger-check";
import { ROOT } from "../support/paths";
import { eventually, openWork, pressPay, query, signOrders, spreadOrders } from "../support/orders";
import { freePort } from "../support/ports";
import { startServer } from "../support/server";

/** Another program takes the write lock for `ms`. Resolves once it has it; the promise inside when it has let go. */
async function lockedFor(dataDir: string, ms: number): Promise<{ over: Promise<unknown> }> {
  const script = `const db = require("better-sqlite3")(process.argv[1], { timeout: 5000 }); db.exec("BEGIN IMMEDIATE"); console.log("locked"); setTimeout(() => { db.exec("COMMIT"); db.close(); }, Number(process.argv[2]));`;
  const child = spawn(process.execPath, ["-e", script, join(dataDir, "roll-off.sqlite"), String(ms)], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", (code) => reject(new Error(`the locking program ended with ${code}`)));
  });
  return { over: new Promise((resolve) => child.once("exit", resolve)) };
}

/** The slowest of the health checks and pages asked for until `over`, in milliseconds. */
async function slowestUntil(over: Promise<unknown>, url: string): Promise<{ slowest: number; asked: number }> {
  let done = false;
  void over.then(() => (done = true));
  let slowest = 0;
  let asked = 0;
  for (; !done; asked++) {
    const begun = Date.now();
    const response = await fetch(`${url}${asked % 4 === 3 ? "/" : "/healthz"}`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    slowest = Math.max(slowest, Date.now() - begun);
    await pause(20);
  }
  return { slowest, asked };
}

/** A page that waits for the lock takes its whole time; one beside a busy browser on the same cores took 1.1 s. */
const LOOP_WAITED = 2_000;

it(
  "locked by another program: for 3 s writes wait, for 7 s they say 503, and the pages go on all the time",
  { timeout: 90_000 },
  async () => {
    const port = await freePort();
    const company = await startCardCompany({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`, delivers: false });
    const server = await startServer({ port, env: { ...company.env, RATE_LIMITS: "off" } });
    onTestFinished(async () => {
      await server.stop();
      await company.close();
    });
    const [short, long] = await signOrders(server.dataDir, server.url, spreadOrders(2, "busy"));
    if (!short || !long) throw new Error("not signed");
    await eventually(
      "the agreements' PDFs",
      () => openWork(server.dataDir),
      (open) => open.length === 0,
    );

    const three = await lockedFor(server.dataDir, 3_000);
    const begun = Date.now();
    const waiting = pressPay(server.url, short);
    const during = await slowestUntil(three.over, server.url);
    const paid = await waiting;
    expect(paid.status, paid.text).toBe(303);
    expect(Date.now() - begun).toBeGreaterThan(2_500);
    expect(during.slowest).toBeLessThan(LOOP_WAITED);
    // One that stood still would have answered once; a slow machine answers 12 times in those 3 s.
    expect(during.asked).toBeGreaterThan(5);

    await company.pay(paid.sessionId ?? "");
    const event = company.events().find(({ type }) => type === "checkout.session.completed")?.body ?? "";
    const seven = await lockedFor(server.dataDir, 7_500);
    const [refused, webhook, others] = await Promise.all([
      fetch(`${server.url}/book/payment?draft=${long.draftId}`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ cardConsent: "on" }),
        headers: { Cookie: long.cookie },
      }),
      postEvent(server.url, event),
      slowestUntil(seven.over, server.url),
    ]);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await refused.text()).toMatch(/busy|try again/i);
    expect(webhook.status).toBe(503);
    expect(others.slowest).toBeLessThan(LOOP_WAITED);

    // The lock is gone: the customer presses again, Stripe sends again, and everything is as if nothing had been.
    expect((await pressPay(server.url, long)).status).toBe(303);
    expect(await postEvent(server.url, event)).toEqual({ status: 200, result: "applied" });
    await eventually(
      "all follow-up work",
      () => openWork(server.dataDir),
      (open) => open.length === 0,
    );
    expect(checkLedger(server.dataDir)).toEqual([]);
    console.warn(
      `busy database: slowest other page ${during.slowest} ms in 3 s of lock, ${others.slowest} ms in 7.5 s`,
    );
    // What the worker wrote about the lock is expected here.
    server.takeErrors();
  },
);

it("two servers that start at once on an empty folder migrate and seed it once", { timeout: 90_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "roll-off-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const ports = [await freePort(), await freePort()];
  const env = { PUBLIC_URL: `http://localhost:${ports[0]}` };
  const servers = await Promise.all(ports.map((port) => startServer({ dataDir, port, env })));
  onTestFinished(async () => {
    for (const server of servers) await server.stop();
  });
  for (const { url } of servers) expect((await fetch(url)).status).toBe(200);
  const names = query<{ name: string }>(dataDir, "SELECT name FROM schema_migrations ORDER BY name").map(
    (row) => row.name,
  );
  expect(names.length).toBe(new Set(names).size);
  expect(query(dataDir, "SELECT count(*) AS n FROM dumpsters")).toEqual([{ n: 40 }]);
  expect(checkLedger(dataDir)).toEqual([]);
});
