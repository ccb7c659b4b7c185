/** A group's form as it was sent: what was changed in it, and what is wrong with it. Pure. */
import type { Day } from "../kernel/days";
import { WITHOUT_WORDS } from "../kernel/sent";
import { settingConflicts, settingsSchema, type SettingKey, type Settings } from "../settings/schema";
import { sameTyped, withValue, type SetupField } from "./fields";
import { daysTrouble } from "./day-lines";
import { newDaysTrouble, UNITS, type Typed } from "./units";

export type Sent = Readonly<Record<string, Typed | undefined>>;

/** A value that is to be another. */
export interface Wish {
  field: SetupField;
  value: unknown;
}

/**
 * What somebody wants changed: the fields that they sent otherwise than the form showed them (`seen`). `wrong` are
 * those that cannot be read. A field that was not sent at all stays as it was, but for boxes: an empty one sends nothing.
 */
export function readWishes(
  fields: readonly SetupField[],
  sent: Sent,
  seen: Sent,
): { wishes: Wish[]; wrong: Record<string, string> } {
  const wishes: Wish[] = [];
  const wrong: Record<string, string> = {};
  for (const field of fields) {
    const isBox = field.unit === "onOff" || field.unit === "weekdays" || field.unit === "weekdayNames";
    const typed = sent[field.name] ?? (isBox ? [] : undefined);
    if (typed === undefined || sameTyped(tidied(typed), tidied(seen[field.name]))) continue;
    const value: unknown = UNITS[field.unit].read(typed);
    if (value === undefined) wrong[field.name] = UNITS[field.unit].wrong;
    else wishes.push({ field, value });
  }
  return { wishes, wrong };
}

/** Browsers send line ends of their own. */
function tidied(typed: Typed | undefined): Typed | undefined {
  return typeof typed === "string" ? typed.replace(/\r\n?/g, "\n").trim() : typed;
}

export function withWishes(settings: Settings, wishes: readonly Wish[]): Settings {
  return wishes.reduce((changed, { field, value }) => withValue(changed, field, value), settings);
}

/**
 * What the settings' own checks say of these wishes: field to message; what goes wrong only together stands beside the
 * first of the fields that were changed. Empty when all is possible. `settings` come back as they are stored.
 */
export function checkWishes(
  settings: Settings,
  wishes: readonly Wish[],
): { settings: Settings; wrong: Record<string, string> } {
  const wanted = withWishes(settings, wishes);
  const wrong: Record<string, string> = {};
  const read: Partial<Record<SettingKey, unknown>> = {};
  for (const key of new Set(wishes.map(({ field }) => field.key))) {
    const parsed = settingsSchema.shape[key].safeParse(wanted[key], WITHOUT_WORDS);
    if (parsed.success) read[key] = parsed.data;
    else
      for (const { path, message } of parsed.error.issues) {
        const at = wishes.find(
          ({ field }) => field.key === key && field.path.every((part, i) => part === String(path[i])),
        );
        const name = at?.field.name ?? wishes.find(({ field }) => field.key === key)?.field.name ?? "";
        // The first says it for all of a field: a list of days is looked through once, not once for each that is wrong.
        if (wrong[name] !== undefined) continue;
        const days = at?.field.unit === "days" ? daysTrouble(at.value as string[]) : null;
        wrong[name] = days ?? (at ? `${inList(path.slice(at.field.path.length))}${message}` : message);
      }
  }
  const stored = { ...wanted, ...read } as Settings;
  if (Object.keys(wrong).length === 0)
    for (const { keys, message } of settingConflicts(stored)) {
      const at = wishes.find(({ field }) => keys.includes(field.key));
      // What contradicted itself before is not this form's fault.
      if (at) wrong[at.field.name] ??= message;
    }
  return { settings: stored, wrong };
}

/** Days of these wishes that are new and can only be slips, beside their field; nothing is wrong with those stored before. */
export function slippedDays(settings: Settings, wishes: readonly Wish[], today: Day): Record<string, string> {
  const said = wishes
    .filter(({ field }) => field.unit === "days")
    .map(({ field, value }) => {
      const before = (settings[field.key] ?? []) as unknown as string[];
      return [field.name, newDaysTrouble(before, value as string[], today)] as const;
    });
  return Object.fromEntries(said.filter((one): one is readonly [string, string] => one[1] !== null));
}

/** What the help beside the field calls the parts of its lines (groups.ts). */
const PARTS: Readonly<Record<string, string>> = {
  file: "file",
  alt: "what it shows",
  width: "width",
  height: "height",
  text: "what they wrote",
  name: "name",
  from: "town",
};

/** "Entry 2, town: ", where one part of one of them is wrong (lines that are empty are none); nothing for any other field. */
function inList([at, part]: readonly PropertyKey[]): string {
  const called = typeof part === "string" ? PARTS[part] : undefined;
  return typeof at === "number" && called ? `Entry ${at + 1}, ${called}: ` : "";
}
