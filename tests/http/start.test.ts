import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { arrange } from "../support/meanwhile";
import { inFull } from "../support/in-full";
import { ROOT } from "../support/paths";
import { freePort } from "../support/ports";
import { serverForTest } from "../support/server";

function startWith(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), "roll-off-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(process.execPath, ["build/server.mjs"], {
    cwd: ROOT,
    env: { NODE_ENV: "production", PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", ...env },
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, lines: stderr.trim().split("\n") };
}

// Each variable: app/config.test.ts.
describe("a wrong environment stops the start with one clear line", () => {
  it.each([
    [{ PORT: "abc" }, "PORT"],
    // Read by the process that owns the port, before the others are begun.
    [{ WEB_CONCURRENCY: "lots" }, "WEB_CONCURRENCY"],
  ] as [Record<string, string>, string][])("%o", (env, named) => {
    const { status, lines } = startWith(env);
    expect(status).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Cannot start: /);
    expect(lines[0]).toContain(named);
  });

  it("says so when the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { status, lines } = startWith({ PORT: String(port) });
    expect(status).toBe(1);
    expect(lines).toEqual([`Cannot start: PORT ${port} is in use by another program`]);
  });
});

describe("start and end", () => {
  it("answers within 2 s on a prepared folder and ends with 0 on SIGTERM", async () => {
    const begun = Date.now();
    const server = await serverForTest();
    // Loosely here, because other suites run beside, on a machine that others may slow: npm run bench measures.
    expect(Date.now() - begun).toBeLessThan(15_000);
    expect(server.logs()).toContain(`Roll-off rentals: ${server.url}`);
    expect(server.logs()).toContain("/sandbox/inbox");
    await server.stop();
  });

  inFull.each<[string, number]>([
    ["on", 200],
    ["off", 500],
  ])("makes the public pages ahead of their visitors with WARM_PAGES=%s", async (WARM_PAGES, status) => {
    // NODE_DEBUG names each module as it is loaded: what starts the PDF browser is loaded ahead too, or left alone.
    const server = await serverForTest({ env: { WARM_PAGES, NODE_DEBUG: "esm" } });
    await pause(6_500);
    expect(server.logs().includes("node_modules/puppeteer/")).toBe(WARM_PAGES === "on");
    // Whatever a page is made of has gone: only one that has been made already can be shown.
    for (const table of ["service_areas", "pricing_matrix", "settings", "meta"]) arrange(server, `drop table ${table}`);
    // After the pause the kept connection may be closed in the moment in which it is used: then on a new one.
    const ask = () => fetch(server.url);
    expect((await ask().catch(ask)).status).toBe(status);
    // Whatever works in the background misses the tables too, now or in a moment.
    await server.stop({ errorsExpected: true });
  });

  it("reads React from its bundle alone, where there is but the one for production", async () => {
    const server = await serverForTest({ env: { NODE_DEBUG: "esm,module" } });
    expect((await fetch(`${server.url}/book`)).status).toBe(200);
    const read = server.logs().match(/node_modules\/(react|react-dom|react-router[\w-]*|@remix-run\/react)\/[\w./-]+/g);
    expect([...new Set(read)]).toEqual([]);
    const bundled = readdirSync("build/server/assets").map((file) =>
      readFileSync(`build/server/assets/${file}`, "utf8"),
    );
    expect(bundled.join().includes('unique "key" prop'), "what React says in development alone").toBe(false);
  });

  it("replaces its workers one by one on SIGHUP without refusing a request", async () => {
    const port = await freePort();
    const server = await serverForTest({ port, env: { WEB_CONCURRENCY: "2" } });
    const statuses: number[] = [];
    let busy = true;
    const load = (async () => {
      while (busy) {
        statuses.push(
          await fetch(`${server.url}/healthz`).then(
            (answer) => answer.status,
            () => 0,
          ),
        );
        await pause(10);
      }
    })();
    await pause(300);
    process.kill(server.pid, "SIGHUP");
    await pause(6_000);
    busy = false;
    await load;
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
