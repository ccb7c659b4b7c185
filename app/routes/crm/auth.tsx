import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { readSignInName } from "~/domain/accounts/identity";
import { signUp, signUpByPhone } from "~/domain/accounts/sign-up.server";
import { enter, type Scope } from "~/http/context.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import {
  afterSignIn,
  codeCookie,
  findSignedIn,
  safeNext,
  SESSION,
  signIn,
  signUpLinks,
} from "~/http/access/session.server";
import { leadsToSentForm } from "~/http/access/kept-form.server";
import { limitSignUp } from "~/http/limits/sign-in.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, Notice } from "~/ui/form";
import { Gate } from "~/ui/office/Gate";
import { SignInHelp } from "~/ui/office/AccountForms";
import { DoorTab } from "~/ui/office/TabsOfOne";
import type { AuthEvent } from "~/ui/office/tabs";
import { SignInForm } from "~/ui/office/SignInForm";
import { wordsFor } from "~/ui/words-for";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const url = new URL(args.request.url);
  const next = safeNext(url.searchParams.get("next"), "");
  if (await findSignedIn(scope, args.request)) throw redirectDocument(next || crmPaths.root);
  // Whose browser still has a session's cookie was signed in, and is not any more.
  const wasIn = scope.services.cookies.read(args.request, SESSION) !== null;
  const told =
    url.searchParams.get("told") ?? (leadsToSentForm(next) ? "kept" : wasIn ? (next ? "ended" : "over") : null);
  return {
    next,
    tab: url.searchParams.get("tab") === "signup" ? "signup" : "login",
    told,
    sandbox: scope.local && scope.services.sandbox !== null,
    company: scope.services.settings().businessName,
  } as const;
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request.clone());
  if (form.get("intent") === "signup") {
    const emailOrPhone = String(form.get("email") ?? "");
    await limitSignUp(scope, emailOrPhone);
    if (readSignInName(emailOrPhone)?.kind === "phone") return signUpWithPhone(scope, form);
    const result = await signUp(
      scope.services.db,
      scope.deed({ kind: "visitor", label: "Visitor" }),
      { emailOrPhone, password: String(form.get("password") ?? "") },
      signUpLinks,
    );
    return result.ok ? redirectDocument(`${paths.auth}?told=sent`) : problem(refuse(typedValues(form), result.fields));
  }
  const result = await signIn(scope, args.request);
  if (!result.ok) return problem(result);
  return afterSignIn(result, safeNext(String(form.get("next") ?? ""), crmPaths.root));
}

/** A phone number is confirmed by the code that is texted to it, in this browser. */
async function signUpWithPhone(scope: Scope, form: FormData) {
  const phone = readSignInName(String(form.get("email") ?? ""))?.value ?? "";
  const asked = await signUpByPhone(scope.services.db, { phone, password: String(form.get("password") ?? "") });
  if (!asked.ok) return problem(refuse(typedValues(form), asked.fields));
  const headers = { "Set-Cookie": codeCookie(scope, asked.browser) };
  return redirectDocument(`${accountPaths.code}?told=signup`, { headers });
}

const NOT_CONFIRMED = "Please check your email and click the confirmation link before logging in.";
const TOLD: Record<string, string> = {
  sent: NOT_CONFIRMED,
  confirm: "Log in with the password you chose. That confirms your email address.",
  joined: "Welcome to the team. Log in with your email address and the password you have just chosen.",
  out: "You are signed out.",
  kept: "You were signed out meanwhile. Log in again: everything you typed is kept.",
  ended: "You were signed out. Log in again to go on where you were.",
  over: "You were signed out. Log in again.",
  again: "The second step was open too long, or had too many wrong codes. Log in again.",
  reset: "Your new password is set, and all devices are signed out. Log in with it.",
  moved: "Your new email address is confirmed. Log in with it from now on.",
};

/** The same to the person's other tabs. */
const SAYS: Record<string, AuthEvent> = { out: "SIGNED_OUT", reset: "PASSWORD_RECOVERY" };

export default function Auth() {
  const { next, tab, told, sandbox, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const mode = refused?.values["intent"] === "signup" || (!refused && tab === "signup") ? "signup" : "login";
  const address = (which?: "signup") =>
    `${paths.auth}?${new URLSearchParams({ ...(next && { next }), ...(which && { tab: which }) })}`;
  return (
    <Gate company={company}>
      <DoorTab says={wordsFor(SAYS, told)} />
      <ErrorSummary problem={refused} />
      <h1>CRM Dashboard</h1>
      <nav className="tabs" aria-label="Login or Sign Up" accessKey="2" tabIndex={-1}>
        <Link to={address()} aria-current={mode === "login" ? "page" : undefined}>
          Login
        </Link>{" "}
        <Link to={address("signup")} aria-current={mode === "signup" ? "page" : undefined}>
          Sign Up
        </Link>
      </nav>
      {wordsFor(TOLD, told) && !refused && (
        <Notice kind={told === "again" ? "warn" : "good"} live>
          <p>{wordsFor(TOLD, told)}</p>
        </Notice>
      )}
      {refused && refused.fields[""] === NOT_CONFIRMED && (
        <form method="post" action={accountPaths.resend} className="stack">
          <input type="hidden" name="email" value={String(refused.values["email"] ?? "")} />
          <button className="button">Send the confirmation mail again</button>
        </form>
      )}
      {sandbox && mode === "login" && (
        <p className="hint">Sandbox accounts: admin@example.com or staff@example.com, password roll-off-demo.</p>
      )}
      <SignInForm key={mode} mode={mode} problem={refused} next={next} />
      {mode === "login" && <SignInHelp />}
      <p className="hint ways">
        <a href={paths.driver.auth}>I am a driver</a> <a href={paths.home}>Home page</a>
      </p>
    </Gate>
  );
}
