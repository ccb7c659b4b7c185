import { createCipheriv, createDecipheriv, randomBytes, randomInt } from "node:crypto";
import { and, eq, isNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Tx } from "#db/client.server";
import { recoveryCodes, secondFactors } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { FactorBy } from "../events/happenings";
import type { Deed } from "../kernel/deed";
import { sha256, type Id } from "../kernel/ids.server";
import { by, tellOfChange } from "./keys.server";
import type { Account } from "./sign-in.server";

/** The codes of a second factor: the app's (TOTP, RFC 6238) and the recovery codes. Wall time. */

export const RECOVERY_CODES = 10;
const PERIOD_MS = 30_000;
/** What every app for codes can do. */
const HOW = { algorithm: "SHA1", digits: 6, period: PERIOD_MS / 1000 } as const;

/** A new secret as the app takes it: 160 bits in base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

const appOf = (secret: string, name = "", business = "") =>
  new TOTP({ ...HOW, issuer: business, label: name, secret: Secret.fromBase32(secret) });

/** What the QR code says: the secret, whose it is, and where. */
export function appAddress(secret: string, name: string, business: string): string {
  return appOf(secret, name, business).toString();
}

/** The 30 seconds that a code of the app belongs to, now or one beside it; null when it is none of them. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta;
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The app's secret for the database, which is carried away by backups: readable only with the key, and only as this
 * account's.
 */
export function sealSecret(key: string, accountId: Id<"account">, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, Buffer.from(key, "base64url"), iv).setAAD(Buffer.from(accountId));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The secret again; null where it was sealed by another key, or for another account. */
export function openSecret(key: string, accountId: Id<"account">, sealed: string): string | null {
  const all = Buffer.from(sealed, "base64url");
  const [iv, tag] = [all.subarray(0, IV_BYTES), all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const decipher = createDecipheriv(CIPHER, Buffer.from(key, "base64url"), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag);
    return Buffer.concat([decipher.update(all.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** No letter or digit that is taken for another one. Sixteen of them are 78 bits: nobody tries them all on a backup. */
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const newRecoveryCode = () =>
  Array.from(
    { length: 16 },
    (_, i) => (i > 0 && i % 4 === 0 ? "-" : "") + (LETTERS[randomInt(LETTERS.length)] ?? ""),
  ).join("");
const recoveryHash = (code: string) => sha256(`recovery:${code.replace(/[^A-Z0-9]/g, "")}`);

/** Makes an account's recovery codes, which are returned for once; former ones end. */
export function makeRecoveryCodes(tx: Tx, deed: Deed, userId: Id<"account">): string[] {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId)).run();
  tx.insert(recoveryCodes)
    .values(codes.map((code) => ({ code_hash: recoveryHash(code), user_id: userId, made_at: deed.now })))
    .run();
  return codes;
}

export type FactorCode = { ok: true; by: FactorBy } | { ok: false; reason: "wrong" | "used" };

/**
 * Tries a code of the app (now, or 30 seconds beside) or a recovery code, each good for once; every try has its event. A
 * code that was taken, and any older one, is refused as used.
 */
export function spendFactorCode(
  tx: Tx,
  deed: Deed,
  account: Account,
  given: { key: string; code: string },
): FactorCode {
  const typed = given.code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const tried = /^\d{6}$/.test(typed)
    ? spendAppCode(tx, account.id, given.key, typed)
    : spendRecoveryCode(tx, deed, account, typed);
  const subject = { kind: "account", id: account.id } as const;
  if (tried.ok)
    recordEvent(tx, by(deed, account), { subject, action: "MFA_CHALLENGE_VERIFIED", data: { by: tried.by } });
  else recordEvent(tx, deed, { subject, action: "second_factor_refused", data: { reason: tried.reason } });
  return tried;
}

function spendAppCode(tx: Tx, userId: Id<"account">, key: string, code: string): FactorCode {
  const factor = tx.select().from(secondFactors).where(eq(secondFactors.user_id, userId)).get();
  const secret = factor && factor.enabled_at !== null ? openSecret(key, userId, factor.sealed) : null;
  const step = secret === null ? null : stepOf(secret, code, Date.now());
  if (step === null) return { ok: false, reason: "wrong" };
  const { changes } = tx
    .update(secondFactors)
    .set({ last_step: step })
    .where(and(eq(secondFactors.user_id, userId), lt(secondFactors.last_step, step)))
    .run();
  return changes === 1 ? { ok: true, by: "app" } : { ok: false, reason: "used" };
}

function spendRecoveryCode(tx: Tx, deed: Deed, account: Account, code: string): FactorCode {
  const mine = and(eq(recoveryCodes.code_hash, recoveryHash(code)), eq(recoveryCodes.user_id, account.id));
  const row = tx.select().from(recoveryCodes).where(mine).get();
  if (!row) return { ok: false, reason: "wrong" };
  const { changes } = tx
    .update(recoveryCodes)
    .set({ used_at: deed.now })
    .where(and(mine, isNull(recoveryCodes.used_at)))
    .run();
  if (changes !== 1) return { ok: false, reason: "used" };
  tellOfChange(tx, deed, account, "recovery-used");
  return { ok: true, by: "recovery" };
}
