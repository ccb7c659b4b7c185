import { and, count, eq, ne, sql } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { accounts, teamInvitations } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newCapability, newId, sha256, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { secondsToWait } from "../limits/limits.server";
import { mailboxOf } from "../limits/mailbox";
import { enqueue } from "../outbox/outbox.server";
import { readSignInName, type SignInName } from "./identity";
import { endSessions } from "./keys.server";
import { hashPassword, passwordWeaknesses } from "./passwords.server";
import { nameProfile } from "./profiles.server";
import { findAccount, type Account } from "./sign-in.server";
import { isOnTeam, joinTeam } from "./team.server";
import { openForTeam } from "./withdraw-invitations.server";

export type Invitation = typeof teamInvitations.$inferSelect;

/** Wall time: the sandbox clock ends no link. */
export const INVITATION_DAYS = 7;
/** So many may work at once: whoever has an admin's session cannot mail the world. */
export const MOST_OPEN = 50;

export type InviteResult =
  | { ok: true }
  | { ok: false; code: "no_email" | "on_team" | "too_many_open" }
  | { ok: false; code: "wait"; seconds: number };

/**
 * Invites an address to the team: a mail with a link that works once. One that is open is replaced, its link ends.
 * Refused for what is no address, for who is on the team already, and when the mailbox has had enough of these.
 */
export function inviteToTeam(
  tx: Tx,
  deed: Deed<StaffActor>,
  typed: string,
  { adminEmails, limits, path }: { adminEmails: readonly string[]; limits: boolean; path: (key: string) => string },
): InviteResult {
  const name = readSignInName(typed);
  if (name?.kind !== "email") return { ok: false, code: "no_email" };
  const email = name.value;
  if (isOnTeam(tx, email, adminEmails)) return { ok: false, code: "on_team" };
  const seconds = limits ? secondsToWait(tx, [{ name: "mail-invitation", target: mailboxOf(email) }]) : 0;
  if (seconds > 0) return { ok: false, code: "wait", seconds };
  const others = and(
    openForTeam(),
    sql`${teamInvitations.expires_at} > ${Date.now()}`,
    ne(teamInvitations.email, email),
  );
  const open = tx.select({ open: count() }).from(teamInvitations).where(others).get()?.open ?? 0;
  if (open >= MOST_OPEN) return { ok: false, code: "too_many_open" };
  tx.update(teamInvitations)
    .set({ withdrawn_at: deed.now })
    .where(and(eq(teamInvitations.email, email), openForTeam()))
    .run();
  const token = newCapability();
  const id = newId("invitation");
  tx.insert(teamInvitations)
    .values({
      id,
      email,
      token_hash: sha256(token),
      invited_by: deed.by.label,
      invited_by_id: deed.by.id,
      invited_at: deed.now,
      expires_at: Date.now() + INVITATION_DAYS * 24 * 3_600_000,
    })
    .run();
  recordEvent(tx, deed, { subject: { kind: "team", id }, action: "team_invited" });
  enqueue(tx, {
    kind: "mail.invitation",
    cause: `invitation:${id}`,
    payload: { invitationId: id, confirmPath: path(token) },
  });
  return { ok: true };
}

/** The invitation of a link while it works, or null: unknown, used, withdrawn or over. Wall time. */
export function findInvitation(orm: Orm, token: string, now = Date.now()): Invitation | null {
  return usable(orm, eq(teamInvitations.token_hash, sha256(token)), now);
}

/** The same by its id, for its mail. */
export function findInvitationById(orm: Orm, id: Id<"invitation">, now = Date.now()): Invitation | null {
  return usable(orm, eq(teamInvitations.id, id), now);
}

function usable(orm: Orm, which: ReturnType<typeof eq>, now: number): Invitation | null {
  const found = orm.select().from(teamInvitations).where(and(which, openForTeam())).get();
  return found && found.expires_at > now ? found : null;
}

/** Whether the address has an account that can sign in: then only that account accepts. */
export function hasAccount(orm: Orm, { email }: Pick<Invitation, "email">): boolean {
  return (findAccount(orm, { kind: "email", value: email })?.email_confirmed_at ?? null) !== null;
}

/**
 * The account of whom our link has reached at this address or number, with their password: made, or taken from a stranger who
 * signed up with it and never could confirm it. What that one had or asked for counts no more. An address is confirmed by it.
 */
export function takeAccount(tx: Tx, name: SignInName, password_hash: string, now: Instant): Account {
  const fresh = { password_hash, email_confirmed_at: name.kind === "email" ? now : null };
  const known = findAccount(tx, name);
  const account = known
    ? tx.update(accounts).set(fresh).where(eq(accounts.id, known.id)).returning().get()
    : tx
        .insert(accounts)
        .values({ id: newId("account"), [name.kind]: name.value, ...fresh, created_at: now })
        .returning()
        .get();
  if (!account) throw new Error("no account for an invitation");
  endSessions(tx, account.id);
  return account;
}

export type AcceptResult =
  | { ok: true; account: Account }
  /** `gone`: the link works no more. `has_account`: sign in. `other_account`: signed in as somebody else. */
  | { ok: false; code: "gone" | "has_account" | "other_account" }
  | { ok: false; code: "weak"; reasons: string[] };

/**
 * Accepts as the account that is signed in, whose confirmed address must be the invited one. `name`: how the team is to
 * call them; empty leaves it as it is.
 */
export function acceptSignedIn(tx: Tx, deed: Deed, token: string, account: Account, name = ""): AcceptResult {
  const invitation = findInvitation(tx, token);
  if (!invitation) return { ok: false, code: "gone" };
  if (account.email !== invitation.email || account.email_confirmed_at === null)
    return { ok: false, code: "other_account" };
  return finish(tx, deed, invitation, { account, name });
}

/**
 * Accepts for an address without an account that can sign in: the password makes it. That the link came by mail confirms
 * the address; what a stranger signed up with before counts no more. Only after the link was found is a hash made.
 */
export async function acceptWithPassword(
  db: Db,
  deed: Omit<Deed, "by">,
  token: string,
  { password, name = "" }: { password: string; name?: string },
): Promise<AcceptResult> {
  const asked = findInvitation(db.orm, token);
  if (!asked) return { ok: false, code: "gone" };
  if (hasAccount(db.orm, asked)) return { ok: false, code: "has_account" };
  const reasons = passwordWeaknesses(password, { emailOrPhone: asked.email });
  if (reasons.length > 0) return { ok: false, code: "weak", reasons };
  const password_hash = await hashPassword(password);
  return db.write((tx): AcceptResult => {
    const invitation = findInvitation(tx, token);
    if (!invitation) return { ok: false, code: "gone" };
    if (hasAccount(tx, invitation)) return { ok: false, code: "has_account" };
    const account = takeAccount(tx, { kind: "email", value: invitation.email }, password_hash, deed.now);
    return finish(tx, { ...deed, by: { kind: "visitor", id: account.id, label: "Whoever was invited" } }, invitation, {
      account,
      name,
    });
  });
}

function finish(
  tx: Tx,
  deed: Deed,
  invitation: Invitation,
  { account, name }: { account: Account; name: string },
): AcceptResult {
  const used = tx
    .update(teamInvitations)
    .set({ accepted_at: deed.now })
    .where(
      and(eq(teamInvitations.id, invitation.id), openForTeam(), sql`${teamInvitations.expires_at} > ${Date.now()}`),
    )
    .run().changes;
  if (used === 0) return { ok: false, code: "gone" };
  joinTeam(tx, deed, account, invitation.id);
  nameProfile(tx, deed, account.id, name);
  return { ok: true, account };
}
