import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { readSignInName } from "~/domain/accounts/identity";
import { NO_NAME } from "~/domain/accounts/sign-up.server";
import { afterSignIn, askForSignInCode, safeNext, signInByCode } from "~/http/access/session.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { limitAccountKey, limitKeyTry } from "~/http/limits/sign-in.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, Field, Notice, SubmitButton } from "~/ui/form";
import { AskByMail, BackToSignIn } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";
import { loadAsk } from "./ask.server";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Log in with a code" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const next = safeNext(new URL(args.request.url).searchParams.get("next"), "");
  const { company } = await loadAsk(args);
  return { company, next, asked: askedBy(new URL(args.request.url).searchParams.get("told")) };
}

/** How the code of this browser was asked for; null before that. */
function askedBy(told: string | null): keyof typeof ASKED | null {
  return told === "sent" || told === "text" || told === "signup" || told === "reset" ? told : null;
}

const TEN_MINUTES = "It works for 10 minutes.";
const ASKED = {
  sent: {
    title: "Log in with a code",
    words: `If there is an account with this address, a mail with a code is on its way. ${TEN_MINUTES}`,
  },
  text: {
    title: "Log in with a code",
    words: `If there is an account with this number, a text with a code is on its way. ${TEN_MINUTES}`,
  },
  signup: {
    title: "Confirm your phone number",
    words: `A text with a code is on its way to your number. ${TEN_MINUTES} Type it here to finish signing up.`,
  },
  reset: {
    title: "Forgot your password?",
    words: `If there is an account with this number, a text with a code is on its way. ${TEN_MINUTES} Then you choose a new password.`,
  },
};

/** First the address or number, then, in the same browser, the code (contract.md). */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const next = safeNext(String(form.get("next") ?? ""), "");
  const code = form.get("code");
  if (typeof code === "string") {
    await limitKeyTry(scope);
    const entered = await signInByCode(scope, args.request, code);
    if (!entered.ok) return problem({ ...entered, values: { ...entered.values, step: "code" } });
    return afterSignIn(entered, next || crmPaths.root);
  }
  const email = String(form.get("email") ?? "");
  await limitAccountKey(scope, email);
  const name = readSignInName(email);
  if (!name) return problem(refuse(typedValues(form), { email: NO_NAME }));
  const cookie = await askForSignInCode(scope, email);
  const query = new URLSearchParams({ told: name.kind === "phone" ? "text" : "sent", ...(next && { next }) });
  return redirectDocument(`${accountPaths.code}?${query}`, { headers: { "Set-Cookie": cookie } });
}

export default function Code() {
  const { asked, next, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isCode = refused ? refused.values["step"] === "code" : asked !== null;
  const told = asked && isCode ? ASKED[asked] : ASKED.sent;
  const byText = isCode && asked !== null && asked !== "sent";
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>{told.title}</h1>
      {isCode ? (
        <>
          {!refused && (
            <Notice kind="good" live>
              <p>{told.words}</p>
            </Notice>
          )}
          <Form method="post" reloadDocument className="stack">
            {next && <input type="hidden" name="next" value={next} />}
            <Field
              name="code"
              accessKey="3"
              label={`Code from the ${byText ? "text" : "mail"}`}
              hint="Six digits. It works only in this browser."
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              problem={refused}
            />
            <SubmitButton className="button full">{asked === "reset" ? "Go on" : "Login"}</SubmitButton>
          </Form>
          <p>
            <a
              href={
                asked === "signup"
                  ? `${paths.auth}?tab=signup`
                  : asked === "reset"
                    ? accountPaths.forgot
                    : accountPaths.code
              }
            >
              Send another code
            </a>
          </p>
        </>
      ) : (
        <>
          <p>We mail or text you a code of six digits. You need no password.</p>
          <AskByMail orText problem={refused} button="Send the code" next={next} />
        </>
      )}
      <BackToSignIn />
    </Gate>
  );
}
