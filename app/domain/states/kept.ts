import type { JobKind, UnitState } from "./transitions";

/** Nobody has asked for its pickup yet. */
export const NOT_ASKED_FOR = [
  "reserved",
  "delivering",
  "delivery_failed",
  "on_site",
] as const satisfies readonly UnitState[];
export const isAskedFor = (unit: UnitState): boolean => !NOT_ASKED_FOR.some((state) => state === unit);

/**
 * Whether a dumpster stays where it is until its customer asks: they chose "keep it longer if I need to", and have not
 * asked. Its pickup is planned for the last paid day, and no truck comes for it (docs/decisions/0098).
 */
export const staysUntilAsked = ({ mayKeep, unit }: { mayKeep: boolean; unit: UnitState }): boolean =>
  mayKeep && !isAskedFor(unit);

/** The same of a job: only its pickup waits for that. */
export const isKeptJob = ({ kind, ...dumpster }: { kind: JobKind; mayKeep: boolean; unit: UnitState }): boolean =>
  kind === "pickup" && staysUntilAsked(dumpster);
