import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accounts, events, outbox, signInCodes } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import { askForCode, CODE_LASTS_MS, isCodeWanted, spendCode } from "./codes.server";
import { findLink, resetPassword } from "./keys.server";
import { findProfile } from "./profiles.server";
import { findAccount, verifySignIn } from "./sign-in.server";
import { signUpByPhone } from "./sign-up.server";
import { seedAccounts } from "./seed.server";
import { startSession, findSession } from "./sessions.server";

const PHONE = "+14075550133";
const PASSWORD = "a gravel heap 9";
const deed = testDeed({ kind: "visitor", label: "Visitor" });
let db: Db;
let close: () => void;
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  ({ db, close } = await temporaryDatabase());
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

const work = () => db.orm.select().from(outbox).all();
const lastCode = () => String(work().at(-1)?.payload["key"]);
const mine = () => findAccount(db.orm, { kind: "phone", value: PHONE });
const actions = () =>
  db.orm
    .select()
    .from(events)
    .all()
    .map(({ action }) => action);
async function signUp(password = PASSWORD): Promise<string> {
  const asked = await signUpByPhone(db, { phone: PHONE, password });
  if (!asked.ok) throw new Error("refused");
  return asked.browser;
}
async function signedUp(): Promise<void> {
  expect(await spendCode(db, deed, { browser: await signUp(), code: lastCode() })).toMatchObject({ ok: true });
}
const signIn = (password = PASSWORD) => verifySignIn(db, { emailOrPhone: "407-555-0133", password });

describe("a sign-up by phone number", () => {
  it("makes the account when the code comes back, with its profile and the password of that browser", async () => {
    const browser = await signUp();
    expect([mine(), work().map(({ kind }) => kind)]).toEqual([null, ["sms.account-code"]]);
    expect(await signIn()).toMatchObject({ code: "invalid_credentials" });
    expect(await spendCode(db, deed, { browser: "another", code: lastCode() })).toMatchObject({ code: "over" });
    const done = await spendCode(db, deed, { browser, code: lastCode() });
    expect(done).toMatchObject({ ok: true, account: { phone: PHONE, email: null } });
    expect(findProfile(db.orm, mine()?.id ?? ("" as never))).toMatchObject({
      display_name: "Phone ending 0133",
      role: "user",
    });
    expect(await signIn()).toMatchObject({ ok: true });
    expect(await signIn("wrong heap 9")).toMatchObject({ code: "invalid_credentials" });
    expect(actions()).toContain("signed_up");
    // The password's hash stands with the account alone.
    expect(db.orm.select().from(signInCodes).get()?.password_hash).toBeNull();
    expect(await spendCode(db, deed, { browser, code: lastCode() })).toMatchObject({ code: "over" });
  });

  it("of a number that has an account leaves it as it is: a stranger's password is nobody's", async () => {
    await signedUp();
    const browser = await signUp("the stranger's 9");
    expect(await spendCode(db, deed, { browser, code: lastCode() })).toMatchObject({ account: { id: mine()?.id } });
    expect(await signIn("the stranger's 9")).toMatchObject({ code: "invalid_credentials" });
    expect(await signIn()).toMatchObject({ ok: true });
    expect(db.orm.select().from(accounts).all()).toHaveLength(1);
  });

  it("has five tries and ten minutes, and makes nothing after them", async () => {
    const browser = await signUp();
    const wrong = lastCode() === "000000" ? "000001" : "000000";
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await spendCode(db, deed, { browser, code: wrong }));
    expect(answers.map((one) => !one.ok && one.code)).toEqual(["wrong", "wrong", "wrong", "wrong", "over"]);
    const later = await signUp();
    vi.setSystemTime(Date.now() + CODE_LASTS_MS);
    for (const one of [browser, later])
      expect(await spendCode(db, deed, { browser: one, code: lastCode() })).toMatchObject({ code: "over" });
    expect(db.orm.select().from(accounts).all()).toEqual([]);
  });

  it.each([
    ["", "password"],
    ["12345", "password"],
    ["password", "password"],
    ["+14075550133", "password"],
  ])("with the password %j is refused beside it", async (password, field) => {
    const refused = await signUpByPhone(db, { phone: PHONE, password });
    expect(refused.ok ? [] : Object.keys(refused.fields)).toEqual([field]);
    expect(work()).toEqual([]);
  });

  // London; Jamaica, the Dominican Republic, Grenada and Guam, which share +1; numbers that bill the sender.
  it.each(["+442079460018", "+18765550133", "+18095550133", "+14735550133", "+16715550133", "+19005550133"])(
    "to %s, where texts are dear, is refused, and no code goes there",
    async (phone) => {
      expect(await signUpByPhone(db, { phone, password: PASSWORD })).toMatchObject({
        fields: { email: expect.stringContaining("United States and Canada") as string },
      });
      await askForCode(db, phone);
      expect(work()).toEqual([]);
    },
  );

  it.each(["+14075550133", "+14165550133", "+17875550133"])("to %s is texted", async (phone) => {
    await askForCode(db, phone);
    expect(work()).toHaveLength(1);
  });
});

