import { canPress } from "~/domain/states/presses";
import type { JobKind, JobState } from "~/domain/states/transitions";

/** What a driver can do next, the usual step first; in the trade's own words. */
const STEPS = {
  en_route: "On my way",
  arrived: "I am there",
  serviced: "Site done",
  // At the scale the ticket is what usually follows, not another facility.
  ticketed: "Keep the weight ticket",
  to_disposal: "To the facility",
  at_disposal: "At the facility",
  returned: "Back at the yard",
  next_site: "Straight to the next site",
  completed: "Job done",
  dump_later: "Park it full, dump later",
  attempted: "It is not possible",
} as const;
export type NextStep = keyof typeof STEPS;

/** The steps that may follow, the usual one first. None for a job that nobody has, or that is done. */
export function nextSteps({ kind, state }: { kind: JobKind; state: JobState }): NextStep[] {
  return (Object.keys(STEPS) as NextStep[]).filter((to) => canPress(kind, state, to));
}

/**
 * What can be done with a job now. `usual`: the next step, in so many `ways`, a button each: where a load is emptied is one
 * press, as nobody types a name with gloves. `others`: what else can happen; the usual step again for what has no button.
 */
export function stepWays(
  job: Parameters<typeof nextSteps>[0],
  facilities: readonly string[],
): { usual: NextStep | undefined; ways: readonly (string | undefined)[]; others: NextStep[] } {
  const [usual, ...rest] = nextSteps(job);
  return usual === "at_disposal" && facilities[0]
    ? { usual, ways: facilities, others: [usual, ...rest] }
    : { usual, ways: [undefined], others: rest };
}

const SERVICED: Readonly<Record<JobKind, string>> = {
  delivery: "It is set down",
  pickup: "It is loaded",
  swap: "Both are swapped",
  dump_and_return: "It is loaded",
  relocate: "It is moved",
  disposal: "It is loaded",
};

/** What the button says: a delivery is set down, a pickup loaded. `from`: where the job stands, if it is still to be pressed. */
export function stepLabel(step: NextStep, kind: JobKind, from?: JobState): string {
  if (step === "serviced") return SERVICED[kind];
  if (step === "to_disposal" && from === "at_disposal") return "To another facility";
  // Beside the buttons of those that we know.
  if (step === "at_disposal" && from) return "At another facility";
  // The same dumpster goes back to where it stood.
  if (step === "returned" && kind === "dump_and_return") return "Set down at the customer again";
  return STEPS[step];
}

const OF_A_LOAD: readonly string[] = ["The load is too high or too heavy", "Something in it may not go in"];
/** Why a job could not be done, as it is told to the customer and kept as evidence. */
export const ATTEMPT_REASONS = [
  "Something blocks the place",
  "Nobody lets us in",
  "The ground does not carry it",
  "Wires or branches are too low",
  ...OF_A_LOAD,
  "Something else",
];
/** Those that are offered: what is wrong with a load only where one is taken away. */
export const attemptReasons = (kind: JobKind): string[] =>
  ATTEMPT_REASONS.filter((reason) => kind !== "delivery" || !OF_A_LOAD.includes(reason));
