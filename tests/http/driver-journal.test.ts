import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveDay } from "../support/driver-day";
import type { TextBrowser } from "../support/form";
import { arrange, count, signIn } from "../support/meanwhile";
import { query } from "../support/orders";
import { photograph } from "../support/photograph";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let driver: TextBrowser;
let staff: TextBrowser;
let jobs: string[];
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  driver = await signIn(server, "driver@example.com", "/driver/auth");
  staff = await signIn(server, "staff@example.com");
  jobs = giveDay(server, 7);
});
afterAll(() => server.stop());

const post = (body: unknown, cookie = driver.cookieHeader, type = "application/json") =>
  fetch(`${server.url}/driver/journal`, {
    method: "POST",
    headers: { "Content-Type": type, Cookie: cookie },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const send = async (entries: unknown[], more: object = {}, cookie?: string) => {
  const answer = await post({ entries, sentAt: Date.now(), ...more }, cookie);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
let made = 0;
const step = (jobId: string, name: string, seq: number, data: object = {}) => ({
  id: `http-${made++}`,
  jobId,
  seq,
  attempt: 1,
  device: "phone-1",
  step: name,
  at: Date.now() - 60_000 + seq * 1000,
  data,
});
const stateOf = (id: string) =>
  query<{ state: string }>(server.dataDir, "select state from jobs where id = ?", id)[0]?.state;
/** Sends the form of that account with this button, as the page has it. */
async function answer(jobId: string, intent: string, seen?: string) {
  const page = await staff.open("/crm/dispatch/phones");
  const form = page.root.querySelector(`[aria-labelledby="${jobId}"] form`);
  const value = (name: string) => form?.querySelector(`[name=${name}]`)?.getAttribute("value") ?? "";
  return staff.post("/crm/dispatch/phones", {
    intent,
    driverId: value("driverId"),
    jobId: value("jobId") || jobId,
    seen: seen ?? value("seen"),
  });
}

describe("POST /driver/journal", () => {
  it("takes a driver's steps, numbers as numbers or words, and says of each id what became of it", async () => {
    const [job = ""] = jobs;
    const entries = [
      step(job, "en_route", 1),
      step(job, "arrived", 2),
      step(job, "serviced", 3, { dumpsterNumber: 2001 }),
      step(job, "completed", 5),
    ];
    const { status, body } = await send(entries.toReversed(), { device: "phone-1", unsent: 3 });
    expect([status, (body["accepted"] as string[]).toSorted(), body["waiting"], body["conflicts"]]).toEqual([
      200,
      entries.map(({ id }) => id),
      [],
      [],
    ]);
    expect(stateOf(job)).toBe("completed");
    const record = await staff.open("/crm/dispatch");
    expect(record.text).toMatch(/Phone last heard \d+:\d\d [ap]m, 3 things still to send/);
  });

  it("refuses what is no journal, and whoever is no driver", async () => {
    for (const [body, code] of [
      ["{", "malformed_json"],
      [{ entries: Array.from({ length: 51 }, (_, i) => step(jobs[1] ?? "", "en_route", i)) }, "invalid_fields"],
      [{ entries: [{ id: "x" }] }, "invalid_fields"],
      [{ entries: [{ ...step(jobs[1] ?? "", "en_route", 1), at: -1e308 }] }, "invalid_fields"],
      [{ entries: [], sentAt: 1e300 }, "invalid_fields"],
    ] as const) {
      const refused = await post(body);
      expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([400, code]);
    }
    expect((await post({ entries: [] }, driver.cookieHeader, "text/plain")).status).toBe(400);
    expect((await post("x".repeat(70_000))).status).toBe(413);
    expect((await send([], {}, "")).status).toBe(401);
    expect((await send([step(jobs[1] ?? "", "en_route", 1)], {}, staff.cookieHeader)).status).toBe(403);
    expect(await send([], { driver: "drv_another" })).toMatchObject({
      status: 409,
      body: { error: { code: "other_driver" } },
    });
    expect(stateOf(jobs[1] ?? "")).toBe("assigned");
  });

  it("never steps on a job that was given away: the office compares, and answers once", async () => {
    const [, job = ""] = jobs;
    const other =
      "(select d.id from drivers d join accounts a on a.id = d.user_id where a.email = 'driver2@example.com')";
    arrange(server, `update jobs set driver_id = ${other} where id = ?`, job);
    // A clock of nonsense: the office still sees it.
    const [first, second] = [step(job, "en_route", 1), { ...step(job, "arrived", 2), at: 8.64e15 }];
    expect((await send([first, second])).body).toMatchObject({
      accepted: [],
      waiting: [second.id],
      conflicts: [{ id: first.id, why: "reassigned" }],
    });
    expect(stateOf(job)).toBe("assigned");
    expect((await staff.open("/crm/overview")).text).toContain("A driver’s account differs");
    const page = await staff.open("/crm/dispatch/phones");
    expect(page.text).toMatch(
      /Dana.*’s phone[^]*On the way[^]*The job was given to somebody else meanwhile\.[^]*Our record/,
    );
    expect((await answer(job, "theirs", "old")).status).toBe(409);
    expect(stateOf(job)).toBe("assigned");
    expect((await answer(job, "theirs")).status).toBe(200);
    expect(stateOf(job)).toBe("arrived");
    expect((await staff.open("/crm/dispatch/phones")).text).toContain("Every phone says what our record says.");
    expect(count(server, "select count(*) from tasks where kind = 'driver_conflict' and state = 'open'")).toBe(0);
  });

  it("keeps ours where the job was cancelled; theirs cannot be entered, and is told why", async () => {
    const [, , job = ""] = jobs;
    arrange(server, "update jobs set state = 'cancelled', driver_id = null where id = ?", job);
    expect((await send([step(job, "en_route", 1)])).body).toMatchObject({ conflicts: [{ why: "cancelled" }] });
    const refused = await answer(job, "theirs");
    expect([refused.status, refused.text.includes("The job was cancelled meanwhile.")]).toEqual([400, true]);
    expect((await answer(job, "ours")).status).toBe(200);
    expect([stateOf(job), count(server, "select count(*) from journal_entries where state = 'set_aside'")]).toEqual([
      "cancelled",
      1,
    ]);
  });

  it("holds what comes from a phone whose sign-in was ended, until somebody decides", async () => {
    const [, , , job = ""] = jobs;
    const lost = await signIn(server, "driver@example.com", "/driver/auth");
    const cookie = lost.cookieHeader;
    await lost.post("/auth/sign-out", { from: "driver", everywhere: "on" });
    const entry = step(job, "en_route", 1);
    expect(await send([entry], {}, cookie)).toMatchObject({ status: 401, body: { waiting: [entry.id], accepted: [] } });
    expect(stateOf(job)).toBe("assigned");
    expect((await staff.open("/crm/dispatch/phones")).text).toContain("Sent after this phone was signed out");
    driver = await signIn(server, "driver@example.com", "/driver/auth");
    expect((await send([entry])).body).toMatchObject({ accepted: [entry.id] });
    expect(stateOf(job)).toBe("en_route");
  });
});

describe("a picture of a step", () => {
  const put = (entry: string, piece: Buffer, head: Record<string, string>, cookie = driver.cookieHeader, n = 0) =>
    fetch(`${server.url}/driver/journal/photos/${entry}?n=${n}`, {
      method: "POST",
      headers: { "Content-Type": "image/jpeg", Cookie: cookie, ...head },
      body: new Uint8Array(piece),
    });

  it("goes in pieces, from where the line broke, counts once, and is of its step's time, however the phone's clock goes", async () => {
    const [, , , , job = ""] = jobs;
    const entries = [
      step(job, "en_route", 1),
      step(job, "arrived", 2),
      step(job, "serviced", 3, { dumpsterNumber: "20-01" }),
    ];
    const MONTH = 30 * 24 * 3_600_000;
    await send(
      entries.map((entry) => ({ ...entry, at: entry.at - MONTH })),
      { sentAt: Date.now() - MONTH, device: "phone-1", unsent: 2 },
    );
    const { id = "" } = entries[2] ?? {};
    const jpeg = await photograph(1600, 1200);
    const half = jpeg.length >> 1;
    const length = { "Upload-Length": String(jpeg.length) };
    const first = await put(id, jpeg.subarray(0, half), length);
    expect([first.status, await first.json()]).toMatchObject([409, { received: half }]);
    const elsewhere = await put(id, jpeg, length);
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([409, { received: half }]);
    // Another of the same step is another picture.
    expect((await put(id, Buffer.alloc(0), { "Upload-Length": "999" }, undefined, 1)).status).toBe(409);
    const second = await put(id, jpeg.subarray(half), { ...length, "Upload-Offset": String(half) });
    expect([second.status, await second.json()]).toEqual([200, { kept: true }]);
    const heard = async () =>
      /Phone last heard [^,<]*(?:, (\d+) things? still to send)?/.exec((await staff.open("/crm/dispatch")).text)?.[1];
    // The phone counted its pictures before it sent them, and says no more until it is opened again.
    expect(await heard()).toBe("1");
    // Its answer was lost: the phone says that two are left, asks how much of it is here, and sends nothing of it again.
    await send([], { sentAt: Date.now() - MONTH, device: "phone-1", unsent: 2 });
    const asked = { ...length, "Upload-Offset": String(jpeg.length) };
    expect(await (await put(id, Buffer.alloc(0), asked)).json()).toEqual({ kept: true });
    expect(await heard()).toBe("1");
    expect((await put(id, await photograph(900, 700), {}, undefined, 1)).status).toBe(200);
    expect(await heard()).toBeUndefined();
    await expect.poll(() => readdirSync(join(server.dataDir, "uploads"))).toEqual([]);
    const [done] = query<{ at: number }>(
      server.dataDir,
      "select at from events where subject_id = ? and to_state = 'serviced'",
      job,
    );
    expect(
      query(
        server.dataDir,
        "select step, taken_at as at, entry_id as entry from photos where job_id = ? order by entry_id",
        job,
      ),
    ).toEqual([
      { step: "serviced", at: done?.at, entry: id },
      { step: "serviced", at: done?.at, entry: `${id}.1` },
    ]);
    expect(Math.abs((done?.at ?? 0) - (entries[2]?.at ?? 0))).toBeLessThan(30_000);
  });

  it("is held beside its step where the phone was signed out: for the office alone, until its driver sends it again", async () => {
    const job = jobs[6] ?? "";
    const steps = [
      step(job, "en_route", 1),
      step(job, "arrived", 2),
      step(job, "serviced", 3, { dumpsterNumber: "20-02" }),
    ];
    await send(steps.slice(0, 2));
    const lost = await signIn(server, "driver@example.com", "/driver/auth");
    const cookie = lost.cookieHeader;
    await lost.post("/auth/sign-out", { from: "driver", everywhere: "on" });
    driver = await signIn(server, "driver@example.com", "/driver/auth");
    await send(steps.slice(2), {}, cookie);
    const { id = "" } = steps[2] ?? {};
    const jpeg = await photograph(800, 600);
    for (const again of [1, 2]) expect([again, (await put(id, jpeg, {}, cookie)).status]).toEqual([again, 200]);
    const kept = () => [
      count(server, "select count(*) from photos where job_id = ?", job),
      count(server, "select count(*) from held_photos where entry_id = ?", id),
    ];
    expect(kept()).toEqual([0, 1]);
    // What was taken before the sign-in was ended is not added to.
    const [{ former } = { former: "" }] = query<{ former: string }>(
      server.dataDir,
      "select id as former from journal_entries where step = 'serviced' and state = 'applied' limit 1",
    );
    expect((await put(former, jpeg, {}, cookie, 3)).status).toBe(401);
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    expect((await put(id, jpeg, {}, other.cookieHeader, 1)).status).toBe(404);
    const page = await staff.open("/crm/dispatch/phones");
    const picture = page.root.querySelector(`[aria-labelledby="${job}"] img[alt="Site done, picture 1 of the driver"]`);
    const src = picture?.getAttribute("src") ?? "";
    const look = async (who: string) => (await fetch(server.url + src, { headers: { Cookie: who } })).status;
    expect([await look(staff.cookieHeader), await look(driver.cookieHeader), await look(cookie)]).toEqual([
      200, 404, 404,
    ]);
    expect((await send(steps.slice(2))).body).toMatchObject({ accepted: [id] });
    expect(kept()).toEqual([1, 0]);
    expect((await put(id, jpeg, {})).status).toBe(200);
    expect(kept()).toEqual([1, 0]);
  });

  it("is refused from anybody else, for what is none, and beyond 15 MB", async () => {
    const [{ id } = { id: "" }] = query<{ id: string }>(
      server.dataDir,
      "select id from journal_entries where step = 'serviced'",
    );
    const other = await signIn(server, "driver2@example.com", "/driver/auth");
    const small = Buffer.from("not a picture at all");
    const status = async (cookie: string, entry = id) => (await put(entry, small, {}, cookie, 2)).status;
    expect([await status(other.cookieHeader), await status(""), await status(staff.cookieHeader)]).toEqual([
      404, 401, 403,
    ]);
    expect([await status(driver.cookieHeader), await status(driver.cookieHeader, "none")]).toEqual([422, 404]);
    expect((await put(id, small, { "Upload-Length": String(16 * 1024 * 1024) })).status).toBe(413);
  });
});

it("past jobs are shown by the flag, and not by their address where it is off", async () => {
  const [, , , , , job = ""] = jobs;
  arrange(server, "update jobs set state = 'completed', day = '2026-01-05' where id = ?", job);
  const look = async () => {
    const [list, page] = [await driver.open("/driver/dashboard"), await driver.open(`/driver/jobs/${job}`)];
    return [list.text.includes("Past jobs"), page.status];
  };
  expect(await look()).toEqual([true, 200]);
  arrange(
    server,
    "insert into feature_flags (name, value, updated_by, updated_at) values ('job_history', 0, 'test', 0)",
  );
  await expect.poll(look).toEqual([false, 404]);
});

it("a phone reads its driver's jobs, without a price, and nobody else's", async () => {
  const read = (cookie: string) => fetch(`${server.url}/driver/jobs.json`, { headers: { Cookie: cookie } });
  const body = await (await read(driver.cookieHeader)).text();
  expect(body).toContain(jobs[4]);
  expect(body).not.toMatch(/"\w*(price|total|card|email)\w*":/i);
  const other = await signIn(server, "driver2@example.com", "/driver/auth");
  expect(await (await read(other.cookieHeader)).text()).not.toContain(jobs[4]);
  expect([(await read("")).status, (await read(staff.cookieHeader)).status]).toEqual([401, 403]);
});

it("the pages without signal are one document with the hashes of its own parts, and nobody's data", async () => {
  const page = await fetch(`${server.url}/driver/offline`, { headers: { Cookie: driver.cookieHeader } });
  const text = await page.text();
  expect(page.headers.get("Content-Security-Policy")).toMatch(/script-src 'self' 'sha256-[^']+';/);
  expect([page.status, text.includes("Dana"), /<script[^>]+src|<link[^>]+stylesheet/.test(text)]).toEqual([
    200,
    false,
    false,
  ]);
});
