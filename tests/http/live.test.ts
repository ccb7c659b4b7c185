import { performance } from "node:perf_hooks";
import { expect, it } from "vitest";
import { arrange, count, signIn } from "../support/meanwhile";
import { serverForTest, startServer, type TestServer } from "../support/server";
import { listen, type Stream } from "../support/stream";
import { inFull } from "../support/in-full";

const STREAMS = 200;
const EVENT =
  "INSERT INTO events (at, subject_kind, subject_id, booking_id, action, actor_kind, actor_label, request_id) SELECT 0, 'booking', id, id, 'put_on_hold', 'system', 'System', ? FROM bookings LIMIT 1";

const cookieOf = async (server: TestServer, email = "staff@example.com") => (await signIn(server, email)).cookieHeader;
const memory = async (server: TestServer) =>
  Number(/^process_resident_memory_bytes (\d+)/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);

/** The day's own work (a reminder at eight, what waited for the morning) is told on the same topic. */
const ours = (stream: Stream) =>
  stream.changes().filter(({ data: { kind = "" } }) => kind === "put_on_hold" || kind.startsWith("tick_"));

/** The middle of the times that pages take, in ms. */
async function pageTime(server: TestServer, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const begun = performance.now();
    await (await fetch(`${server.url}/crm/bookings`, { headers: { Cookie: cookie } })).text();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[10] ?? Infinity;
}

it("reaches every stream of both processes, whoever wrote it", { timeout: 90_000 }, async () => {
  const server = await serverForTest({ env: { RATE_LIMITS: "off", WEB_CONCURRENCY: "2" } });
  const cookie = await cookieOf(server);
  // The primary deals connections out in turn: both have some of eight.
  const streams = await Promise.all(Array.from({ length: 8 }, () => listen(server.url, "office", { cookie })));
  await Promise.all(streams.map((stream) => stream.wait("joined")));
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, i) =>
      fetch(`${server.url}/realtime/broadcast`, {
        method: "POST",
        headers: { Cookie: cookie, "Content-Type": "application/json" },
        body: JSON.stringify({ topic: "office", kind: `tick_${"abcd"[i]}` }),
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  arrange(server, EVENT, "another program");
  for (const stream of streams)
    await expect
      .poll(() =>
        ours(stream)
          .map(({ data }) => data.kind)
          .sort(),
      )
      .toEqual(["put_on_hold", "tick_a", "tick_b", "tick_c", "tick_d"]);
  expect(
    new Set(
      streams.map((stream) =>
        ours(stream)
          .map(({ id }) => id)
          .join(),
      ),
    ).size,
  ).toBe(1);
});

inFull(
  "carries 200 streams for little memory, and other pages are as quick as before",
  { timeout: 90_000 },
  async () => {
    const server = await serverForTest({ env: { RATE_LIMITS: "off" } });
    const cookie = await cookieOf(server);
    for (let i = 0; i < 3; i++) await pageTime(server, cookie);
    const [alone, before] = [await pageTime(server, cookie), await memory(server)];
    const streams = await Promise.all(Array.from({ length: STREAMS }, () => listen(server.url, "office", { cookie })));
    await Promise.all(streams.map((stream) => stream.wait("joined")));
    const after = await memory(server);
    // What else the machine does only makes it slower.
    await expect.poll(() => pageTime(server, cookie), { timeout: 20_000 }).toBeLessThan(alone * 2 + 5);
    const begun = performance.now();
    arrange(server, EVENT, "another program");
    await expect.poll(() => streams.every((stream) => ours(stream).length === 1), { interval: 10 }).toBe(true);
    const told = performance.now() - begun;
    expect(after - before).toBeLessThan(40e6);
    expect(told).toBeLessThan(2_000);
  },
);

it("is for staff to speak on, in identifiers and kinds; and lets go of all streams first when it is stopped", async () => {
  const server = await startServer({ env: { RATE_LIMITS: "off" } });
  await expectStaffAlone(server);
  const cookie = await cookieOf(server);
  const stream = await listen(server.url, "office", { cookie });
  const { id } = await stream.wait("joined");
  expect([stream.headers["content-encoding"], stream.headers["content-type"]]).toEqual([
    undefined,
    "text/event-stream; charset=utf-8",
  ]);
  arrange(server, EVENT, "while it runs");
  await stream.wait("change");
  const begun = performance.now();
  await server.stop();
  expect(performance.now() - begun).toBeLessThan(5_000);
  await expect.poll(() => stream.ended).toBe(true);
  expect(id).toMatch(/^\d+\.\d+$/);
});

async function expectStaffAlone(server: TestServer): Promise<void> {
  const cookies = {
    nobody: "",
    user: await cookieOf(server, "user@example.com"),
    staff: await cookieOf(server),
  };
  const say = async (cookie: string, body: object, path = "/realtime/broadcast") =>
    (
      await fetch(server.url + path, {
        method: "POST",
        headers: { Cookie: cookie, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    ).status;
  const good = { topic: "office", kind: "tick", id: "bkg_1" };
  expect(await Promise.all(Object.values(cookies).map((cookie) => say(cookie, good)))).toEqual([401, 403, 200]);
  const look = { booking: "bkg_none" };
  expect(await Promise.all(Object.values(cookies).map((cookie) => say(cookie, look, "/realtime/presence")))).toEqual([
    401, 403, 404,
  ]);
  // What is asked for is told to whoever may ask alone.
  for (const odd of [{}, { ...good, kind: "Ada Tester $409" }, { ...good, id: "4242 4242" }, { ...good, topic: "all" }])
    expect(await Promise.all(Object.values(cookies).map((cookie) => say(cookie, odd)))).toEqual([401, 403, 400]);
  for (const odd of [{}, { booking: 5 }])
    expect(await Promise.all(Object.values(cookies).map((cookie) => say(cookie, odd, "/realtime/presence")))).toEqual([
      401, 403, 400,
    ]);
  // Nor does a page that speaks by itself keep the session.
  const used = Date.now() - 10 * 60_000;
  arrange(server, "UPDATE sessions SET last_seen_at = ?", String(used));
  expect([
    await say(cookies.staff, { booking: "bkg_none" }, "/realtime/presence"),
    await say(cookies.staff, {}),
  ]).toEqual([404, 400]);
  expect(await say(cookies.staff, { ready: false }, "/crm/voice/heartbeat")).toBe(200);
  expect(count(server, "SELECT count(*) FROM sessions WHERE last_seen_at > ?", String(used))).toBe(0);
  expect(count(server, "SELECT count(*) FROM live_signals WHERE kind = 'tick'")).toBe(1);
  expect((await fetch(`${server.url}/realtime?topics=office`)).status).toBe(401);
}
