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

/** All that is wrong, by the field that it is about. */
export type ChangeRefused = { ok: false; fields: Partial<Record<"password" | "newPassword" | "email", string>> };
const NOT_PRESENT = "This is not your present password.";
export const WRONG_PASSWORD: { ok: false; fields: { password: string } } = {
  ok: false,
  fields: { password: NOT_PRESENT },
};

/** What is wrong with the password that is shown as proof; nothing where it is the present one. */
export async function wrongProof({ password_hash }: Account, password: string): Promise<{ password?: string }> {
  if (password === "") return { password: "Enter your present password." };
  return (await passwordMatches(password_hash, password)) ? {} : { password: NOT_PRESENT };
}

const isAny = (fields: object) => Object.keys(fields).length > 0;

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
  const { password, newPassword } = given;
  const reasons = newPassword
    ? passwordWeaknesses(newPassword, { emailOrPhone: account.email ?? account.phone ?? "" })
    : ["Enter a new password."];
  if (newPassword && newPassword === password) reasons.push("Choose another one than the present password.");
  const wrong = {
    ...(await wrongProof(account, password)),
    ...(reasons.length > 0 && { newPassword: reasons.join(" ") }),
  };
  if (isAny(wrong)) return { ok: false, fields: wrong };
  const hash = await hashPassword(newPassword);
  return db.write((tx) => {
    if (!isUnchanged(tx, account)) return WRONG_PASSWORD;
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
  const address = name?.kind === "email" ? name.value : null;
  const wrong = {
    ...(address === null && { email: "Enter an email address like name@example.com." }),
    ...(address !== null && address === account.email && { email: "This is your address already." }),
    ...(await wrongProof(account, given.password)),
  };
  if (address === null || isAny(wrong)) return { ok: false, fields: wrong };
  return db.write((tx) => {
    if (!isUnchanged(tx, account)) return WRONG_PASSWORD;
    putLink(tx, deed, "new-email", address, account.id);
    return { ok: true };
  });
}
