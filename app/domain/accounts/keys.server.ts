import { and, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import {
  accounts,
  accountTokens,
  outbox,
  secondFactors,
  sessions,
  signInChallenges,
  signInCodes,
} from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, sha256, type Id } from "../kernel/ids.server";
import { enqueue } from "../outbox/outbox.server";
import type { AccountChange, Payload } from "../outbox/work";
import { readSignInName } from "./identity";
import { hashPassword, passwordWeaknesses } from "./passwords.server";
import { findAccount, type Account } from "./sign-in.server";

export type AccountKey = Payload<"mail.account-key">;
/** What a mailed link is for. A code has a table of its own: codes.server.ts. */
export type LinkPurpose = Exclude<AccountKey["letter"], "code">;

const HOUR_MS = 3_600_000;
/** Wall time: the sandbox's clock must not end a link. */
export const KEY_LASTS_MS: Record<LinkPurpose, number> = {
  confirm: 24 * HOUR_MS,
  reset: HOUR_MS,
  "new-email": HOUR_MS,
};

/**
 * Asks for a link by mail. Whether there is such an account plays no part here: the same row is written for every
 * address, and the work that sends it decides. So neither the answer nor its time says who has an account. Nothing is
 * done for what is no email address.
 */
export async function askForLink(db: Db, deed: Deed, purpose: "confirm" | "reset", typed: string): Promise<void> {
  const name = readSignInName(typed);
  if (name?.kind === "email") await db.write((tx) => putLink(tx, deed, purpose, name.value));
}

/** Puts the work that mails a link, with the link's secret. */
export function putLink(tx: Tx, deed: Deed, letter: LinkPurpose, to: string, accountId?: Id<"account">): void {
  const payload = { to, letter, key: newCapability(), expiresAt: Date.now() + KEY_LASTS_MS[letter], accountId };
  enqueue(tx, { kind: "mail.account-key", cause: `account-key:${letter}:${sha256(to)}:${deed.requestId}`, payload });
}

/**
 * Makes a link work, just before it is sent: "send"; "has-account" for the confirmation of an address that is confirmed;
 * "nothing" where nobody needs it any more. A later link of the same kind ends the earlier ones. A second try is the
 * same link.
 */
export function armLink(tx: Tx, work: AccountKey & { letter: LinkPurpose }): "send" | "has-account" | "nothing" {
  const holder = findAccount(tx, { kind: "email", value: work.to });
  if (work.expiresAt <= Date.now()) return "nothing";
  if (work.letter === "confirm" && holder && holder.email_confirmed_at !== null) return "has-account";
  const userId = work.letter === "new-email" ? work.accountId : holder?.id;
  // A new address that has an account of its own already cannot become another one's.
  if (!userId || (work.letter === "new-email" && holder)) return "nothing";
  const hash = sha256(work.key);
  endLinks(tx, userId, work.letter, hash);
  tx.insert(accountTokens)
    .values({
      token_hash: hash,
      user_id: userId,
      purpose: work.letter,
      expires_at: work.expiresAt,
      email: work.letter === "new-email" ? work.to : null,
    })
    .onConflictDoNothing()
    .run();
  return findLink(tx, work.letter, work.key) ? "send" : "nothing";
}

/** The key of a link that sets a new password, for who has just shown that the account's number is theirs. */
export function makeResetKey(tx: Tx, account: Account): string {
  const key = newCapability();
  endLinks(tx, account.id, "reset");
  tx.insert(accountTokens)
    .values({
      token_hash: sha256(key),
      user_id: account.id,
      purpose: "reset",
      expires_at: Date.now() + KEY_LASTS_MS.reset,
    })
    .run();
  return key;
}

/**
 * Whether what somebody asked for is still to be sent: in time, and not ended since by its account (`endSessions`). Read
 * anew, because the work may have been taken up before that.
 */
export function isStillAsked(tx: Tx, workId: Id<"outbox">): boolean {
  const row = tx.select({ payload: outbox.payload }).from(outbox).where(eq(outbox.id, workId)).get();
  return row !== undefined && Number(row.payload["expiresAt"]) > Date.now();
}

/** Takes the secret out of work that is done: its row is kept for 90 days, and whoever reads it shall not be able to use it. */
export function forgetKey(tx: Tx, workId: Id<"outbox">): void {
  tx.update(outbox)
    .set({ payload: sql`json_remove(${outbox.payload}, '$.key')` })
    .where(eq(outbox.id, workId))
    .run();
}

/** A link that works, with its account; null when it is unknown, used, over, or for something else. */
export function findLink(
  orm: Orm,
  purpose: LinkPurpose,
  key: string,
): { account: Account; email: string | null } | null {
  const row = orm
    .select({ token: accountTokens, account: accounts })
    .from(accountTokens)
    .innerJoin(accounts, eq(accounts.id, accountTokens.user_id))
    .where(eq(accountTokens.token_hash, sha256(key)))
    .get();
  const works = row && row.token.purpose === purpose && row.token.used_at === null && row.token.expires_at > Date.now();
  return works ? { account: row.account, email: row.token.email } : null;
}

export type KeyRefused = { ok: false; code: "over" | "taken" | "weak"; message: string };
const OVER: KeyRefused = {
  ok: false,
  code: "over",
  message: "This link does not work any more. It works once, for an hour. Ask for a new one.",
};

/**
 * Sets a new password by a mailed link, once, and ends all sessions of the account. Who reads the mailbox has shown that
 * the address is theirs, so it counts as confirmed. Refused when the link is over or the password weak.
 */
