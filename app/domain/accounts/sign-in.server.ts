import { and, eq, isNull } from "drizzle-orm";
import type { Db, Orm } from "#db/client.server";
import { accounts, accountTokens } from "#db/schema/index";
import { sha256, type Id } from "../kernel/ids.server";
import { instant, type Instant } from "../kernel/time.server";
import { readSignInName, type SignInName } from "./identity";
import { passwordMatches } from "./passwords.server";
import { profileAtSignIn } from "./profiles.server";

export type Account = typeof accounts.$inferSelect;

export type SignInResult =
  /** `warning`: the profile could not be read, and they go on without it. */
  | { ok: true; account: Account; warning?: { message: string; error: unknown } }
  | {
      ok: false;
      code: "missing" | "invalid_credentials" | "email_not_confirmed" | "no_profile";
      message: string;
      error?: unknown;
    };

// The specification's own words (sections 5 and 8) and its service's (section 8, "invalid credentials").
const MISSING = {
  ok: false,
  code: "missing",
  message: "You must provide either an email or phone number and a password.",
} as const;
const INVALID = { ok: false, code: "invalid_credentials", message: "Invalid login credentials" } as const;
export const NOT_CONFIRMED = {
  ok: false,
  code: "email_not_confirmed",
  message: "Please check your email and click the confirmation link before logging in.",
} as const;
const NO_PROFILE = {
  ok: false,
  code: "no_profile",
  message: "There was an issue setting up your profile. Please contact support.",
} as const;
const WITH_WARNINGS = "Login completed with warnings";

/** The account behind an email address or phone number, or null. */
export function findAccount(orm: Orm, name: SignInName): Account | null {
  const column = name.kind === "email" ? accounts.email : accounts.phone;
  return orm.select().from(accounts).where(eq(column, name.value)).get() ?? null;
}

/**
 * Checks an email address or phone number with its password. Unknown accounts, wrong passwords and nonsense get the
 * same answer after the same work; that an address is not confirmed is told only to who knows its password.
 * `confirmToken` comes from the link in the confirmation mail: opening the link alone changes nothing (mail scanners
 * open links, and a stranger may have signed up with this address), the password with it confirms the address.
 * Nobody is signed in whose profile cannot be made.
 */
export async function verifySignIn(
  db: Db,
  given: { emailOrPhone: string; password: string; confirmToken?: string | null; now?: Instant },
): Promise<SignInResult> {
  if (!given.emailOrPhone.trim() || !given.password) return MISSING;
  const name = readSignInName(given.emailOrPhone);
  const account = name && findAccount(db.orm, name);
  if (!(await passwordMatches(account?.password_hash ?? null, given.password)) || !account) return INVALID;
  if (account.email_confirmed_at !== null || account.phone !== null) return finishSignIn(db, account, given.now);
  const { confirmToken } = given;
  const confirmedAt = given.now ?? instant(Date.now());
  const isConfirmed =
    confirmToken != null &&
    (await db.write((tx) => {
      if (!useToken(tx, confirmToken, account.id)) return false;
      tx.update(accounts).set({ email_confirmed_at: confirmedAt }).where(eq(accounts.id, account.id)).run();
      return true;
    }));
  if (!isConfirmed) return NOT_CONFIRMED;
  return finishSignIn(db, { ...account, email_confirmed_at: confirmedAt }, confirmedAt);
}

/** The rest of every sign-in, once it is clear who it is: their profile (specification, sections 4, 5 and 8). */
export async function finishSignIn(db: Db, account: Account, now = instant(Date.now())): Promise<SignInResult> {
  const profile = await profileAtSignIn(db, account, now);
  if (profile.ok) return { ok: true, account };
  const { error } = profile;
  return profile.step === "made"
    ? { ...NO_PROFILE, error }
    : { ok: true, account, warning: { message: WITH_WARNINGS, error } };
}

/** Uses up a confirmation token of this account; false when it is unknown, used, over or another's. */
function useToken(tx: Orm, token: string, userId: Id<"account">): boolean {
  const now = Date.now();
  const row = tx
    .select()
    .from(accountTokens)
    .where(eq(accountTokens.token_hash, sha256(token)))
    .get();
  if (!row || row.user_id !== userId || row.purpose !== "confirm" || row.used_at !== null || row.expires_at <= now)
    return false;
  return (
    tx
      .update(accountTokens)
      .set({ used_at: now })
      .where(and(eq(accountTokens.token_hash, row.token_hash), isNull(accountTokens.used_at)))
      .run().changes === 1
  );
}
