import { canMoveJob, type JobKind, type JobState } from "./transitions";

/** What a driver can press: a state, or straight on from the scale, the emptied dumpster on the truck (domain.md, section 2). */
export type Pressable = JobState | "next_site";
export const stateAfter = <Step extends Pressable>(step: Step): JobState => (step === "next_site" ? "completed" : step);

/** `canMoveJob` for what is pressed: from the scale a job is done by going straight on, and only there. */
export const canPress = (kind: JobKind, from: JobState, step: Pressable): boolean =>
  canMoveJob(kind, from, stateAfter(step)) &&
  (step === "next_site" ? from === "ticketed" : step !== "completed" || from !== "ticketed");
