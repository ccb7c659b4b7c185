import { eq } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { dayPlans, jobs } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt, minuteOfDay, type Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { takesAway } from "../states/job-places";
import { assigning } from "./assign";
import { readDayRoutes, type DayRoutes } from "./day-routes.server";
import { assignPlanned, getJob } from "./jobs.server";
import { ofUnit, stopsOfDriver } from "./plan.server";
import type { DayPlan } from "./plan-data";
import { proposing, restOf, type PlannedDay } from "./propose";
import { ALL_DAY, type Hours } from "./route";

export type Plan = typeof dayPlans.$inferSelect;
export interface PlanRules {
  settings: Pick<Settings, "address">;
  /** Flag "multi assignments" off: one driver for an order and day. */
  oneDriver: boolean;
}
export type PlanDayResult = { ok: true; plan: Plan } | { ok: false; code: "changed" | "nothing_to_plan" };
export type AcceptResult = { ok: true; given: number } | { ok: false; code: "changed" | "no_plan" | "unknown_driver" };

/** How long the search works before everybody else has a turn. */
const SLICE_MS = 8;

/**
 * Works out a proposal for the day and keeps it, in place of the one before. Nothing is given to anybody by it. The
 * search gives way to everybody else all the time (`pause`). Refused as `changed` when somebody changed the day while it
 * was made, as `nothing_to_plan` where no job is still to leave.
 */
export async function planDay(
  db: Db,
  deed: Deed,
  rules: PlanRules,
  day: Day,
  pause: () => Promise<void>,
): Promise<PlanDayResult> {
  const routes = readDayRoutes(db.orm, rules.settings, day, rules);
  if (routes.jobs.length + routes.unknown.length + routes.held.length === 0)
    return { ok: false, code: "nothing_to_plan" };
  const begun = fromNow(routes, day, deed.now);
  const plan = await shared(db, `${day} ${routes.version}`, async () =>
    gently(proposing(begun, await gently(assigning(begun), pause)), pause),
  );
  const row = { made_at: deed.now, made_by: deed.by.label, version: routes.version, plan };
  return db.write((tx) => {
    if (readDayRoutes(tx, rules.settings, day, rules).version !== routes.version) return { ok: false, code: "changed" };
    const kept = tx
      .insert(dayPlans)
      .values({ day, ...row })
      .onConflictDoUpdate({ target: dayPlans.day, set: row })
      .returning()
      .get();
    return { ok: true, plan: kept };
  });
}

/** Today nobody leaves the yard before now. */
function fromNow(routes: DayRoutes, day: Day, now: Instant): PlannedDay {
  if (day !== dayAt(now)) return routes;
  const minute = minuteOfDay(now);
  const hours = routes.drivers.map((id): [string, Hours] => {
    const { begins, ends } = routes.hours?.[id] ?? ALL_DAY;
    return [id, { begins: Math.max(begins, minute), ends }];
  });
  return { ...routes, hours: Object.fromEntries(hours), now: minute };
}

const underWay = new WeakMap<Db, Map<string, Promise<DayPlan>>>();

/** Pressed twice, or by two at once, the same day is worked out once. */
function shared(db: Db, key: string, work: () => Promise<DayPlan>): Promise<DayPlan> {
  const all = underWay.get(db) ?? new Map<string, Promise<DayPlan>>();
  underWay.set(db, all);
  const mine = all.get(key) ?? work().finally(() => all.delete(key));
  all.set(key, mine);
  return mine;
}

async function gently<T>(work: Generator<void, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    for (const until = performance.now() + SLICE_MS; performance.now() < until;) {
      const step = work.next();
      if (step.done) return step.value;
    }
    await pause();
  }
}

/** The proposal for a day that was made last; null where there is none. */
export function findPlan(orm: Orm, day: Day): Plan | null {
  return orm.select().from(dayPlans).where(eq(dayPlans.day, day)).get() ?? null;
}

/**
 * Throws the proposal for a day away. Nothing else changes. False, and it stays, where it is not the one that was seen
 * (`version`; null of who does not say): somebody has made another one since.
 */
