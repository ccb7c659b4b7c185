import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { accounts, driverInvitations, teamInvitations } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";

/**
 * How an invitation that nobody has accepted ends before its week is over: by a press, or with what it went by. Apart
 * from inviting and accepting, which need the team's verbs, because those end invitations too.
 */

export const openForTeam = () => and(isNull(teamInvitations.accepted_at), isNull(teamInvitations.withdrawn_at));
export const openForDrivers = () => and(isNull(driverInvitations.accepted_at), isNull(driverInvitations.withdrawn_at));

/** Ends an invitation to the team; false when it is open no more. */
export function withdrawInvitation(tx: Tx, deed: Deed<StaffActor>, id: string): boolean {
  return withdrawFromTeam(tx, deed, eq(teamInvitations.id, id as Id<"invitation">)) > 0;
}

/** Ends an invitation to drive; false when it is open no more. */
export function withdrawDriverInvitation(tx: Tx, deed: Deed<StaffActor>, id: string): boolean {
  return withdrawFromDrivers(tx, deed, eq(driverInvitations.id, id as Id<"invitation">)) > 0;
}

/** Ends the open invitations to the team that go to this address. */
export function withdrawInvitationsTo(tx: Tx, deed: Deed<StaffActor>, email: string): void {
  withdrawFromTeam(tx, deed, eq(teamInvitations.email, email));
}

/**
 * Ends every open invitation that would let somebody drive, by whatever address or number we know of them: who was sent
 * away does not come back by a link of before.
 */
export function withdrawInvitationsOf(
  tx: Tx,
  deed: Deed<StaffActor>,
  { userId, phone }: { userId: Id<"account">; phone: string | null },
): void {
  const account = tx.select().from(accounts).where(eq(accounts.id, userId)).get();
  const theirs = or(
    eq(driverInvitations.email, account?.email ?? ""),
    inArray(driverInvitations.phone, [account?.phone ?? "", phone ?? ""]),
  );
  withdrawFromDrivers(tx, deed, theirs);
}

/**
 * Ends what somebody has sent and nobody has accepted: an invitation lets in by the right of whoever sent it. Of who is no
 * admin any more only those to the team, as staff invite drivers; of who is off the team both. One that another has sent
 * anew since is that one's.
 */
export function withdrawSentBy(tx: Tx, deed: Deed<StaffActor>, sender: Id<"account">, lost: "admin" | "team"): void {
  withdrawFromTeam(tx, deed, eq(teamInvitations.invited_by_id, sender));
  if (lost === "team") withdrawFromDrivers(tx, deed, eq(driverInvitations.invited_by_id, sender));
}

function withdrawFromTeam(tx: Tx, deed: Deed<StaffActor>, which: SQL): number {
  const ended = tx
    .update(teamInvitations)
    .set({ withdrawn_at: deed.now })
    .where(and(which, openForTeam()))
    .returning({ id: teamInvitations.id })
    .all();
  for (const { id } of ended)
    recordEvent(tx, deed, { subject: { kind: "team", id }, action: "team_invitation_withdrawn" });
  return ended.length;
}

function withdrawFromDrivers(tx: Tx, deed: Deed<StaffActor>, which: SQL | undefined): number {
  const ended = tx
    .update(driverInvitations)
    .set({ withdrawn_at: deed.now })
    .where(and(which, openForDrivers()))
    .returning({ id: driverInvitations.id, name: driverInvitations.name })
    .all();
  for (const { id, name } of ended)
    recordEvent(tx, deed, {
      subject: { kind: "driver", id },
      action: "driver_invitation_withdrawn",
      data: { name },
    });
  return ended.length;
}
