import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { giveDay } from "./driver-day";
import { openLine, type Line } from "./line";
import { freePort } from "./ports";
import { query } from "./orders";
import { startServer, type TestServer } from "./server";

export interface PhoneStage {
  server: TestServer;
  /** What the phone reaches the server by; whole again before each test. */
  line: Line;
  /** Of today, in their order. */
  jobs: string[];
  stateOf: (job?: string) => string | undefined;
}

/** A server of the file's own behind a line that can be cut, and a driver's day of so many jobs. */
export function setPhoneStage(jobs: number): PhoneStage {
  const stage = {} as PhoneStage;
  beforeAll(async () => {
    stage.line = await openLine(await freePort());
    stage.server = await startServer({ env: { RATE_LIMITS: "off", PUBLIC_URL: stage.line.url } });
    stage.line.target = stage.server.url;
    stage.jobs = giveDay(stage.server, jobs);
  });
  afterEach(() => {
    stage.line.cut = false;
    stage.line.loseAnswerOf = null;
  });
  afterAll(async () => {
    await stage.line.close();
    await stage.server.stop();
  });
  stage.stateOf = (job = "") =>
    query<{ state: string }>(stage.server.dataDir, "select state from jobs where id = ?", job)[0]?.state;
  return stage;
}

/** A driver who has signed in on a phone that can work without signal from now on: the dashboard. */
export async function driverAt(context: BrowserContext, email = "driver@example.com"): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/driver/auth");
  await page.getByLabel(/email/i).first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill("roll-off-demo");
  await page.locator("form button.button").first().click();
  await page.waitForURL("**/driver/dashboard");
  // On the phone are the pages without signal, once the worker has them, and the jobs.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const worker = (await navigator.serviceWorker.ready).active?.state;
          return [worker, (await caches.match("/driver/offline")) !== undefined];
        }),
      // The server presses them together for the first who asks.
      { timeout: 20_000 },
    )
    .toEqual(["activated", true]);
  await expect.poll(() => onPhone(page, "jobs").then((jobs) => jobs.length)).toBe(1);
  return page;
}

/**
 * The line is back, and so says whoever holds the phone, unless it has found out by itself: it tries every half minute, and
 * then there is no button any more.
 */
export async function tryNow(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Try now" });
  await button
    .or(page.getByText(/^The signal is back|^You are signed out/))
    .first()
    .waitFor();
  await button.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
}

/** What stands in the phone's own database. */
export function onPhone(
  page: Page,
  store: "entries" | "jobs" | "photos",
): Promise<{ jobId: string; step: string; state?: string }[]> {
  return page
    .evaluate(
      (name) =>
        new Promise<{ jobId: string; step: string; state?: string }[]>((tell, fail) => {
          const asked = indexedDB.open("driver");
          asked.onerror = () => fail(new Error("no database"));
          asked.onsuccess = () => {
            const all = asked.result.transaction(name).objectStore(name).getAll();
            all.onsuccess = () => {
              asked.result.close();
              tell(all.result as { jobId: string; step: string; state?: string }[]);
            };
          };
        }),
      store,
    )
    .catch(() => []);
}
