/**
 * An order that the office prepared is written by two (domain.md, 4.25): each field keeps who wrote it last, a save says
 * which version it was made from, and what the other has written since is shown, not overwritten. Pure.
 */
import { BOXES } from "./boxes";
import { allLines, dropLine, readDraftData, type DraftData } from "./data";
import { CONTACT, TRACKED, type TrackedField } from "./tracked";

export type FieldTexts = Record<TrackedField, string>;

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name);

/** Every field as a text; the same answer is the same text, however its lines are open at the moment. */
export function fieldTexts(data: DraftData): FieldTexts {
  const text = (field: TrackedField): string => {
    if (field === "lines")
      return allLines(data)
        .map((line) => `${line.quantity}x${line.dumpsterSize}x${line.materialCategory}`)
        .join(" ");
    if (field === "wasteTypes") return [...data.wasteTypes].sort().join(" ");
    if (isOneOf(CONTACT, field)) return data.contactInfo[field];
    if (isOneOf(BOXES, field)) return data[field] ? "on" : "";
    return String(data[field]);
  };
  return Object.fromEntries(TRACKED.map((field) => [field, text(field)])) as FieldTexts;
}

/** What opens a gate is between the office and the driver: no page or answer of a caller's order has it. */
const NOT_THE_CALLERS: readonly TrackedField[] = ["gateCode"];
export const isCallers = ({ field }: { field: TrackedField }): boolean => !NOT_THE_CALLERS.includes(field);

/** The same as a caller's forms may have it. */
export function callersTexts(data: DraftData): Partial<FieldTexts> {
  return Object.fromEntries(
    Object.entries(fieldTexts(data)).filter(([field]) => isCallers({ field: field as TrackedField })),
  );
}

/** The data with these fields as they stand in another draft's. */
export function withFieldsOf(data: DraftData, fields: readonly TrackedField[], other: DraftData): DraftData {
  const contactInfo = { ...data.contactInfo };
  let merged: Record<string, unknown> = { ...data };
  for (const field of fields) {
    if (field === "lines") {
      const { cart, dumpsterSize, materialCategory, quantity, lineAt } = other;
      merged = { ...merged, ...dropLine(data), cart, dumpsterSize, materialCategory, quantity, lineAt };
    } else if (isOneOf(CONTACT, field)) contactInfo[field] = other.contactInfo[field];
    else merged[field] = other[field];
  }
  return readDraftData({ ...merged, contactInfo });
}

/** Of each field of a draft, the last ones: anybody with its link could save it all day. */
export const KEPT_WRITES = 20;

/** One field of one save. */
export interface Write<F extends TrackedField = TrackedField> {
  version: number;
  field: F;
  was: string;
  now: string;
  /** Not of the page that is saving now: somebody else's, or of the office from any other page. */
  isOthers: boolean;
}

/**
 * What a save of these fields does that was made from version `seen`: `theirs` are fields that it left as it had seen them, and that the
 * other has changed since; `conflicts` those that both changed, each to something else. Both stay as the other wrote
 * them. `since`: the writes after `seen` that are kept, oldest first; where there may have been more, what the save had
 * seen is not known, and a difference is a conflict.
 */
export function compareWrites<F extends TrackedField>(
  fields: readonly F[],
  mine: Readonly<Record<F, string>>,
  stored: Readonly<Record<F, string>>,
  since: readonly Write<F>[],
): { theirs: F[]; conflicts: F[] } {
  const theirs: F[] = [];
  const conflicts: F[] = [];
  for (const field of fields) {
    const writes = since.filter((write) => write.field === field);
    const [first, last] = [writes[0], writes.at(-1)];
    if (!first || !last?.isOthers || mine[field] === stored[field]) continue;
    const leftAsSeen = writes.length < KEPT_WRITES && mine[field] === first.was;
    (leftAsSeen ? theirs : conflicts).push(field);
  }
  return { theirs, conflicts };
}
