import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { accounts, accountTokens, outbox } from "#db/schema/index";
import { newCapability, newId, sha256, type Id } from "../kernel/ids.server";
import type { Deed } from "../kernel/deed";
import { recordEvent } from "../events/events.server";
import { formatEnd, instant } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import type { Payload } from "../outbox/work";
import { askForCode, getsCodes } from "./codes.server";
import { readSignInName } from "./identity";
import { hashPassword, passwordWeaknesses } from "./passwords.server";
import { ensureProfile } from "./profiles.server";
import { findAccount } from "./sign-in.server";

export type SignUpResult = { ok: true } | { ok: false; fields: Record<string, string>; reasons: string[] };

const MISSING = "You must provide either an email or phone number and a password.";
export const NO_NAME = "Enter an email address like name@example.com, or a phone number like (407) 555-0133.";
const NO_CODES = "We text codes to numbers of the United States and Canada only. Sign up with an email address.";
const CONFIRM_HOURS = 24;
const weak = (reasons: string[]): Record<string, string> => (reasons.length > 0 ? { password: reasons.join(" ") } : {});

/** The addresses that go into the mail. */
export interface SignUpLinks {
  signIn: string;
  confirm(token: string): string;
}

/**
 * Asks for an account. The answer is the same whether or not the address is known; only its mailbox is told:
 * a new address gets a confirmation link, a known and confirmed one a note that it already has an account
 * (payload `alreadyRegistered`). An unconfirmed one takes the newest password, and older links end.
 * A weak password is refused with the list of reasons. A phone number is confirmed by a code: `signUpByPhone`.
 */
export async function signUp(
  db: Db,
  deed: Deed,
  given: { emailOrPhone: string; password: string },
  links: SignUpLinks,
): Promise<SignUpResult> {
  if (!given.emailOrPhone.trim() || !given.password) {
    return { ok: false, fields: { [given.emailOrPhone.trim() ? "password" : "email"]: MISSING }, reasons: [] };
  }
  const name = readSignInName(given.emailOrPhone);
  const reasons = passwordWeaknesses(given.password, given);
  if (name?.kind !== "email" || reasons.length > 0)
    return { ok: false, fields: { ...(name?.kind !== "email" && { email: NO_NAME }), ...weak(reasons) }, reasons };
  const passwordHash = await hashPassword(given.password);
  await db.write((tx) => {
    const known = findAccount(tx, name);
    if (known && known.email_confirmed_at !== null)
      return sendMail(tx, deed, known.id, { to: name.value, confirmPath: links.signIn, alreadyRegistered: true });
    const id = known?.id ?? newId("account");
    if (known) tx.update(accounts).set({ password_hash: passwordHash }).where(eq(accounts.id, id)).run();
    else {
      const account = tx
        .insert(accounts)
        .values({ id, email: name.value, password_hash: passwordHash, created_at: deed.now })
        .returning()
        .get();
      ensureProfile(tx, account, deed.now);
      recordEvent(tx, deed, { subject: { kind: "account", id }, action: "signed_up" });
    }
    const token = newConfirmToken(tx, id);
    sendMail(tx, deed, id, { to: name.value, confirmPath: links.confirm(token), tokenHash: sha256(token) });
  });
  return { ok: true };
}

/**
 * The same by phone number: nothing but a code is asked for, also where there is such an account, and `browser` is the
 * secret for the asking browser's cookie. The account is made when the code comes back (domain.md, 4.26); the password
 * typed here is its own. Where there is one already, the code signs in to it, and its password stays.
 */
export async function signUpByPhone(
  db: Db,
  given: { phone: string; password: string },
): Promise<{ ok: true; browser: string } | Extract<SignUpResult, { ok: false }>> {
  if (!given.password) return { ok: false, fields: { password: MISSING }, reasons: [] };
  const reasons = passwordWeaknesses(given.password, { emailOrPhone: given.phone });
  const isWithout = !getsCodes(given.phone);
  if (isWithout || reasons.length > 0)
    return { ok: false, fields: { ...(isWithout && { email: NO_CODES }), ...weak(reasons) }, reasons };
  const passwordHash = await hashPassword(given.password);
  return { ok: true, browser: await askForCode(db, given.phone, { purpose: "sign-up", passwordHash }) };
}

/**
 * A fresh link ends the older ones. The token itself is in the mail only, and in its work until that is done. Wall
 * time.
 */
function newConfirmToken(tx: Tx, userId: Id<"account">): string {
  const now = Date.now();
  tx.update(accountTokens)
    .set({ used_at: now })
    .where(and(eq(accountTokens.user_id, userId), isNull(accountTokens.used_at), eq(accountTokens.purpose, "confirm")))
    .run();
  const token = newCapability();
  tx.insert(accountTokens)
    .values({
      token_hash: sha256(token),
      user_id: userId,
      purpose: "confirm",
      expires_at: now + CONFIRM_HOURS * 3_600_000,
    })
    .run();
  return token;
}

/** What the mail of a sign-up is made of. */
type SignUpMail = Payload<"mail.confirm-account">;

function sendMail(tx: Tx, deed: Deed, userId: Id<"account">, mail: Omit<SignUpMail, "validUntil">): void {
  const payload: SignUpMail = { ...mail, validUntil: formatEnd(instant(Date.now() + CONFIRM_HOURS * 3_600_000)) };
  enqueue(tx, {
    kind: "mail.confirm-account",
    cause: `confirm-account:${userId}:${deed.requestId}`,
    payload,
  });
}

/**
 * Takes the link out of the work of a sign-up's mail that is done: its row is kept for 90 days, and whoever reads it
 * shall not be able to confirm the address.
 */
export function forgetLink(tx: Tx, workId: Id<"outbox">): void {
  tx.update(outbox)
    .set({ payload: sql`json_remove(${outbox.payload}, '$.confirmPath')` })
    .where(eq(outbox.id, workId))
    .run();
}

/**
 * Whether the mail of a sign-up is still right: its link works and is needed, or there is such an account. Wall time.
 */
export function stillHolds(orm: Orm, { to, tokenHash, alreadyRegistered }: SignUpMail): boolean {
  const isConfirmed = (findAccount(orm, { kind: "email", value: to })?.email_confirmed_at ?? null) !== null;
  if (alreadyRegistered || isConfirmed) return alreadyRegistered === true && isConfirmed;
  const token =
    tokenHash === undefined
      ? undefined
      : orm.select().from(accountTokens).where(eq(accountTokens.token_hash, tokenHash)).get();
  return token !== undefined && token.used_at === null && token.expires_at > Date.now();
}
