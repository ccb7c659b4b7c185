import { and, asc, eq, lte } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { dumpsterSizes, pricingMatrix, settingPlans, settings as settingsTable } from "#db/schema/index";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { recordEvent } from "../events/events.server";
import type { SettingChange } from "../events/happenings";
import { SYSTEM, type Deed, type StaffActor } from "../kernel/deed";
import type { Day } from "../kernel/days";
import { dayAt, type Instant } from "../kernel/time.server";
import { readCatalogue } from "../pricing/pricing.server";
import { sizesOf } from "../pricing/types";
import type { SettingKey, Settings } from "../settings/schema";
import { readStoredSettings } from "../settings/settings.server";
import { fieldsOf, findField, groupOf, sameTyped, typedOf, valueAt, type Setup, type SetupField } from "./fields";
import type { SetupGroup } from "./groups";
import {
  groupIdOf,
  IS_WAITING,
  listPlans,
  plansByForm,
  setupBefore,
  setupOn,
  wishesOf,
  type SettingPlan,
} from "./plans.server";
import { checkWishes, readWishes, type Sent, type Wish } from "./read";
import type { Typed } from "./units";

/** What is in force now, read from the database: the prices are those that are charged (domain.md, 4.6). */
export function readSetup(orm: Orm): Setup {
  const settings = readStoredSettings(orm);
  const { prices } = readCatalogue(orm);
  return { settings: { ...settings, prices: { ...settings.prices, ...prices } }, sizes: sizesOf(prices) };
}

/** A group's form as it came: `seen` is what it showed, `from` the day to come on which it is to hold, if not at once. */
export interface SetupForm {
  group: SetupGroup;
  sent: Sent;
  seen: Sent;
  why: string;
  from: Day | null;
}

/** In what a form sends: fields whose value of today is to hold again on its day, instead of what is planned by then. */
export const AGAIN = "again";

/**
 * What a form would do, with what is wrong with it; nothing is written. A wish is what will be otherwise on the form's
 * day: what holds then is what is planned until then, and the form shows what holds today. A value of today is wished
 * by its box, or, where nothing else was changed, by the day alone if only one value is planned to be another by then.
 */
