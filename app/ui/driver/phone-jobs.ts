import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import type { DriverNotice } from "~/domain/driver/notices.server";
import type { Day } from "~/domain/kernel/days";

/** What a driver's phone keeps of the day; no price, no card (domain.md, section 5). */
export interface PhoneJobs {
  driver: string;
  name: string;
  /** The New York day when it was read. */
  today: Day;
  jobs: DriverJob[];
  officePhone: string;
  /** Where a load can be brought; missing in what an earlier version kept. */
  facilities?: string[];
  /** Steps of theirs on which the office has still to decide, by their entries' ids. */
  undecided?: string[];
  /** The same in words, a job each, also of jobs that are not theirs any more. */
  notices?: DriverNotice[];
}
