import { readSignInName } from "~/domain/accounts/identity";
import { sessionAddresses } from "~/domain/accounts/sessions.server";
import { findAccount } from "~/domain/accounts/sign-in.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { Scope } from "../context.server";
import { household } from "./household.server";
import { mayCause, tooMany, type Limited } from "./limits.server";

/**
 * Counts one try to sign in, before the password is looked at, so that a refused guess costs its sender, not us. Throws
 * the 429 answer when there were too many.
 *
 * An account has no limit of its own but together with who asks: a stranger's tries do not lock its owner out. When many
 * connections try one account, each keeps a few tries, and far above that only those go on from which somebody has
 * signed in to it before. A try without a password guesses nothing, so it counts for its sender alone. Whether there is
 * such an account plays no part in what a stranger is told.
 */
export async function limitSignIn(scope: Scope, given: { emailOrPhone: string; password: string }): Promise<void> {
  if (!given.emailOrPhone.trim() || !given.password) return refuseUnless(await mayCause(scope, "sign-in-empty", {}));
  const target = accountKey(given.emailOrPhone);
  refuseUnless(await mayCause(scope, "sign-in", { target }));
  if ((await mayCause(scope, "sign-in-crowd", { target })).ok) return;
  if (isKnownThere(scope, given.emailOrPhone)) return;
  refuseUnless(await mayCause(scope, "sign-in-in-crowd", { target }));
}

/** The same for a try to sign up. */
export async function limitSignUp(scope: Scope, emailOrPhone: string): Promise<void> {
  refuseUnless(await mayCause(scope, "sign-up", { target: accountKey(emailOrPhone) }));
}

/** The same for asking for a link or a code by mail. */
export async function limitAccountKey(scope: Scope, emailOrPhone: string): Promise<void> {
  refuseUnless(await mayCause(scope, "account-key", { target: accountKey(emailOrPhone) }));
}

/** The same for a mailed link or code that is tried. */
export async function limitKeyTry(scope: Scope): Promise<void> {
  refuseUnless(await mayCause(scope, "account-key-try", {}));
}

/** The same for a change that asks for the present password. */
export async function limitAccountChange(scope: Scope, accountId: Id<"account">): Promise<void> {
  refuseUnless(await mayCause(scope, "account-change", { target: accountId }));
}

/** The same for a change of what an account says of itself, which is written down for good each time. */
export async function limitOwnFacts(scope: Scope, accountId: Id<"account">): Promise<void> {
  refuseUnless(await mayCause(scope, "own-facts", { target: accountId }));
}

/**
 * The same for a code of the second factor, at sign-in and in one's own account. Whoever tries has shown a password: a
 * stranger does not lock the owner out.
 */
export async function limitFactorTry(scope: Scope, accountId: Id<"account">): Promise<void> {
  refuseUnless(await mayCause(scope, "second-factor-try", { target: accountId }));
}

/** The same for a change that asks for both: password and code. Both count, whichever is wrong. */
export async function limitProof(scope: Scope, accountId: Id<"account">): Promise<void> {
  await limitAccountChange(scope, accountId);
  await limitFactorTry(scope, accountId);
}

/** The name as it is read, so that an account has one count in all spellings; what is no name, as it is typed. */
function accountKey(emailOrPhone: string): string {
  return readSignInName(emailOrPhone)?.value ?? emailOrPhone.trim().toLowerCase();
}

/** Whether somebody has signed in to this account from this household, in the weeks that sessions are kept. */
function isKnownThere({ services, clientAddress }: Scope, emailOrPhone: string): boolean {
  const { orm } = services.db;
  const name = readSignInName(emailOrPhone);
  const account = name && findAccount(orm, name);
  if (!account) return false;
  return sessionAddresses(orm, account.id).some((address) => household(address) === household(clientAddress));
}

function refuseUnless(counted: Limited): void {
  if (!counted.ok) throw tooMany(counted.retryAfter);
}
