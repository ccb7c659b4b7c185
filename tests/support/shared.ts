import Database from "better-sqlite3";
import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser";
import { ARTIFACTS } from "./paths";
import { copyPrepared, failOn, startServer, type TestServer } from "./server";

let server: Promise<TestServer> | undefined;
let browser: Promise<Browser> | undefined;

/** Where the shared server of the test process `pid` keeps its data; removed by the next run. */
export const sharedData = (pid: number) => `${ARTIFACTS}/shared-${pid}`;

/**
 * The server without limits that all files of this test process have in common, for tests that neither use up what
 * others need (stock, a role, a sandbox's switch) nor count what is there. It has room for far more dumpsters than all
 * of them book together, so that no file depends on which others ran in its process. `stop` ends nothing: it fails on
 * unexpected errors in the log, as the own server's does, and on prices, stock or a clock that the file left changed. The process
 * goes when this one does.
 */
export async function sharedServer(): Promise<TestServer> {
  server ??= startShared();
  const shared = await server;
  const before = inCommon(shared.dataDir);
  return {
    ...shared,
    stop: async () => {
      failOn(shared.takeErrors());
      const left = inCommon(shared.dataDir).filter((row) => !before.includes(row));
      if (left.length > 0) throw new Error(`left changed on the shared server:\n${left.join("\n")}`);
    },
  };
}

/** The shared server for all tests of a file, there from its first test on; what they left behind is looked for at the end. */
export function setSharedServer(): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await sharedServer()));
  afterAll(() => server.stop());
  return server;
}

/** What every booking depends on, a line for each row. */
function inCommon(dataDir: string): string[] {
  const db = new Database(`${dataDir}/roll-off.sqlite`, { readonly: true });
  try {
    const rows = ["settings", "pricing_matrix", "service_areas"].flatMap((table) =>
      db
        .prepare(`select * from ${table}`)
        .all()
        .map((row) => `${table} ${JSON.stringify(row)}`),
    );
    const moved = db.prepare("select offset_ms from sandbox_clock where offset_ms <> 0").all();
    const free = db.prepare<[], { size_yards: number; n: number }>(FREE).all();
    return [
      ...rows,
      ...moved.map((row) => `the clock ${JSON.stringify(row)}`),
      ...free.map(({ size_yards, n }) => `${size_yards} yd: ${n < ENOUGH ? `only ${n} are free` : "enough"}`),
    ];
  } finally {
    db.close();
  }
}

/** The browser that all files of this test process have in common; close the contexts, not it. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= startBrowser());
}

function startShared(): Promise<TestServer> {
  const dataDir = sharedData(process.pid);
  rmSync(dataDir, { recursive: true, force: true });
  copyPrepared(dataDir);
  const db = new Database(`${dataDir}/roll-off.sqlite`);
  db.exec(ROOM);
  db.close();
  return startServer({ dataDir, env: { RATE_LIMITS: "off" } });
}

/** Those that can be booked at once. A file takes a handful of them out of the yard for good. */
const FREE = `SELECT size_yards, count(*) n FROM dumpsters
  WHERE location = 'yard' AND load = 'empty' AND condition = 'ok' GROUP BY size_yards ORDER BY size_yards`;
const ENOUGH = 40;

/** Empty dumpsters in the yard, and windows that take as many. */
const ROOM = `
  INSERT INTO settings (key, value, updated_at) VALUES ('windowCapacity', '200', 0);
  INSERT INTO dumpsters (id, number, size_yards, location, load, condition, created_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
    SELECT format('dmp_room%02d%014d', size_yards, i), format('%d-9%02d', size_yards, i), size_yards, 'yard', 'empty', 'ok', 0
    FROM n CROSS JOIN (SELECT DISTINCT size_yards FROM dumpsters);
`;
