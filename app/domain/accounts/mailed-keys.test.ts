import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accounts, accountTokens, events, outbox, signInCodes } from "#db/schema/index";
import type { Db } from "#db/client.server";
import { eq } from "drizzle-orm";
import type { Id } from "../kernel/ids.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import { askForCode, CODE_LASTS_MS, isCodeWanted, spendCode } from "./codes.server";
import {
  armLink,
  askForLink,
  confirmNewEmail,
  findLink,
  isStillAsked,
  resetPassword,
  type AccountKey,
  type LinkPurpose,
} from "./keys.server";
import { askForNewEmail, changePassword, updateOwnFacts } from "./own-account.server";
import { findProfile } from "./profiles.server";
import { SEEDED_PASSWORD, seedAccounts } from "./seed.server";
import { endAllSessions, findSession, listSessions, startSession } from "./sessions.server";
import { findAccount, verifySignIn, type Account } from "./sign-in.server";
import { signUp } from "./sign-up.server";

let db: Db;
let close: () => void;
let user: Account;
const deed = testDeed({ kind: "visitor", label: "Visitor" });
const NOT_PRESENT = "This is not your present password.";
const NEW = "a gravel heap 9";
beforeEach(async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ["Date"] });
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  user = byEmail("user@example.com");
});
afterEach(() => {
  close();
  vi.useRealTimers();
});

function byEmail(email: string): Account {
  const found = findAccount(db.orm, { kind: "email", value: email });
  if (!found) throw new Error(`no ${email}`);
  return found;
}
const letters = () =>
  db.orm
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "mail.account-key"))
    .all()
    .map((row) => row.payload as unknown as AccountKey);
const isKey = ({ kind }: { kind: string }) => kind === "mail.account-key";
const changesTold = () =>
  db.orm
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "mail.account-changed"))
    .all()
    .map((row) => row.payload);
const actions = () =>
  db.orm
    .select()
    .from(events)
    .all()
    .map(({ action }) => action);
const arm = (letter: AccountKey) => db.write((tx) => armLink(tx, letter as AccountKey & { letter: LinkPurpose }));
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const fresh = () => ({ ...deed, requestId: `${Math.random()}` });

async function resetLink(email = "user@example.com"): Promise<string> {
  await askForLink(db, fresh(), "reset", email);
  const letter = letters().at(-1);
  if (!letter) throw new Error("no letter");
  await arm(letter);
  return letter.key;
}

describe("a forgotten password", () => {
  it("is asked for by the same rows, whoever the address belongs to", async () => {
    const before = { tokens: db.orm.select().from(accountTokens).all(), events: actions() };
    for (const email of ["user@example.com", "nobody@example.com"]) await askForLink(db, fresh(), "reset", email);
    const [known, unknown] = letters();
    expect(Object.keys(known ?? {})).toEqual(Object.keys(unknown ?? {}));
    expect({ tokens: db.orm.select().from(accountTokens).all(), events: actions() }).toEqual(before);
    expect([known && (await arm(known)), unknown && (await arm(unknown))]).toEqual(["send", "nothing"]);
    // A second try of the same mail is the same link.
    expect(known && (await arm(known))).toBe("send");
  });

  it("is set anew once, within the hour, and ends every session", async () => {
    const token = await startSession(db, deed, user.id, {});
    const key = await resetLink();
    expect(await resetPassword(db, deed, { key, password: "password" })).toMatchObject({ code: "weak" });
    expect(await resetPassword(db, deed, { key, password: NEW })).toMatchObject({ ok: true });
    expect(await findSession(db, token)).toBeNull();
    expect(await resetPassword(db, deed, { key, password: "another heap 9" })).toMatchObject({ code: "over" });
    expect(await verifySignIn(db, { emailOrPhone: "user@example.com", password: NEW })).toMatchObject({ ok: true });
    expect(await verifySignIn(db, { emailOrPhone: "user@example.com", password: SEEDED_PASSWORD })).toMatchObject({
      code: "invalid_credentials",
    });
    expect(actions()).toContain("PASSWORD_RECOVERY");
    expect(changesTold()).toEqual([{ to: "user@example.com", changed: "password" }]);
  });

  it("is over after an hour, and when a later link went out", async () => {
    const [first, second] = [await resetLink(), await resetLink()];
    expect([findLink(db.orm, "reset", first), findLink(db.orm, "reset", second)?.account.id]).toEqual([null, user.id]);
    pass(3_600_000);
    expect(await resetPassword(db, deed, { key: second, password: NEW })).toMatchObject({ code: "over" });
  });

  it("is no key for anything else", async () => {
    const key = await resetLink();
    expect([findLink(db.orm, "new-email", key), findLink(db.orm, "confirm", key)]).toEqual([null, null]);
    expect(await confirmNewEmail(db, deed, key)).toMatchObject({ code: "over" });
  });
});

