import { TOTP, Secret } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { events, outbox, recoveryCodes, secondFactors, sessions, signInChallenges } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { answerChallenge, CHALLENGE_LASTS_MS, findChallenge, startChallenge } from "./challenges.server";
import { appAddress, openSecret, sealSecret } from "./factor-codes.server";
import {
  beginFactor,
  enableFactor,
  factorState,
  hasSecondFactor,
  renewRecoveryCodes,
  resetFactor,
  SET_UP_LASTS_MS,
  turnOffFactor,
  type Owner,
} from "./second-factor.server";
import { makeResetKey, resetPassword } from "./keys.server";
import { changePassword } from "./own-account.server";
import { SEEDED_PASSWORD as password, seedAccounts } from "./seed.server";
import { endAllSessions, forgetEndedSessions, startSession } from "./sessions.server";
import { findAccount, type Account } from "./sign-in.server";

const KEY = Buffer.alloc(32, 1).toString("base64url");
const START = Date.parse("2026-12-01T12:00:10Z");
const STEP = 30_000;

let db: Db;
let close: () => void;
let account: Account;
let owner: Owner;
const deed = testDeed({ kind: "visitor", label: "Visitor" });
beforeEach(async () => {
  vi.useFakeTimers({ now: START, toFake: ["Date"] });
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  account = byEmail("staff@example.com");
  await startSession(db, deed, account.id, {});
  owner = { account, sessionId: sessionIds()[0] as Id<"session">, key: KEY };
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

const byEmail = (email: string) => findAccount(db.orm, { kind: "email", value: email }) as Account;
const sessionIds = () =>
  db.orm
    .select()
    .from(sessions)
    .all()
    .filter((row) => row.user_id === account.id && row.revoked_at === null)
    .map(({ id }) => id);
const happened = () =>
  db.orm
    .select()
    .from(events)
    .all()
    .map(({ action, data }) => [action, ...Object.values(data ?? {})].join(" "))
    .filter((action) => !action.startsWith("SIGNED_IN"));
const told = () =>
  db.orm
    .select()
    .from(outbox)
    .all()
    .map(({ payload }) => payload["changed"]);
/** What the app shows at a moment. */
const codeOf = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

/** Sets it up: its secret, and the recovery codes. */
async function turnOn(): Promise<{ secret: string; codes: string[] }> {
  expect(await beginFactor(db, owner, password)).toEqual({ ok: true });
  const state = factorState(db.orm, owner);
  const secret = state.is === "setting-up" ? state.secret : "";
  const on = await enableFactor(db, deed, owner, codeOf(secret));
  vi.setSystemTime(Date.now() + STEP);
  return { secret, codes: on.ok ? on.codes : [] };
}
const ask = () => startChallenge(db, account.id, "password", null);
const answer = (token: string, code: string) => answerChallenge(db, deed, { token, key: KEY, code });

describe("setting it up", () => {
  it("asks for the password and one right code, ends the other sessions and tells its owner", async () => {
    expect(await beginFactor(db, owner, "a wrong guess")).toMatchObject({
      ok: false,
      fields: { password: expect.any(String) },
    });
    expect(factorState(db.orm, owner)).toEqual({ is: "off" });
    await beginFactor(db, owner, password);
    const state = factorState(db.orm, owner);
    const secret = state.is === "setting-up" ? state.secret : "";
    expect(appAddress(secret, "staff@example.com", "Sunline")).toMatch(
      new RegExp(
        `^otpauth://totp/Sunline:staff%40example.com\\?issuer=Sunline&secret=${secret}&algorithm=SHA1&digits=6&period=30$`,
      ),
    );
    await startSession(db, deed, account.id, {});
    expect(await enableFactor(db, deed, owner, codeOf(secret, START + 5 * STEP))).toMatchObject({
      fields: { code: expect.any(String) },
    });
    expect([hasSecondFactor(db.orm, account.id), sessionIds().length]).toEqual([false, 2]);
    const on = await enableFactor(db, deed, owner, codeOf(secret));
    expect(on.ok && new Set(on.codes).size).toBe(10);
    expect([hasSecondFactor(db.orm, account.id), sessionIds()]).toEqual([true, [owner.sessionId]]);
    expect(happened()).toEqual(["second_factor_refused wrong", "second_factor_on"]);
    expect(told()).toEqual(["factor-on"]);
    expect(await beginFactor(db, owner, password)).toMatchObject({ ok: false, fields: { "": expect.any(String) } });
  });

  it("shows the key to the session that asked, for 15 minutes", async () => {
    await beginFactor(db, owner, password);
    expect(factorState(db.orm, { ...owner, sessionId: "ses_other" as Id<"session"> })).toEqual({ is: "off" });
    expect(factorState(db.orm, owner).is).toBe("setting-up");
    vi.setSystemTime(START + SET_UP_LASTS_MS);
    expect(factorState(db.orm, owner)).toEqual({ is: "off" });
    expect(await enableFactor(db, deed, owner, "000000")).toMatchObject({
      ok: false,
      fields: { "": expect.any(String) },
    });
  });

  it("begins anew after a new password, which ends what somebody else may have begun and seen", async () => {
    await beginFactor(db, owner, password);
    const given = { password, newPassword: "a gravel heap 9" };
    expect(await changePassword(db, deed, owner, given)).toMatchObject({ ok: true });
    expect([factorState(db.orm, owner), db.orm.select().from(secondFactors).all()]).toEqual([{ is: "off" }, []]);
    // Whoever showed the former password this very moment begins nothing.
    expect(await beginFactor(db, owner, password)).toMatchObject({
      ok: false,
      fields: { password: expect.any(String) },
    });
    account = byEmail(account.email ?? "");
    owner = { ...owner, account };
    expect(await beginFactor(db, owner, "a gravel heap 9")).toEqual({ ok: true });
    await endAllSessions(db, deed, account.id, owner.sessionId);
    expect(factorState(db.orm, owner)).toEqual({ is: "off" });
  });

  it("keeps nothing in the database that makes or is a code", async () => {
    const { secret, codes } = await turnOn();
    const stored = JSON.stringify([
      db.orm.select().from(secondFactors).all(),
      db.orm.select().from(recoveryCodes).all(),
      db.orm.select().from(outbox).all(),
      db.orm.select().from(events).all(),
    ]);
    expect([secret, ...codes].filter((one) => stored.includes(one))).toEqual([]);
    const sealed = sealSecret(KEY, account.id, secret);
    expect(openSecret(KEY, account.id, sealed)).toBe(secret);
    expect(openSecret(Buffer.alloc(32, 2).toString("base64url"), account.id, sealed)).toBeNull();
    expect(openSecret(KEY, byEmail("admin@example.com").id, sealed)).toBeNull();
    expect(openSecret(KEY, account.id, "damaged")).toBeNull();
  });
});

describe("the second step", () => {
  it("takes the code of now and of one step beside, each once and none older than it", async () => {
    const { secret } = await turnOn();
    const now = Date.now();
    const tries: [number, string][] = [
      [-2, "wrong"],
      [2, "wrong"],
      [-1, "wrong"],
      [0, "ok"],
      [0, "wrong"],
      [-1, "wrong"],
      [1, "ok"],
      [1, "wrong"],
    ];
    for (const [beside, wanted] of tries) {
      const answered = await answer(await ask(), codeOf(secret, now + beside * STEP));
      expect([beside, answered.ok ? "ok" : answered.code]).toEqual([beside, wanted]);
    }
    // One step back is the code that turned it on: used.
    expect(happened().slice(1)).toEqual([
      "second_factor_refused wrong",
      "second_factor_refused wrong",
      "second_factor_refused used",
      "MFA_CHALLENGE_VERIFIED app",
      "second_factor_refused used",
      "second_factor_refused used",
      "MFA_CHALLENGE_VERIFIED app",
      "second_factor_refused used",
    ]);
  });

  it("takes a code one step back that nobody has used", async () => {
    const { secret } = await turnOn();
    vi.setSystemTime(Date.now() + 3 * STEP);
    expect((await answer(await ask(), codeOf(secret, Date.now() - STEP))).ok).toBe(true);
  });

  it("takes a recovery code in any spelling, once, and tells its owner", async () => {
    const { codes } = await turnOn();
    const [first = "", second = ""] = codes;
    expect(await answer(await ask(), ` ${first.toLowerCase().replaceAll("-", " ")} `)).toMatchObject({ ok: true });
    expect((await answer(await ask(), first)).ok).toBe(false);
    expect((await answer(await ask(), second)).ok).toBe(true);
    expect(factorState(db.orm, owner)).toMatchObject({ is: "on", codesLeft: 8 });
    // Both tries are one request here: one mail.
    expect(told()).toEqual(["factor-on", "recovery-used"]);
    // Another account's is none.
    const other = byEmail("admin@example.com");
    await db.write((tx) =>
      tx
        .insert(secondFactors)
        .values({ user_id: other.id, sealed: "x", begun_by: "", begun_at: 0, enabled_at: deed.now })
        .run(),
    );
    const token = await startChallenge(db, other.id, "code", null);
    expect((await answer(token, codes[2] ?? "")).ok).toBe(false);
    expect((await answer(token, codes[2] ?? "")).ok).toBe(false);
  });

  it("ends after five wrong tries, after ten minutes, when it was answered, and when another begins in the browser", async () => {
    const { secret } = await turnOn();
    const tired = await ask();
    const left = [];
    for (let i = 0; i < 5; i++) {
      const answered = await answer(tired, "000000");
      left.push(answered.ok ? "" : (/\d+ more tr\w+/.exec(answered.message)?.[0] ?? answered.code));
    }
    expect(left).toEqual(["4 more tries", "3 more tries", "2 more tries", "1 more try", "over"]);
    expect(await answer(tired, codeOf(secret))).toMatchObject({ code: "over" });
    const answered = await ask();
    expect((await answer(answered, codeOf(secret))).ok).toBe(true);
    vi.setSystemTime(Date.now() + STEP);
    expect(await answer(answered, codeOf(secret))).toMatchObject({ code: "over" });
    const former = await ask();
    await startChallenge(db, account.id, "password", former);
    expect(findChallenge(db.orm, former)).toBeNull();
    const late = await ask();
    vi.setSystemTime(Date.now() + CHALLENGE_LASTS_MS - 1);
    expect(findChallenge(db.orm, late)).not.toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(findChallenge(db.orm, late)).toBeNull();
    expect(db.orm.select().from(sessions).all()).toHaveLength(1);
  });

  it.each([
    ["changed", () => changePassword(db, deed, owner, { password, newPassword: "a long new one" })],
    [
      "set by a mailed link",
      async () => {
        const key = await db.write((tx) => makeResetKey(tx, account));
        return resetPassword(db, deed, { key, password: "a long new one" });
      },
    ],
  ])("ends for whoever gave the former password, once it is %s", async (_, change) => {
    const { secret } = await turnOn();
    const half = await ask();
    await startChallenge(db, byEmail("admin@example.com").id, "password", null);
    const ended = () =>
      db.orm
        .select()
        .from(signInChallenges)
        .all()
        .map(({ ended_at }) => ended_at !== null);
    expect(await change()).toMatchObject({ ok: true });
    expect(findChallenge(db.orm, half)).toBeNull();
    vi.setSystemTime(Date.now() + STEP);
    expect(await answer(half, codeOf(secret))).toMatchObject({ code: "over" });
    // Nobody else's.
    expect(ended().filter(Boolean)).toHaveLength(1);
  });

  it("is forgotten with old sessions", async () => {
    await ask();
    const left = () => db.orm.select().from(signInChallenges).all().length;
    await forgetEndedSessions(db);
    expect(left()).toBe(1);
    await forgetEndedSessions(db, Date.now() + 31 * 24 * 3_600_000);
    expect(left()).toBe(0);
  });
});

describe("looking after it", () => {
  it("is taken away by another admin: with its recovery codes, and signed out everywhere", async () => {
    await beginFactor(db, owner, password);
    const state = factorState(db.orm, owner);
    await enableFactor(db, deed, owner, codeOf(state.is === "setting-up" ? state.secret : ""));
    const admin = testDeed({
      kind: "admin",
      id: byEmail("admin@example.com").id,
      label: "Alex Admin",
    }) as Deed<StaffActor>;
    expect(await db.write((tx) => resetFactor(tx, admin, account.id, "lost her phone"))).toBe(true);
    expect([hasSecondFactor(db.orm, account.id), sessionIds()]).toEqual([false, []]);
    expect(db.orm.select().from(recoveryCodes).all()).toEqual([]);
    expect(told()).toEqual(["factor-on", "factor-reset"]);
    expect(await db.write((tx) => resetFactor(tx, admin, account.id))).toBe(false);
  });

  it("makes new recovery codes and turns it off by password and code, each alone being refused", async () => {
    const { secret, codes } = await turnOn();
    const wrongPassword = { password: "a wrong guess", code: codeOf(secret) };
    expect(await renewRecoveryCodes(db, deed, owner, wrongPassword)).toEqual({
      ok: false,
      fields: { password: expect.any(String) },
    });
    expect(await turnOffFactor(db, deed, owner, wrongPassword)).toEqual({
      ok: false,
      fields: { password: expect.any(String) },
    });
    expect(await turnOffFactor(db, deed, owner, { password, code: "000000" })).toEqual({
      ok: false,
      fields: { code: expect.any(String) },
    });
    // What is missing is said with what is wrong; a code beside a wrong password is neither judged nor used up.
    expect(await turnOffFactor(db, deed, owner, { password: "wrong", code: " " })).toEqual({
      ok: false,
      fields: { password: expect.stringContaining("present"), code: expect.stringContaining("Enter the code") },
    });
    const made = await renewRecoveryCodes(db, deed, owner, { password, code: codeOf(secret) });
    expect(made.ok && made.codes.some((code) => codes.includes(code))).toBe(false);
    expect(await turnOffFactor(db, deed, owner, { password, code: codes[0] ?? "" })).toMatchObject({
      fields: { code: expect.any(String) },
    });
    expect(await turnOffFactor(db, deed, owner, { password, code: made.ok ? (made.codes[0] ?? "") : "" })).toEqual({
      ok: true,
    });
    expect([factorState(db.orm, owner), db.orm.select().from(recoveryCodes).all()]).toEqual([{ is: "off" }, []]);
    expect(told()).toEqual(["factor-on", "recovery-made", "recovery-used", "factor-off"]);
    expect(await turnOffFactor(db, deed, owner, { password, code: "000000" })).toMatchObject({
      fields: { "": expect.any(String) },
    });
  });
});
