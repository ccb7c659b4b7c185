import type { JobState } from "~/domain/states/transitions";
import type { PhoneJobs } from "./phone-jobs";

const KEY = "driver-states";

/**
 * Where each job stands, beside a list that a full phone could not renew: browsers count this room apart. Without signal a
 * step that went to the office as a form would else be asked for again.
 */
export function keepStates({ driver, jobs }: PhoneJobs): void {
  const states = Object.fromEntries(jobs.map(({ id, state }) => [id, state]));
  try {
    localStorage.setItem(KEY, JSON.stringify({ driver, states }));
  } catch {
    // No room here either: the list says of when it is.
  }
}

/** The list is as the office has it, or nobody's any more. */
export function forgetStates(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The kept list with what was read of it since: jobs that are the driver's no more are gone. */
export function withStates<Kept extends PhoneJobs>(kept: Kept): Kept {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "null") as {
      driver: string;
      states: Record<string, JobState>;
    } | null;
    if (known?.driver !== kept.driver) return kept;
    const jobs = kept.jobs.flatMap((job) => {
      const state = known.states[job.id];
      return state ? [{ ...job, state }] : [];
    });
    return { ...kept, jobs };
  } catch {
    return kept;
  }
}
