import { PROHIBITED_ITEMS, prohibitedItemLabel } from "../pricing/prohibited-items";
import { materialLabel } from "../pricing/materials";
import { MATERIAL_IDS, type MaterialId } from "../pricing/types";
import type { JobState } from "../states/transitions";

/** What a driver can report of a job's dumpster. Pure. */

export interface Report {
  /** What was really in it. */
  material: MaterialId | null;
  prohibited: string | null;
  /** How many of them, from 1; null without `prohibited`. */
  prohibited_count: number | null;
  cleaning: boolean;
  /** Moved from where we set it down, or tampered with. */
  moved: boolean;
  overloaded: boolean;
  second_number: string | null;
}

/** Everything that may not go into one dumpster or another (specification, section 5), each once. */
export const ALL_PROHIBITED: readonly string[] = [...new Set(MATERIAL_IDS.flatMap((id) => PROHIBITED_ITEMS[id]))];

/** Whoever is there can report, until the job is done; a report can be withdrawn as long. */
const REPORTABLE: readonly JobState[] = ["arrived", "serviced", "to_disposal", "at_disposal", "ticketed", "returned"];
export const mayReport = (state: JobState): boolean => REPORTABLE.includes(state);

/** What the phone kept while it had no signal comes later: the office may have ended the job meanwhile. */
export const mayReportLater = (state: JobState): boolean => mayReport(state) || OVER.includes(state);
const OVER: readonly JobState[] = ["completed", "dump_later", "attempted"];

/** A report that says nothing is none. */
export function isEmptyReport({ material, prohibited, cleaning, moved, overloaded, second_number }: Report): boolean {
  return !material && !prohibited && !cleaning && !moved && !overloaded && !second_number;
}

/** "In it: concrete; 2 × Mattresses; needs cleaning". */
export function reportWords(report: Partial<Report>): string {
  const { material, prohibited, prohibited_count: count, second_number: second } = report;
  return [
    ...(material ? [`in it: ${materialLabel(material)}`] : []),
    ...(prohibited ? [`${count ?? 1} × ${prohibitedItemLabel(prohibited)}`] : []),
    ...(report.cleaning ? ["needs cleaning"] : []),
    ...(report.moved ? ["moved or tampered with"] : []),
    ...(report.overloaded ? ["overloaded"] : []),
    ...(second ? [`second number ${second}`] : []),
  ].join("; ");
}
