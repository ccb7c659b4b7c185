import { redirectDocument, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import "~/office.css";
import {
  acceptDriving,
  acceptDrivingWithPassword,
  accountOfInvited,
  findDriverInvitation,
} from "~/domain/accounts/driver-invitations.server";
import { formatPhone } from "~/domain/kernel/phone";
import { enter, type Scope } from "~/http/context.server";
import { problem, readForm, refuse, typedValues } from "~/http/answers/forms.server";
import { findSignedIn } from "~/http/access/session.server";
import { paths } from "~/paths";
import { drivingPath } from "~/team-paths";
import { ErrorSummary, Field } from "~/ui/form";
import { Gate } from "~/ui/office/Gate";

export const handle = { hydrate: "now", area: "office" };
export const meta: MetaFunction = () => [{ title: "Invitation to drive" }, { name: "robots", content: "noindex" }];
export const headers = () => ({ "Cache-Control": "no-store" });

const OVER = "This invitation does not work any more: it was used, withdrawn or is older than 7 days.";
const notYours = (who: string) =>
  `You are signed in as ${who}, and the invitation went to somebody else’s address or number. Sign out, then open its link again.`;
const keyOf = (request: Request) => (new URL(request.url).searchParams.get("key") ?? "").slice(0, 100);
const gone = () => new Response(`${OVER} Ask the office for a new one.`, { status: 410 });

function partsOf(scope: Scope, key: string) {
  const invitation = findDriverInvitation(scope.services.db.orm, key);
  return invitation && { invitation, account: accountOfInvited(scope.services.db.orm, invitation) };
}

/**
 * Opening the link changes nothing; only the button does. Flag "skip frontend invitation validation": on, the link is
 * looked at when it is sent in, and the page is the same for every link; off, also when it is opened.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const key = keyOf(args.request);
  const company = scope.services.settings().businessName;
  const person = await findSignedIn(scope, args.request);
  const who = person?.standing.displayName ?? null;
  const signIn = `${paths.driver.auth}?${new URLSearchParams({ next: drivingPath(key) })}`;
  if (scope.services.flags().skip_frontend_invitation_validation) return { company, who, signIn, checked: null };
  const parts = partsOf(scope, key);
  if (!parts) throw gone();
  const { invitation, account } = parts;
  const mine = account !== null && person?.account.id === account.id;
  return {
    company,
    who: mine ? null : who,
    signIn,
    checked: {
      name: invitation.name,
      to: invitation.email ?? formatPhone(invitation.phone ?? ""),
      invitedBy: invitation.invited_by,
      way: mine ? ("accept" as const) : account ? ("sign-in" as const) : ("choose" as const),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const key = keyOf(args.request);
  const form = await readForm(args.request);
  const person = await findSignedIn(scope, args.request);
  const parts = partsOf(scope, key);
  if (!parts) throw gone();
  const { db } = scope.services;
  const mine = person !== null && person.account.id === parts.account?.id;
  const password = String(form.get("password") ?? "");
  // Signed in, the page asks for no password: nobody joins by the way with somebody else's invitation.
  if (person && !mine && (password === "" || parts.account))
    return problem(refuse(typedValues(form), { "": notYours(person.standing.displayName) }), 409);
  const accepted = mine
    ? await db.write((tx) => acceptDriving(tx, scope.deed(person.actor), key, person.account))
    : await acceptDrivingWithPassword(db, scope.deed({ kind: "visitor", label: "Visitor" }), key, password);
  if (accepted.ok) return redirectDocument(mine ? paths.driver.dashboard : `${paths.driver.auth}?told=joined`);
  if (accepted.code === "weak") return problem(refuse(typedValues(form), { password: accepted.reasons.join(" ") }));
  const words =
    accepted.code === "gone" ? OVER : "There is an account with this address or number already. Log in with it first.";
  return problem(refuse(typedValues(form), { "": words }), 409);
}

export default function DriverInvitationPage() {
  const { company, who, checked, signIn } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  // Unchecked, whoever is signed in may be the one who is meant: only the button tells.
  const byAccount = checked ? checked.way === "accept" : who !== null;
  const mayChoose = checked ? checked.way === "choose" : who === null;
  return (
    <Gate company={company} className="driver">
      <ErrorSummary problem={refused} />
      <h1>Drive with us</h1>
      <p>
        {checked
          ? `${checked.name}, ${checked.invitedBy} invites you to drive for ${company}. You log in with ${checked.to}.`
          : `You are invited to drive for ${company}. You log in with the address or number that the invitation went to.`}
      </p>
      {who !== null && (
        <p className="notice warn">
          You are signed in as {who}. {checked && `The invitation is for ${checked.to} alone.`}
        </p>
      )}
      {(byAccount || mayChoose) && (
        <Form method="post" reloadDocument className="stack">
          {mayChoose && (
            <Field
              name="password"
              type="password"
              label="Choose a password"
              hint="At least 6 characters. Not one of the common ones."
              required={checked !== null}
              minLength={6}
              maxLength={128}
              autoComplete="new-password"
              problem={refused}
            />
          )}
          <button type="submit" className="button full">
            Accept the invitation
          </button>
        </Form>
      )}
      {who !== null ? (
        <Form method="post" action={paths.signOut} reloadDocument>
          <p>Not you? Sign out, then open its link again.</p>
          <button className="button secondary full">Sign out</button>
        </Form>
      ) : (
        (checked === null || checked.way === "sign-in") && (
          <p>
            <a className="button secondary full" href={signIn}>
              I have an account: log in to accept
            </a>
          </p>
        )
      )}
    </Gate>
  );
}
