import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import {
  accounts,
  accountTokens,
  drivers,
  outbox,
  profiles,
  secondFactors,
  teamMembers,
  userRoles,
} from "#db/schema/index";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { testDeed } from "../../../tests/support/rows";
import { instant } from "../kernel/time.server";
import { formatPhone } from "../kernel/phone";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { readSignInName } from "./identity";
import { hashPassword, passwordMatches, passwordWeaknesses } from "./passwords.server";
import { driverAccess, hasRole, standingOf } from "./roles.server";
import { SEEDED_PASSWORD, seedAccounts } from "./seed.server";
import { findAccount, verifySignIn, type Account } from "./sign-in.server";
import { signUp } from "./sign-up.server";

let db: Db;
let close: () => void;
beforeEach(async () => ({ db, close } = await temporaryDatabase()));
afterEach(() => close());

const deed = testDeed({ kind: "visitor", label: "Visitor" });
const links = { signIn: "/auth", confirm: (token: string) => `/confirm?token=${token}` };
const tokenOf = (mail?: Record<string, unknown>) => String(mail?.["confirmPath"]).split("=")[1] ?? "";
const byEmail = (email: string): Account => {
  const found = findAccount(db.orm, { kind: "email", value: email });
  if (!found) throw new Error(`no ${email}`);
  return found;
};
const mails = () =>
  db.orm
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "mail.confirm-account"))
    .all()
    .map((row) => row.payload);

describe("passwords", () => {
  it("are hashed with argon2id at 19 MiB, two passes, one lane", async () => {
    const hash = await hashPassword(SEEDED_PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwordMatches(hash, SEEDED_PASSWORD)).toBe(true);
    expect(await passwordMatches(hash, "something else")).toBe(false);
    expect(await passwordMatches(null, SEEDED_PASSWORD)).toBe(false);
    expect(await passwordMatches("damaged", SEEDED_PASSWORD)).toBe(false);
  });

  it("are refused with the list of reasons when weak", () => {
    expect(passwordWeaknesses("abc")).toHaveLength(1);
    expect(passwordWeaknesses("x".repeat(129))).toHaveLength(2);
    expect(passwordWeaknesses("PassWord")).toHaveLength(1);
    expect(passwordWeaknesses("qwerty123")).toHaveLength(1);
    expect(passwordWeaknesses("jane.doe", { emailOrPhone: "Jane.Doe@example.com" })).toHaveLength(1);
    expect(passwordWeaknesses(SEEDED_PASSWORD)).toEqual([]);
  });
});

describe("sign-in", () => {
  it("takes an email address or a phone number", () => {
    expect(readSignInName(" Pat@Example.com ")).toEqual({ kind: "email", value: "pat@example.com" });
    expect(readSignInName("+1 (407) 555-0101")).toEqual({ kind: "phone", value: "+14075550101" });
    for (const nonsense of ["", "pat", "pat@", "@example.com", "12345", "555-0101 call me"])
      expect(readSignInName(nonsense)).toBeNull();
  });

  it("reads an email address as the booking's form does, so that both are one customer's", () => {
    for (const typed of ["mailto:pat@example.com", "<Pat@Example.com>", "pat @ example.com", "pat\u200b@example.com"])
      expect(readSignInName(typed)).toEqual({ kind: "email", value: "pat@example.com" });
    for (const refused of ["pat@ex_ample.com", "pat@-example.com", "pat@ex\u00e4mple.com", "p\u00e4t@example.com"])
      expect(readSignInName(refused)).toBeNull();
  });

  it("answers in the specification's words, and alike for unknown and wrong", async () => {
    await seedAccounts(db, deed.now);
    const missing = "You must provide either an email or phone number and a password.";
    expect(await verifySignIn(db, { emailOrPhone: " ", password: "x" })).toMatchObject({ ok: false, message: missing });
    expect(await verifySignIn(db, { emailOrPhone: "admin@example.com", password: "" })).toMatchObject({
      ok: false,
      message: missing,
    });
    const wrong = await verifySignIn(db, { emailOrPhone: "admin@example.com", password: "wrong one" });
    expect(wrong).toEqual({ ok: false, code: "invalid_credentials", message: "Invalid login credentials" });
    expect(await verifySignIn(db, { emailOrPhone: "nobody@example.com", password: "wrong one" })).toEqual(wrong);
    expect(await verifySignIn(db, { emailOrPhone: "'; drop table accounts;--", password: "wrong one" })).toEqual(wrong);
    expect(await verifySignIn(db, { emailOrPhone: "ADMIN@example.com", password: SEEDED_PASSWORD })).toMatchObject({
      ok: true,
    });
  });

  it("makes a missing profile with role user, named after the address", async () => {
    const account = db.orm
      .insert(accounts)
      .values({
        id: "acc_x" as Account["id"],
        email: "new.person@example.com",
        password_hash: await hashPassword(SEEDED_PASSWORD),
        email_confirmed_at: deed.now,
        created_at: deed.now,
      })
      .returning()
      .get();
    expect((await verifySignIn(db, { emailOrPhone: "new.person@example.com", password: SEEDED_PASSWORD })).ok).toBe(
      true,
    );
    expect(db.orm.select().from(profiles).where(eq(profiles.user_id, account.id)).get()).toMatchObject({
      role: "user",
      display_name: "new.person",
    });
  });
});

