import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { accounts, signInChallenges } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import { newCapability, sha256, type Id } from "../kernel/ids.server";
import { spendFactorCode } from "./factor-codes.server";
import { hasSecondFactor, USED_CODE, WRONG_CODE } from "./second-factor.server";
import type { Account } from "./sign-in.server";

/** Between password and session: who has shown the one and is asked for the second factor. Wall time. */

export const CHALLENGE_LASTS_MS = 10 * 60_000;
export const CHALLENGE_TRIES = 5;

type First = "password" | "code";

/** Begins to ask for the second factor; the token is for the browser's cookie, and the browser's former one ends. */
export function startChallenge(
  db: Db,
  userId: Id<"account">,
  first: First,
  formerToken: string | null,
): Promise<string> {
  const token = newCapability();
  return db.write((tx) => {
    if (formerToken) endChallenge(tx, formerToken);
    tx.insert(signInChallenges)
      .values({ token_hash: sha256(token), user_id: userId, first, expires_at: Date.now() + CHALLENGE_LASTS_MS })
      .run();
    return token;
  });
}

/** Who is asked by this token, and how they came; null when it is unknown, answered, over, or had its five tries. */
export function findChallenge(orm: Orm, token: string): { account: Account; first: First; tries: number } | null {
  const row = orm
    .select({ account: accounts, first: signInChallenges.first, tries: signInChallenges.tries })
    .from(signInChallenges)
    .innerJoin(accounts, eq(accounts.id, signInChallenges.user_id))
    .where(and(isOpen(token), gt(signInChallenges.expires_at, Date.now()), lt(signInChallenges.tries, CHALLENGE_TRIES)))
    .get();
  return row && hasSecondFactor(orm, row.account.id) ? row : null;
}

export type Answered =
  | { ok: true; account: Account; first: First }
  /** `over`: they begin again with the password. */
  | { ok: false; code: "wrong" | "over"; message: string };

/** Takes one try with a code of the app or a recovery code. The right one ends the challenge. */
export function answerChallenge(
  db: Db,
  deed: Deed,
  given: { token: string; key: string; code: string },
): Promise<Answered> {
  return db.write((tx): Answered => {
    const found = findChallenge(tx, given.token);
    if (!found) return { ok: false, code: "over", message: "" };
    tx.update(signInChallenges)
      .set({ tries: sql`${signInChallenges.tries} + 1` })
      .where(isOpen(given.token))
      .run();
    const spent = spendFactorCode(tx, deed, found.account, given);
    if (spent.ok) {
      endChallenge(tx, given.token);
      return { ok: true, account: found.account, first: found.first };
    }
    const left = CHALLENGE_TRIES - found.tries - 1;
    if (left === 0) return { ok: false, code: "over", message: "" };
    const why = spent.reason === "used" ? USED_CODE : WRONG_CODE;
    return {
      ok: false,
      code: "wrong",
      message: `${why} You have ${left} more ${left === 1 ? "try" : "tries"}.`,
    };
  });
}

function endChallenge(tx: Tx, token: string): void {
  tx.update(signInChallenges).set({ ended_at: Date.now() }).where(isOpen(token)).run();
}

const isOpen = (token: string) =>
  and(eq(signInChallenges.token_hash, sha256(token)), isNull(signInChallenges.ended_at));
