import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import "~/office.css";
import { deviceWords } from "~/domain/accounts/device-words";
import { profileOrFallback } from "~/domain/accounts/profiles.server";
import { hasSecondFactor } from "~/domain/accounts/second-factor.server";
import { listSessions } from "~/domain/accounts/sessions.server";
import { formatPhone } from "~/domain/kernel/phone";
import { requirePerson } from "~/http/access/guards.server";
import { findSentForm } from "~/http/access/kept-form.server";
import { answerCustomer } from "~/http/answers/customer-intents.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { ErrorSummary, Notice, useProblem } from "~/ui/form";
import { AccountFrame } from "~/ui/office/AccountFrame";
import { EmailForm, FactorPanel, OwnFactsForm, PasswordForm } from "~/ui/office/OwnAccountForms";
import { SessionList } from "~/ui/office/SessionList";
import { Panel } from "~/ui/office/bits";
import type { AuthEvent } from "~/ui/office/tabs";
import { Refused } from "~/ui/Refused";
import { useRefusal } from "~/ui/use-refusal";
import { ACCOUNT_INTENTS } from "./account-intents.server";
import { wordsFor } from "~/ui/words-for";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "My account" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Cache-Control": "no-store" });

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account, standing, sessionId } = await requirePerson(scope, args.request);
  const { orm } = scope.services.db;
  const profile = profileOrFallback(orm, account.id);
  const hasFactor = hasSecondFactor(orm, account.id);
  return {
    me: account.id,
    name: standing.displayName,
    role: standing.isAdmin ? "admin" : standing.mayUseCrm ? "staff" : standing.mayDrive ? "driver" : "user",
    back: standing.mayUseCrm ? crmPaths.root : standing.mayDrive ? paths.driver.dashboard : paths.home,
    sent: findSentForm(scope, args.request, account.id),
    told: new URL(args.request.url).searchParams.get("told"),
    email: account.email,
    loginNumber: account.phone === null ? null : formatPhone(account.phone),
    hasPassword: account.password_hash !== "",
    hasFactor,
    mayHaveFactor: hasFactor || standing.mayUseCrm,
    facts: {
      display_name: profile?.display_name ?? "",
      company_name: profile?.company_name ?? "",
      phone: profile?.phone ? formatPhone(profile.phone) : "",
      avatar_url: profile?.avatar_url ?? "",
    },
    sessions: listSessions(orm, account.id)
      .map((session) => ({
        id: session.id,
        device: deviceWords(session.user_agent),
        address: session.ip_address,
        since: session.created_at,
        seen: session.last_seen_at,
        isHere: session.id === sessionId,
      }))
      .sort((a, b) => Number(b.isHere) - Number(a.isHere)),
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  // Before its form is read: one that is sent after the session's end is kept, and stands here again afterwards.
  await requirePerson(scope, args.request);
  return answerCustomer(ACCOUNT_INTENTS, "profile", { scope, request: args.request });
}

const TOLD: Record<string, string> = {
  saved: "Saved.",
  password: "Your password is changed. All other devices are signed out.",
  email:
    "A mail is on its way to the new address. It is yours once you have opened the link in it; until then nothing changes.",
  moved: "Your new email address is confirmed. Log in with it from now on.",
  ended: "That device is signed out.",
  others: "All other devices are signed out.",
  off: "Your second factor is off. Your app and your recovery codes work no more.",
};

/** The same to the person's other tabs. */
const SAYS: Record<string, AuthEvent> = { saved: "USER_UPDATED", moved: "USER_UPDATED", password: "TOKEN_REFRESHED" };

/** Everybody's own account: what it says of them, how they log in, where they are signed in. */
export default function Account() {
  const {
    me,
    name,
    role,
    back,
    sent,
    told,
    email,
    loginNumber,
    hasPassword,
    hasFactor,
    mayHaveFactor,
    facts,
    sessions,
  } = useLoaderData<typeof loader>();
  const problem = useProblem() ?? sent ?? undefined;
  return (
    <AccountFrame me={me} says={wordsFor(SAYS, told)} name={name} role={role} back={back}>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>My account</h1>
      </header>
      {wordsFor(TOLD, told) && !problem && (
        <Notice kind="good" live>
          <p>{wordsFor(TOLD, told)}</p>
        </Notice>
      )}
      <div className="two">
        <div>
          <Panel title="About me" id="about-me">
            <OwnFactsForm problem={problem} facts={facts} />
          </Panel>
          <Panel title="Where I am signed in" id="own-sessions">
            <SessionList sessions={sessions} />
          </Panel>
          {mayHaveFactor && <FactorPanel hasFactor={hasFactor} />}
        </div>
        <div>
          <Panel title="Password" id="own-password">
            <PasswordForm problem={problem} hasPassword={hasPassword} email={email} />
          </Panel>
          <Panel title="Email address" id="own-email">
            {loginNumber && <p className="hint">You log in with the number {loginNumber}.</p>}
            <EmailForm problem={problem} hasPassword={hasPassword} email={email} />
          </Panel>
        </div>
      </div>
    </AccountFrame>
  );
}

export function ErrorBoundary() {
  return <Refused {...useRefusal()} />;
}