describe("sign-up", () => {
  const wish = { emailOrPhone: "Casey@Example.com", password: "gravel heap 9" };

  it("needs the confirmation link and the password together", async () => {
    expect(await signUp(db, deed, wish, links)).toEqual({ ok: true });
    expect(await verifySignIn(db, wish)).toMatchObject({
      ok: false,
      code: "email_not_confirmed",
      message: "Please check your email and click the confirmation link before logging in.",
    });
    const token = tokenOf(mails()[0]);
    expect(await verifySignIn(db, { ...wish, password: "another one", confirmToken: token })).toMatchObject({
      code: "invalid_credentials",
    });
    expect(await verifySignIn(db, { ...wish, confirmToken: "made up" })).toMatchObject({ code: "email_not_confirmed" });
    expect((await verifySignIn(db, { ...wish, confirmToken: token })).ok).toBe(true);
    expect((await verifySignIn(db, wish)).ok).toBe(true);
    expect(
      db.orm
        .select()
        .from(profiles)
        .where(eq(profiles.user_id, byEmail("casey@example.com").id))
        .get(),
    ).toMatchObject({ role: "user", display_name: "casey" });
  });

  it.each<[string, Partial<typeof accountTokens.$inferInsert> | "a stranger's"]>([
    ["that was used", { used_at: 1 }],
    ["that is over", { expires_at: 0 }],
    ["for another end", { purpose: "link" }],
    ["of another account", "a stranger's"],
  ])("takes no link %s", async (_, wrong) => {
    await signUp(db, deed, wish, links);
    await signUp(db, { ...deed, requestId: "two" }, { ...wish, emailOrPhone: "eve@example.com" }, links);
    const confirmToken = tokenOf(mails()[0]);
    const change = wrong === "a stranger's" ? { user_id: byEmail("eve@example.com").id } : wrong;
    db.orm
      .update(accountTokens)
      .set(change)
      .where(eq(accountTokens.user_id, byEmail("casey@example.com").id))
      .run();
    expect(await verifySignIn(db, { ...wish, confirmToken })).toMatchObject({ code: "email_not_confirmed" });
    expect(byEmail("casey@example.com").email_confirmed_at).toBeNull();
  });

  it("answers the same for a known address and does not touch it", async () => {
    await seedAccounts(db, deed.now);
    const before = byEmail("admin@example.com");
    expect(await signUp(db, deed, { emailOrPhone: "admin@example.com", password: "attacker's own 1" }, links)).toEqual({
      ok: true,
    });
    expect(byEmail("admin@example.com")).toEqual(before);
    expect(mails()).toMatchObject([{ to: "admin@example.com", confirmPath: "/auth", alreadyRegistered: true }]);
  });

  it("ends older links when somebody signs up again", async () => {
    await signUp(db, { ...deed, requestId: "one" }, wish, links);
    await signUp(db, { ...deed, requestId: "two" }, { ...wish, password: "another heap 9" }, links);
    const [first, second] = mails().map(tokenOf);
    expect((await verifySignIn(db, { ...wish, password: "another heap 9", confirmToken: first })).ok).toBe(false);
    expect((await verifySignIn(db, { ...wish, password: "another heap 9", confirmToken: second })).ok).toBe(true);
  });

  it("refuses a missing field, a phone number alone and a weak password", async () => {
    expect(await signUp(db, deed, { emailOrPhone: "", password: "" }, links)).toMatchObject({
      ok: false,
      fields: { email: "You must provide either an email or phone number and a password." },
    });
    expect(await signUp(db, deed, { ...wish, emailOrPhone: "407 555 0101" }, links)).toMatchObject({ ok: false });
    expect(await signUp(db, deed, { ...wish, password: "12345" }, links)).toMatchObject({
      ok: false,
      reasons: ["Use at least 6 characters."],
    });
    expect(mails()).toEqual([]);
  });
});

