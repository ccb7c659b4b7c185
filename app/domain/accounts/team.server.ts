import { and, desc, eq, inArray, max, or } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { accounts, events, profiles, sessions, teamInvitations, teamMembers } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { giveBackAllOf } from "../tasks/tasks.server";
import { endSessions } from "./keys.server";
import { ensureProfile } from "./profiles.server";
import { isDriver } from "./roles.server";
import { hasSecondFactor, resetFactor } from "./second-factor.server";
import { openForTeam, withdrawInvitationsTo, withdrawSentBy } from "./withdraw-invitations.server";

/** Who may enter the office, and the verbs that change it (domain.md, 4.1). All of them are for admins. */

export type TeamRole = "staff" | "admin";

export interface TeamMember {
  id: Id<"account">;
  name: string;
  email: string | null;
  role: TeamRole;
  /** Admin by ADMIN_EMAILS: it cannot be taken away here. */
  listed: boolean;
  /** When they were put on the team list; null for whoever is admin without a place on it. */
  since: number | null;
  /** Wall time, to five minutes; null when their sessions are long over. */
  lastSeen: number | null;
  /** Whether a code is asked for after the password. */
  hasFactor: boolean;
}

export interface OpenInvitation {
  id: Id<"invitation">;
  email: string;
  invitedBy: string;
  invitedAt: number;
  expiresAt: number;
}

export type TeamRefusal =
  | "unknown"
  /** Another admin was faster: it is not as the page showed it. */
  | "changed"
  | "yourself"
  | "listed"
  /** Whoever asks is no admin any more. */
  | "not_admin"
  /** There is no second factor to reset. */
  | "no_factor";
export type TeamResult = { ok: true } | { ok: false; code: TeamRefusal };