export function dropPlan(tx: Tx, day: Day, version: string | null = null): boolean {
  const kept = findPlan(tx, day);
  if (kept && version !== null && kept.version !== version) return false;
  tx.delete(dayPlans).where(eq(dayPlans.day, day)).run();
  return true;
}

/**
 * Gives the jobs out as the kept proposal says, all of them or one driver's (`driverId`). Refused as `changed`, with
 * nothing done, when the proposal is not the one that was seen (`version`), or the day is not as it was made from. What is
 * left of it after one driver's part may still be accepted.
 */
export function acceptPlan(
  tx: Tx,
  deed: Deed,
  rules: PlanRules,
  day: Day,
  { version, driverId }: { version: string; driverId: Id<"driver"> | null },
): AcceptResult {
  const kept = findPlan(tx, day);
  if (!kept) return { ok: false, code: "no_plan" };
  const isAsMade = readDayRoutes(tx, rules.settings, day, rules).version === kept.version;
  if (kept.version !== version || !isAsMade) return { ok: false, code: "changed" };
  const routes = kept.plan.routes.filter((route) => driverId === null || route.driverId === driverId);
  if (driverId !== null && routes.length === 0) return { ok: false, code: "unknown_driver" };
  const untimely = new Set<string>(kept.plan.late);
  const list = routes.flatMap(({ driverId: id, stops }) => {
    const places = placesWith(tx, id, day, stops, untimely);
    return stops.map((stop) => ({
      ...stop,
      driverId: id,
      was: stop.driverId,
      position: places.get(stop.jobId) ?? null,
    }));
  });
  // The day is as it was planned from, so that nothing of it can be refused.
  assignPlanned(tx, deed, list);
  const given = list.filter(({ was, driverId: is }) => was !== is).length;
  const is = readDayRoutes(tx, rules.settings, day, rules);
  const rest = driverId && restOf(is, kept.plan, driverId);
  if (!rest || rest.routes.every(({ stops }) => stops.length === 0)) dropPlan(tx, day);
  else tx.update(dayPlans).set({ plan: rest, version: is.version }).where(eq(dayPlans.day, day)).run();
  return { ok: true, given };
}

/**
 * The place of each proposed stop among what the driver has besides, which is numbered with them: what has left, then an
 * emergency, then the proposal, in which what was given by hand keeps its place, and an errand stays before its pickup.
 * What the proposal could not reach in time, or may not leave, and left with its driver (`untimely`) comes behind it all: no stop whose time was
 * promised waits for it.
 */
function placesWith(
  tx: Tx,
  driverId: Id<"driver">,
  day: Day,
  stops: readonly { jobId: Id<"job"> }[],
  untimely: ReadonlySet<string>,
) {
  const proposed = new Set(stops.map(({ jobId }) => jobId));
  const list = stopsOfDriver(tx, driverId, day);
  const others = list.filter(({ id }) => !proposed.has(id));
  const timely = list.filter(({ id }) => !untimely.has(id));
  const out = others.filter(({ state }) => state !== "assigned");
  const urgent = others.filter(({ state, priority }) => state === "assigned" && priority === "emergency");
  const first = [...out, ...urgent];
  const order = [...first.map(({ id }) => id), ...proposed];
  for (const one of others.filter((stop) => !first.includes(stop) && timely.includes(stop))) {
    const gone = order.findIndex((id) => takesAway(ofUnit(getJob(tx, id)), ofUnit(one)));
    const at = gone < 0 ? timely.indexOf(one) : Math.min(timely.indexOf(one), gone);
    order.splice(Math.max(first.length, at), 0, one.id);
  }
  order.push(...others.flatMap(({ id }) => (untimely.has(id) && !order.includes(id) ? id : [])));
  const places = new Map(order.map((id, i) => [id, i + 1]));
  for (const { id, position } of others) {
    const place = places.get(id) ?? null;
    if (place !== position) tx.update(jobs).set({ position: place }).where(eq(jobs.id, id)).run();
  }
  return places;
}