describe("permissions", () => {
  const rules = { adminEmails: [] as string[], driverAccessViaProfile: true };

  it("follow the table of domain.md for the seeded accounts", async () => {
    await seedAccounts(db, deed.now);
    const table: [string, boolean, boolean, boolean][] = [
      ["admin@example.com", true, true, false],
      ["staff@example.com", false, true, false],
      ["driver@example.com", false, false, true],
      ["driver2@example.com", false, false, true],
      ["user@example.com", false, false, false],
    ];
    for (const [email, isAdmin, mayUseCrm, mayDrive] of table)
      expect(standingOf(db.orm, byEmail(email), rules), email).toMatchObject({ isAdmin, mayUseCrm, mayDrive });
    expect(hasRole(db.orm, byEmail("driver@example.com").id, "driver")).toBe(true);
    expect(hasRole(db.orm, byEmail("user@example.com").id, "driver")).toBe(false);
    expect(await seedAccounts(db, deed.now)).toMatchObject({ user: byEmail("user@example.com").id });
    // A driver's number that is the office's too would make two people of one caller.
    const numbers = db.orm.select({ phone: drivers.phone }).from(drivers).all();
    expect(numbers.map(({ phone }) => formatPhone(phone ?? ""))).not.toContain(DEFAULT_SETTINGS.phone);
    expect(new Set(numbers.map(({ phone }) => phone)).size).toBe(2);
  });

  it("need the team list, not the role staff; ADMIN_EMAILS makes an admin once confirmed", async () => {
    const { user, staff } = await seedAccounts(db, deed.now);
    db.orm.update(profiles).set({ role: "staff" }).where(eq(profiles.user_id, user)).run();
    expect(standingOf(db.orm, byEmail("user@example.com"), rules).mayUseCrm).toBe(false);
    db.orm.delete(teamMembers).where(eq(teamMembers.user_id, staff)).run();
    expect(standingOf(db.orm, byEmail("staff@example.com"), rules).mayUseCrm).toBe(false);
    const listed = { ...rules, adminEmails: ["user@example.com"] };
    expect(standingOf(db.orm, byEmail("user@example.com"), listed)).toMatchObject({ isAdmin: true, mayUseCrm: true });
    expect(standingOf(db.orm, { ...byEmail("user@example.com"), email_confirmed_at: null }, listed).isAdmin).toBe(
      false,
    );
  });

  it("are none of an admin who has to set up a second factor first, and of nobody else's", async () => {
    await seedAccounts(db, deed.now);
    const strict = { ...rules, adminsNeedFactor: true };
    const admin = byEmail("admin@example.com");
    expect(standingOf(db.orm, admin, strict)).toEqual({
      isAdmin: false,
      mayUseCrm: false,
      mayDrive: false,
      driverId: null,
      displayName: "Alex Admin",
      needsFactor: true,
    });
    expect(standingOf(db.orm, byEmail("staff@example.com"), strict)).toMatchObject({
      mayUseCrm: true,
      needsFactor: false,
    });
    db.orm
      .insert(secondFactors)
      .values({ user_id: admin.id, sealed: "x", begun_by: "", begun_at: 0, enabled_at: deed.now })
      .run();
    expect(standingOf(db.orm, admin, strict)).toMatchObject({ isAdmin: true, mayUseCrm: true, needsFactor: false });
  });

  it("let a driver in by record or role, or by both, as the flag says; a switched-off record never", async () => {
    const on = { is_active: true };
    expect([
      driverAccess(on, false, true),
      driverAccess(undefined, true, true),
      driverAccess(undefined, false, true),
    ]).toEqual([true, true, false]);
    expect([
      driverAccess(on, false, false),
      driverAccess(undefined, true, false),
      driverAccess(on, true, false),
    ]).toEqual([false, false, true]);
    expect(driverAccess({ is_active: false }, true, true)).toBe(false);
    await seedAccounts(db, instant(0));
    expect(db.orm.select().from(drivers).all()).toHaveLength(2);
    expect(db.orm.select().from(userRoles).all()).toHaveLength(2);
  });
});
