import { afterAll, beforeAll, expect, it } from "vitest";
import { giveDay } from "../support/driver-day";
import type { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
let jobs: string[];
beforeAll(async () => {
  const off = { FLAG_AUTO_SYNC_DUMPSTER_STATUS: "off", FLAG_MANUAL_DRIVER_ASSIGN: "off" };
  server = await startServer({ env: { RATE_LIMITS: "off", ...off } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
  jobs = giveDay(server, 4);
});
afterAll(() => server.stop());

const dayOf = (job: string) => query<{ day: string }>(server.dataDir, "select day from jobs where id = ?", job)[0]?.day;
const sent = (id: string, jobId: string) =>
  fetch(`${server.url}/driver/journal`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: driver.cookieHeader },
    body: JSON.stringify({ entries: [{ id, jobId, seq: 1, step: "en_route", at: Date.now() }], sentAt: Date.now() }),
  });
/** Whoever says that the truck leaves: the driver's form, the driver's phone, the office for a lost phone. */
const LEAVES: [string, (job: string) => Promise<unknown>][] = [
  ["the driver's form", (job) => driver.post(`/driver/jobs/${job}`, { intent: "en_route" })],
  ["the driver's phone", (job) => sent("by-hand-1", job)],
  [
    "the office",
    async (job) => {
      const page = await staff.open(`/crm/dispatch?day=${dayOf(job)}&job=${job}`);
      const button = page.root.querySelector("button[name=intent][value=en_route]");
      const seen = button?.closest("form")?.querySelector("[name=seen]")?.getAttribute("value") ?? "";
      return staff.post(`/crm/dispatch?day=${dayOf(job)}`, { intent: "en_route", jobId: job, seen });
    },
  ],
  [
    "the office, for a phone that had the job before",
    async (job) => {
      const other =
        "(select d.id from drivers d join accounts a on a.id = d.user_id where a.email = 'driver2@example.com')";
      arrange(server, `update jobs set driver_id = ${other} where id = ?`, job);
      await sent("by-hand-2", job);
      const form = (await staff.open("/crm/dispatch/phones")).root.querySelector(`[aria-labelledby="${job}"] form`);
      const value = (name: string) => form?.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "";
      const fields = { driverId: value("driverId"), jobId: job, seen: value("seen") };
      return staff.post("/crm/dispatch/phones", { intent: "theirs", ...fields });
    },
  ],
];

it.each(LEAVES)("with the flag off a truck that leaves moves no dumpster, and asks for it: %s", async (name, leave) => {
  const job = jobs[LEAVES.findIndex(([one]) => one === name)] ?? "";
  const onTrucks = () => count(server, "select count(*) from dumpsters where location = 'truck'");
  const asked = () => count(server, "select count(*) from tasks where kind = 'move_dumpster'");
  const before = [onTrucks(), asked() + 1];
  await leave(job);
  expect(count(server, "select count(*) from jobs where id = ? and state = 'en_route'", job)).toBe(1);
  expect([onTrucks(), asked()]).toEqual(before);
});

it("with drivers chosen by nobody, no job is offered, and no former day is copied, by a form of one's own either", async () => {
  const [job = ""] = jobs;
  const path = `/crm/dispatch?day=${dayOf(job)}`;
  const forms: Record<string, string>[] = [
    { intent: "offer", jobId: job, driverId: "drv_any" },
    { intent: "copy", on: dayOf(job) ?? "", from: "2026-01-05" },
  ];
  for (const fields of forms) expect((await staff.post(path, fields)).status, fields.intent).toBe(403);
});
