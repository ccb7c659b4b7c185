import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import {
  acceptSignedIn,
  acceptWithPassword,
  findInvitation,
  hasAccount,
  type AcceptResult,
} from "~/domain/accounts/invitations.server";
import { defaultDisplayName } from "~/domain/accounts/identity";
import { cut } from "~/domain/kernel/text";
import { enter, type Scope } from "~/http/context.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { findSignedIn } from "~/http/access/session.server";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { ErrorSummary, Field } from "~/ui/form";
import { Gate } from "~/ui/office/Gate";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Invitation" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Cache-Control": "no-store" });

const OVER = "This invitation does not work any more: it was used, withdrawn or is older than 7 days.";
const LONGEST_NAME = 80;
const keyOf = (request: Request) => (new URL(request.url).searchParams.get("key") ?? "").slice(0, 100);
const findOpen = (scope: Scope, key: string) => {
  const found = findInvitation(scope.services.db.orm, key);
  if (!found) throw new Response(`${OVER} Ask whoever invited you for a new one.`, { status: 410 });
  return found;
};

/** Opening the link changes nothing (mail scanners open links); only the button does. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const key = keyOf(args.request);
  const { email, invited_by: invitedBy } = findOpen(scope, key);
  const person = await findSignedIn(scope, args.request);
  const mine = person?.account.email === email;
  const way = mine ? "accept" : hasAccount(scope.services.db.orm, { email }) ? "sign-in" : "choose";
  return {
    email,
    invitedBy,
    way,
    /** Nobody has said yet what they are called: else the team would see a piece of their address. */
    asksName: way === "choose" || person?.standing.displayName === defaultDisplayName({ kind: "email", value: email }),
    other: person && !mine ? person.standing.displayName : null,
    signIn: `${paths.auth}?${new URLSearchParams({ next: paths.invitation(key) })}`,
    company: scope.services.settings().businessName,
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const key = keyOf(args.request);
  const form = await readForm(args.request);
  const person = await findSignedIn(scope, args.request);
  const { email } = findOpen(scope, key);
  const name = cut(String(form.get("displayName") ?? "").trim(), LONGEST_NAME).trim();
  const accepted: AcceptResult =
    person?.account.email === email
      ? await scope.services.db.write((tx) => acceptSignedIn(tx, scope.deed(person.actor), key, person.account, name))
      : await acceptWithPassword(scope.services.db, scope.deed({ kind: "visitor", label: "Visitor" }), key, {
          password: String(form.get("password") ?? ""),
          name,
        });
  if (accepted.ok)
    return redirectDocument(person?.account.email === email ? crmPaths.root : `${paths.auth}?told=joined`);
  if (accepted.code === "weak") return problem(refuse(typedValues(form), { password: accepted.reasons.join(" ") }));
  const words = accepted.code === "gone" ? OVER : `Log in as ${email} first, then accept.`;
  return problem(refuse(typedValues(form), { "": words }), 409);
}

export default function InvitationPage() {
  const { email, invitedBy, way, asksName, other, signIn, company } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Gate company={company}>
      <ErrorSummary problem={refused} />
      <h1>Join the team</h1>
      <p>
        {invitedBy} invites <b className="breakable">{email}</b> to the office of {company}.
      </p>
      {other && (
        <p className="notice warn">
          You are signed in as {other}. The invitation is for {email} alone.
        </p>
      )}
      {way === "sign-in" ? (
        other ? (
          <Form method="post" action={paths.signOut} reloadDocument>
            <p>Sign out, then open the link in the mail again.</p>
            <button className="button">Sign out</button>
          </Form>
        ) : (
          <p>
            <a className="button full" href={signIn}>
              Log in to accept
            </a>
          </p>
        )
      ) : (
        <Form method="post" reloadDocument className="stack">
          {asksName && (
            <Field
              name="displayName"
              label="Your name (optional)"
              hint="The team sees it. You can change it under My account."
              maxLength={LONGEST_NAME}
              autoComplete="name"
              problem={refused}
            />
          )}
          {way === "choose" && (
            <>
              <input type="hidden" name="username" autoComplete="username" value={email} />
              <Field
                name="password"
                type="password"
                label="Choose a password"
                hint="At least 6 characters. Not one of the common ones."
                required
                minLength={6}
                maxLength={128}
                autoComplete="new-password"
                problem={refused}
              />
            </>
          )}
          <button type="submit" className="button full">
            Accept the invitation
          </button>
        </Form>
      )}
    </Gate>
  );
}