it("a confirmation mail comes again while it is needed, and the earlier link ends", async () => {
  const wish = { emailOrPhone: "casey@example.com", password: NEW };
  await signUp(db, deed, wish, { signIn: "/auth", confirm: (token) => token });
  const first = String(db.orm.select().from(outbox).all().at(-1)?.payload["confirmPath"]);
  await askForLink(db, fresh(), "confirm", "casey@example.com");
  const [letter] = letters();
  expect(letter && (await arm(letter))).toBe("send");
  expect(await verifySignIn(db, { ...wish, confirmToken: first })).toMatchObject({ code: "email_not_confirmed" });
  expect(await verifySignIn(db, { ...wish, confirmToken: letter?.key ?? "" })).toMatchObject({ ok: true });
  expect(letter && (await arm(letter))).toBe("has-account");
});

describe("a code by mail", () => {
  const code = () => letters().at(-1)?.key ?? "";

  it("signs in once, in the browser that asked, and its digits stand in no table but the mail's work", async () => {
    const browser = await askForCode(db, "User@example.com");
    expect(code()).toMatch(/^\d{6}$/);
    expect(JSON.stringify(db.orm.select().from(signInCodes).all())).not.toContain(code());
    expect(await spendCode(db, deed, { browser: "another one", code: code() })).toMatchObject({ code: "over" });
    expect(await spendCode(db, deed, { browser, code: `${code().slice(0, 3)} ${code().slice(3)}` })).toMatchObject({
      ok: true,
      account: { id: user.id, password_hash: user.password_hash },
    });
    expect(await spendCode(db, deed, { browser, code: code() })).toMatchObject({ code: "over" });
  });

  it("has five tries and ten minutes", async () => {
    const browser = await askForCode(db, "user@example.com");
    const wrong = code() === "000000" ? "000001" : "000000";
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await spendCode(db, deed, { browser, code: wrong }));
    expect(answers.map((one) => !one.ok && one.code)).toEqual(["wrong", "wrong", "wrong", "wrong", "over"]);
    expect(await spendCode(db, deed, { browser, code: code() })).toMatchObject({ code: "over" });
    const later = await askForCode(db, "user@example.com");
    pass(CODE_LASTS_MS);
    expect(await spendCode(db, deed, { browser: later, code: code() })).toMatchObject({ code: "over" });
  });

  it("is asked for and tried alike without an account, and mailed only to one", async () => {
    const browser = await askForCode(db, "nobody@example.com");
    expect(await spendCode(db, deed, { browser, code: code() })).toMatchObject({ code: "wrong" });
    const [letter] = letters();
    expect(letter && (await db.write((tx) => isCodeWanted(tx, letter)))).toBe(false);
    expect(letter && (await db.write((tx) => isCodeWanted(tx, { ...letter, to: "user@example.com" })))).toBe(true);
  });

  it("confirms an address, and the password that a stranger may have chosen for it opens nothing", async () => {
    const wish = { emailOrPhone: "casey@example.com", password: NEW };
    await signUp(db, deed, wish, { signIn: "/auth", confirm: (token) => token });
    const browser = await askForCode(db, "casey@example.com");
    expect(await spendCode(db, deed, { browser, code: code() })).toMatchObject({ ok: true });
    expect(byEmail("casey@example.com").email_confirmed_at).toBe(deed.now);
    expect(await verifySignIn(db, wish)).toMatchObject({ code: "invalid_credentials" });
    expect(await verifySignIn(db, { ...wish, password: "" })).toMatchObject({ ok: false });
    // A link sets one.
    expect(await resetPassword(db, deed, { key: await resetLink("casey@example.com"), password: NEW })).toMatchObject({
      ok: true,
    });
    expect(await verifySignIn(db, wish)).toMatchObject({ ok: true });
  });
});

