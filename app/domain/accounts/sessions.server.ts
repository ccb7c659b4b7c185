import { and, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { accounts, accountTokens, keptForms, sessions, signInChallenges, signInCodes } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import { recordEvent } from "../events/events.server";
import type { SignedOut } from "../events/happenings";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, sha256, type Id } from "../kernel/ids.server";
import { isOldCode } from "./codes.server";
import { endSessions } from "./keys.server";
import type { Account } from "./sign-in.server";

/** Wall time throughout: the sandbox clock must not sign anybody out. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
/** A driver's phone: from a Friday's evening over the weekend, and a week of work besides. */
export const DRIVER_IDLE_MS = 7 * 24 * 3_600_000;
export const SESSION_LONGEST_MS = 14 * 24 * 3_600_000;
// A page view writes at most once in five minutes, so that reading stays reading.
const SEEN_EVERY_MS = 5 * 60_000;
/** Whoever was away so long and still has the session has come back: INITIAL_SESSION. */
const AWAY_MS = 30 * 60_000;

export interface LiveSession {
  id: Id<"session">;
  account: Account;
}

/**
 * Starts a session and returns its token for the cookie; only the token's SHA-256 is kept.
 * The browser's former session, if any, ends in the same transaction (rotation at sign-in).
 */
export function startSession(
  db: Db,
  deed: Deed,
  userId: Id<"account">,
  from: {
    by?: "password" | "code";
    ipAddress?: string;
    userAgent?: string | null;
    formerToken?: string | null;
    /** How long it may be away; else as everybody's. */
    idleMs?: number | undefined;
  },
): Promise<string> {
  const token = newCapability();
  const now = Date.now();
  return db.write((tx) => {
    if (from.formerToken)
      tx.update(sessions)
        .set({ revoked_at: now })
        .where(and(eq(sessions.token_hash, sha256(from.formerToken)), isNull(sessions.revoked_at)))
        .run();
    tx.insert(sessions)
      .values({
        id: newId("session"),
        token_hash: sha256(token),
        user_id: userId,
        created_at: now,
        last_seen_at: now,
        expires_at: now + SESSION_LONGEST_MS,
        idle_ms: from.idleMs ?? null,
        ip_address: from.ipAddress ?? null,
        user_agent: from.userAgent?.slice(0, 300) ?? null,
      })
      .run();
    recordEvent(tx, deed, { ...about(userId), action: "SIGNED_IN", data: { by: from.by ?? "password" } });
    return token;
  });
}

const byToken = prepared((orm) =>
  orm
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.user_id))
    .where(eq(sessions.token_hash, sql.placeholder("hash")))
    .prepare(),
);

const about = (id: Id<"account">) => ({ subject: { kind: "account", id } as const });

/**
 * The live session of a token, or null when it is unknown, revoked, idle for too long (12 hours, or what it was started with) or older than 14 days. `deedOf`
 * says whose coming back is recorded, where it shall be. `seen: false` where a page asks by itself: an open page is
 * nobody at work, and must not keep a session from ending.
 */
export async function findSession(
  db: Db,
  token: string,
  now = Date.now(),
  { deedOf, seen = true }: { deedOf?: (account: Account) => Deed; seen?: boolean } = {},
): Promise<LiveSession | null> {
  const row = byToken(db.orm).get({ hash: sha256(token) });
  if (
    !row ||
    row.session.revoked_at !== null ||
    row.session.expires_at <= now ||
    row.session.last_seen_at + (row.session.idle_ms ?? SESSION_IDLE_MS) <= now
  )
    return null;
  if (seen && now - row.session.last_seen_at > SEEN_EVERY_MS) {
    // Losing this write only shortens the idle time; it must never cost the page.
    await db
      .write(
        (tx) => {
          tx.update(sessions).set({ last_seen_at: now }).where(eq(sessions.id, row.session.id)).run();
          if (deedOf && now - row.session.last_seen_at > AWAY_MS)
            recordEvent(tx, deedOf(row.account), { ...about(row.account.id), action: "INITIAL_SESSION" });
        },
        { durable: false },
      )
      .catch(() => undefined);
  }
  return { id: row.session.id, account: row.account };
}

