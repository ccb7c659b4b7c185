import { afterAll, beforeAll, describe, expect } from "vitest";
import { visitor } from "../support/browser";
import { giveDay } from "../support/driver-day";
import { driverAt, onPhone } from "../support/driver-phone";
import { inFull } from "../support/in-full";
import { openLine, type Line } from "../support/line";
import { query } from "../support/orders";
import { freePort } from "../support/ports";
import { copyPrepared, startServer, type TestServer } from "../support/server";
import { sharedBrowser } from "../support/shared";

const JOBS = 10;
const KILLS = 20;
const RESTARTS = 2;
const SEED = 20261123;
const STEPS = ["en_route", "arrived", "serviced", "completed"];
const BUTTONS = ["On my way", "I am there", "It is set down", "Job done"];

const dataDir = copyPrepared();
let server: TestServer;
let line: Line;
let port: number;
const start = () => startServer({ dataDir, port, env: { RATE_LIMITS: "off", PUBLIC_URL: line.url } });
beforeAll(async () => {
  line = await openLine(await freePort());
  port = await freePort();
  server = await start();
  line.target = server.url;
});
afterAll(async () => {
  await line.close();
  await server.stop();
});

/** The same numbers for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

describe("a day of a driver whose signal comes and goes", () => {
  inFull(
    `brings every step of ${JOBS} jobs once, in order and with its own time, through cut lines, ${KILLS} killed tabs and ${RESTARTS} restarts`,
    async () => {
      const jobs = giveDay(server, JOBS);
      expect(jobs).toHaveLength(JOBS);
      const next = numbers(SEED);
      const context = await visitor(await sharedBrowser(), line.url);
      let page = await driverAt(context);
      const all = jobs.flatMap((job) => STEPS.map((step, i) => ({ job, step, button: BUTTONS[i] ?? "" })));
      const at = (many: number) =>
        new Set(Array.from({ length: many }, (_, i) => Math.floor(((i + 0.5) * all.length) / many)));
      const [kills, restarts] = [at(KILLS), at(RESTARTS)];
      const pressed = new Map<string, { from: number; to: number }>();

      for (const [i, { job, step, button }] of all.entries()) {
        line.cut = next() < 0.5;
        if (next() < 0.2) line.loseAnswerOf = "/driver/journal";
        if (restarts.has(i)) {
          await server.kill9();
          server = await start();
        }
        // The page goes on by itself after a press, which can end this navigation, and the next.
        const open = () =>
          page.goto(`/driver/jobs/${job}`).then(
            () => true,
            () => false,
          );
        await expect.poll(open, { timeout: 30_000 }).toBe(true);
        if (step === "serviced") await page.getByLabel("Number on the dumpster").fill("20-801");
        // Somewhere between the press and its answer the line may go.
        const cutLater = next() < 0.3 ? setTimeout(() => (line.cut = true), next() * 60) : undefined;
        const from = Date.now();
        await page.getByRole("button", { name: button }).click();
        await expect
          .poll(() => onPhone(page, "entries").then((all) => all.map((one) => `${one.jobId} ${one.step}`)))
          .toContain(`${job} ${step}`);
        pressed.set(`${job} ${step}`, { from, to: Date.now() });
        clearTimeout(cutLater);
        if (kills.has(i)) {
          await page.close();
          page = await context.newPage();
        }
      }

      line.cut = false;
      line.loseAnswerOf = null;
      await page.goto("/driver/dashboard");
      const rows = () =>
        query<{ job: string; step: string; at: number; state: string; done_at: number }>(
          dataDir,
          "select job_id as job, step, device_at as at, state, done_at from journal_entries order by job_id, seq",
        );
      await expect.poll(() => rows().length, { timeout: 20_000 }).toBe(all.length);
      const moves = query<{ job: string; step: string; at: number }>(
        dataDir,
        "select subject_id as job, to_state as step, at from events where action = 'job_moved' and actor_kind = 'driver' order by id",
      );
      for (const job of jobs) {
        const mine = moves.filter((one) => one.job === job);
        expect(mine.map(({ step }) => step)).toEqual(STEPS);
        expect(mine.map(({ at: when }) => when)).toEqual(mine.map(({ at: when }) => when).toSorted((a, b) => a - b));
        for (const { step, at: when } of mine) {
          const { from = 0, to = 0 } = pressed.get(`${job} ${step}`) ?? {};
          // The way of the request counts as later: seconds where other work runs on the machine.
          expect(when).toBeGreaterThanOrEqual(from - 1000);
          expect(when).toBeLessThanOrEqual(to + 3000);
        }
      }
      expect(new Set(rows().map(({ state }) => state))).toEqual(new Set(["applied"]));
      await expect.poll(() => page.getByText("not sent yet").count()).toBe(0);
      expect(query(dataDir, "select id from tasks where kind = 'driver_conflict'")).toEqual([]);
    },
    280_000,
  );
});
