import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { isAskedForFactor } from "~/http/access/second-step.server";
import { afterSignIn, findSignedIn, safeNext, signInByFactor } from "~/http/access/session.server";
import { problem, readForm } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { ErrorSummary, Field, SubmitButton } from "~/ui/form";
import { BackToSignIn } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Second step" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

const nextOf = (next: FormDataEntryValue | null) => safeNext(typeof next === "string" ? next : "", crmPaths.root);
/** Nobody is asked, or not any more: they begin again, and go on to the same place. */
function beginAgain(next: string) {
  const door = next.startsWith("/driver/") ? paths.driver.auth : paths.auth;
  return redirectDocument(`${door}?${new URLSearchParams({ told: "again", next })}`);
}

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const next = nextOf(new URL(args.request.url).searchParams.get("next"));
  if (!isAskedForFactor(scope, args.request))
    throw (await findSignedIn(scope, args.request)) ? redirectDocument(next) : beginAgain(next);
  return { next, company: scope.services.settings().businessName };
}

/** The second factor at sign-in asks for `code` (contract.md). */
export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  const next = nextOf(form.get("next") ?? new URL(args.request.url).searchParams.get("next"));
  const entered = await signInByFactor(scope, args.request, String(form.get("code") ?? ""));
  if (!entered) return beginAgain(next);
  return entered.ok ? afterSignIn(entered, next) : problem(entered);
}

export default function SecondStep() {
  const { next, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Second step</h1>
      <p>One more step: type the code that your app shows now.</p>
      <Form method="post" reloadDocument className="stack">
        <input type="hidden" name="next" value={next} />
        <Field
          name="code"
          accessKey="3"
          label="Code from your app"
          hint="Six digits. Without your phone, type one of your recovery codes."
          required
          autoFocus={!refused}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          problem={refused}
        />
        <SubmitButton className="button full">Login</SubmitButton>
      </Form>
      <p className="hint">
        Neither phone nor recovery codes? Another admin can reset the second factor in the office, under Team.
      </p>
      <BackToSignIn />
    </Gate>
  );
}