/** Everybody who may enter the office, by name. */
export function listTeam(orm: Orm, adminEmails: readonly string[]): TeamMember[] {
  const seen = orm
    .select({ user: sessions.user_id, at: max(sessions.last_seen_at).as("at") })
    .from(sessions)
    .groupBy(sessions.user_id)
    .as("seen");
  return orm
    .select({
      account: accounts,
      name: profiles.display_name,
      role: profiles.role,
      since: teamMembers.added_at,
      lastSeen: seen.at,
    })
    .from(accounts)
    .leftJoin(profiles, eq(profiles.user_id, accounts.id))
    .leftJoin(teamMembers, eq(teamMembers.user_id, accounts.id))
    .leftJoin(seen, eq(seen.user, accounts.id))
    .where(
      inArray(
        accounts.id,
        // Each of the three lists by its own index.
        membersOf(orm, adminEmails),
      ),
    )
    .all()
    .map(({ account, name, role, since, lastSeen }) => {
      const listed = isListed(account, adminEmails);
      return {
        id: account.id,
        name: name ?? account.email ?? "Somebody",
        email: account.email,
        role: listed || role === "admin" ? ("admin" as const) : ("staff" as const),
        listed,
        since,
        lastSeen: lastSeen === null ? null : Number(lastSeen),
        hasFactor: hasSecondFactor(orm, account.id),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name, "en") || a.id.localeCompare(b.id));
}

function membersOf(orm: Orm, adminEmails: readonly string[]): Id<"account">[] {
  const rows = [
    orm.select({ id: teamMembers.user_id }).from(teamMembers).all(),
    orm.select({ id: profiles.user_id }).from(profiles).where(eq(profiles.role, "admin")).all(),
    adminEmails.length === 0
      ? []
      : orm
          .select()
          .from(accounts)
          .where(inArray(accounts.email, [...adminEmails]))
          .all()
          .filter((account) => isListed(account, adminEmails)),
  ].flat();
  return [...new Set(rows.map(({ id }) => id))];
}

/** An unconfirmed address makes nobody an admin (roles.server.ts). */
function isListed(account: typeof accounts.$inferSelect, adminEmails: readonly string[]): boolean {
  return account.email !== null && account.email_confirmed_at !== null && adminEmails.includes(account.email);
}

/** Whether this account is an admin's, by its role or by ADMIN_EMAILS: asked of whom something is done to. */
export function isAdminAccount(orm: Orm, id: Id<"account">, adminEmails: readonly string[]): boolean {
  const found = orm
    .select({ account: accounts, role: profiles.role })
    .from(accounts)
    .leftJoin(profiles, eq(profiles.user_id, accounts.id))
    .where(eq(accounts.id, id))
    .get();
  return found !== undefined && (found.role === "admin" || isListed(found.account, adminEmails));
}

/** Invitations that nobody has accepted or withdrawn, newest first; those whose link has ended too. */
export function listInvitations(orm: Orm): OpenInvitation[] {
  return orm
    .select({
      id: teamInvitations.id,
      email: teamInvitations.email,
      invitedBy: teamInvitations.invited_by,
      invitedAt: teamInvitations.invited_at,
      expiresAt: teamInvitations.expires_at,
    })
    .from(teamInvitations)
    .where(openForTeam())
    .orderBy(desc(teamInvitations.invited_at), desc(teamInvitations.id))
    .limit(100)
    .all();
}

/** The newest changes of the team, of one person or of everybody, with the name of whom they were about. */
export function listTeamChanges(orm: Orm, most = 20) {
  return orm
    .select({ event: events, name: profiles.display_name, invited: teamInvitations.email })
    .from(events)
    .leftJoin(profiles, eq(profiles.user_id, events.subject_id))
    .leftJoin(teamInvitations, eq(teamInvitations.id, events.subject_id))
    .where(eq(events.subject_kind, "team"))
    .orderBy(desc(events.id))
    .limit(most)
    .all()
    .map(({ event, name, invited }) => ({ ...event, whom: name ?? invited ?? "" }));
}

/** Puts an account on the team list: its profile has role staff from now on, an admin stays one. */
export function joinTeam(tx: Tx, deed: Deed, account: typeof accounts.$inferSelect, addedBy: string): void {
  const profile = ensureProfile(tx, account, deed.now);
  const to: TeamRole = profile.role === "admin" ? "admin" : "staff";
  tx.insert(teamMembers)
    .values({ user_id: account.id, added_by: addedBy, added_at: deed.now })
    .onConflictDoNothing()
    .run();
  setRole(tx, deed, account.id, to);
  recordEvent(tx, deed, { subject: { kind: "team", id: account.id }, action: "team_joined", to });
}

/**
 * Makes somebody of the team an admin, or staff again, whose open invitations to the team end with the right to send them.
 * `was` is the role that the page showed.
 */
export function changeTeamRole(
  tx: Tx,
  deed: Deed<StaffActor>,
  adminEmails: readonly string[],
  wish: { member: string; was: TeamRole; to: TeamRole; why?: string },
): TeamResult {
  const checked = check(tx, deed, adminEmails, wish);
  if (!checked.ok) return checked;
  const { id } = checked.member;
  if (wish.to === wish.was) return { ok: true };
  setRole(tx, deed, id, wish.to);
  if (wish.to === "staff") withdrawSentBy(tx, deed, id, "admin");
  // Who was an admin without a place on the list keeps the way in.
  tx.insert(teamMembers).values({ user_id: id, added_by: deed.by.id, added_at: deed.now }).onConflictDoNothing().run();
  const told = { from: wish.was, to: wish.to, why: wish.why || undefined };
  recordEvent(tx, deed, { subject: { kind: "team", id }, action: "team_role_changed", ...told });
  return { ok: true };
}

/**
 * Takes somebody off the team: their profile has role user again, and they are signed out on every device, links and codes
 * that were on their way with it. Who drives for us too stays signed in on the road, without any right here from the next
 * request on. What they sent lets nobody in any more, and what they had taken of the queue is nobody's again.
 */
export function removeFromTeam(
  tx: Tx,
  deed: Deed<StaffActor>,
  adminEmails: readonly string[],
  wish: { member: string; was: TeamRole; why: string },
): TeamResult {
  const checked = check(tx, deed, adminEmails, wish);
  if (!checked.ok) return checked;
  const { id } = checked.member;
  tx.delete(teamMembers).where(eq(teamMembers.user_id, id)).run();
  setRole(tx, deed, id, "user");
  // An address that became theirs later may have been invited before: that link does not bring them back.
  if (checked.member.email !== null) withdrawInvitationsTo(tx, deed, checked.member.email);
  withdrawSentBy(tx, deed, id, "team");
  giveBackAllOf(tx, deed, id);
  recordEvent(tx, deed, {
    subject: { kind: "team", id },
    action: "team_removed",
    from: wish.was,
    to: "user",
    why: wish.why || undefined,
  });
  if (!isDriver(tx, id) && endSessions(tx, id) > 0)
    recordEvent(tx, deed, { subject: { kind: "account", id }, action: "SIGNED_OUT", data: { scope: "everywhere" } });
  return { ok: true };
}

/** Whose last change was that they were taken off the team; null for anybody else, or nobody. `drives`: signed in still. */
export function findRemoved(orm: Orm, id: string): { name: string; drives: boolean } | null {
  const last = orm
    .select({ action: events.action, userId: profiles.user_id, name: profiles.display_name })
    .from(events)
    .innerJoin(profiles, eq(profiles.user_id, events.subject_id))
    .where(and(eq(events.subject_kind, "team"), eq(events.subject_id, id)))
    .orderBy(desc(events.id))
    .limit(1)
    .get();
  return last?.action === "team_removed" ? { name: last.name, drives: isDriver(orm, last.userId) } : null;
}

/**
 * Takes the second factor of somebody who has lost their phone away, so that they set it up anew. Also of one who is an
 * admin by ADMIN_EMAILS; one's own is turned off in one's account.
 */
export function resetTeamFactor(
  tx: Tx,
  deed: Deed<StaffActor>,
  adminEmails: readonly string[],
  wish: { member: string; why: string },
): TeamResult {
  const team = listTeam(tx, adminEmails);
  const refuse = (code: TeamRefusal) => ({ ok: false as const, code });
  if (!team.some((one) => one.id === deed.by.id && one.role === "admin")) return refuse("not_admin");
  const member = team.find((one) => one.id === wish.member);
  if (!member) return refuse("unknown");
  if (member.id === deed.by.id) return refuse("yourself");
  return resetFactor(tx, deed, member.id, wish.why) ? { ok: true } : refuse("no_factor");
}

/**
 * What both have in common: asked again inside the transaction, as two admins may press at once. That nobody changes
 * themselves keeps the last admin.
 */
function check(
  tx: Tx,
  deed: Deed<StaffActor>,
  adminEmails: readonly string[],
  { member: id, was }: { member: string; was: TeamRole },
): { ok: true; member: TeamMember } | { ok: false; code: TeamRefusal } {
  const team = listTeam(tx, adminEmails);
  const refuse = (code: TeamRefusal) => ({ ok: false as const, code });
  if (!team.some((one) => one.id === deed.by.id && one.role === "admin")) return refuse("not_admin");
  const member = team.find((one) => one.id === id);
  if (!member) return refuse("unknown");
  if (member.id === deed.by.id) return refuse("yourself");
  if (member.role !== was) return refuse("changed");
  if (member.listed) return refuse("listed");
  return { ok: true, member };
}

function setRole(tx: Tx, deed: Deed, id: Id<"account">, role: "user" | TeamRole): void {
  tx.update(profiles).set({ role, updated_at: deed.now }).where(eq(profiles.user_id, id)).run();
}

/** Whether this address may enter the office already. */
export function isOnTeam(orm: Orm, email: string, adminEmails: readonly string[]): boolean {
  const account = orm.select().from(accounts).where(eq(accounts.email, email)).get();
  if (!account) return false;
  if (isListed(account, adminEmails)) return true;
  return (
    orm
      .select({ id: accounts.id })
      .from(accounts)
      .leftJoin(teamMembers, eq(teamMembers.user_id, accounts.id))
      .leftJoin(profiles, eq(profiles.user_id, accounts.id))
      .where(and(eq(accounts.id, account.id), or(eq(teamMembers.user_id, account.id), eq(profiles.role, "admin"))))
      .get() !== undefined
  );
}