describe("one's own account", () => {
  const mine = testDeed({ kind: "customer", id: "x", label: "Uma User" });
  const facts = { display_name: "Uma", company_name: "Uma LLC", phone: "+14075550188", avatar_url: null };

  it("keeps what somebody says of themselves, with an event of what changed", async () => {
    await updateOwnFacts(db, mine, user, facts);
    await updateOwnFacts(db, mine, user, facts);
    expect(findProfile(db.orm, user.id)).toMatchObject({ ...facts, role: "user" });
    const told = db.orm.select().from(events).where(eq(events.action, "USER_UPDATED")).all();
    expect(told.map(({ data }) => data)).toEqual([{ fields: ["display_name", "company_name", "phone"] }]);
  });

  it("changes its password by the present one: other devices are out, this one goes on under another token", async () => {
    const [here, there] = [await startSession(db, deed, user.id, {}), await startSession(db, deed, user.id, {})];
    const session = await findSession(db, here);
    if (!session) throw new Error("no session");
    const who = { account: user, sessionId: session.id };
    const change = (password: string, newPassword: string) => changePassword(db, mine, who, { password, newPassword });
    const wrong = async (password: string, newPassword: string) => {
      const changed = await change(password, newPassword);
      return changed.ok ? null : changed.fields;
    };
    expect(await wrong("wrong one", NEW)).toEqual({ password: NOT_PRESENT });
    expect(await wrong(SEEDED_PASSWORD, SEEDED_PASSWORD)).toEqual({
      newPassword: expect.stringContaining("another one"),
    });
    expect(await wrong(SEEDED_PASSWORD, "12345")).toEqual({ newPassword: "Use at least 6 characters." });
    // All at once.
    expect(await wrong("wrong one", "12345")).toEqual({
      password: NOT_PRESENT,
      newPassword: "Use at least 6 characters.",
    });
    expect(await wrong("", "")).toEqual({
      password: "Enter your present password.",
      newPassword: "Enter a new password.",
    });
    const changed = await change(SEEDED_PASSWORD, NEW);
    expect([await findSession(db, here), await findSession(db, there)]).toEqual([null, null]);
    expect(changed.ok && (await findSession(db, changed.token))?.id).toBe(session.id);
    expect(listSessions(db.orm, user.id).map(({ id }) => id)).toEqual([session.id]);
    expect(actions()).toEqual(expect.arrayContaining(["SIGNED_IN", "USER_UPDATED", "TOKEN_REFRESHED"]));
  });

  it.each(["a new password", "signing out everywhere", "signing out elsewhere"])(
    "ends by %s whatever somebody else may have asked for: codes, and links to a new password or address",
    async (by) => {
      const here = await startSession(db, deed, user.id, {});
      const session = await findSession(db, here);
      if (!session) throw new Error("no session");
      const reset = await resetLink();
      await askForNewEmail(db, fresh(), user, { email: "thief@example.com", password: SEEDED_PASSWORD });
      const letter = letters().at(-1);
      expect(letter && (await arm(letter))).toBe("send");
      const browser = await askForCode(db, "user@example.com");
      const code = letters().at(-1)?.key ?? "";
      const others = await askForCode(db, "staff@example.com");
      const theirs = letters().at(-1)?.key ?? "";
      if (by === "a new password")
        await changePassword(
          db,
          mine,
          { account: user, sessionId: session.id },
          { password: SEEDED_PASSWORD, newPassword: NEW },
        );
      else await endAllSessions(db, mine, user.id, by === "signing out elsewhere" ? session.id : undefined);
      expect(findLink(db.orm, "reset", reset)).toBeNull();
      expect(await confirmNewEmail(db, deed, letter?.key ?? "")).toMatchObject({ code: "over" });
      expect(await spendCode(db, deed, { browser, code })).toMatchObject({ code: "over" });
      expect(await spendCode(db, deed, { browser: others, code: theirs })).toMatchObject({ ok: true });
    },
  );

  it.each(["a new password", "signing out everywhere", "another address"])(
    "ends by %s what is still to be mailed: it arms nothing when its mail leaves afterwards",
    async (by) => {
      const session = await findSession(db, await startSession(db, deed, user.id, {}));
      if (!session) throw new Error("no session");
      await askForNewEmail(db, fresh(), user, { email: "own@example.com", password: SEEDED_PASSWORD });
      const own = letters().at(-1);
      expect(own && (await arm(own))).toBe("send");
      await askForNewEmail(db, fresh(), user, { email: "thief@example.com", password: SEEDED_PASSWORD });
      await askForLink(db, fresh(), "reset", "user@example.com");
      await askForLink(db, fresh(), "reset", "staff@example.com");
      await askForCode(db, "user@example.com");
      const who = { account: user, sessionId: session.id };
      if (by === "a new password") await changePassword(db, mine, who, { password: SEEDED_PASSWORD, newPassword: NEW });
      else if (by === "another address")
        expect(await confirmNewEmail(db, deed, own?.key ?? "")).toMatchObject({ ok: true });
      else await endAllSessions(db, mine, user.id);
      const [, thief, reset, others, code] = db.orm.select().from(outbox).all().filter(isKey);
      for (const [work, wanted] of [
        [thief, false],
        [reset, false],
        [others, true],
        [code, false],
      ] as const)
        expect(await db.write((tx) => isStillAsked(tx, work?.id as Id<"outbox">))).toBe(wanted);
      expect(await arm(thief?.payload as AccountKey)).toBe("nothing");
      expect(findLink(db.orm, "new-email", String(thief?.payload["key"]))).toBeNull();
      expect(await arm(others?.payload as AccountKey)).toBe("send");
    },
  );

  it("neither changes nor is led elsewhere by a password that was changed while it was looked at", async () => {
    const session = await findSession(db, await startSession(db, deed, user.id, {}));
    if (!session) throw new Error("no session");
    const who = { account: user, sessionId: session.id };
    expect(await changePassword(db, mine, who, { password: SEEDED_PASSWORD, newPassword: NEW })).toMatchObject({
      ok: true,
    });
    // `user` is the account as it was read before.
    const late = { password: SEEDED_PASSWORD, email: "thief@example.com", newPassword: "a thief's heap 9" };
    expect(await askForNewEmail(db, fresh(), user, late)).toEqual({ ok: false, fields: { password: NOT_PRESENT } });
    expect(await changePassword(db, mine, who, late)).toEqual({ ok: false, fields: { password: NOT_PRESENT } });
    expect(letters()).toEqual([]);
  });

  it("changes its address by a link to the new one; the old one is told, and links to it end", async () => {
    const ask = (email: string, password = SEEDED_PASSWORD) => askForNewEmail(db, fresh(), user, { email, password });
    const NO_ADDRESS = "Enter an email address like name@example.com.";
    expect(await ask("new@example.com", "wrong one")).toMatchObject({ fields: { password: NOT_PRESENT } });
    expect(await ask("nonsense")).toEqual({ ok: false, fields: { email: NO_ADDRESS } });
    expect(await ask("USER@example.com")).toEqual({ ok: false, fields: { email: "This is your address already." } });
    expect(await ask("nonsense", "wrong one")).toEqual({
      ok: false,
      fields: { email: NO_ADDRESS, password: NOT_PRESENT },
    });
    const old = await resetLink();
    expect(await ask("new@example.com")).toEqual({ ok: true });
    const letter = letters().at(-1);
    expect(letter && (await arm(letter))).toBe("send");
    expect(byEmail("user@example.com").id).toBe(user.id);
    expect(await confirmNewEmail(db, deed, letter?.key ?? "")).toEqual({ ok: true, email: "new@example.com" });
    expect(byEmail("new@example.com").id).toBe(user.id);
    expect(changesTold()).toEqual([{ to: "user@example.com", changed: "email" }]);
    expect(findLink(db.orm, "reset", old)).toBeNull();
  });

  it("never takes an address that has an account, also one that was made meanwhile", async () => {
    const ask = async (email: string) => {
      await askForNewEmail(db, fresh(), user, { email, password: SEEDED_PASSWORD });
      return letters().at(-1);
    };
    const taken = await ask("staff@example.com");
    expect(taken && (await arm(taken))).toBe("nothing");
    const letter = await ask("new@example.com");
    expect(letter && (await arm(letter))).toBe("send");
    db.orm.update(accounts).set({ email: "new@example.com" }).where(eq(accounts.email, "staff@example.com")).run();
    expect(await confirmNewEmail(db, deed, letter?.key ?? "")).toMatchObject({ code: "taken" });
  });
});
