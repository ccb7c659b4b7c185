import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { readSignInName } from "~/domain/accounts/identity";
import { askForSignInCode, safeNext, signInByCode } from "~/http/access/session.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { limitAccountKey, limitKeyTry } from "~/http/limits/sign-in.server";
import { paths } from "~/paths";
import { ErrorSummary, Field, Notice, SubmitButton } from "~/ui/form";
import { AskByMail, BackToSignIn } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";
import { loadAsk, NO_ADDRESS } from "./ask.server";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Log in with a code" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const next = safeNext(new URL(args.request.url).searchParams.get("next"), "");
  return { ...(await loadAsk(args)), next };
}

/** First the address, then, in the same browser, the code (contract.md). */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const next = safeNext(String(form.get("next") ?? ""), "");
  const code = form.get("code");
  if (typeof code === "string") {
    await limitKeyTry(scope);
    const entered = await signInByCode(scope, args.request, code);
    if (!entered.ok) return problem({ ...entered, values: { ...entered.values, step: "code" } });
    const { headers, warning } = entered;
    return redirectDocument(warning ? paths.crm.withWarnings : next || paths.crm.root, { headers });
  }
  const email = String(form.get("email") ?? "");
  await limitAccountKey(scope, email);
  if (readSignInName(email)?.kind !== "email") return problem(refuse(typedValues(form), { email: NO_ADDRESS }));
  const cookie = await askForSignInCode(scope, email);
  const query = new URLSearchParams({ told: "sent", ...(next && { next }) });
  return redirectDocument(`${paths.account.code}?${query}`, { headers: { "Set-Cookie": cookie } });
}

export default function Code() {
  const { isAsked, next, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isCode = refused ? refused.values["step"] === "code" : isAsked;
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Log in with a code</h1>
      {isCode ? (
        <>
          {!refused && (
            <Notice kind="good" live>
              <p>
                If there is an account with this address, a mail with a code is on its way. It works for 10 minutes.
              </p>
            </Notice>
          )}
          <Form method="post" reloadDocument className="stack">
            {next && <input type="hidden" name="next" value={next} />}
            <Field
              name="code"
              accessKey="3"
              label="Code from the mail"
              hint="Six digits. It works only in this browser."
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              problem={refused}
            />
            <SubmitButton className="button full">Login</SubmitButton>
          </Form>
          <p>
            <a href={paths.account.code}>Send another code</a>
          </p>
        </>
      ) : (
        <>
          <p>We mail you a code of six digits. You need no password.</p>
          <AskByMail problem={refused} button="Send the code" next={next} />
        </>
      )}
      <BackToSignIn />
    </Gate>
  );
}