describe("a code by text", () => {
  it("is asked for by the same rows whoever has the number, and is sent only where there is an account or will be one", async () => {
    await signedUp();
    for (const phone of [PHONE, "+14075550134"]) await askForCode(db, phone);
    const [known, unknown] = work().slice(-2);
    expect(Object.keys(known?.payload ?? {})).toEqual(Object.keys(unknown?.payload ?? {}));
    const wanted = (payload: unknown) => db.write((tx) => isCodeWanted(tx, payload as never));
    expect([await wanted(known?.payload), await wanted(unknown?.payload)]).toEqual([true, false]);
    expect(await wanted({ ...unknown?.payload, purpose: "sign-up" })).toBe(true);
    vi.setSystemTime(Date.now() + CODE_LASTS_MS);
    expect(await wanted(known?.payload)).toBe(false);
  });

  it("of a number without an account signs nobody in, though it is right", async () => {
    const browser = await askForCode(db, "+14075550134");
    expect(await spendCode(db, deed, { browser, code: lastCode() })).toMatchObject({ code: "wrong" });
    expect(db.orm.select().from(accounts).all()).toEqual([]);
  });

  it("for a new password is worth a link and no session; the link sets it once, and every session ends", async () => {
    await signedUp();
    const account = mine();
    if (!account) throw new Error("no account");
    const token = await startSession(db, deed, account.id, {});
    const browser = await askForCode(db, PHONE, { purpose: "reset" });
    const spent = await spendCode(db, deed, { browser, code: lastCode() });
    const key = spent.ok ? (spent.resetKey ?? "") : "";
    expect(findLink(db.orm, "reset", key)?.account.id).toBe(account.id);
    expect(await resetPassword(db, deed, { key, password: "another heap 9" })).toMatchObject({ ok: true });
    // Whoever has the phone hears of it: there is no address to write to.
    expect(work().at(-1)).toMatchObject({
      kind: "sms.account-changed",
      payload: { to: PHONE, changed: "password" },
    });
    expect(await findSession(db, token)).toBeNull();
    expect(await signIn()).toMatchObject({ code: "invalid_credentials" });
    expect(await signIn("another heap 9")).toMatchObject({ ok: true });
    // There is no address that could count as confirmed.
    expect(mine()?.email_confirmed_at).toBeNull();
    expect(await resetPassword(db, deed, { key, password: PASSWORD })).toMatchObject({ code: "over" });
  });

  it("to sign in is no key for a new password", async () => {
    await signedUp();
    const spent = await spendCode(db, deed, { browser: await askForCode(db, PHONE), code: lastCode() });
    expect(spent.ok && spent.resetKey).toBeUndefined();
  });

  it("leaves accounts by mail as they are", async () => {
    await seedAccounts(db, deed.now);
    const browser = await askForCode(db, "user@example.com");
    expect(work().at(-1)?.kind).toBe("mail.account-key");
    expect(await spendCode(db, deed, { browser, code: lastCode() })).toMatchObject({
      account: { email: "user@example.com" },
    });
  });
});
