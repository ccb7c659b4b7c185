import { eq } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server";
import { accounts, profiles } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { readSignInName } from "./identity";
import { endSessions, putLink, tellOfChange } from "./keys.server";
import { hashPassword, passwordMatches, passwordWeaknesses } from "./passwords.server";
import { ensureProfile, type Profile } from "./profiles.server";
import { refreshSession } from "./sessions.server";
import type { Account } from "./sign-in.server";

/** What somebody may say of themselves; null is nothing. The phone as E.164. */
export type OwnFacts = Pick<Profile, "display_name" | "company_name" | "phone" | "avatar_url">;

/** Writes what somebody says of themselves, with an event of the fields that changed; nothing when none did. */
export function updateOwnFacts(db: Db, deed: Deed, account: Account, facts: OwnFacts): Promise<void> {
  return db.write((tx) => {
    const before = ensureProfile(tx, account, deed.now);
    const fields = (Object.keys(facts) as (keyof OwnFacts)[]).filter((field) => facts[field] !== before[field]);
    if (fields.length === 0) return;
    tx.update(profiles)
      .set({ ...facts, updated_at: deed.now })
      .where(eq(profiles.user_id, account.id))
      .run();
    recordEvent(tx, deed, { subject: { kind: "account", id: account.id }, action: "USER_UPDATED", data: { fields } });
  });
}

/** The field is the form's: which one the sentence is about. */
export type ChangeRefused = { ok: false; field: "password" | "newPassword" | "email"; message: string };
const WRONG: ChangeRefused = { ok: false, field: "password", message: "This is not your present password." };

/** Whether the password that was just shown is still the present one: another device may have changed it this moment. */
export function isUnchanged(tx: Tx, { id, password_hash }: Account): boolean {
  const now = tx.select({ hash: accounts.password_hash }).from(accounts).where(eq(accounts.id, id)).get();
  return now?.hash === password_hash;
}

/**
 * Changes the password of who knows the present one. All other sessions end, the own one goes on under another token
 * (returned for its cookie), links and codes that were asked for before end, and the address is told.
 */
export async function changePassword(
  db: Db,
  deed: Deed,
  who: { account: Account; sessionId: Id<"session"> },
  given: { password: string; newPassword: string },
): Promise<{ ok: true; token: string } | ChangeRefused> {
  const { account, sessionId } = who;
  if (!(await passwordMatches(account.password_hash, given.password))) return WRONG;
  const reasons = passwordWeaknesses(given.newPassword, { emailOrPhone: account.email ?? account.phone ?? "" });
  if (given.newPassword === given.password) reasons.push("Choose another one than the present password.");
  if (reasons.length > 0) return { ok: false, field: "newPassword", message: reasons.join(" ") };
  const hash = await hashPassword(given.newPassword);
  return db.write((tx) => {
    if (!isUnchanged(tx, account)) return WRONG;
    tx.update(accounts).set({ password_hash: hash }).where(eq(accounts.id, account.id)).run();
    endSessions(tx, account.id, sessionId);
    const subject = { kind: "account", id: account.id } as const;
    recordEvent(tx, deed, { subject, action: "USER_UPDATED", data: { fields: ["password"] } });
    tellOfChange(tx, deed, account, "password");
    return { ok: true, token: refreshSession(tx, deed, account.id, sessionId) };
  });
}

/**
 * Asks for another address, by who knows the present password: a link goes there, and nothing changes before it is
 * opened. That the address has an account already is never told here.
 */
export async function askForNewEmail(
  db: Db,
  deed: Deed,
  account: Account,
  given: { password: string; email: string },
): Promise<{ ok: true } | ChangeRefused> {
  const name = readSignInName(given.email);
  if (name?.kind !== "email")
    return { ok: false, field: "email", message: "Enter an email address like name@example.com." };
  if (name.value === account.email) return { ok: false, field: "email", message: "This is your address already." };
  if (!(await passwordMatches(account.password_hash, given.password))) return WRONG;
  return db.write((tx) => {
    if (!isUnchanged(tx, account)) return WRONG;
    putLink(tx, deed, "new-email", name.value, account.id);
    return { ok: true };
  });
}
