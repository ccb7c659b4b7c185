import { needsConsultation } from "../../pricing/rules";
import { orderLines, type DraftData } from "./data";
import { NO_RIGHTS, type Rights } from "./grants";

/** The booking's steps in order. Each is reachable once all before it are done. Pure. */
export const STEPS = ["project", "schedule", "agreement", "payment"] as const;
export type Step = (typeof STEPS)[number];
/** Where the flow leads: a step, or the call-back instead of payment. */
export type Station = Step | "call-back";

export interface Progress {
  data: DraftData;
  stepsDone: readonly string[];
  /** The signature covers what the draft says now. */
  signed: boolean;
  /** A size of it is not on offer any more. */
  lacksSize?: boolean;
  /** What staff allowed for this very order: a material that needs a conversation may have had one (domain.md, 4.7). */
  rights?: Rights;
}

/** The first station that still wants something. A consultation material leads to the call-back after the project. */
export function firstIncomplete({ data, stepsDone, signed, lacksSize, rights = NO_RIGHTS }: Progress): Station {
  const lines = orderLines(data);
  if (!stepsDone.includes("project") || lines.length === 0 || lacksSize) return "project";
  if (!rights.has("consultation") && needsConsultation(lines)) return "call-back";
  if (!stepsDone.includes("schedule") || data.deliveryDate === "") return "schedule";
  return signed ? "payment" : "agreement";
}

/** Whether a station may be opened now: everything before it is done. */
export function isReachable(station: Station, progress: Progress): boolean {
  const first = firstIncomplete(progress);
  if (station === "call-back") return progress.stepsDone.includes("project");
  if (first === "call-back") return station === "project";
  return STEPS.indexOf(station) <= STEPS.indexOf(first);
}

/** Forgets answers that the branch taken no longer asks for, before anything is priced, signed or sent. */
export function prune(data: DraftData, wasteTypesOffered: ReadonlySet<string>): DraftData {
  return { ...data, wasteTypes: data.wasteTypes.filter((id) => wasteTypesOffered.has(id)) };
}
