import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { findLink, resetPassword } from "~/domain/accounts/keys.server";
import { problem, readForm, refuse } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { doorOf } from "~/http/access/session.server";
import { enter } from "~/http/context.server";
import { limitKeyTry } from "~/http/limits/sign-in.server";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, SubmitButton } from "~/ui/form";
import { BackToSignIn, NewPassword } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Choose a new password" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;
const keyOf = (request: Request) => new URL(request.url).searchParams.get("key") ?? "";

/** Opening the link changes nothing: mail scanners open links. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  return {
    works: findLink(scope.services.db.orm, "reset", keyOf(args.request)) !== null,
    company: scope.services.settings().businessName,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const form = await readForm(args.request);
  await limitKeyTry(scope);
  const done = await resetPassword(scope.services.db, scope.deed({ kind: "visitor", label: "Visitor" }), {
    key: keyOf(args.request),
    password: String(form.get("password") ?? ""),
  });
  if (!done.ok) return problem(refuse({}, { [done.code === "weak" ? "password" : ""]: done.message }));
  return redirectDocument(`${doorOf(scope, done.account)}?told=reset`);
}

export default function Reset() {
  const { works, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Choose a new password</h1>
      {works ? (
        <>
          <p>All devices are signed out when it is set.</p>
          <Form method="post" reloadDocument className="stack">
            <NewPassword name="password" problem={refused} />
            <SubmitButton className="button full">Set the new password</SubmitButton>
          </Form>
        </>
      ) : (
        <>
          <p>This link does not work any more. It works once, for an hour.</p>
          <p>
            <a className="button" href={accountPaths.forgot}>
              Ask for a new one
            </a>
          </p>
        </>
      )}
      <BackToSignIn />
    </Gate>
  );
}
