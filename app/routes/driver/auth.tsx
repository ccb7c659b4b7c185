import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import "~/office.css";
import { enter } from "~/http/context.server";
import { problem, readForm } from "~/http/answers/forms.server";
import { afterSignIn, findSignedIn, safeNext, signIn } from "~/http/access/session.server";
import { paths } from "~/paths";
import { forgetRead } from "~/ui/driver/phone-store";
import { ErrorSummary, Notice } from "~/ui/form";
import { Gate } from "~/ui/office/Gate";
import { SignInHelp } from "~/ui/office/AccountForms";
import { DoorTab } from "~/ui/office/TabsOfOne";
import { SignInForm } from "~/ui/office/SignInForm";
import type { AuthEvent } from "~/ui/office/tabs";
import { wordsFor } from "~/ui/words-for";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Driver Portal" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const query = new URL(args.request.url).searchParams;
  const next = safeNext(query.get("next"), "");
  const person = await findSignedIn(scope, args.request);
  if (person?.standing.mayDrive) throw redirectDocument(next.startsWith("/driver/") ? next : paths.driver.dashboard);
  // Somebody signed in without driver access stays here and may sign in as a driver.
  return {
    next,
    stranger: person?.standing.displayName ?? null,
    told: query.get("told"),
    sandbox: scope.local && scope.services.sandbox !== null,
    company: scope.services.settings().businessName,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request.clone());
  const result = await signIn(scope, args.request);
  if (!result.ok) return problem(result);
  const next = safeNext(String(form.get("next") ?? ""), paths.driver.dashboard);
  return afterSignIn({ ...result, warning: null }, next.startsWith("/driver/") ? next : paths.driver.dashboard);
}

const TOLD: Record<string, string> = {
  out: "You are signed out.",
  reset: "Your new password is set, and all devices are signed out. Log in with it.",
};
/** The same to the person's other tabs. */
const SAYS: Record<string, AuthEvent> = { out: "SIGNED_OUT", reset: "PASSWORD_RECOVERY" };

export default function DriverAuth() {
  const { next, stranger, told, sandbox, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  // Signed out: what this phone has read goes, what it has not sent stays.
  useEffect(() => {
    if (told === "out") void forgetRead().catch(() => undefined);
  }, [told]);
  return (
    <Gate company={company} className="driver">
      {!stranger && <DoorTab says={wordsFor(SAYS, told)} />}
      <ErrorSummary problem={refused} />
      <h1>Driver Portal</h1>
      {wordsFor(TOLD, told) && !refused && (
        <Notice kind="good" live>
          <p>{wordsFor(TOLD, told)}</p>
        </Notice>
      )}
      {next && !told && !stranger && !refused && (
        <Notice kind="warn">
          <p>Log in to go on. What you pressed is not lost: what this phone has not sent yet goes when you are in.</p>
        </Notice>
      )}
      {told === "joined" && !refused && (
        <Notice kind="good" live>
          <p>Welcome. Log in with the password that you have just chosen.</p>
        </Notice>
      )}
      {told === "again" && !refused && (
        <Notice kind="warn" live>
          <p>The second step was open too long, or had too many wrong codes. Log in again.</p>
        </Notice>
      )}
      {stranger && !refused && (
        <Notice kind="warn">
          <p>You are signed in as {stranger}, who has no driver access. Sign in as a driver.</p>
        </Notice>
      )}
      {sandbox && (
        <p className="hint">Sandbox accounts: driver@example.com or driver2@example.com, password roll-off-demo.</p>
      )}
      <SignInForm mode="login" problem={refused} next={next} />
      <SignInHelp />
      <nav className="hint ways" aria-label="Other doors" accessKey="2" tabIndex={-1}>
        <a href={paths.auth}>I work in the office</a> <a href={paths.home}>Home page</a>
      </nav>
    </Gate>
  );
}