/** Whose session a token was before it was ended by somebody; null while it goes on, and where it only ran out. */
export function findRevokedSession(orm: Orm, token: string): Id<"account"> | null {
  const row = byToken(orm).get({ hash: sha256(token) });
  return row && row.session.revoked_at !== null ? row.account.id : null;
}

/** From where somebody has signed in to this account, as long as its sessions are kept, ended ones too. */
export function sessionAddresses(orm: Orm, userId: Id<"account">): string[] {
  const rows = orm
    .selectDistinct({ address: sessions.ip_address })
    .from(sessions)
    .where(eq(sessions.user_id, userId))
    .all();
  return rows.flatMap(({ address }) => address ?? []);
}

/** A session as its owner sees it in the list. Wall time. */
export type ListedSession = Pick<
  typeof sessions.$inferSelect,
  "id" | "created_at" | "last_seen_at" | "ip_address" | "user_agent"
>;

/** Whether somebody is signed in to this account anywhere now. */
export const isSignedInAnywhere = (orm: Orm, userId: Id<"account">, now = Date.now()): boolean =>
  listSessions(orm, userId, now).length > 0;

/** An account's live sessions, the last used first. */
export function listSessions(orm: Orm, userId: Id<"account">, now = Date.now()): ListedSession[] {
  return orm
    .select({
      id: sessions.id,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
      ip_address: sessions.ip_address,
      user_agent: sessions.user_agent,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, now),
        sql`${sessions.last_seen_at} + coalesce(${sessions.idle_ms}, ${SESSION_IDLE_MS}) > ${now}`,
      ),
    )
    .orderBy(desc(sessions.last_seen_at))
    .limit(100)
    .all();
}

/** Gives a session another token, which is returned for its cookie: the former one ends. */
export function refreshSession(tx: Tx, deed: Deed, userId: Id<"account">, id: Id<"session">): string {
  const token = newCapability();
  tx.update(sessions)
    .set({ token_hash: sha256(token) })
    .where(and(eq(sessions.id, id), eq(sessions.user_id, userId)))
    .run();
  recordEvent(tx, deed, { ...about(userId), action: "TOKEN_REFRESHED" });
  return token;
}

/** Ends one session of an account; false when it had ended, or is another's. */
export function endSession(
  db: Db,
  deed: Deed,
  userId: Id<"account">,
  id: Id<"session">,
  scope: Extract<SignedOut, "here" | "one">,
): Promise<boolean> {
  return db.write((tx) => {
    const { changes } = tx
      .update(sessions)
      .set({ revoked_at: Date.now() })
      .where(and(eq(sessions.id, id), eq(sessions.user_id, userId), isNull(sessions.revoked_at)))
      .run();
    if (changes > 0) recordEvent(tx, deed, { ...about(userId), action: "SIGNED_OUT", data: { scope } });
    return changes > 0;
  });
}

/** "Sign out everywhere", or on all other devices where one is to stay: returns how many sessions ended. */
export function endAllSessions(db: Db, deed: Deed, userId: Id<"account">, but?: Id<"session">): Promise<number> {
  return db.write((tx) => {
    const ended = endSessions(tx, userId, but);
    const data = { scope: but ? "others" : "everywhere" } as const;
    if (ended > 0) recordEvent(tx, deed, { ...about(userId), action: "SIGNED_OUT", data });
    return ended;
  });
}

/** Sessions and one-time links are kept for 30 days after their end, for whoever asks who was signed in. */
const KEEP_ENDED_MS = 30 * 24 * 3_600_000;

/** Forgets sessions, one-time links and their like that ended long ago, and kept forms that nobody came back for, in slices. */
export async function forgetEndedSessions(db: Db, now = Date.now()): Promise<Slices[]> {
  const before = now - KEEP_ENDED_MS;
  return [
    await inSlices(db, (tx, most) => deleteSome(tx, sessions, lt(sessions.expires_at, before), most)),
    await inSlices(db, (tx, most) => deleteSome(tx, accountTokens, lt(accountTokens.expires_at, before), most)),
    await inSlices(db, (tx, most) => deleteSome(tx, signInCodes, isOldCode(before), most)),
    await inSlices(db, (tx, most) => deleteSome(tx, signInChallenges, lt(signInChallenges.expires_at, before), most)),
    await inSlices(db, (tx, most) => deleteSome(tx, keptForms, lt(keptForms.expires_at, now), most)),
  ];
}
