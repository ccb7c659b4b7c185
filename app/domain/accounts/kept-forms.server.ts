import { and, desc, eq, gt, notInArray } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { keptForms, sessions } from "#db/schema/index";
import { newCapability, sha256, type Id } from "../kernel/ids.server";
import type { Sent } from "../kernel/sent";

/**
 * What somebody sent whose session had ended meanwhile, or about a record that another stands for by now: kept for their
 * coming back, shown to them alone. Wall time.
 */

export const KEPT_MS = 30 * 60_000;
/** Of one person, in characters of JSON: more than the longest form has. */
const MOST_CHARACTERS = 40_000;
const MOST_OF_ONE = 5;

/**
 * Whose form it is: the browser's cookie names a session that has ended, by its token or, after a sign-out, its id. Of
 * who is signed in, by their account.
 */
export type Former = { token: string } | { sessionId: string } | { userId: Id<"account"> };

/**
 * Keeps a form's fields for the person of an ended session, and returns the key for the page's address. Null where
 * nobody knows whose it is, so that strangers cause no rows, and where it is too long. An older one makes room.
 */
export function keepForm(db: Db, former: Former, form: { path: string; fields: Sent }): Promise<string | null> {
  if (JSON.stringify(form.fields).length > MOST_CHARACTERS) return Promise.resolve(null);
  return db.write((tx) => {
    const userId = personOf(tx, former);
    if (!userId) return null;
    const key = newCapability();
    tx.insert(keptForms)
      .values({ token_hash: sha256(key), user_id: userId, ...form, expires_at: Date.now() + KEPT_MS })
      .run();
    forgetOlder(tx, userId);
    return key;
  });
}

/** The fields that this person sent on this page before their session ended; null for anybody else, and when it is over. */
export function findKeptForm(orm: Orm, key: string, userId: Id<"account">, path: string): Sent | null {
  const row = orm
    .select({ fields: keptForms.fields })
    .from(keptForms)
    .where(
      and(
        eq(keptForms.token_hash, sha256(key)),
        eq(keptForms.user_id, userId),
        eq(keptForms.path, path),
        gt(keptForms.expires_at, Date.now()),
      ),
    )
    .get();
  return row?.fields ?? null;
}

function personOf(tx: Tx, former: Former): Id<"account"> | null {
  if ("userId" in former) return former.userId;
  const which =
    "token" in former
      ? eq(sessions.token_hash, sha256(former.token))
      : eq(sessions.id, former.sessionId as Id<"session">);
  return tx.select({ id: sessions.user_id }).from(sessions).where(which).get()?.id ?? null;
}

function forgetOlder(tx: Tx, userId: Id<"account">): void {
  const newest = tx
    .select({ hash: keptForms.token_hash })
    .from(keptForms)
    .where(eq(keptForms.user_id, userId))
    .orderBy(desc(keptForms.expires_at))
    .limit(MOST_OF_ONE);
  tx.delete(keptForms)
    .where(and(eq(keptForms.user_id, userId), notInArray(keptForms.token_hash, newest)))
    .run();
}
