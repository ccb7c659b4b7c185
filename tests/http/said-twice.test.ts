import { afterAll, beforeAll, expect, it } from "vitest";
import { giveDay } from "../support/driver-day";
import type { TextBrowser } from "../support/form";
import { count, pathOf, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
let jobs: string[];
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
  jobs = giveDay(server, 3);
});
afterAll(() => server.stop());

const one = (sql: string, ...values: string[]) => query<{ is: string }>(server.dataDir, sql, ...values)[0]?.is ?? "";
const dayOf = (job: string) => one("select day as 'is' from jobs where id = ?", job);
const driverOf = (email: string) =>
  one("select d.id as 'is' from drivers d join accounts a on a.id = d.user_id where a.email = ?", email);
const send = (entries: object[], more: object, cookie: string) =>
  fetch(`${server.url}/driver/journal`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify({ entries, sentAt: Date.now(), ...more }),
  });

it("a truck is not called back by who saw another driver on it", async () => {
  const [job = ""] = jobs;
  await driver.post(`/driver/jobs/${job}`, { intent: "en_route" });
  const path = `/crm/dispatch?day=${dayOf(job)}`;
  const recall = (seen: string) => staff.post(path, { intent: "recall", jobId: job, why: "Storm", seen });
  const window = one("select delivery_window as 'is' from jobs where id = ?", job);
  expect((await recall(`${driverOf("driver2@example.com")} ${dayOf(job)} ${window}`)).status).toBe(409);
  expect(one("select state as 'is' from jobs where id = ?", job)).toBe("en_route");
  expect((await recall(`${driverOf("driver@example.com")} ${dayOf(job)} ${window}`)).status).toBe(200);
  expect(one("select state as 'is' from jobs where id = ?", job)).toBe("scheduled");
});

it("a driver whom the office signs out is out at once; what that phone says for another driver is kept for nobody", async () => {
  const [, , job = ""] = jobs;
  const id = driverOf("driver@example.com");
  const cookie = driver.cookieHeader;
  expect((await staff.post(`/crm/drivers/${id}`, { intent: "sign-out" })).status).toBe(200);
  expect(pathOf(await driver.open("/driver/dashboard"))).toBe("/driver/auth");
  const entry = (name: string) => ({ id: name, jobId: job, seq: 1, step: "en_route", at: Date.now() });
  const foreign = await send([entry("foreign")], { driver: driverOf("driver2@example.com") }, cookie);
  expect([foreign.status, await foreign.json()]).toMatchObject([401, { waiting: [] }]);
  const own = await send([entry("own")], { driver: id }, cookie);
  expect([own.status, await own.json()]).toMatchObject([401, { waiting: ["own"] }]);
  expect(count(server, "select count(*) from journal_entries where driver_id = ?", id)).toBe(1);
});
