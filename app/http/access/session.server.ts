import { redirectDocument } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { actorOf, standingOf, type Standing } from "~/domain/accounts/roles.server";
import { askForCode, CODE_LASTS_MS, spendCode, type CodeWish } from "~/domain/accounts/codes.server";
import { hasSecondFactor } from "~/domain/accounts/second-factor.server";
import {
  endAllSessions,
  endSession,
  findSession,
  DRIVER_IDLE_MS,
  SESSION_LONGEST_MS,
  startSession,
} from "~/domain/accounts/sessions.server";
import { finishSignIn, verifySignIn, type Account, type SignInResult } from "~/domain/accounts/sign-in.server";
import type { SignUpLinks } from "~/domain/accounts/sign-up.server";
import type { Actor } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import type { Scope } from "../context.server";
import { readForm, refuse, typedValues, type Problem } from "../answers/forms.server";
import { limitSignIn } from "../limits/sign-in.server";
import { formerCookie } from "./kept-form.server";
import { answerFactor, askForFactor, forgetFactorStep } from "./second-step.server";

export const SESSION = "session";
const CONFIRM = "confirm";
const CODE = "sign_in_code";
const VISITOR = { kind: "visitor", label: "Visitor" } as const;

/** Who is signed in, and what they may do. */
export interface SignedIn {
  account: Account;
  standing: Standing;
  actor: Actor;
  /** The session of this browser. */
  sessionId: Id<"session">;
}

type Accepted = Extract<SignInResult, { ok: true }>;

class SignInRefused extends Error {
  constructor(readonly problem: Problem) {
    super("sign-in refused");
  }
}

/** The remix-auth authenticator of one request: the strategy reads the form, the accounts' verb decides. */
function authenticator(scope: Scope): Authenticator<Accepted> {
  const strategy = new FormStrategy<Accepted>(async ({ form, request }) => {
    const emailOrPhone = String(form.get("email") ?? "");
    const password = String(form.get("password") ?? "");
    await limitSignIn(scope, { emailOrPhone, password });
    const result = await verifySignIn(scope.services.db, {
      emailOrPhone,
      password,
      confirmToken: scope.services.cookies.read(request, CONFIRM),
      now: scope.services.clock.now(),
    });
    noteProfile(scope, result);
    if (result.ok) return result;
    const field =
      result.code === "missing" && emailOrPhone.trim() ? "password" : result.code === "missing" ? "email" : "";
    throw new SignInRefused(refuse(typedValues(form), { [field]: result.message }));
  });
  return new Authenticator<Accepted>().use(strategy, "form");
}

/**
 * Signed in: the cookies, and the words of a warning where there is one. Or half of it: `needsCode` says that the second
 * factor is asked for first, and nobody is signed in yet.
 */
export interface Entered {
  ok: true;
  headers: Headers;
  warning: string | null;
  /** Not signed in yet: where the new password is set, which the code was asked for. */
  goOn?: string;
  needsCode: boolean;
}

/** Leads on after a sign-in: to the second factor's page, or to `next`, with the warning where there is one. */
export function afterSignIn({ headers, warning, needsCode, goOn }: Entered, next: string) {
  if (goOn) return redirectDocument(goOn, { headers });
  const on = warning ? crmPaths.withWarnings : next;
  return redirectDocument(needsCode ? accountPaths.secondStep(next) : on, { headers });
}

/**
 * Signs in with the form's `email` and `password`. The Set-Cookie headers carry the new session; the browser's former
 * one has ended (rotation). On refusal the problem for the page; never throws for wrong input, throws the 429 answer at
 * the limit.
 */
export async function signIn(scope: Scope, request: Request): Promise<Entered | Problem> {
  try {
    return await admit(
      scope,
      request,
      await authenticator(scope).authenticate("form", await asForm(request)),
      "password",
    );
  } catch (error) {
    if (error instanceof SignInRefused) return error.problem;
    throw error;
  }
}

/** Asks for a code by mail or text; the header binds it to this browser. */
export async function askForSignInCode(scope: Scope, name: string, wish?: CodeWish): Promise<string> {
  return codeCookie(scope, await askForCode(scope.services.db, name, wish));
}

