import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { accounts, recoveryCodes, secondFactors } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import {
  makeRecoveryCodes,
  newAppSecret,
  openSecret,
  sealSecret,
  spendFactorCode,
  stepOf,
} from "./factor-codes.server";
import { endSessions, tellOfChange } from "./keys.server";
import { isUnchanged, WRONG_PASSWORD, wrongProof } from "./own-account.server";
import type { Account } from "./sign-in.server";

/** The second factor of an account (domain.md, 4.11): what its owner does with it, and what another admin may. */

/** How long an app can be set up after the password was shown; wall time. */
export const SET_UP_LASTS_MS = 15 * 60_000;

/** Who asks, in which of their browsers; `key` opens what is sealed. */
export interface Owner {
  account: Account;
  sessionId: Id<"session">;
  key: string;
}

const enabledOf = prepared((orm) =>
  orm
    .select({ at: secondFactors.enabled_at })
    .from(secondFactors)
    .where(and(eq(secondFactors.user_id, sql.placeholder("user")), isNotNull(secondFactors.enabled_at)))
    .prepare(),
);

/** Whether an account asks for a code after the password. */
export function hasSecondFactor(orm: Orm, userId: Id<"account">): boolean {
  return enabledOf(orm).get({ user: userId }) !== undefined;
}

export type FactorState =
  | { is: "off" }
  /** The secret for the app, shown to the session that sets it up. */
  | { is: "setting-up"; secret: string }
  | { is: "on"; since: number; codesLeft: number };

/** How an account's second factor stands, as this browser of its owner may know it. */
export function factorState(orm: Orm, { account, sessionId, key }: Owner): FactorState {
  const row = orm.select().from(secondFactors).where(eq(secondFactors.user_id, account.id)).get();
  if (!row) return { is: "off" };
  if (row.enabled_at !== null) {
    const mine = and(eq(recoveryCodes.user_id, account.id), isNull(recoveryCodes.used_at));
    const left = orm.select({ left: count() }).from(recoveryCodes).where(mine).get();
    return { is: "on", since: row.enabled_at, codesLeft: left?.left ?? 0 };
  }
  if (row.begun_by !== sessionId || row.begun_at + SET_UP_LASTS_MS <= Date.now()) return { is: "off" };
  const secret = openSecret(key, account.id, row.sealed);
  return secret === null ? { is: "off" } : { is: "setting-up", secret };
}

/** Why not, by the fields of the form ("" is the form as a whole). */
export type FactorRefused = { ok: false; fields: Partial<Record<"password" | "code" | "", string>> };
type Fact<T = object> = Promise<({ ok: true } & T) | FactorRefused>;

const refuse = (field: "code" | "", message: string): FactorRefused => ({ ok: false, fields: { [field]: message } });
export const WRONG_CODE = "This code is not right. Type the six digits that your app shows now, or a recovery code.";
export const USED_CODE = "This code was used already. Type the app’s next one, or another recovery code.";
const NOT_YET_RIGHT =
  "This code is not right. Type the next one that the app shows; if that is wrong too, check the phone’s clock.";
const NO_CODE = "Enter the code that your app shows now, or a recovery code.";
const IS_ON = refuse("", "Your second factor is on already.");
const IS_OFF = refuse("", "Your second factor is off.");

/** Makes a secret for the app of who knows the password: nothing is asked for before `enableFactor` has seen one code. */
export async function beginFactor(db: Db, { account, sessionId, key }: Owner, password: string): Fact {
  const wrong = await wrongProof(account, password);
  if (wrong.password) return { ok: false, fields: wrong };
  const begun = { sealed: sealSecret(key, account.id, newAppSecret()), begun_by: sessionId, begun_at: Date.now() };
  return db.write((tx) => {
    if (!isUnchanged(tx, account)) return WRONG_PASSWORD;
    if (hasSecondFactor(tx, account.id)) return IS_ON;
    tx.insert(secondFactors)
      .values({ user_id: account.id, ...begun })
      .onConflictDoUpdate({ target: secondFactors.user_id, set: begun })
      .run();
    return { ok: true };
  });
}

