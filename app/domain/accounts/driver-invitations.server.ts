import { and, count, desc, eq, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { driverInvitations, drivers, profiles, userRoles } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newCapability, newId, sha256, type Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { secondsToWait } from "../limits/limits.server";
import { mailboxOf } from "../limits/mailbox";
import { enqueue } from "../outbox/outbox.server";
import { readSignInName, type SignInName } from "./identity";
import { drivesAgain } from "../tasks/left-jobs.server";
import { INVITATION_DAYS, MOST_OPEN, takeAccount } from "./invitations.server";
import { hashPassword, passwordWeaknesses } from "./passwords.server";
import { ensureProfile } from "./profiles.server";
import { findAccount, type Account } from "./sign-in.server";
import { openForDrivers } from "./withdraw-invitations.server";

export type DriverInvitation = typeof driverInvitations.$inferSelect;

export type InviteDriverResult =
  | { ok: true; by: SignInName["kind"] }
  | { ok: false; code: "no_address" | "drives_already" | "too_many_open" }
  | { ok: false; code: "wait"; seconds: number };

const nameOf = ({ email, phone }: Pick<DriverInvitation, "email" | "phone">): SignInName =>
  email !== null ? { kind: "email", value: email } : { kind: "phone", value: phone ?? "" };

/**
 * Invites somebody to drive, by mail or by text: a link that works once, for a week. One that is open to the same address
 * is replaced, its link ends. Refused for what is neither an address nor a number, for who drives already, and when a
 * mailbox or a number has had enough of these.
 */
export function inviteDriver(
  tx: Tx,
  deed: Deed<StaffActor>,
  { name, to }: { name: string; to: string },
  { limits, path }: { limits: boolean; path: (key: string) => string },
): InviteDriverResult {
  const at = readSignInName(to);
  if (!at) return { ok: false, code: "no_address" };
  if (isDriving(tx, at)) return { ok: false, code: "drives_already" };
  const cap =
    at.kind === "email"
      ? ({ name: "mail-invitation", target: mailboxOf(at.value) } as const)
      : ({ name: "sms-number", target: at.value } as const);
  const seconds = limits ? secondsToWait(tx, [cap]) : 0;
  if (seconds > 0) return { ok: false, code: "wait", seconds };
  const [email, phone] = at.kind === "email" ? [at.value, null] : [null, at.value];
  const same = email === null ? eq(driverInvitations.phone, at.value) : eq(driverInvitations.email, email);
  const others =
    email === null
      ? sql`${driverInvitations.phone} is not ${at.value}`
      : or(isNull(driverInvitations.email), ne(driverInvitations.email, email));
  const stillWork = and(openForDrivers(), sql`${driverInvitations.expires_at} > ${Date.now()}`, others);
  const open = tx.select({ open: count() }).from(driverInvitations).where(stillWork).get()?.open ?? 0;
  if (open >= MOST_OPEN) return { ok: false, code: "too_many_open" };
  tx.update(driverInvitations).set({ withdrawn_at: deed.now }).where(and(same, openForDrivers())).run();
  const token = newCapability();
  const id = newId("invitation");
  tx.insert(driverInvitations)
    .values({
      id,
      name,
      email,
      phone,
      token_hash: sha256(token),
      invited_by: deed.by.label,
      invited_by_id: deed.by.id,
      invited_at: deed.now,
      expires_at: Date.now() + INVITATION_DAYS * 24 * 3_600_000,
    })
    .run();
  recordEvent(tx, deed, { subject: { kind: "driver", id }, action: "driver_invited", data: { name } });
  const work = { cause: `invitation:${id}`, payload: { invitationId: id, confirmPath: path(token) } };
  if (at.kind === "email") enqueue(tx, { kind: "mail.invitation", ...work });
  else enqueue(tx, { kind: "sms.invitation", ...work });
  return { ok: true, by: at.kind };
}

/** By their account, or by the number on their record: both are one person. */
function isDriving(orm: Orm, at: SignInName): boolean {
  const byNumber = at.kind === "phone" ? and(eq(drivers.phone, at.value), eq(drivers.is_active, true)) : undefined;
  if (byNumber && orm.select({ id: drivers.id }).from(drivers).where(byNumber).limit(1).get()) return true;
  const account = findAccount(orm, at);
  if (!account) return false;
  return orm.select().from(drivers).where(eq(drivers.user_id, account.id)).get()?.is_active ?? false;
}

/** Those that nobody has accepted or withdrawn, the newest first; `over`: their link works no more. Wall time. */
export function listDriverInvitations(orm: Orm, now = Date.now()) {
  return orm
    .select()
    .from(driverInvitations)
    .where(openForDrivers())
    .orderBy(desc(driverInvitations.invited_at))
    .limit(50)
    .all()
    .map(({ id, name, email, phone, expires_at }) => ({
      id,
      name,
      to: email ?? formatPhone(phone ?? ""),
      expiresAt: expires_at,
      over: expires_at <= now,
    }));
}

/** The invitation of a link while it works, or null: unknown, used, withdrawn or over. Wall time. */
export function findDriverInvitation(orm: Orm, token: string, now = Date.now()): DriverInvitation | null {
  return usable(orm, eq(driverInvitations.token_hash, sha256(token)), now);
}

/** The same by its id, for its mail or text. */
export function findDriverInvitationById(orm: Orm, id: Id<"invitation">, now = Date.now()): DriverInvitation | null {
  return usable(orm, eq(driverInvitations.id, id), now);
}

function usable(orm: Orm, which: SQL, now: number): DriverInvitation | null {
  const found = orm.select().from(driverInvitations).where(and(which, openForDrivers())).get();
  return found && found.expires_at > now ? found : null;
}

/** The account of an invited address or number that can sign in: then only that account accepts. */
export function accountOfInvited(orm: Orm, invitation: DriverInvitation): Account | null {
  const account = findAccount(orm, nameOf(invitation));
  return account && (account.phone !== null || account.email_confirmed_at !== null) ? account : null;
}

export type AcceptDriverResult =
  | { ok: true; account: Account }
  /** `gone`: the link works no more. `has_account`: sign in. `other_account`: signed in as somebody else. */
  | { ok: false; code: "gone" | "has_account" | "other_account" }
  | { ok: false; code: "weak"; reasons: string[] };

/** Accepts as the account that is signed in, which must be the invited address's or number's. */
export function acceptDriving(tx: Tx, deed: Deed, token: string, account: Account): AcceptDriverResult {
  const invitation = findDriverInvitation(tx, token);
  if (!invitation) return { ok: false, code: "gone" };
  if (accountOfInvited(tx, invitation)?.id !== account.id) return { ok: false, code: "other_account" };
  return finish(tx, deed, invitation, account);
}

/** Accepts for who has no account yet: the password makes it, and that the link came there confirms address or number. */
export async function acceptDrivingWithPassword(
  db: Db,
  deed: Omit<Deed, "by">,
  token: string,
  password: string,
): Promise<AcceptDriverResult> {
  const asked = findDriverInvitation(db.orm, token);
  if (!asked) return { ok: false, code: "gone" };
  if (accountOfInvited(db.orm, asked)) return { ok: false, code: "has_account" };
  const reasons = passwordWeaknesses(password, { emailOrPhone: nameOf(asked).value });
  if (reasons.length > 0) return { ok: false, code: "weak", reasons };
  const password_hash = await hashPassword(password);
  return db.write((tx): AcceptDriverResult => {
    const invitation = findDriverInvitation(tx, token);
    if (!invitation) return { ok: false, code: "gone" };
    if (accountOfInvited(tx, invitation)) return { ok: false, code: "has_account" };
    const account = takeAccount(tx, nameOf(invitation), password_hash, deed.now);
    return finish(
      tx,
      { ...deed, by: { kind: "visitor", id: account.id, label: invitation.name } },
      invitation,
      account,
    );
  });
}

/** The driver record and the driver role, so that both positions of the flag "driver access via profile" let them in. */
function finish(tx: Tx, deed: Deed, { id, name, phone }: DriverInvitation, account: Account): AcceptDriverResult {
  const mine = and(
    eq(driverInvitations.id, id),
    openForDrivers(),
    sql`${driverInvitations.expires_at} > ${Date.now()}`,
  );
  if (tx.update(driverInvitations).set({ accepted_at: deed.now }).where(mine).run().changes === 0)
    return { ok: false, code: "gone" };
  const isNew = tx.select().from(profiles).where(eq(profiles.user_id, account.id)).get() === undefined;
  ensureProfile(tx, account, deed.now);
  if (isNew) tx.update(profiles).set({ display_name: name }).where(eq(profiles.user_id, account.id)).run();
  const known = tx.select().from(drivers).where(eq(drivers.user_id, account.id)).get();
  const driverId = known?.id ?? newId("driver");
  if (known) {
    tx.update(drivers).set({ is_active: true }).where(eq(drivers.id, driverId)).run();
    drivesAgain(tx, deed, driverId);
  } else
    tx.insert(drivers)
      .values({ id: driverId, user_id: account.id, name, phone: phone ?? account.phone, created_at: deed.now })
      .run();
  tx.insert(userRoles).values({ user_id: account.id, role: "driver" }).onConflictDoNothing().run();
  recordEvent(tx, deed, { subject: { kind: "driver", id: driverId }, action: "driver_joined", data: { name } });
  return { ok: true, account };
}
