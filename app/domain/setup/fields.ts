/** A group's fields one by one: where each stands in the settings, as it is typed, shown and said. Pure. */
import type { SettingChange } from "../events/happenings";
import { MATERIAL_IDS, type MaterialId, type Size } from "../pricing/types";
import { materialLabel, materialTerms } from "../pricing/materials";
import type { SettingKey, Settings } from "../settings/schema";
import { DESCRIBED, GROUPS, type Leaf, type SetupGroup } from "./groups";
import { UNITS, type Typed, type Unit } from "./units";

/** What is in force: the settings, with the prices that are charged (the matrix), and the sizes on offer. */
export interface Setup {
  settings: Settings;
  sizes: readonly Size[];
}

export interface SetupField extends Leaf {
  /** "taxRate", "address.city", "prices.20", "materials.roofing.multiplier". */
  name: string;
  key: SettingKey;
  path: readonly string[];
  /** What the fields beside it are together: "Address", "Roofing". */
  of?: string;
}

/** The fields of a group, in their order; those by size for every size on offer. */
export function fieldsOf({ keys }: Pick<SetupGroup, "keys">, sizes: readonly Size[]): SetupField[] {
  return keys.flatMap((key) => fieldsOfKey(key, sizes));
}

export function fieldsOfKey(key: SettingKey, sizes: readonly Size[]): SetupField[] {
  const described = DESCRIBED[key];
  const field = (path: string[], leaf: Leaf, of?: string): SetupField => ({
    ...leaf,
    name: [key, ...path].join("."),
    key,
    path,
    ...(of !== undefined && { of }),
  });
  if ("unit" in described) return [field([], described)];
  if ("parts" in described)
    return Object.entries(described.parts).map(([part, leaf]) => field([part], leaf, described.of));
  if ("bySize" in described)
    return sizes.map((size) => field([String(size)], { ...described.bySize, label: `${size} yards` }, described.of));
  return MATERIAL_IDS.flatMap((id) =>
    Object.entries(described.byMaterial).map(([part, leaf]) => field([id, part], leaf, materialLabel(id))),
  );
}

/** The field of a name as a plan or an event has it; null when this version has none. */
export function findField(name: string, sizes: readonly Size[] = []): SetupField | null {
  const [key = "", size] = name.split(".");
  if (!Object.hasOwn(DESCRIBED, key)) return null;
  const bySize = /^[1-9]\d?$/.test(size ?? "") ? [Number(size)] : sizes;
  return fieldsOfKey(key as SettingKey, bySize).find((field) => field.name === name) ?? null;
}

/** The group in which a setting stands. */
export function groupOf(key: SettingKey): SetupGroup {
  const found = GROUPS.find(({ keys }: SetupGroup) => keys.includes(key));
  if (!found) throw new Error(`no group has the setting ${key}`);
  return found;
}

/** The value in force. What differs for no size or material has the value that counts for it. */
export function valueAt({ settings }: Pick<Setup, "settings">, { key, path }: SetupField): unknown {
  const [first = "", second = ""] = path;
  if (key === "materials")
    return materialTerms(first as MaterialId, settings.materials)[
      second as "multiplier" | "creditRate" | "handlingFee"
    ];
  if (key === "haulFees") return settings.haulFees[Number(first)] ?? settings.defaultHaulFee;
  const value: unknown = settings[key];
  return first === "" ? value : (value as Record<string, unknown>)[first];
}

/** The settings with one value changed; nothing of the given ones is touched. */
export function withValue(settings: Settings, { key, path }: SetupField, value: unknown): Settings {
  return { ...settings, [key]: placed(settings[key], path, value) };
}

function placed(whole: unknown, [first, ...rest]: readonly string[], value: unknown): unknown {
  if (first === undefined) return value;
  const parts = (typeof whole === "object" && whole !== null ? whole : {}) as Record<string, unknown>;
  return { ...parts, [first]: placed(parts[first], rest, value) };
}

/** Every field as a form shows it. */
export function typedOf(setup: Setup, fields: readonly SetupField[]): Record<string, Typed> {
  return Object.fromEntries(fields.map((field) => [field.name, UNITS[field.unit].shown(valueAt(setup, field))]));
}

/** What a person says of a value: "$329", "8%", "Mon, Tue". */
export function saidValue(unit: Unit, value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  try {
    return UNITS[unit].said(value);
  } catch {
    return "something else";
  }
}

/** "Roofing: Factor", "20 yards". */
export function saidName({ of, label }: Pick<SetupField, "of" | "label">): string {
  return of ? `${of}: ${label}` : label;
}

/** "Price by size: 20 yards: $379 → $389" */
export function saidChange({ field, was, is }: SettingChange): string {
  const known = findField(field);
  if (!known) return `${field} changed`;
  if (known.unit === "text" || known.unit === "photographs" || known.unit === "reviews")
    return `${saidName(known)} changed`;
  const lists = LISTS.has(known.unit) ? listChange(known.unit, was, is) : null;
  return `${saidName(known)}: ${lists ?? `${saidValue(known.unit, was)} → ${saidValue(known.unit, is)}`}`;
}

/** Units of many values, of which a change mostly leaves all but one as they were. */
const LISTS: ReadonlySet<Unit> = new Set<Unit>(["days", "weekdays", "weekdayNames"]);

/** "added: Thu, Dec 24, 2026; taken out: Fri, Dec 25, 2026"; null where these are no lists, or the same. */
function listChange(unit: Unit, was: unknown, is: unknown): string | null {
  if (!Array.isArray(was) || !Array.isArray(is)) return null;
  const [before, after] = [new Set<unknown>(was), new Set<unknown>(is)];
  const more = [...after].filter((one) => !before.has(one));
  const fewer = [...before].filter((one) => !after.has(one));
  const parts = [
    ...(more.length > 0 ? [`added: ${saidValue(unit, more)}`] : []),
    ...(fewer.length > 0 ? [`taken out: ${saidValue(unit, fewer)}`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : null;
}

/** Whether two values of a field say the same. */
export function sameTyped(one: Typed | undefined, other: Typed | undefined): boolean {
  const plain = (typed: Typed | undefined) =>
    JSON.stringify(Array.isArray(typed) && typed.length < 2 ? (typed[0] ?? "") : (typed ?? ""));
  return plain(one) === plain(other);
}