/** The header that makes this browser the one in which a code works. */
export function codeCookie(scope: Scope, browser: string): string {
  return scope.services.cookies.write(CODE, browser, { maxAge: CODE_LASTS_MS / 1000 });
}

/** The same as `signIn` with a code that this browser asked for. */
export async function signInByCode(scope: Scope, request: Request, code: string): Promise<Entered | Problem> {
  const { db, clock, cookies } = scope.services;
  const used = await spendCode(db, scope.deed(VISITOR), { browser: cookies.read(request, CODE) ?? "", code });
  if (!used.ok) return refuse({}, { code: used.message });
  const spent = cookies.write(CODE, "", { maxAge: 0 });
  if (used.resetKey !== undefined) {
    const headers = new Headers({ "Set-Cookie": spent });
    return { ok: true, headers, warning: null, needsCode: false, goOn: accountPaths.reset(used.resetKey) };
  }
  const result = await finishSignIn(db, used.account, clock.now());
  noteProfile(scope, result);
  if (!result.ok) return refuse({}, { "": result.message });
  const entered = await admit(scope, request, result, "code");
  entered.headers.append("Set-Cookie", spent);
  return entered;
}

/**
 * The next step of somebody who has shown who they are, however they did: the session, or the second factor where they
 * have one.
 */
async function admit(scope: Scope, request: Request, accepted: Accepted, by: "password" | "code"): Promise<Entered> {
  const { db, cookies } = scope.services;
  const { account } = accepted;
  if (!hasSecondFactor(db.orm, account.id)) return enterSession(scope, request, accepted, by);
  const headers = new Headers();
  headers.append("Set-Cookie", await askForFactor(scope, request, account.id, by));
  headers.append("Set-Cookie", cookies.write(CONFIRM, "", { maxAge: 0 }));
  return { ok: true, headers, warning: null, needsCode: true };
}

/**
 * The second step: a code of the app, or a recovery code. The session starts now, under a token of its own. Null where
 * nobody is asked, or not any more: they begin again. Throws the 429 answer at the limit.
 */
export async function signInByFactor(scope: Scope, request: Request, code: string): Promise<Entered | Problem | null> {
  const answered = await answerFactor(scope, request, scope.deed(VISITOR), code);
  if (!answered) return null;
  if (!answered.ok) return refuse({}, { code: answered.message });
  // Their profile was looked at with the password; asked again for the warning that goes with it.
  const result = await finishSignIn(scope.services.db, answered.account, scope.services.clock.now());
  if (!result.ok) return refuse({}, { "": result.message });
  const entered = await enterSession(scope, request, result, answered.first);
  entered.headers.append("Set-Cookie", forgetFactorStep(scope));
  return entered;
}

/** Starts the session of somebody who has shown everything that is asked for. */
async function enterSession(
  scope: Scope,
  request: Request,
  { account, warning }: Accepted,
  by: "password" | "code",
): Promise<Entered> {
  const { db, cookies } = scope.services;
  const { standing } = describe(scope, account);
  const token = await startSession(db, scope.deed(actorFor(scope, account)), account.id, {
    by,
    // Who only drives has no desk to leave, and a phone that is locked.
    idleMs: standing.mayDrive && !standing.mayUseCrm ? DRIVER_IDLE_MS : undefined,
    ipAddress: scope.clientAddress,
    userAgent: request.headers.get("User-Agent"),
    formerToken: cookies.read(request, SESSION),
  });
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie(scope, token));
  headers.append("Set-Cookie", cookies.write(CONFIRM, "", { maxAge: 0 }));
  return { ok: true, headers, warning: warning?.message ?? null, needsCode: false };
}

/** The cookie that carries a session's token. */
export function sessionCookie(scope: Scope, token: string): string {
  return scope.services.cookies.write(SESSION, token, { maxAge: SESSION_LONGEST_MS / 1000 });
}

/** A profile that could not be read or made is for whoever looks after the program. */
function noteProfile(scope: Scope, result: SignInResult): void {
  const error = result.ok ? result.warning?.error : result.error;
  if (error === undefined) return;
  const error_message = error instanceof Error ? error.message : "unknown";
  scope.services.log.error({ module: "accounts", action: result.ok ? "profile-read" : "profile-made", error_message });
}

