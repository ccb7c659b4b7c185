import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { findRemoved, listInvitations, listTeam, listTeamChanges } from "~/domain/accounts/team.server";
import { enter } from "~/http/context.server";
import { answerIntent } from "~/http/answers/intents.server";
import { requireAdmin } from "~/http/access/guards.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Field, Notice, SubmitButton } from "~/ui/form";
import { AsTyped } from "~/ui/office/AsTyped";
import { Panel } from "~/ui/office/bits";
import { ChangeList } from "~/ui/office/ChangeList";
import { InvitationList, TeamTable } from "~/ui/office/TeamTable";
import { describeEvent } from "~/ui/office/timeline-words";
import { TEAM_INTENTS } from "./team-intents.server";
import { useSent } from "~/ui/office/use-sent";

export const meta: MetaFunction = () => [{ title: "Team · CRM Dashboard" }, { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireAdmin(scope, args.request);
  const { services } = scope;
  const { orm } = services.db;
  const { ADMIN_EMAILS } = services.config;
  const team = listTeam(orm, ADMIN_EMAILS);
  const { searchParams } = new URL(args.request.url);
  const told = searchParams.get("told");
  const who = searchParams.get("who") ?? "";
  const here = new Set(team.map(({ email }) => email));
  return {
    me: account.id,
    team,
    /** Named on the server, but nobody has signed up with it. */
    awaited: ADMIN_EMAILS.filter((email) => !here.has(email)),
    invitations: listInvitations(orm).map((one) => ({ ...one, over: one.expiresAt <= Date.now() })),
    changes: listTeamChanges(orm).map((event) => ({
      id: event.id,
      at: event.at,
      who: event.actor_label,
      words: `${event.whom || "Somebody"}: ${describeEvent(event)}`,
      why: event.why,
    })),
    told: told === "invited",
    /** Who was just removed, as long as they are not here again. */
    removed: told === "removed" && !team.some(({ id }) => id === who) ? findRemoved(orm, who) : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  return answerIntent(
    TEAM_INTENTS,
    await enter(args),
    args.request,
    () => null,
    () => crmPaths.tab("team"),
  );
}

export default function TeamPage() {
  const { me, team, awaited, invitations, changes, told, removed } = useLoaderData<typeof loader>();
  const refused = useSent();
  return (
    <>
      <ErrorSummary problem={refused} />
      <header className="title">
        <h1>Team</h1>
      </header>
      {told && !refused && (
        <Notice kind="good" live>
          <p>Invited. The mail with the link is on its way; it works for 7 days, once.</p>
        </Notice>
      )}
      {removed && !refused && (
        <Notice kind="good" live>
          <p>
            {removed.name} is off the team{removed.drives ? "" : " and signed out"}: nothing of the office opens for
            them any more, on any device, and invitations that they sent have ended. Their own account stays
            {removed.drives ? ", and they drive on." : "."} What they had taken of the queue is nobody’s again.
          </p>
        </Notice>
      )}
      <div className="apart">
        <TeamTable team={team} me={me} problem={refused} />
      </div>
      {awaited.length > 0 && (
        <p className="hint">
          Admins by ADMIN_EMAILS who have not signed up yet: <span className="breakable">{awaited.join(", ")}</span>
        </p>
      )}
      <div className="two">
        <Panel title="Invite" id="invite">
          <Form method="post" className="stack" key={invitations.length}>
            <Field
              name="inviteEmail"
              type="email"
              label="Email address"
              hint="A mail with a link goes there. Whoever accepts is staff; you can make them an admin afterwards."
              required
              maxLength={254}
              autoComplete="off"
              problem={refused}
            />
            <AsTyped of="inviteEmail" label="Send to this address all the same" problem={refused} />
            <SubmitButton intent="invite">Send the invitation</SubmitButton>
          </Form>
          <h3>Invited, but not here yet</h3>
          <InvitationList invitations={invitations} />
        </Panel>
        <Panel title="Changes" id="changes">
          <ChangeList changes={changes} empty="Nobody was invited or changed yet." />
        </Panel>
      </div>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
