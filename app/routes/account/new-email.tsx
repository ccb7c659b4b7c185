import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import { confirmNewEmail, findLink } from "~/domain/accounts/keys.server";
import { findSignedIn } from "~/http/access/session.server";
import { problem, refuse } from "~/http/answers/forms.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { enter } from "~/http/context.server";
import { limitKeyTry } from "~/http/limits/sign-in.server";
import { paths } from "~/paths";
import { accountPaths } from "~/team-paths";
import { ErrorSummary, SubmitButton } from "~/ui/form";
import { BackToSignIn } from "~/ui/office/AccountForms";
import { Gate } from "~/ui/office/Gate";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Your new email address" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;
const keyOf = (request: Request) => new URL(request.url).searchParams.get("key") ?? "";

/** Opening the link changes nothing: mail scanners open links. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  return {
    email: findLink(scope.services.db.orm, "new-email", keyOf(args.request))?.email ?? null,
    company: scope.services.settings().businessName,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  await limitKeyTry(scope);
  const deed = scope.deed({ kind: "visitor", label: "Visitor" });
  const done = await confirmNewEmail(scope.services.db, deed, keyOf(args.request));
  if (!done.ok) return problem(refuse({}, { "": done.message }));
  const isIn = await findSignedIn(scope, args.request);
  return redirectDocument(isIn ? `${accountPaths.root}?told=moved` : `${paths.auth}?told=moved`);
}

export default function NewEmail() {
  const { email, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Your new email address</h1>
      {email ? (
        <Form method="post" reloadDocument className="stack">
          <p>
            From now on your account has the address <b>{email}</b>, and you log in with it.
          </p>
          <SubmitButton className="button full">Use this address</SubmitButton>
        </Form>
      ) : (
        <p>This link does not work any more. It works once, for an hour. Ask for a new one in your account.</p>
      )}
      <BackToSignIn />
    </Gate>
  );
}
