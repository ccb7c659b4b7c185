import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { browserAgents, jobs, liveSignals, sessions } from "#db/schema/index";
import { recordEvent } from "~/domain/events/events.server";
import { broadcast, forgetOldSignals } from "~/domain/live/happened.server";
import { lookAt } from "~/domain/live/presence.server";
import { TOPICS_SAID } from "~/domain/live/topics";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import type { Id } from "~/domain/kernel/ids.server";
import { openLive, type Live, type LiveRole } from "../../../tests/support/live-world";
import { listen, type Told } from "../../../tests/support/stream";
import { MOST_OF_A_SESSION } from "./streams.server";

const BEAT_MS = 60;

let live: Live;
let { world, streams, base, booking, other, account, cookies, hold, driverOf } = {} as Live;
beforeEach(async () => {
  live = await openLive({ heartbeatMs: BEAT_MS });
  ({ world, streams, base, booking, other, account, cookies, hold, driverOf } = live);
});
afterEach(() => live.close());

describe("who may listen to what", () => {
  const YES = 200;
  it.each([
    // office, own driver's topic, another driver's, the booking of the cookie, another one, admin's agent, staff's
    ["nobody", [401, 401, 401, 401, 401, 401, 401]],
    ["customer", [401, 401, 401, YES, 401, 401, 401]],
    ["user", [403, 403, 403, 403, 403, 403, 403]],
    ["driver", [403, YES, 403, 403, 403, 403, 403]],
    ["driver2", [403, 403, YES, 403, 403, 403, 403]],
    ["staff", [YES, YES, YES, YES, YES, 403, YES]],
    ["admin", [YES, YES, YES, YES, YES, YES, 403]],
  ] as const)("%s", async (role, wanted) => {
    const topics = [
      "office",
      `driver:${driverOf("driver")}`,
      `driver:${driverOf("driver2")}`,
      `booking:${booking}`,
      `booking:${other}`,
      `agent:${account.admin}`,
      `agent:${account.staff}`,
    ];
    const got: number[] = [];
    for (const topic of topics) got.push((await listen(base, topic, { cookie: cookies[role] })).status);
    expect(got).toEqual(wanted);
  });

  it("joins what is allowed of several, and says what is not; refuses what is no topic", async () => {
    const stream = await listen(base, `office,booking:${booking}`, { cookie: cookies.customer });
    expect((await stream.wait("joined")).data).toEqual({ joined: [`booking:${booking}`], refused: ["office"] });
    const none = await listen(base, "foo", { cookie: cookies.admin });
    await expect.poll(() => none.body()).toContain(`Name the topics: ${TOPICS_SAID}.`);
    for (const odd of [
      "",
      "orders",
      "booking:",
      "booking:a b",
      Array(21)
        .fill(0)
        .map((_, i) => `agent:${i}`)
        .join(),
    ])
      expect((await listen(base, encodeURIComponent(odd), { cookie: cookies.admin })).status).toBe(400);
  });
});

describe("what is told", () => {
  it("tells the team what it is, and a customer only that something of theirs changed", async () => {
    const staff = await listen(base, "office", { cookie: cookies.staff });
    const customer = await listen(base, `booking:${booking}`, { cookie: cookies.customer });
    await Promise.all([staff.wait("joined"), customer.wait("joined")]);
    await hold();
    await hold(other);
    expect((await staff.wait("change")).data).toMatchObject({ kind: "taken_off_hold", subject: "booking" });
    await expect.poll(() => staff.changes().map(({ data }) => data.booking)).toEqual([booking, other]);
    expect(customer.changes().map(({ data }) => data)).toEqual([{ topics: [`booking:${booking}`], kind: "changed" }]);
  });

  it("tells a customer by its own word that a truck of theirs has taken a step", async () => {
    const customer = await listen(base, `booking:${booking}`, { cookie: cookies.customer });
    await customer.wait("joined");
    await hold();
    await world.db.write((tx) =>
      recordEvent(tx, world.deed(), {
        subject: { kind: "job", id: "job_1" },
        bookingId: booking,
        action: "job_ordered",
        data: { job: "delivery", stop: 1 },
      }),
    );
    const kinds = () => customer.changes().map(({ data }) => data["kind"]);
    await expect.poll(kinds).toEqual(["changed", "truck"]);
  });

  it("never has a name, a price or a card on the wire", async () => {
    const staff = await listen(base, "office", { cookie: cookies.staff });
    await staff.wait("joined");
    await world.db.write((tx) =>
      recordEvent(tx, world.deed({ kind: "staff", label: "Sam Secret" }), {
        subject: { kind: "refund", id: "rfd_1" },
        bookingId: booking,
        action: "refund_approved",
        to: "approved",
        data: { amount: 40_932 },
        why: "Visa 4242",
      }),
    );
    expect(JSON.stringify(await staff.wait("change"))).not.toMatch(/Sam|40932|409\.32|Visa|4242/);
  });

  it("tells a person of the rows of their browser agent, and a driver of jobs that come and go", async () => {
    const mine = await listen(base, `agent:${account.staff}`, { cookie: cookies.staff });
    const [from, to] = [driverOf("driver"), driverOf("driver2")];
    const first = await listen(base, `driver:${from}`, { cookie: cookies.driver });
    const second = await listen(base, `driver:${to}`, { cookie: cookies.driver2 });
    await Promise.all([mine, first, second].map((stream) => stream.wait("joined")));
    const row = { user_id: account.staff, is_available: false, updated_at: world.clock.now() };
    const given = world.db.orm
      .select()
      .from(jobs)
      .where(eq(jobs.driver_id, from as Id<"driver">))
      .get();
    await world.db.write((tx) => {
      tx.insert(browserAgents).values(row).run();
      tx.update(browserAgents).set({ is_available: true }).run();
      tx.delete(browserAgents).run();
      tx.update(jobs)
        .set({ driver_id: to as Id<"driver"> })
        .where(eq(jobs.id, given?.id as Id<"job">))
        .run();
    });
    await expect.poll(() => mine.changes().map(({ data }) => data.kind)).toEqual(["insert", "update", "delete"]);
    await expect
      .poll(() => [first, second].map((one) => one.changes().map(({ data }) => data.id)))
      .toEqual([[given?.id], [given?.id]]);
  });

  it("tells the office who came to a record and left it, once each", async () => {
    const staff = await listen(base, "office", { cookie: cookies.staff });
    await staff.wait("joined");
    const look = (role: LiveRole, leaving = false, now = Date.now()) =>
      lookAt(world.db, { bookingId: booking, userId: account[role], leaving }, now);
    expect([await look("staff"), await look("admin"), await look("staff"), await look("admin", true)]).toEqual([
      [],
      ["Sam Staff"],
      [expect.stringMatching(/\w/)],
      ["Sam Staff"],
    ]);
    await expect
      .poll(() => staff.changes().map(({ data }) => [data.kind, data.booking]))
      .toEqual(Array(3).fill(["presence", booking]));
    // Who is silent for a minute has gone.
    expect(await look("admin", false, Date.now() + 61_000)).toEqual([]);
  });
});