/**
 * Turns it on by one right code of the app. All other sessions end, and the recovery codes are returned for once. (The own
 * session keeps its token: the codes are shown by the very answer, whose page is read under the former cookie.)
 */
export function enableFactor(db: Db, deed: Deed, owner: Owner, code: string): Fact<{ codes: string[] }> {
  const { account, sessionId } = owner;
  return db.write((tx) => {
    const state = factorState(tx, owner);
    if (state.is === "on") return IS_ON;
    if (state.is === "off") return refuse("", "Setting it up took longer than 15 minutes. Begin again.");
    const subject = { kind: "account", id: account.id } as const;
    const step = stepOf(state.secret, code.replace(/\D/g, ""), Date.now());
    if (step === null) {
      recordEvent(tx, deed, { subject, action: "second_factor_refused", data: { reason: "wrong" } });
      return refuse("code", NOT_YET_RIGHT);
    }
    tx.update(secondFactors)
      .set({ enabled_at: deed.now, last_step: step })
      .where(eq(secondFactors.user_id, account.id))
      .run();
    const codes = makeRecoveryCodes(tx, deed, account.id);
    endSessions(tx, account.id, sessionId);
    recordEvent(tx, deed, { subject, action: "second_factor_on" });
    tellOfChange(tx, deed, account, "factor-on");
    return { ok: true, codes };
  });
}

/** Makes the recovery codes anew, for who shows password and code; returned for once. */
export function renewRecoveryCodes(
  db: Db,
  deed: Deed,
  owner: Owner,
  given: { password: string; code: string },
): Fact<{ codes: string[] }> {
  return withProof(db, deed, owner, given, (tx) => {
    const codes = makeRecoveryCodes(tx, deed, owner.account.id);
    recordEvent(tx, deed, { subject: { kind: "account", id: owner.account.id }, action: "recovery_codes_made" });
    tellOfChange(tx, deed, owner.account, "recovery-made");
    return { codes };
  });
}

/** Turns it off, for who shows password and code. */
export function turnOffFactor(db: Db, deed: Deed, owner: Owner, given: { password: string; code: string }): Fact {
  return withProof(db, deed, owner, given, (tx) => {
    removeFactor(tx, owner.account.id);
    recordEvent(tx, deed, { subject: { kind: "account", id: owner.account.id }, action: "second_factor_off" });
    tellOfChange(tx, deed, owner.account, "factor-off");
    return {};
  });
}

async function withProof<T extends object>(
  db: Db,
  deed: Deed,
  { account, key }: Owner,
  given: { password: string; code: string },
  work: (tx: Tx) => T,
): Fact<T> {
  const wrong = await wrongProof(account, given.password);
  const missing = given.code.trim() === "" ? NO_CODE : null;
  // Without the password nobody is told whether a code is right, and none is used up.
  if (wrong.password || missing) return { ok: false, fields: { ...wrong, ...(missing && { code: missing }) } };
  return db.write((tx) => {
    if (!hasSecondFactor(tx, account.id)) return IS_OFF;
    const spent = spendFactorCode(tx, deed, account, { key, code: given.code });
    if (!spent.ok) return refuse("code", spent.reason === "used" ? USED_CODE : WRONG_CODE);
    return { ok: true, ...work(tx) };
  });
}

/**
 * Takes the second factor of somebody whose phone is lost away, by another admin: all their sessions end, and they are
 * told by mail. False where there is none.
 */
export function resetFactor(tx: Tx, deed: Deed<StaffActor>, userId: Id<"account">, why?: string): boolean {
  const account = tx.select().from(accounts).where(eq(accounts.id, userId)).get();
  if (!account || !hasSecondFactor(tx, userId)) return false;
  removeFactor(tx, userId);
  endSessions(tx, userId);
  recordEvent(tx, deed, {
    subject: { kind: "team", id: userId },
    action: "second_factor_reset",
    why: why || undefined,
  });
  tellOfChange(tx, deed, account, "factor-reset");
  return true;
}

function removeFactor(tx: Tx, userId: Id<"account">): void {
  tx.delete(secondFactors).where(eq(secondFactors.user_id, userId)).run();
  tx.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId)).run();
}
