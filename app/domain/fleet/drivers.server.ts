import { and, asc, desc, eq, gte, inArray, lte, sql, type SQL } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { accounts, drivers, jobs, sessions, shifts, trucks, userRoles } from "#db/schema/index";
import { endSessions } from "../accounts/keys.server";
import { isAdminAccount } from "../accounts/team.server";
import { withdrawInvitationsOf } from "../accounts/withdraw-invitations.server";
import { recordEvent } from "../events/events.server";
import type { FieldChange } from "../events/yard-happenings";
import { addDays, eachDay, type Day } from "../kernel/days";
import type { Actor, Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { dayAt } from "../kernel/time.server";
import { ON_A_LIST, SITE_DONE } from "../states/job-places";
import { closeLeftJobs, drivesAgain, openLeftJobs, plannedJobs, type PlannedJob } from "../tasks/left-jobs.server";
import { MOST_DAYS_AHEAD } from "./shifts.server";

export type Driver = typeof drivers.$inferSelect;

/** A driver as their own session would act. */
export function driverActor(orm: Orm, driverId: Id<"driver">): Actor {
  const driver = orm.select().from(drivers).where(eq(drivers.id, driverId)).get();
  return { kind: "driver", ...(driver ? { id: driver.user_id } : {}), label: driver?.name ?? "Driver" };
}

export interface DriverRow extends Pick<Driver, "id" | "name" | "phone" | "is_active" | "licence_until"> {
  truck: string | null;
  /** The truck is not in use any more. */
  isTruckOff: boolean;
  /** As people read it; empty where there is none. */
  phoneText: string;
  /** Today's stops, how many of them are done at the site, and how many were not possible. */
  stops: number;
  done: number;
  inVain: number;
  isOff: boolean;
  /** Wall time, of the newest session; null where there is none. */
  lastSeen: number | null;
}

const countIf = (isSo: SQL) => sql<number>`coalesce(sum(${isSo}), 0)`;

/** Everybody who drives or drove for us, those who do first; at most 500. */
export function listDrivers(orm: Orm, today: Day): DriverRow[] {
  const rows = orm
    .select({ driver: drivers, truck: trucks.name, isTruckInUse: trucks.is_active })
    .from(drivers)
    .leftJoin(trucks, eq(trucks.id, drivers.truck_id))
    .orderBy(desc(drivers.is_active), asc(drivers.name))
    .limit(500)
    .all();
  const loads = orm
    .select({
      id: jobs.driver_id,
      stops: sql<number>`count(*)`,
      done: countIf(inArray(jobs.state, SITE_DONE)),
      inVain: countIf(eq(jobs.state, "attempted")),
    })
    .from(jobs)
    .where(and(eq(jobs.day, today), inArray(jobs.state, ON_A_LIST)))
    .groupBy(jobs.driver_id)
    .all();
  const off = new Set(
    orm
      .select({ id: shifts.driver_id })
      .from(shifts)
      .where(and(eq(shifts.day, today), eq(shifts.is_off, true)))
      .all()
      .map(({ id }) => id),
  );
  return rows.map(({ driver, truck, isTruckInUse }) => {
    const { id, name, phone, is_active, licence_until, user_id } = driver;
    const load = loads.find((one) => one.id === id);
    return {
      id,
      name,
      phone,
      phoneText: phone ? formatPhone(phone) : "",
      is_active,
      licence_until,
      truck,
      isTruckOff: isTruckInUse === false,
      stops: load?.stops ?? 0,
      done: load?.done ?? 0,
      inVain: load?.inVain ?? 0,
      isOff: off.has(id),
      lastSeen: lastSeen(orm, user_id),
    };
  });
}

function lastSeen(orm: Orm, userId: Id<"account">): number | null {
  return (
    orm
      .select({ at: sql<number | null>`max(${sessions.last_seen_at})` })
      .from(sessions)
      .where(eq(sessions.user_id, userId))
      .get()?.at ?? null
  );
}

/** A driver with what the office keeps of them and the coming days off; null when there is none. */
export function findDriver(orm: Orm, id: string, today: Day) {
  const found = orm
    .select({ driver: drivers, email: accounts.email, account_phone: accounts.phone })
    .from(drivers)
    .innerJoin(accounts, eq(accounts.id, drivers.user_id))
    .where(eq(drivers.id, id as Id<"driver">))
    .get();
  if (!found) return null;
  const { driver, email, account_phone } = found;
  const off = orm
    .select({ day: shifts.day, note: shifts.note })
    .from(shifts)
    .where(and(eq(shifts.driver_id, driver.id), gte(shifts.day, today), eq(shifts.is_off, true)))
    .orderBy(asc(shifts.day))
    .limit(200)
    .all();
  return {
    ...driver,
    signsInWith: email ?? formatPhone(account_phone ?? ""),
    phoneText: driver.phone ? formatPhone(driver.phone) : "",
    lastSeen: lastSeen(orm, driver.user_id),
    off,
    inTheWay: plannedJobs(
      orm,
      driver.id,
      off.map(({ day }) => day),
    ),
  };
}
export type DriverFacts = NonNullable<ReturnType<typeof findDriver>>;

export interface DaysOff {
  from: Day;
  until: Day;
  note: string;
}
/** Nobody is away for longer by one form: it would be a slip of the year. */
const MOST_DAYS_OFF = 60;
export type OffResult =
  | { ok: true }
  /** `has_jobs`: they are named, and nothing is done before somebody has seen them (`agreed`). */
  | { ok: false; code: "has_jobs"; jobs: PlannedJob[] }
  | { ok: false; code: "bad_period" | "past" | "too_far" | "unknown" };

/**
 * Days off, several at once. What is planned for them is named first; saved all the same it stays on the board as it is,
 * and each job is a task until somebody else has it or the days are taken back.
 */
export function setDaysOff(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"driver">,
  { from, until, note }: DaysOff,
  agreed: boolean,
): OffResult {
  if (!tx.select({ id: drivers.id }).from(drivers).where(eq(drivers.id, id)).get())
    return { ok: false, code: "unknown" };
  const today = dayAt(deed.now);
  if (from > addDays(today, MOST_DAYS_AHEAD)) return { ok: false, code: "too_far" };
  if (until < from || until > addDays(from, MOST_DAYS_OFF)) return { ok: false, code: "bad_period" };
  // What has begun may be entered later, by whoever hears of it later; what is over changes nothing any more.
  if (until < today) return { ok: false, code: "past" };
  const days = eachDay(from, addDays(until, 1));
  const planned = plannedJobs(tx, id, days);
  if (planned.length > 0 && !agreed) return { ok: false, code: "has_jobs", jobs: planned };
  for (const day of days)
    tx.insert(shifts)
      .values({ driver_id: id, day, is_off: true, note })
      .onConflictDoUpdate({ target: [shifts.driver_id, shifts.day], set: { is_off: true, note } })
      .run();
  openLeftJobs(tx, deed, planned);
  recordEvent(tx, deed, {
    subject: { kind: "driver", id },
    action: "driver_off",
    why: note || undefined,
    data: { from, until },
  });
  return { ok: true };
}

/** Works on those days after all; their jobs are no tasks any more. */
export function takeBackDaysOff(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"driver">,
  { from, until }: Pick<DaysOff, "from" | "until">,
): boolean {
  const mine = and(eq(shifts.driver_id, id), gte(shifts.day, from), lte(shifts.day, until), eq(shifts.is_off, true));
  const days = tx.select({ day: shifts.day }).from(shifts).where(mine).all();
  if (days.length === 0) return false;
  const planned = plannedJobs(
    tx,
    id,
    days.map(({ day }) => day),
  );
  // Of who drives no more they are still to be given away.
  if (tx.select().from(drivers).where(eq(drivers.id, id)).get()?.is_active) closeLeftJobs(tx, deed, planned);
  tx.update(shifts).set({ is_off: false, note: "" }).where(mine).run();
  recordEvent(tx, deed, { subject: { kind: "driver", id }, action: "driver_on", data: { from, until } });
  return true;
}

export type DriverWish = Pick<Driver, "name" | "phone" | "truck_id" | "licence_notes" | "licence_until">;
export type DriverResult = { ok: true } | { ok: false; code: "unknown" | "changed" | "unknown_truck" };

/** What the office keeps of a driver. `seen` is what the page showed, as `driverSeen` says it. */
export function changeDriver(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"driver">,
  wish: DriverWish,
  seen: string | null,
): DriverResult {
  const before = tx.select().from(drivers).where(eq(drivers.id, id)).get();
  if (!before) return { ok: false, code: "unknown" };
  if (seen !== null && seen !== driverSeen(before)) return { ok: false, code: "changed" };
  const truckName = (truck: Id<"truck"> | null) =>
    truck && (tx.select({ name: trucks.name }).from(trucks).where(eq(trucks.id, truck)).get()?.name ?? null);
  if (wish.truck_id !== null && truckName(wish.truck_id) === null) return { ok: false, code: "unknown_truck" };
  const said = ({ truck_id, ...rest }: DriverWish) => ({ ...rest, truck: truckName(truck_id) });
  const [was, is] = [said(before), said(wish)];
  const changes: FieldChange[] = (["name", "phone", "truck", "licence_notes", "licence_until"] as const)
    .filter((field) => was[field] !== is[field])
    .map((field) => ({ field, was: was[field], is: is[field] }));
  if (changes.length === 0) return { ok: true };
  tx.update(drivers).set(wish).where(eq(drivers.id, id)).run();
  recordEvent(tx, deed, { subject: { kind: "driver", id }, action: "driver_changed", data: { changes } });
  return { ok: true };
}

export const driverSeen = ({ name, phone, truck_id, licence_notes, licence_until }: DriverWish): string =>
  Buffer.from(JSON.stringify([name, phone, truck_id, licence_notes, licence_until])).toString("base64url");

/** `admins`: the account is an admin's, whose sessions only an admin ends. `changed`: it had ended already. */
export type AccessResult = { ok: true } | { ok: false; code: "admins" | "changed" };

const mayEndSessions = (tx: Tx, { by }: Deed<StaffActor>, { user_id }: Driver, adminEmails: readonly string[]) =>
  by.kind === "admin" || !isAdminAccount(tx, user_id, adminEmails);

/**
 * Ends a driver's access: every session and open invitation of theirs ends with it, at once, and neither record nor role
 * lets them in. What they have on their list stays, each a task until a dispatcher gives it to somebody else.
 */
export function endDriver(
  tx: Tx,
  deed: Deed<StaffActor>,
  adminEmails: readonly string[],
  { id, why }: { id: Id<"driver">; why: string },
): AccessResult {
  const driver = tx.select().from(drivers).where(eq(drivers.id, id)).get();
  if (!driver?.is_active) return { ok: false, code: "changed" };
  if (!mayEndSessions(tx, deed, driver, adminEmails)) return { ok: false, code: "admins" };
  tx.update(drivers).set({ is_active: false }).where(eq(drivers.id, id)).run();
  tx.delete(userRoles)
    .where(and(eq(userRoles.user_id, driver.user_id), eq(userRoles.role, "driver")))
    .run();
  endSessions(tx, driver.user_id);
  withdrawInvitationsOf(tx, deed, { userId: driver.user_id, phone: driver.phone });
  openLeftJobs(tx, deed, plannedJobs(tx, id));
  recordEvent(tx, deed, { subject: { kind: "driver", id }, action: "driver_ended", why: why || undefined });
  return { ok: true };
}

/** Lets a former driver in again, with record and role. They sign in as before. */
export function bringDriverBack(tx: Tx, deed: Deed<StaffActor>, id: Id<"driver">): boolean {
  const driver = tx.select().from(drivers).where(eq(drivers.id, id)).get();
  if (!driver || driver.is_active) return false;
  tx.update(drivers).set({ is_active: true }).where(eq(drivers.id, id)).run();
  tx.insert(userRoles).values({ user_id: driver.user_id, role: "driver" }).onConflictDoNothing().run();
  drivesAgain(tx, deed, id);
  recordEvent(tx, deed, { subject: { kind: "driver", id }, action: "driver_back" });
  return true;
}

/** Signs a driver out everywhere, for a lost phone; they may sign in again. */
export function signDriverOut(
  tx: Tx,
  deed: Deed<StaffActor>,
  adminEmails: readonly string[],
  id: Id<"driver">,
): AccessResult {
  const driver = tx.select().from(drivers).where(eq(drivers.id, id)).get();
  if (!driver) return { ok: false, code: "changed" };
  if (!mayEndSessions(tx, deed, driver, adminEmails)) return { ok: false, code: "admins" };
  if (endSessions(tx, driver.user_id) > 0)
    recordEvent(tx, deed, {
      subject: { kind: "account", id: driver.user_id },
      action: "SIGNED_OUT",
      data: { scope: "everywhere" },
    });
  return { ok: true };
}