describe("a gap", () => {
  it.each([true, false])("is told without loss and without doubles (by its header: %s)", async (header) => {
    const first = await listen(base, "office", { cookie: cookies.staff });
    await first.wait("joined");
    await hold();
    const { id } = await first.wait("change");
    first.close();
    for (let i = 0; i < 20; i++) {
      await hold();
      await broadcast(world.db, { topic: "office", kind: `tick_${"abcdefghijklmnopqrst"[i]}` });
    }
    const again = await listen(base, "office", { cookie: cookies.staff, since: id, header });
    await again.wait("joined");
    await hold();
    await expect.poll(() => again.changes().length).toBe(41);
    expect(new Set(again.changes().map((one) => one.id)).size).toBe(41);
    expect(again.changes().filter(({ data }) => data.kind?.startsWith("tick_"))).toHaveLength(20);
    // Wherever it breaks off, the rest is told to whoever comes back from there.
    const middle = again.changes()[29]?.id;
    const third = await listen(base, "office", { cookie: cookies.staff, since: middle });
    const kinds = (told: Told[]) => told.map(({ data }) => data.kind).sort();
    await expect.poll(() => kinds(third.changes())).toEqual(kinds(again.changes().slice(30)));
  });

  it("that is too long, forgotten or of another database is a page to be read again", async () => {
    const first = await listen(base, "office", { cookie: cookies.staff });
    const { id } = await first.wait("joined");
    await world.db.write((tx) => {
      for (let i = 0; i < 501; i++) tx.insert(liveSignals).values({ at: 0, topic: "office", kind: "tick" }).run();
    });
    expect((await (await listen(base, "office", { cookie: cookies.staff, since: id })).wait("reset")).event).toBe(
      "reset",
    );
    await world.db.write((tx) => tx.update(liveSignals).set({ at: 0 }).run());
    await forgetOldSignals(world.db);
    for (const since of [id, "99999999.0", "abc", "-1.0", "12"])
      for (const header of [true, false]) {
        const stream = await listen(base, "office", { cookie: cookies.staff, since, header });
        await stream.wait("reset");
        expect(stream.changes()).toEqual([]);
        stream.close();
      }
    // Who comes for the first time has nothing to read again.
    const fresh = await listen(base, "office&since=", { cookie: cookies.staff });
    await fresh.wait("heartbeat");
    expect(fresh.told.map(({ event }) => event)).not.toContain("reset");
  });
});

describe("the end", () => {
  it("comes within a heartbeat where the session ended, and the session was not used by listening", async () => {
    // Long enough for a page view to be written down, too short for a coming back, which would be told of as well.
    const used = Date.now() - 10 * 60_000;
    await world.db.write((tx) => tx.update(sessions).set({ last_seen_at: used }).run());
    const stream = await listen(base, "office", { cookie: cookies.staff });
    await stream.wait("heartbeat");
    const seen = world.db.orm.select({ at: sessions.last_seen_at }).from(sessions).all();
    expect(new Set(seen.map(({ at }) => at))).toEqual(new Set([used]));
    await endAllSessions(world.db, world.deed(), account.staff);
    await stream.wait("ended");
    await expect.poll(() => stream.ended).toBe(true);
    expect(streams.open).toBe(0);
  });

  it("comes with the reader's, the server's, and leaves room: so many of a session and no more", async () => {
    const mine = await Promise.all(
      Array.from({ length: MOST_OF_A_SESSION }, () => listen(base, "office", { cookie: cookies.staff })),
    );
    const refused = await listen(base, "office", { cookie: cookies.staff });
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "10"]);
    expect((await listen(base, "office", { cookie: cookies.admin })).status).toBe(200);
    mine[0]?.close();
    await expect.poll(() => streams.open).toBe(MOST_OF_A_SESSION);
    expect((await listen(base, "office", { cookie: cookies.staff })).status).toBe(200);
    streams.close();
    await expect.poll(() => mine.every(({ ended }) => ended)).toBe(true);
  });
});