export function readForm(
  orm: Orm,
  setup: Setup,
  { group, sent, seen, from }: SetupForm,
): { wishes: Wish[]; wrong: Record<string, string> } {
  const fields = fieldsOf(group, setup.sizes);
  const then = from === null ? setup : setupOn(orm, setup, from);
  const read = (again: readonly SetupField[]) =>
    readWishes(fields, sent, { ...seen, ...Object.fromEntries(again.map(({ name }) => [name, undefined])) });
  const planned = fields.filter((field) => !isSame(valueAt(setup, field), valueAt(then, field)));
  const ticked = new Set([sent[AGAIN] ?? []].flat());
  const typed = read(planned.filter(({ name }) => ticked.has(name)));
  const isNothing = typed.wishes.length === 0 && Object.keys(typed.wrong).length === 0;
  const { wishes, wrong } = isNothing && planned.length === 1 ? read(planned) : typed;
  const changing = wishes.filter(({ field, value }) => !isSame(valueAt(then, field), value));
  return { wishes: changing, wrong: { ...wrong, ...checkWishes(setup.settings, changing).wrong } };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type SetupResult =
  | { ok: true }
  | { ok: false; code: "wrong"; fields: Record<string, string> }
  /** Somebody else saved meanwhile: `values` are theirs, but for what this form changed, which stays as it was typed. */
  | { ok: false; code: "changed"; meanwhile: SettingChange[]; values: Record<string, Typed> }
  /** Somebody else planned these for the same day meanwhile: nothing is written. */
  | { ok: false; code: "planned"; meanwhile: SettingChange[] };

/** In what a form showed (`seen`): the plans that waited, by number. */
export const PLANS_SHOWN = "planned";

/**
 * Changes a group's settings at once, or plans it for a New York day to come, with an event that names every value. A
 * price is written to all three of its places (domain.md, 4.6). Refused as "changed" when somebody else saved since the
 * form was made: the values come back as they are now, with those that this form changed as they were typed. Pressed
 * twice, it is saved once.
 */
export function saveSetup(tx: Tx, deed: Deed<StaffActor>, form: SetupForm): SetupResult {
  const setup = readSetup(tx);
  const fields = fieldsOf(form.group, setup.sizes);
  const { wishes, wrong } = readForm(tx, setup, form);
  if (Object.keys(wrong).length > 0) return { ok: false, code: "wrong", fields: wrong };
  const later = form.from !== null && form.from > dayAt(deed.now) ? form.from : null;
  const now = typedOf(setup, fields);
  const changed = later ? wishes : wishes.filter(({ field, value }) => !isSame(valueAt(setup, field), value));
  // Nothing typed, or pressed twice.
  if (changed.length === 0) return { ok: true };
  const meanwhile = fields.filter(
    ({ name }) => form.seen[name] !== undefined && !sameTyped(form.seen[name], now[name]),
  );
  if (meanwhile.length > 0) {
    // What was wished by a box alone is today's value, whichever that is by now.
    const mine = wishes.filter(({ field: { name } }) => !sameTyped(form.sent[name], form.seen[name]));
    const typed = Object.fromEntries(mine.map(({ field: { name } }) => [name, form.sent[name] ?? ""]));
    return {
      ok: false,
      code: "changed",
      meanwhile: meanwhile.map((field) => ({ field: field.name, was: form.seen[field.name], is: now[field.name] })),
      values: { ...now, ...typed },
    };
  }
  const unseen = later ? plannedMeanwhile(tx, setup, form, changed, later) : [];
  if (unseen.length > 0) return { ok: false, code: "planned", meanwhile: unseen };
  if (later) plan(tx, deed, setup, form, changed, later);
  else {
    const { settings } = checkWishes(setup.settings, changed);
    write(tx, deed, settings, changed);
    recordEvent(tx, deed, {
      subject: { kind: "setting", id: form.group.id },
      action: "setting_changed",
      why: form.why,
      data: { changes: changesOf(setup, changed) },
    });
  }
  return { ok: true };
}

function changesOf(setup: Setup, wishes: readonly Wish[]): SettingChange[] {
  return wishes.map(({ field, value }) => ({ field: field.name, was: valueAt(setup, field) ?? null, is: value }));
}

/** The settings' rows, a price's other two places, and whom another calendar needs. */
function write(tx: Tx, deed: Deed, settings: Settings, wishes: readonly Wish[]): void {
  const { now } = deed;
  const keys = new Set<SettingKey>(wishes.map(({ field }) => field.key));
  for (const key of keys) {
    const row = { value: settings[key] as unknown, updated_at: now };
    tx.insert(settingsTable)
      .values({ key, ...row })
      .onConflictDoUpdate({ target: settingsTable.key, set: row })
      .run();
  }
  if (keys.has("prices"))
    for (const [size, base_price] of Object.entries(settings.prices)) {
      const at = Number(size);
      tx.update(pricingMatrix).set({ base_price, updated_at: now }).where(eq(pricingMatrix.size_yards, at)).run();
      tx.update(dumpsterSizes).set({ base_price }).where(eq(dumpsterSizes.size, at)).run();
    }
  if (keys.has("holidays") || keys.has("deliveryWeekdays")) renewClosedDays(tx, deed);
  // The rows of the sizes say these as well (specification, section 3).
  if (keys.has("extensionPerDay")) tx.update(dumpsterSizes).set({ extension_rate: settings.extensionPerDay }).run();
  if (keys.has("overagePerTon")) tx.update(dumpsterSizes).set({ overage_rate: settings.overagePerTon }).run();
  if (keys.has("maxTons") && Number.isInteger(settings.maxTons))
    tx.update(dumpsterSizes).set({ weight_limit_tons: settings.maxTons }).run();
}

/** What waits for that day, was not there when the form was made, and would be replaced by something else. */
function plannedMeanwhile(
  orm: Orm,
  setup: Setup,
  { seen }: SetupForm,
  wishes: readonly Wish[],
  from: Day,
): SettingChange[] {
  const shown = seen[PLANS_SHOWN];
  if (typeof shown !== "string") return [];
  const known = new Set(shown.split(" "));
  const before = setupBefore(orm, setup, from);
  return listPlans(orm).flatMap((one) => {
    const mine = wishes.find(({ field }) => field.name === one.field);
    const isOther = mine && JSON.stringify(mine.value) !== JSON.stringify(one.value);
    return isOther && one.effective_on === from && !known.has(String(one.id)) ? [planned(before, one)] : [];
  });
}

function plan(tx: Tx, deed: Deed<StaffActor>, setup: Setup, form: SetupForm, wishes: readonly Wish[], from: Day): void {
  const waiting = listPlans(tx).filter(({ effective_on }) => effective_on === from);
  const before = (wish: Wish) => waiting.find(({ field }) => field === wish.field.name);
  const fresh = wishes.filter((wish) => JSON.stringify(before(wish)?.value) !== JSON.stringify(wish.value));
  if (fresh.length === 0) return;
  for (const wish of fresh) {
    const old = before(wish);
    if (old) end(tx, old, "replaced", deed.now);
    tx.insert(settingPlans)
      .values({
        field: wish.field.name,
        value: wish.value,
        effective_on: from,
        why: form.why,
        planned_by: deed.by.label,
        planned_at: deed.now,
        state: "waiting",
      })
      .run();
  }
  recordEvent(tx, deed, {
    subject: { kind: "setting", id: form.group.id },
    action: "setting_planned",
    why: form.why,
    data: { from, changes: changesOf(setupBefore(tx, setup, from), fresh) },
  });
}

function end(tx: Tx, { id }: SettingPlan, state: "applied" | "withdrawn" | "replaced" | "refused", now: Instant): void {
  tx.update(settingPlans).set({ state, ended_at: now }).where(eq(settingPlans.id, id)).run();
}

/** Takes back what was planned. False when it has taken effect, or was taken back already. */
export function withdrawPlan(tx: Tx, deed: Deed<StaffActor>, id: number): boolean {
  const found = listPlans(tx).find((one) => one.id === id);
  const field = found && findField(found.field);
  if (!found || !field) return false;
  const before = setupBefore(tx, readSetup(tx), found.effective_on);
  end(tx, found, "withdrawn", deed.now);
  recordEvent(tx, deed, {
    subject: { kind: "setting", id: groupOf(field.key).id },
    action: "setting_plan_ended",
    data: { reason: "withdrawn", from: found.effective_on, changes: [planned(before, found)] },
  });
  return true;
}

function planned(setup: Setup, { field, value }: SettingPlan): SettingChange {
  const known = findField(field);
  return { field, was: known ? (valueAt(setup, known) ?? null) : null, is: value };
}

/**
 * Brings into force what was planned for today or a day before, as if it had been saved now. What one form planned for a
 * day goes together; where it is not possible any more, because other settings have changed, none of it holds, and the
 * history says so. Returns how many values.
 */
export function applyDuePlans(tx: Tx, now: Instant): number {
  const due = tx
    .select()
    .from(settingPlans)
    .where(and(IS_WAITING, lte(settingPlans.effective_on, dayAt(now))))
    .orderBy(asc(settingPlans.effective_on), asc(settingPlans.id))
    .all();
  for (const plans of plansByForm(due)) applyTogether(tx, plans, now);
  return due.length;
}

function applyTogether(tx: Tx, plans: SettingPlan[], now: Instant): void {
  const [first] = plans;
  if (!first) return;
  const setup = readSetup(tx);
  const wishes = wishesOf(plans);
  const { settings, wrong } = checkWishes(setup.settings, wishes);
  const fails = Object.values(wrong);
  const deed: Deed = { by: SYSTEM, now, requestId: "planned" };
  const subject = { kind: "setting" as const, id: groupIdOf(first) };
  const changes = plans.map((one) => planned(setup, one));
  if (fails.length > 0 || wishes.length < plans.length) {
    for (const one of plans) end(tx, one, "refused", now);
    recordEvent(tx, deed, {
      subject,
      action: "setting_plan_ended",
      data: { reason: "refused", from: first.effective_on, changes },
    });
    return;
  }
  write(tx, deed, settings, wishes);
  for (const one of plans) end(tx, one, "applied", now);
  recordEvent(tx, deed, {
    subject,
    action: "setting_changed",
    why: first.why,
    data: { changes, planned_by: first.planned_by },
  });
}
