import { asc, eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { settingPlans } from "#db/schema/index";
import type { Day } from "../kernel/days";
import { instantAt, type Instant } from "../kernel/time.server";
import { findField, groupOf, type Setup } from "./fields";
import { checkWishes, type Wish } from "./read";

export type SettingPlan = typeof settingPlans.$inferSelect;

export const IS_WAITING = eq(settingPlans.state, "waiting");
const waitingPlans = prepared((orm) =>
  orm
    .select()
    .from(settingPlans)
    .where(IS_WAITING)
    .orderBy(asc(settingPlans.effective_on), asc(settingPlans.id))
    .prepare(),
);
const nextDay = prepared((orm) =>
  orm
    .select({ on: sql<Day | null>`min(${settingPlans.effective_on})` })
    .from(settingPlans)
    .where(IS_WAITING)
    .prepare(),
);

/** What waits for its day, the next first. */
export function listPlans(orm: Orm): SettingPlan[] {
  return waitingPlans(orm).all();
}

/** When the next planned value comes into force: the beginning of its New York day. Null when none waits. */
export function nextPlanAt(orm: Orm): Instant | null {
  const on = nextDay(orm).get()?.on;
  return on ? instantAt(on, 0) : null;
}

/** What one form planned for a day goes together; in the order given. */
export function plansByForm(plans: readonly SettingPlan[]): SettingPlan[][] {
  const together = new Map<string, SettingPlan[]>();
  for (const one of plans) {
    const form = `${one.effective_on} ${one.planned_at} ${groupIdOf(one)}`;
    together.set(form, [...(together.get(form) ?? []), one]);
  }
  return [...together.values()];
}

/** The settings once these plans have come into force, the earliest first; what is not possible then changes nothing. */
export function withPlans(setup: Setup, plans: readonly SettingPlan[]): Setup {
  const settings = plansByForm(plans).reduce((before, form) => {
    const wishes = wishesOf(form);
    const { settings: after, wrong } = checkWishes(before, wishes);
    return wishes.length < form.length || Object.keys(wrong).length > 0 ? before : after;
  }, setup.settings);
  return { ...setup, settings };
}

/** What holds from the first minute of that New York day: all that is planned until then, that day's own plans too. */
export function setupOn(orm: Orm, setup: Setup, on: Day): Setup {
  return withPlans(
    setup,
    listPlans(orm).filter(({ effective_on }) => effective_on <= on),
  );
}

/** What holds until the last minute before that New York day: what a plan for it replaces. */
export function setupBefore(orm: Orm, setup: Setup, on: Day): Setup {
  return withPlans(
    setup,
    listPlans(orm).filter(({ effective_on }) => effective_on < on),
  );
}

/** What plans wish; those of a field that is no more are left out. */
export function wishesOf(plans: readonly SettingPlan[]): Wish[] {
  return plans.flatMap(({ field: name, value }): Wish[] => {
    const field = findField(name);
    return field ? [{ field, value }] : [];
  });
}

/** The group in whose history a plan stands. */
export function groupIdOf({ field }: SettingPlan): string {
  const known = findField(field);
  return known ? groupOf(known.key).id : "none";
}
