import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { jobWords, STILL_AT, stillAtWords } from "~/domain/dispatch/still-at";
import type { DriverNotice } from "~/domain/driver/notices.server";
import { driverPaths } from "~/driver-paths";
import type { PhoneEntry } from "../phone-store";
import { stateOnPhone } from "../use-phone";

/**
 * What the server says before a driver leaves for a job (`findStillAt`), by what this phone has: the job where they still
 * are, null where they are at none, or have left. `readAt`: when the jobs were read, by the phone's clock.
 */
export function stillHere(
  jobId: string,
  jobs: readonly DriverJob[],
  entries: readonly Pick<PhoneEntry, "jobId" | "step" | "state" | "sentAt">[],
  readAt: number,
): DriverNotice | null {
  const now = jobs.map((job) => ({ ...job, state: stateOnPhone(job, entries, readAt) }));
  if (now.find(({ id }) => id === jobId)?.state !== "assigned") return null;
  const other = now.find(({ state }) => STILL_AT.some((one) => one === state));
  return other
    ? {
        jobId: other.id,
        words: stillAtWords(other.state, jobWords(other)),
        link: { href: driverPaths.job(other.id), text: "Open that job" },
      }
    : null;
}
