import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accountTokens, events, sessions } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import type { Id } from "../kernel/ids.server";
import { seedAccounts } from "./seed.server";
import {
  endAllSessions,
  endSession,
  findSession,
  forgetEndedSessions,
  listSessions,
  refreshSession,
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  sessionAddresses,
  startSession,
} from "./sessions.server";

let db: Db;
let close: () => void;
let staff: Id<"account">;
let user: Id<"account">;
const deed = testDeed({ kind: "visitor", label: "Visitor" });
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  ({ staff, user } = await seedAccounts(db, deed.now));
});
afterEach(() => close());

const rows = () => db.orm.select().from(sessions).all();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("sessions", () => {
  it("store only a hash, rotate at sign-in and end on request", async () => {
    const first = await startSession(db, deed, staff, {});
    expect(JSON.stringify(db.orm.select().from(sessions).all())).not.toContain(first);
    expect((await findSession(db, first))?.account.id).toBe(staff);
    const second = await startSession(db, deed, staff, { formerToken: first });
    expect(await findSession(db, first)).toBeNull();
    const third = await startSession(db, deed, staff, {});
    const { id } = (await findSession(db, second)) ?? {};
    if (!id) throw new Error("no second session");
    expect(await endSession(db, deed, user, id, "one")).toBe(false);
    expect(await endSession(db, deed, staff, id, "one")).toBe(true);
    expect(await findSession(db, second)).toBeNull();
    expect(await findSession(db, third)).not.toBeNull();
    expect(await endAllSessions(db, deed, staff)).toBe(1);
    expect(await findSession(db, third)).toBeNull();
    expect(await findSession(db, "made up")).toBeNull();
  });

  it("end after 12 idle hours and after 14 days", async () => {
    const token = await startSession(db, deed, staff, {});
    const start = rows()[0]?.created_at ?? 0;
    expect(await findSession(db, token, start + SESSION_IDLE_MS)).toBeNull();
    // Whoever goes on is never idle, up to the last millisecond.
    for (let at = start; at < start + SESSION_LONGEST_MS - 1; at += SESSION_IDLE_MS - 1)
      expect(await findSession(db, token, at)).not.toBeNull();
    expect(await findSession(db, token, start + SESSION_LONGEST_MS - 1)).not.toBeNull();
    expect(await findSession(db, token, start + SESSION_LONGEST_MS)).toBeNull();
  });

  it("are written at most once in five minutes by whoever reads pages", async () => {
    const token = await startSession(db, deed, staff, {});
    const start = rows()[0]?.last_seen_at ?? 0;
    const seen = async (minutes: number) => {
      await findSession(db, token, start + minutes * MINUTE_MS);
      return ((rows()[0]?.last_seen_at ?? 0) - start) / MINUTE_MS;
    };
    expect([await seen(1), await seen(5), await seen(6), await seen(11), await seen(12)]).toEqual([0, 0, 6, 6, 12]);
  });

  it("tell of a browser that comes back with the session it had, after half an hour away", async () => {
    const token = await startSession(db, deed, staff, {});
    const start = rows()[0]?.last_seen_at ?? 0;
    const told = async (minutes: number) => {
      await findSession(db, token, start + minutes * MINUTE_MS, { deedOf: () => deed });
      return db.orm.select().from(events).where(eq(events.action, "INITIAL_SESSION")).all().length;
    };
    expect([await told(10), await told(40), await told(71), await told(72), await told(200)]).toEqual([0, 0, 1, 1, 2]);
  });

  it("say from where somebody has signed in, each place once, ended ones too", async () => {
    const long = "x".repeat(400);
    const token = await startSession(db, deed, staff, { ipAddress: "203.0.113.9", userAgent: long });
    await startSession(db, deed, staff, { ipAddress: "203.0.113.9" });
    await startSession(db, deed, staff, { ipAddress: "198.51.100.2" });
    await startSession(db, deed, staff, {});
    await startSession(db, deed, user, { ipAddress: "192.0.2.1" });
    expect((await findSession(db, token))?.account.id).toBe(staff);
    expect(await endAllSessions(db, deed, staff)).toBe(4);
    expect(sessionAddresses(db.orm, staff).toSorted()).toEqual(["198.51.100.2", "203.0.113.9"]);
    expect(rows().map(({ user_agent }) => user_agent?.length ?? null)).toEqual([300, null, null, null, null]);
  });

  it("stay as last seen where a page asks by itself, and where the write is lost", async () => {
    const token = await startSession(db, deed, staff, {});
    const start = rows()[0]?.last_seen_at ?? 0;
    expect(await findSession(db, token, start + 6 * MINUTE_MS, { seen: false })).not.toBeNull();
    expect(rows()[0]?.last_seen_at).toBe(start);
    db.sqlite.exec("create trigger busy before update on sessions begin select raise(abort, 'busy'); end");
    expect((await findSession(db, token, start + 6 * MINUTE_MS))?.account.id).toBe(staff);
  });

  it("are listed to their owner while they live, the last used first", async () => {
    const now = Date.now();
    for (const place of ["kept", "ended", "idle", "over", "newest"])
      await startSession(db, deed, staff, { userAgent: place });
    await startSession(db, deed, user, { userAgent: "somebody else's" });
    const set = (place: string, changes: Partial<typeof sessions.$inferInsert>) =>
      db.orm.update(sessions).set(changes).where(eq(sessions.user_agent, place)).run();
    set("kept", { last_seen_at: now - SESSION_IDLE_MS + 1 });
    set("ended", { revoked_at: now });
    set("idle", { last_seen_at: now - SESSION_IDLE_MS });
    set("over", { expires_at: now });
    set("newest", { last_seen_at: now });
    expect(listSessions(db.orm, staff, now).map(({ user_agent }) => user_agent)).toEqual(["newest", "kept"]);
  });

  it("change their token without ending, for their owner alone", async () => {
    const former = await startSession(db, deed, staff, {});
    const { id } = (await findSession(db, former)) ?? {};
    if (!id) throw new Error("no session");
    const foreign = await db.write((tx) => refreshSession(tx, deed, user, id));
    expect([await findSession(db, foreign), (await findSession(db, former))?.id]).toEqual([null, id]);
    const token = await db.write((tx) => refreshSession(tx, deed, staff, id));
    expect([await findSession(db, former), (await findSession(db, token))?.id]).toEqual([null, id]);
  });

  it("say in the history who came, and which of them ended", async () => {
    const kept = await startSession(db, deed, staff, { by: "code" });
    const other = await startSession(db, deed, staff, {});
    const [mine, one] = [await findSession(db, kept), await findSession(db, other)];
    if (!mine || !one) throw new Error("no session");
    await endSession(db, deed, staff, one.id, "one");
    await endSession(db, deed, staff, one.id, "one");
    await startSession(db, deed, staff, {});
    expect(await endAllSessions(db, deed, staff, mine.id)).toBe(1);
    expect(await endAllSessions(db, deed, staff, mine.id)).toBe(0);
    expect(await endAllSessions(db, deed, staff)).toBe(1);
    const told = db.orm.select().from(events).where(eq(events.subject_id, staff)).all();
    expect(told.map(({ action, data }) => [action, ...Object.values(data ?? {})].join(" "))).toEqual([
      "SIGNED_IN code",
      "SIGNED_IN password",
      "SIGNED_OUT one",
      "SIGNED_IN password",
      "SIGNED_OUT others",
      "SIGNED_OUT everywhere",
    ]);
  });

  it("are forgotten thirty days after their end, with the one-time links, and no sooner", async () => {
    await startSession(db, deed, staff, {});
    const token = await startSession(db, deed, user, {});
    const now = Date.now();
    const link = { user_id: user, purpose: "confirm" };
    db.orm
      .insert(accountTokens)
      .values([
        { ...link, token_hash: "old", expires_at: now - 31 * DAY_MS },
        { ...link, token_hash: "new", expires_at: now - 29 * DAY_MS },
      ])
      .run();
    db.orm
      .update(sessions)
      .set({ expires_at: now - 31 * DAY_MS })
      .where(eq(sessions.user_id, staff))
      .run();
    await forgetEndedSessions(db, now);
    expect(rows().map(({ user_id }) => user_id)).toEqual([user]);
    expect(await findSession(db, token)).not.toBeNull();
    expect(
      db.orm
        .select()
        .from(accountTokens)
        .all()
        .map(({ token_hash }) => token_hash),
    ).toEqual(["new"]);
  });
});
