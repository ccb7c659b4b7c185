import { JOB_KIND } from "../states/job-labels";
import { isOurs } from "../states/job-places";
import type { JobKind, JobState } from "../states/transitions";

/** Where a driver still is who has not gone on: a job that is left for another too early. Pure; the phone asks it too. */
export const STILL_AT = ["en_route", "arrived"] as const satisfies readonly JobState[];

/** "the delivery at 12 Main Street, Orlando"; `address` and `city` of a parked load are our yard's. */
export const jobWords = (job: { kind: JobKind; address: string; city: string }): string =>
  `the ${isOurs(job) ? "parked load" : JOB_KIND[job.kind].toLowerCase()} at ${job.address}, ${job.city}`;

/** "By what you pressed you are still on the way to …"; `named` as `jobWords` has it. */
export const stillAtWords = (state: JobState, named: string): string =>
  `By what you pressed you are still ${state === "en_route" ? "on the way to" : "at the site of"} ${named}.`;