/** The request with a body that can be read as a form; what is none counts as an empty one. */
async function asForm(request: Request): Promise<Request> {
  const body = new URLSearchParams();
  for (const [name, value] of await readForm(request)) if (typeof value === "string") body.append(name, value);
  const headers = new Headers(request.headers);
  headers.delete("Content-Type");
  headers.delete("Content-Length");
  return new Request(request.url, { method: "POST", headers, body });
}

/** Where the mail's confirmation link leads. */
export const signUpLinks: SignUpLinks = {
  signIn: paths.auth,
  confirm: accountPaths.confirm,
};

/** Remembers the confirmation link that was opened; the sign-in that follows confirms the address with it. */
export function confirmCookie(scope: Scope, token: string): string {
  return scope.services.cookies.write(CONFIRM, token, { maxAge: 3600 });
}

/** Who was found for a page that is only shown: its layout and its leaf both ask. */
const found = new WeakMap<object, Promise<SignedIn | null>>();

/** The person behind the session cookie, or null. */
export function findSignedIn(scope: Scope, request: Request): Promise<SignedIn | null> {
  // An action may change who is signed in, and what they may do.
  const mayKeep = request.method === "GET";
  const before = mayKeep ? found.get(scope.visit) : undefined;
  const finding = before ?? readSignedIn(scope, request);
  if (mayKeep) found.set(scope.visit, finding);
  return finding;
}

/**
 * The same for what a page asks by itself (a stream's heartbeat): asked anew each time, and the session does not count
 * as used.
 */
export function stillSignedIn(scope: Scope, request: Request): Promise<SignedIn | null> {
  return readSignedIn(scope, request, { seen: false });
}

async function readSignedIn(scope: Scope, request: Request, how = { seen: true }): Promise<SignedIn | null> {
  const token = scope.services.cookies.read(request, SESSION);
  if (!token) return null;
  const deedOf = (account: Account) => scope.deed(actorFor(scope, account));
  const session = await findSession(scope.services.db, token, Date.now(), { deedOf, ...how });
  return session && { ...describe(scope, session.account), sessionId: session.id };
}

/** Ends this browser's session, or all of the person's. Returns the headers that remove the cookie. */
export async function signOut(scope: Scope, request: Request, everywhere: boolean): Promise<Headers> {
  const { cookies, db } = scope.services;
  const token = cookies.read(request, SESSION);
  const session = token ? await findSession(db, token) : null;
  const headers = new Headers({ "Set-Cookie": cookies.write(SESSION, "", { maxAge: 0 }) });
  if (session) {
    const deed = scope.deed(actorFor(scope, session.account));
    if (everywhere) await endAllSessions(db, deed, session.account.id);
    else await endSession(db, deed, session.account.id, session.id, "here");
    headers.append("Set-Cookie", formerCookie(scope, session.id));
  }
  return headers;
}

/** A path of our own to go on to, or the fallback: never another host, never a sign-in page again. */
export function safeNext(next: string | null | undefined, fallback: string): string {
  if (!next || next.length > 2000 || !/^\/(?![/\\])[^\\\u0000-\u001F]*$/.test(next)) return fallback;
  const url = new URL(next, "http://here.invalid");
  const isSignIn = /^\/(auth|driver\/auth)(\/|$)/.test(url.pathname);
  // Asked again of the path as it will be read: "/.//evil.com" has become "//evil.com" by now.
  return url.origin === "http://here.invalid" && !url.pathname.startsWith("//") && !isSignIn
    ? url.pathname + url.search + url.hash
    : fallback;
}

/** The address at which an account signs in: who drives, and has nothing to do in the office, has an own one. */
export function doorOf(scope: Scope, account: Account): string {
  const { mayDrive, mayUseCrm } = describe(scope, account).standing;
  return mayDrive && !mayUseCrm ? paths.driver.auth : paths.auth;
}

const actorFor = (scope: Scope, account: Account) => describe(scope, account).actor;

function describe(scope: Scope, account: Account): Omit<SignedIn, "sessionId"> {
  const { config, db } = scope.services;
  const standing = standingOf(db.orm, account, {
    adminEmails: config.ADMIN_EMAILS,
    driverAccessViaProfile: scope.services.flags().driver_access_via_profile,
    adminsNeedFactor: !config.sandbox.any,
  });
  return { account, standing, actor: actorOf(account, standing) };
}
