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

/** Its load is on the truck, and not over the scale yet. */
export const FULL_ON_TRUCK = ["serviced", "to_disposal", "at_disposal"] as const satisfies readonly JobState[];

/** "Dumpster 20-09 of the pickup at …"; `named` as `jobWords` has it. */
const loadWords = (number: string | null, named: string): string =>
  `${number === null ? "the dumpster" : `dumpster ${number}`} of ${named}`;

export const stillFullWords = (number: string | null, named: string): string =>
  `By what you pressed ${loadWords(number, named)} is still full on your truck.`;

/** The same for the board: a truck that is on the way to another job with it. */
export const onTheWayFullWords = (driver: string, number: string | null, named: string, to: string): string =>
  `${driver} is on the way to ${to}, and ${loadWords(number, named)} is still full on the truck.`;
