import type { JobKind, JobState, UnitState } from "../states/transitions";

/** Where a dumpster is and what is in it; what is missing stays as it is. */
export interface Place {
  location?: "yard" | "truck" | "site" | "disposal";
  load?: "empty" | "full";
}

/** What a step does to one unit and its dumpster. */
export interface Effect {
  /** The states that the unit passes, one after the other. */
  unit?: readonly UnitState[];
  dumpster?: Place;
  /** The unit lets its dumpster go: back in the yard, free for another. */
  release?: boolean;
}
/** `brings`: what it does to the unit that a swap brings. */
export type StepEffect = Effect & { brings?: Effect };

/** From the facility on, a full dumpster's way is the same whatever the job. */
const OVER_THE_SCALE: Partial<Record<JobState, StepEffect>> = {
  // Not taken at the first facility: on the road again.
  to_disposal: { dumpster: { location: "truck" } },
  at_disposal: { dumpster: { location: "disposal" } },
  ticketed: { dumpster: { load: "empty" } },
  returned: { dumpster: { location: "yard" } },
  // Staged: location yard, load full.
  dump_later: { dumpster: { location: "yard" } },
};
const LOADED: Place = { location: "truck", load: "full" };

/** What a job's step does (domain.md, section 2), by its kind. Steps that are missing change neither unit nor dumpster. */
const EFFECTS: Readonly<Record<JobKind, Partial<Record<JobState, StepEffect>>>> = {
  delivery: {
    en_route: { unit: ["delivering"], dumpster: { location: "truck", load: "empty" } },
    serviced: { unit: ["on_site"], dumpster: { location: "site" } },
    // Nobody could set it down: it goes back, and the next attempt takes whichever is free then.
    attempted: { unit: ["delivery_failed"], dumpster: { location: "yard" }, release: true },
  },
  pickup: {
    ...OVER_THE_SCALE,
    en_route: { unit: ["collecting"] },
    serviced: { unit: ["off_site"], dumpster: LOADED },
    attempted: { unit: ["pickup_failed"] },
  },
  // The full one stays the customer's until it is on the truck: an attempt that fails leaves everything as it was.
  swap: {
    ...OVER_THE_SCALE,
    en_route: { brings: { unit: ["delivering"], dumpster: { location: "truck", load: "empty" } } },
    serviced: {
      unit: ["collecting", "off_site"],
      dumpster: LOADED,
      brings: { unit: ["on_site"], dumpster: { location: "site" } },
    },
    attempted: {
      brings: { unit: ["delivery_failed", "cancelled"], dumpster: { location: "yard" }, release: true },
    },
  },
  // The unit stays on site all the while: its dumpster is only being emptied.
  dump_and_return: { ...OVER_THE_SCALE, serviced: { dumpster: LOADED }, returned: { dumpster: { location: "site" } } },
  relocate: {},
  disposal: { ...OVER_THE_SCALE, serviced: { dumpster: LOADED } },
};

/** Straight on from the scale: the emptied one stays on its truck for the next delivery. */
const STRAIGHT_ON: StepEffect = { dumpster: { location: "truck" } };

export function effectOf(kind: JobKind, to: JobState, from?: JobState): StepEffect {
  if (from === "ticketed" && to === "completed") return STRAIGHT_ON;
  return EFFECTS[kind][to] ?? {};
}