export async function resetPassword(
  db: Db,
  deed: Deed,
  given: { key: string; password: string },
): Promise<{ ok: true; account: Account } | KeyRefused> {
  const link = findLink(db.orm, "reset", given.key);
  if (!link) return OVER;
  const reasons = passwordWeaknesses(given.password, { emailOrPhone: link.account.email ?? link.account.phone ?? "" });
  if (reasons.length > 0) return { ok: false, code: "weak", message: reasons.join(" ") };
  const hash = await hashPassword(given.password);
  return db.write((tx): { ok: true; account: Account } | KeyRefused => {
    const now = findLink(tx, "reset", given.key);
    if (!now) return OVER;
    const { account } = now;
    tx.update(accounts)
      .set({
        password_hash: hash,
        email_confirmed_at: account.email === null ? null : (account.email_confirmed_at ?? deed.now),
      })
      .where(eq(accounts.id, account.id))
      .run();
    endSessions(tx, account.id);
    recordEvent(tx, by(deed, account), {
      subject: { kind: "account", id: account.id },
      action: "PASSWORD_RECOVERY",
    });
    if (account.email === null || account.email_confirmed_at !== null) tellOfChange(tx, deed, account, "password");
    return { ok: true, account };
  });
}

/** Makes the address of a mailed link the account's. The former one is told. Refused when the link is over or the address taken. */
export function confirmNewEmail(db: Db, deed: Deed, key: string): Promise<{ ok: true; email: string } | KeyRefused> {
  return db.write((tx): { ok: true; email: string } | KeyRefused => {
    const link = findLink(tx, "new-email", key);
    if (!link?.email) return OVER;
    const { account, email } = link;
    if (findAccount(tx, { kind: "email", value: email }))
      return { ok: false, code: "taken", message: "This address cannot be used. Ask for another one." };
    tellOfChange(tx, deed, account, "email");
    // What goes to the former mailbox must not open what is no longer its owner's; nor is another address on its way.
    endKeys(tx, account.id);
    tx.update(accounts).set({ email, email_confirmed_at: deed.now }).where(eq(accounts.id, account.id)).run();
    recordEvent(tx, by(deed, account), {
      subject: { kind: "account", id: account.id },
      action: "USER_UPDATED",
      data: { fields: ["email"] },
    });
    return { ok: true, email };
  });
}

/** Tells an account's present address that something was changed; its number, where it has no address. */
export function tellOfChange(tx: Tx, deed: Deed, { id, email, phone }: Account, changed: AccountChange): void {
  const cause = `account-changed:${id}:${changed}:${deed.requestId}`;
  if (email !== null) enqueue(tx, { kind: "mail.account-changed", cause, payload: { to: email, changed } });
  else if (phone !== null) enqueue(tx, { kind: "sms.account-changed", cause, payload: { to: phone, changed } });
}

/** The deed as done by the account's own person, who showed by a mail that it is theirs. */
export function by(deed: Deed, account: Account): Deed {
  const label = account.email ?? account.phone ?? "Somebody";
  return deed.by.kind === "visitor" ? { ...deed, by: { kind: "customer", id: account.id, label } } : deed;
}

/** Ends an account's links, all of them or those of one purpose, but the one with this hash. */
function endLinks(tx: Tx, userId: Id<"account">, purpose?: LinkPurpose, but = ""): void {
  tx.update(accountTokens)
    .set({ used_at: Date.now() })
    .where(
      and(
        eq(accountTokens.user_id, userId),
        isNull(accountTokens.used_at),
        ne(accountTokens.token_hash, but),
        purpose && eq(accountTokens.purpose, purpose),
      ),
    )
    .run();
}

/**
 * Ends an account's sessions, all but one where one is named, and says how many there were. Whatever could become one ends
 * with them, because somebody else may have asked for it: who stands between password and code begins anew, a code or a
 * link works no more, also one whose mail or text is still to leave, none leads to another address, and no app is set up
 * with a secret that somebody else may have seen.
 */
export function endSessions(tx: Tx, userId: Id<"account">, but?: Id<"session">): number {
  const now = Date.now();
  tx.update(signInChallenges)
    .set({ ended_at: now })
    .where(and(eq(signInChallenges.user_id, userId), isNull(signInChallenges.ended_at)))
    .run();
  tx.delete(secondFactors)
    .where(and(eq(secondFactors.user_id, userId), isNull(secondFactors.enabled_at)))
    .run();
  endKeys(tx, userId);
  return tx
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.user_id, userId), isNull(sessions.revoked_at), but && ne(sessions.id, but)))
    .run().changes;
}

/** Ends an account's links and codes, sent or still to be sent. A code stands with the address or number that it went to. */
function endKeys(tx: Tx, userId: Id<"account">): void {
  const now = Date.now();
  const account = tx.select().from(accounts).where(eq(accounts.id, userId)).get();
  const names = [account?.email, account?.phone].filter((name) => name != null);
  endLinks(tx, userId);
  tx.update(signInCodes)
    .set({ used_at: now, password_hash: null })
    .where(and(gt(signInCodes.expires_at, now), inArray(signInCodes.email, names), isNull(signInCodes.used_at)))
    .run();
  const isTheirs = sql`(${outbox.payload} ->> '$.accountId' = ${userId} or ${inArray(sql`${outbox.payload} ->> '$.to'`, names)})`;
  tx.update(outbox)
    .set({ payload: sql`json_set(${outbox.payload}, '$.expiresAt', 0)` })
    .where(and(inArray(outbox.kind, KEY_WORK), sql`${outbox.state} = 'waiting'`, isTheirs))
    .run();
}

/** The work that sends a link or a code. */
const KEY_WORK = ["mail.account-key", "sms.account-code"];
