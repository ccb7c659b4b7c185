import { hash, verify, type Options } from "@node-rs/argon2";
import { COMMON_PASSWORDS } from "./common-passwords.server";

export const SHORTEST_PASSWORD = 6;
export const LONGEST_PASSWORD = 128;

// Argon2id is the library's default algorithm; 19 MiB, two passes, one lane: domain.md, 4.11.
const COST: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash of a password, about 30 ms of work on a thread of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

// A hash of a password that nobody knows: an unknown address costs the same work as a known one.
let nobody: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. With no hash (unknown account, or one without a password) the same work is done and the answer is no.
 * Never throws: a damaged hash and an overlong password count as wrong.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const against = stored || (await (nobody ??= hashPassword(`${Math.random()}-${process.hrtime.bigint()}`)));
  const matches = await verify(against, password.slice(0, LONGEST_PASSWORD + 1)).catch(() => false);
  return Boolean(stored) && matches;
}

/** Why a new password is too weak, as sentences for its owner; empty when it is fine (domain.md, 4.11 and 4.21). */
export function passwordWeaknesses(password: string, owner: { emailOrPhone?: string } = {}): string[] {
  const reasons: string[] = [];
  if (password.length < SHORTEST_PASSWORD) reasons.push(`Use at least ${SHORTEST_PASSWORD} characters.`);
  if (password.length > LONGEST_PASSWORD) reasons.push(`Use at most ${LONGEST_PASSWORD} characters.`);
  const plain = password.trim().toLowerCase();
  if (password.length >= SHORTEST_PASSWORD && COMMON_PASSWORDS.has(plain))
    reasons.push("This is one of the most common passwords. Choose one that nobody would guess.");
  if (password.length >= SHORTEST_PASSWORD && new Set(plain).size === 1)
    reasons.push("Use more than one different character.");
  const name = owner.emailOrPhone?.trim().toLowerCase();
  if (name && (plain === name || plain === name.split("@")[0]))
    reasons.push("Do not use your own email address or phone number.");
  return reasons;
}
