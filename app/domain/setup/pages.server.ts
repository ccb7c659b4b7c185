import type { Orm } from "#db/client.server";
import { listHistory, type TimelineEvent } from "../events/events.server";
import type { EventData } from "../events/happenings";
import { formatDay, parseDay, type Day } from "../kernel/days";
import { MATERIAL_LIST, materialTerms } from "../pricing/materials";
import { priceOfOne } from "../pricing/material-price";
import { readClaims, readPricingConfig } from "../pricing/pricing.server";
import { readSettings } from "../settings/settings.server";
import { PLANS_SHOWN, readSetup } from "./change.server";
import {
  fieldsOf,
  findField,
  groupOf,
  saidChange,
  saidName,
  saidValue,
  typedOf,
  valueAt,
  type Setup,
  type SetupField,
} from "./fields";
import { GROUPS, type SetupGroup } from "./groups";
import { listPlans, setupBefore, withPlans, type SettingPlan } from "./plans.server";

/** A tab of settings, or of prices: every group with its values in words, what is planned, and what was changed last. */
export function readSetupTab(orm: Orm, page: SetupGroup["page"]) {
  const setup = readSetup(orm);
  const groups = GROUPS.filter((group) => group.page === page);
  return {
    groups: groups.map((group) => ({
      id: group.id,
      title: group.title,
      rows: rowsOf(setup, group),
    })),
    plans: plansOf(orm, setup, groups),
    changes: changesOf(orm, groups).slice(0, LATELY),
  };
}

/** The tab shows the newest; each group's own page the others. */
const LATELY = 12;

/** What each is called with its value; parts of one thing in one row, unless they are all there is. */
function rowsOf(setup: Setup, group: SetupGroup): [string, string][] {
  const fields = fieldsOf(group, setup.sizes);
  const said = (field: SetupField) => saidValue(field.unit, valueAt(setup, field));
  const isOne = fields.every(({ of }) => of === fields[0]?.of);
  const rows = new Map<string, string[]>();
  for (const field of fields) {
    const name = isOne || field.of === undefined ? field.label : field.of;
    const part = name === field.label || field.unit === "line" ? said(field) : `${field.label} ${said(field)}`;
    rows.set(name, [...(rows.get(name) ?? []), part]);
  }
  return [...rows].map(([name, parts]) => [name, parts.join(", ")]);
}

/** What each material costs in each size, before tax; null where it may not go in. */
export function readMatrix(orm: Orm) {
  const { settings, sizes } = readSetup(orm);
  const config = readPricingConfig(orm, settings);
  return {
    sizes: [...sizes],
    rows: MATERIAL_LIST.map(({ id, label, consultationRequired }) => {
      const { multiplier, creditRate, handlingFee } = materialTerms(id, settings.materials);
      return {
        id,
        label,
        callFirst: consultationRequired,
        terms: [
          `× ${multiplier}`,
          ...(handlingFee > 0 ? [`+ ${saidValue("cents", handlingFee)} handling`] : []),
          ...(creditRate > 0 ? [`− ${saidValue("fraction", creditRate)} credit`] : []),
        ].join(", "),
        prices: sizes.map((size) => priceOfOne(size, id, config)),
      };
    }),
    /** Where the three places of a price differ: somebody changed one by hand. */
    mismatches: readClaims(orm, readSettings(orm))
      .mismatches.filter(({ subject }) => subject === "price")
      .map(({ message }) => message),
  };
}

/** One group's form, with what is planned and what was changed of it. */
export function readSetupGroup(orm: Orm, group: SetupGroup) {
  const setup = readSetup(orm);
  const fields = fieldsOf(group, setup.sizes);
  const values = typedOf(setup, fields);
  const plans = plansOf(orm, setup, [group]);
  return {
    group: { id: group.id, page: group.page, title: group.title, affects: group.affects },
    fields: fields.map(({ name, label, help, unit, of }) => ({ name, label, help, unit, of })),
    values,
    seen: JSON.stringify({ ...values, [PLANS_SHOWN]: plans.map(({ id }) => id).join(" ") }),
    plans,
    again: againOf(orm, setup, fields),
    changes: changesOf(orm, [group]),
  };
}

/** Values of today that can hold again after what is planned, for the boxes of the form; not those that will anyway. */
function againOf(orm: Orm, setup: Setup, fields: readonly SetupField[]) {
  const plans = listPlans(orm);
  const atLast = withPlans(setup, plans);
  return fields.flatMap((field) => {
    const [first] = plans.filter((plan) => plan.field === field.name);
    if (!first || JSON.stringify(valueAt(atLast, field)) === JSON.stringify(valueAt(setup, field))) return [];
    return [
      {
        value: field.name,
        label: `${saidName(field)}: as today again`,
        text: `instead of ${saidValue(field.unit, first.value)}, planned from ${onDay(first.effective_on)} on`,
      },
    ];
  });
}
export type SetupGroupView = ReturnType<typeof readSetupGroup>;
export type SetupFieldView = SetupGroupView["fields"][number];

function plansOf(orm: Orm, setup: Setup, groups: readonly SetupGroup[]) {
  return listPlans(orm).flatMap((plan) => {
    const field = findField(plan.field);
    if (!field || !groups.some(({ id }) => id === groupOf(field.key).id)) return [];
    const before = setupBefore(orm, setup, plan.effective_on);
    return [
      {
        id: plan.id,
        on: onDay(plan.effective_on),
        what: saidChange({ field: plan.field, was: valueAt(before, field) ?? null, is: plan.value }),
        ...by(plan),
      },
    ];
  });
}
export type PlanView = ReturnType<typeof plansOf>[number];

function by({ planned_by: who, planned_at: at, why }: SettingPlan) {
  return { who, at, why };
}

/** Newest first: who changed what, from what to what, when and why. */
function changesOf(orm: Orm, groups: readonly SetupGroup[]) {
  const ids = groups.map(({ id }) => id);
  return listHistory(orm, "setting", ids).map((event) => ({
    id: event.id,
    at: event.at,
    who: event.actor_label,
    why: event.why,
    words: wordsOf(event),
  }));
}

function wordsOf({ action, data }: TimelineEvent): string {
  const {
    changes = [],
    planned_by,
    from,
    reason,
  } = (data ?? {}) as EventData<"setting_changed"> & EventData<"setting_planned"> & EventData<"setting_plan_ended">;
  const what = changes.map(saidChange).join("; ");
  const day = from ? onDay(from) : "";
  if (action === "setting_planned") return `Planned for ${day}: ${what}`;
  if (action === "setting_plan_ended")
    return reason === "refused"
      ? `Was planned for ${day} and is not possible with the other settings as they are: ${what}`
      : `No longer planned for ${day}: ${what}`;
  return planned_by ? `${what} (planned by ${planned_by})` : what;
}

function onDay(on: string): string {
  const known: Day | null = parseDay(on);
  return known ? formatDay(known, { year: true }) : on;
}
