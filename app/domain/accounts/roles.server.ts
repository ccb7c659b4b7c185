import { and, eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { drivers, teamMembers, userRoles } from "#db/schema/index";
import type { Actor, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { profileOrFallback } from "./profiles.server";
import { hasSecondFactor } from "./second-factor.server";
import type { Account } from "./sign-in.server";

export interface RoleRules {
  /** In lower case: ADMIN_EMAILS. */
  adminEmails: string[];
  /** Flag "driver access via profile" (specification, section 6): default on. */
  driverAccessViaProfile: boolean;
  /** Outside the sandbox: an admin has no right before there is a second factor (domain.md, 4.11). */
  adminsNeedFactor?: boolean;
}

export interface Standing {
  isAdmin: boolean;
  /** May enter the CRM: admins, and the people on the team list (domain.md, 4.1). */
  mayUseCrm: boolean;
  mayDrive: boolean;
  /** The driver record, when there is an active one. */
  driverId: Id<"driver"> | null;
  displayName: string;
  /** An admin who has to set up a second factor first, and may do nothing else before. */
  needsFactor: boolean;
}

const ofUser = sql.placeholder("user");
const roleOf = prepared((orm) =>
  orm
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(and(eq(userRoles.user_id, ofUser), eq(userRoles.role, sql.placeholder("role"))))
    .prepare(),
);
const teamPlaceOf = prepared((orm) =>
  orm.select({ id: teamMembers.user_id }).from(teamMembers).where(eq(teamMembers.user_id, ofUser)).prepare(),
);
const driverOf = prepared((orm) => orm.select().from(drivers).where(eq(drivers.user_id, ofUser)).prepare());

/** The driver's record of an account, whether it is switched on or not; null where there is none. */
export function driverOfAccount(orm: Orm, userId: Id<"account">): Id<"driver"> | null {
  return driverOf(orm).get({ user: userId })?.id ?? null;
}

/** The specification's has_role call; today only `driver` is asked for. */
export function hasRole(orm: Orm, userId: Id<"account">, role: string): boolean {
  return roleOf(orm).get({ user: userId, role }) !== undefined;
}

/**
 * What a signed-in user may do: domain.md, 4.1 and section 5. A profile with role staff that is not on the team list
 * stays outside the CRM; a profile that cannot be read counts as role user. An unconfirmed address makes nobody an admin.
 */
export function standingOf(orm: Orm, account: Account, rules: RoleRules): Standing {
  const profile = profileOrFallback(orm, account.id);
  const listed =
    account.email !== null && account.email_confirmed_at !== null && rules.adminEmails.includes(account.email);
  const isAdmin = listed || profile?.role === "admin";
  const displayName = profile?.display_name ?? account.email ?? "Somebody";
  if (isAdmin && rules.adminsNeedFactor && !hasSecondFactor(orm, account.id))
    return { isAdmin: false, mayUseCrm: false, mayDrive: false, driverId: null, displayName, needsFactor: true };
  const onTeam = teamPlaceOf(orm).get({ user: account.id }) !== undefined;
  const driver = driverOf(orm).get({ user: account.id });
  return {
    isAdmin,
    mayUseCrm: isAdmin || onTeam,
    mayDrive: driverAccess(driver, hasRole(orm, account.id, "driver"), rules.driverAccessViaProfile),
    driverId: driver?.is_active ? driver.id : null,
    displayName,
    needsFactor: false,
  };
}

/**
 * Flag on: a driver record or the driver role is enough; off: both are needed. A record that was switched off refuses.
 */
export function driverAccess(record: { is_active: boolean } | undefined, role: boolean, viaProfile: boolean): boolean {
  if (record && !record.is_active) return false;
  return viaProfile ? record !== undefined || role : record !== undefined && role;
}

/** Whether an account drives for us, whatever the flag asks of it besides. */
export function isDriver(orm: Orm, userId: Id<"account">): boolean {
  return driverAccess(driverOf(orm).get({ user: userId }), hasRole(orm, userId, "driver"), true);
}

/** The actor that a signed-in user's deeds are recorded under. */
export function actorOf(account: Account, standing: Standing): Actor {
  const kind = standing.isAdmin ? "admin" : standing.mayUseCrm ? "staff" : standing.mayDrive ? "driver" : "customer";
  return { kind, id: account.id, label: standing.displayName };
}

/**
 * The same for somebody who may use the CRM, the only one who can give what takes a StaffActor; null for anybody else.
 */
export function staffActorOf(account: Account, standing: Standing): StaffActor | null {
  return standing.mayUseCrm ? (actorOf(account, standing) as StaffActor) : null;
}
