import { randomInt } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server";
import { accounts, signInCodes } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, sha256 } from "../kernel/ids.server";
import { isUsOrCanada } from "../kernel/phone";
import { enqueue } from "../outbox/outbox.server";
import { readSignInName } from "./identity";
import { by, makeResetKey } from "./keys.server";
import { makePhoneAccount } from "./sign-up-by-phone.server";
import { findAccount, type Account } from "./sign-in.server";

/** domain.md, 4.26. Wall time. */
export const CODE_LASTS_MS = 10 * 60_000;
export const CODE_TRIES = 5;

const hashOf = (browser: string, code: string) => sha256(`${browser}:${code}`);

/** What a code is for. A sign-up by phone makes its account when the code comes back, with the password typed then. */
export type CodeWish = { purpose: "sign-in" | "reset" } | { purpose: "sign-up"; passwordHash: string };

/**
 * Asks for a one-time code, by mail or by text, and returns the secret for the asking browser's cookie, without which the
 * code is worth nothing. The same rows are written for every address and number; the work that sends it decides whether
 * there is such an account. Only hashes are kept, and the code's needs the browser's secret, which is not kept either: a
 * million codes cannot be tried on a copy of the database.
 */
export async function askForCode(db: Db, typed: string, wish: CodeWish = { purpose: "sign-in" }): Promise<string> {
  const name = readSignInName(typed);
  const browser = newCapability();
  if (!name || (name.kind === "phone" && !getsCodes(name.value))) return browser;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = Date.now() + CODE_LASTS_MS;
  await db.write((tx) => {
    tx.insert(signInCodes)
      .values({
        browser_hash: sha256(browser),
        email: name.value,
        code_hash: hashOf(browser, code),
        expires_at: expiresAt,
        purpose: wish.purpose,
        password_hash: wish.purpose === "sign-up" ? wish.passwordHash : null,
      })
      .run();
    const cause = `account-key:code:${sha256(browser)}`;
    const payload = { to: name.value, key: code, expiresAt };
    if (name.kind === "phone")
      enqueue(tx, { kind: "sms.account-code", cause, payload: { ...payload, purpose: wish.purpose } });
    else enqueue(tx, { kind: "mail.account-key", cause, payload: { ...payload, letter: "code" } });
  });
  return browser;
}

/** Codes go to the United States and Canada only: texts to some countries cost a dollar, and some get them for the money. */
export const getsCodes = (phone: string): boolean => isUsOrCanada(phone);

/** Whether a code that was asked for is still worth sending: in time, and to somebody who has an account or asks for one. */
export function isCodeWanted(
  tx: Tx,
  { to, expiresAt, purpose }: { to: string; expiresAt: number; purpose?: CodeWish["purpose"] },
): boolean {
  const name = readSignInName(to);
  return expiresAt > Date.now() && name !== null && (purpose === "sign-up" || findAccount(tx, name) !== null);
}

export type CodeResult =
  /** `resetKey`: of the link that sets a new password, where the code was asked for that. */
  { ok: true; account: Account; resetKey?: string } | { ok: false; code: "wrong" | "over"; message: string };

const OVER = {
  ok: false,
  code: "over",
  message: "This code does not work any more. It works for 10 minutes, in the browser that asked. Ask for a new one.",
} as const;

/**
 * Checks a code in the browser that asked for it: once, within 10 minutes, five tries. It confirms an address that was
 * not confirmed; the password that somebody typed for it before is then forgotten, because it need not have been the
 * mailbox's owner.
 */
export function spendCode(db: Db, deed: Deed, given: { browser: string; code: string }): Promise<CodeResult> {
  return db.write((tx): CodeResult => {
    const row = tx
      .select()
      .from(signInCodes)
      .where(eq(signInCodes.browser_hash, sha256(given.browser)))
      .get();
    if (!row || row.used_at !== null || row.expires_at <= Date.now() || row.tries >= CODE_TRIES) return OVER;
    const mine = and(eq(signInCodes.browser_hash, row.browser_hash), isNull(signInCodes.used_at));
    tx.update(signInCodes)
      .set({ tries: sql`${signInCodes.tries} + 1` })
      .where(mine)
      .run();
    const left = CODE_TRIES - row.tries - 1;
    const name = readSignInName(row.email);
    const known = name && findAccount(tx, name);
    const isRight = hashOf(given.browser, given.code.replace(/\D/g, "")) === row.code_hash;
    if (!name || !isRight || (!known && row.purpose !== "sign-up"))
      return left === 0
        ? OVER
        : {
            ok: false,
            code: "wrong",
            message: `This is not the code of the ${name?.kind === "phone" ? "text" : "mail"}. You have ${left} more ${left === 1 ? "try" : "tries"}.`,
          };
    tx.update(signInCodes).set({ used_at: Date.now(), password_hash: null }).where(mine).run();
    if (name.kind === "phone") return byPhone(tx, deed, row, name.value, known);
    if (!known) return OVER;
    return { ok: true, account: known.email_confirmed_at === null ? confirm(tx, deed, known) : known };
  });
}

/** Who reads the texts of a number owns it: the account of a sign-up is made, one that is there stays as it is. */
function byPhone(
  tx: Tx,
  deed: Deed,
  row: Pick<typeof signInCodes.$inferSelect, "purpose" | "password_hash">,
  phone: string,
  known: Account | null,
): CodeResult {
  const account = known ?? makePhoneAccount(tx, deed, phone, row.password_hash ?? "");
  return row.purpose === "reset" ? { ok: true, account, resetKey: makeResetKey(tx, account) } : { ok: true, account };
}

function confirm(tx: Tx, deed: Deed, account: Account): Account {
  const changed = { email_confirmed_at: deed.now, password_hash: "" };
  tx.update(accounts).set(changed).where(eq(accounts.id, account.id)).run();
  recordEvent(tx, by(deed, account), {
    subject: { kind: "account", id: account.id },
    action: "USER_UPDATED",
    data: { fields: ["email_confirmed_at"] },
  });
  return { ...account, ...changed };
}

/** For the housekeeping: codes of which no browser's cookie is left. */
export const isOldCode = (before: number) => lt(signInCodes.expires_at, before);
