import { randomInt } from "node:crypto";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server";
import { accounts, signInCodes } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, sha256 } from "../kernel/ids.server";
import { enqueue } from "../outbox/outbox.server";
import { readSignInName } from "./identity";
import { by, type AccountKey } from "./keys.server";
import { findAccount, type Account } from "./sign-in.server";

/** domain.md, 4.26. Wall time. */
export const CODE_LASTS_MS = 10 * 60_000;
export const CODE_TRIES = 5;

const hashOf = (browser: string, code: string) => sha256(`${browser}:${code}`);

/**
 * Asks for a one-time code by mail and returns the secret for the asking browser's cookie, without which the code is
 * worth nothing. The same rows are written for every address; the work that sends it decides whether there is such an
 * account. Only hashes are kept, and the code's needs the browser's secret, which is not kept either: a million codes
 * cannot be tried on a copy of the database.
 */
export async function askForCode(db: Db, typed: string): Promise<string> {
  const name = readSignInName(typed);
  const browser = newCapability();
  if (name?.kind !== "email") return browser;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresAt = Date.now() + CODE_LASTS_MS;
  await db.write((tx) => {
    tx.insert(signInCodes)
      .values({
        browser_hash: sha256(browser),
        email: name.value,
        code_hash: hashOf(browser, code),
        expires_at: expiresAt,
      })
      .run();
    const payload = { to: name.value, letter: "code" as const, key: code, expiresAt };
    enqueue(tx, { kind: "mail.account-key", cause: `account-key:code:${sha256(browser)}`, payload });
  });
  return browser;
}

/** Whether a code that was asked for is still worth sending: in time, and to somebody who has an account. */
export function isCodeWanted(tx: Tx, { to, expiresAt }: AccountKey): boolean {
  return expiresAt > Date.now() && findAccount(tx, { kind: "email", value: to }) !== null;
}

export type CodeResult = { ok: true; account: Account } | { ok: false; code: "wrong" | "over"; message: string };

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
    const account = findAccount(tx, { kind: "email", value: row.email });
    if (!account || hashOf(given.browser, given.code.replace(/\D/g, "")) !== row.code_hash)
      return left === 0
        ? OVER
        : {
            ok: false,
            code: "wrong",
            message: `This is not the code of the mail. You have ${left} more ${left === 1 ? "try" : "tries"}.`,
          };
    tx.update(signInCodes).set({ used_at: Date.now() }).where(mine).run();
    return { ok: true, account: account.email_confirmed_at === null ? confirm(tx, deed, account) : account };
  });
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
