import { Form } from "@remix-run/react";
import type { Problem } from "~/http/answers/forms.server";
import { FieldError, SubmitButton, valueOf } from "~/ui/form";
import { When } from "./bits";

interface Member {
  id: string;
  name: string;
  email: string | null;
  role: "staff" | "admin";
  listed: boolean;
  since: number | null;
  lastSeen: number | null;
  hasFactor: boolean;
}

/** Everybody who may enter the office, with what can be changed about them. Oneself cannot be changed. */
export function TeamTable({ team, me, problem }: { team: Member[]; me: string; problem?: Problem | null }) {
  return (
    <table className="list team">
      <caption className="unseen">The team</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Email</th>
          <th scope="col">Role</th>
          <th scope="col">Last seen</th>
          <th scope="col">Since</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {team.map((member) => (
          <tr key={member.id}>
            <th scope="row" className="breakable">
              {member.name}
              {member.id === me && " (you)"}
            </th>
            <td className="breakable">{member.email ?? "by phone"}</td>
            <td>
              <span className={member.role === "admin" ? "state go" : "state done"}>
                {member.role === "admin" ? "Admin" : "Staff"}
              </span>
              {member.listed && <span className="hint place">by ADMIN_EMAILS</span>}
              {member.hasFactor && <span className="hint place">second factor on</span>}
            </td>
            <td>
              <span className="in-block">Seen </span>
              {member.lastSeen === null ? "never, or long ago" : <When at={member.lastSeen} />}
            </td>
            <td>
              {member.since !== null && (
                <>
                  <span className="in-block">Since </span>
                  <When at={member.since} year />
                </>
              )}
            </td>
            <td>
              {member.id === me || (member.listed && !member.hasFactor) ? null : (
                <Changes member={member} problem={problem?.values["member"] === member.id ? problem : null} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `problem`: what was refused of a change of just this member. */
function Changes({
  member: { id, name, role, listed, hasFactor },
  problem,
}: {
  member: Member;
  problem: Problem | null;
}) {
  const fields = (
    <>
      <input type="hidden" name="member" value={id} />
      <input type="hidden" name="was" value={role} />
    </>
  );
  return (
    <details className="changes" open={problem !== null}>
      <summary>
        Change<span className="unseen"> {name}</span>
      </summary>
      {hasFactor && (
        <Form method="post">
          {fields}
          <Why id={`lost-${id}`} label="Lost phone: reset the second factor. Why?" intent="factor" problem={problem} />
          <SubmitButton intent="factor" className="button secondary">
            Reset the second factor
          </SubmitButton>
        </Form>
      )}
      {!listed && (
        <>
          <Form method="post">
            {fields}
            <input type="hidden" name="to" value={role === "admin" ? "staff" : "admin"} />
            {role === "staff" && <Why id={`admin-${id}`} label="Make an admin: why?" intent="role" problem={problem} />}
            <p className="hint">
              {role === "admin"
                ? "Their open invitations to the team end with it."
                : "They can then change prices and settings, give money back, and decide who is on the team."}
            </p>
            <SubmitButton intent="role" className="button secondary">
              {role === "admin" ? "Back to staff" : "Make an admin"}
            </SubmitButton>
          </Form>
          <Form method="post">
            {fields}
            <Why id={`why-${id}`} label="Remove from the team: why?" intent="remove" problem={problem} />
            <p className="hint">
              They are signed out everywhere, unless they drive too. Invitations that they sent, to the team and to
              drive, end with it.
            </p>
            <SubmitButton intent="remove" className="button danger">
              Remove
            </SubmitButton>
          </Form>
        </>
      )}
    </details>
  );
}

function Why({ id, label, intent, problem }: { id: string; label: string; intent: string; problem: Problem | null }) {
  const error = problem?.fields[id];
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <FieldError id={id} error={error} />
      <input
        id={id}
        name="why"
        className="input"
        aria-required
        maxLength={200}
        defaultValue={problem?.values["intent"] === intent ? valueOf("why", { problem }) : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
    </>
  );
}

interface Invited {
  id: string;
  email: string;
  invitedBy: string;
  invitedAt: number;
  expiresAt: number;
  over: boolean;
}

/** Those who were invited and have not come. */
export function InvitationList({ invitations }: { invitations: Invited[] }) {
  if (invitations.length === 0) return <p className="empty">No invitation is open.</p>;
  return (
    <ul className="entries plain">
      {invitations.map(({ id, email, invitedBy, invitedAt, expiresAt, over }) => (
        <li key={id}>
          <div className="breakable">
            <span className="strong">{email}</span>
            <div className="hint">
              {invitedBy}, <When at={invitedAt} /> ·{" "}
              {over ? (
                "the link has ended"
              ) : (
                <>
                  until <When at={expiresAt} />
                </>
              )}
            </div>
          </div>
          <div className="steps-of">
            <Form method="post">
              <input type="hidden" name="inviteEmail" value={email} />
              <button className="small-button" name="intent" value="invite">
                Send a new link
              </button>
            </Form>{" "}
            <Form method="post">
              <input type="hidden" name="invitation" value={id} />
              <button className="small-button" name="intent" value="withdraw">
                Withdraw
              </button>
            </Form>
          </div>
        </li>
      ))}
    </ul>
  );
}
