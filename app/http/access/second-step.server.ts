import {
  answerChallenge,
  CHALLENGE_LASTS_MS,
  findChallenge,
  startChallenge,
} from "~/domain/accounts/challenges.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import type { Scope } from "../context.server";
import { limitFactorTry } from "../limits/sign-in.server";

/** Between password and session: this cookie gives no right (challenges.server.ts). */
const STEP = "sign_in_step";

/** Begins to ask this browser for the second factor; returns the header for its cookie. */
export async function askForFactor(
  scope: Scope,
  request: Request,
  userId: Id<"account">,
  first: "password" | "code",
): Promise<string> {
  const { db, cookies } = scope.services;
  const token = await startChallenge(db, userId, first, cookies.read(request, STEP));
  return cookies.write(STEP, token, { maxAge: CHALLENGE_LASTS_MS / 1000 });
}

/** Whether this browser is asked for a second factor now. */
export function isAskedForFactor(scope: Scope, request: Request): boolean {
  return findAsked(scope, request) !== null;
}

/**
 * Takes one try: who it is, or what to tell them. Null where nobody is asked, or not any more. Throws the 429 answer at the
 * limit.
 */
export async function answerFactor(scope: Scope, request: Request, deed: Deed, code: string) {
  const { db, secrets } = scope.services;
  const asked = findAsked(scope, request);
  if (!asked) return null;
  await limitFactorTry(scope, asked.account.id);
  const answered = await answerChallenge(db, deed, { token: asked.token, key: secrets.factors, code });
  return answered.ok || answered.code === "wrong" ? answered : null;
}

/** The header that takes the cookie away. */
export function forgetFactorStep(scope: Scope): string {
  return scope.services.cookies.write(STEP, "", { maxAge: 0 });
}

function findAsked(scope: Scope, request: Request) {
  const token = scope.services.cookies.read(request, STEP);
  const found = token ? findChallenge(scope.services.db.orm, token) : null;
  return token && found ? { ...found, token } : null;
}
