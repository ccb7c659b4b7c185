/** Words for jobs, which a driver's phone loads without those for bookings and money. Pure. */
import type { JobKind, JobState } from "./transitions";

export const JOB_KIND: Readonly<Record<JobKind, string>> = {
  delivery: "Delivery",
  pickup: "Pickup",
  swap: "Swap",
  dump_and_return: "Dump and return",
  relocate: "Move on site",
  disposal: "Dump a parked load",
};

/** The same as its customer calls it, on the booking's pages as in mails and texts. */
export const JOB_OF_CUSTOMER: Readonly<Record<JobKind, string>> = {
  ...JOB_KIND,
  dump_and_return: "Emptying",
  relocate: "Move",
};

/** How large what a job is about is; a swap that brings another size names both: a truck leaves with one of them. */
export function jobSizes({ size, brings }: { size: number; brings?: number | null }, unit = "yards"): string {
  return brings && brings !== size ? `bring ${brings}, take ${size} ${unit}` : `${size} ${unit}`;
}

export const JOB_STATE: Readonly<Record<JobState, string>> = {
  unscheduled: "Not scheduled",
  scheduled: "Scheduled",
  assigned: "Assigned",
  en_route: "On the way",
  arrived: "At the site",
  serviced: "Site done",
  to_disposal: "On the way to disposal",
  at_disposal: "At disposal",
  ticketed: "Weighed",
  returned: "Brought back",
  completed: "Completed",
  dump_later: "Parked full, dump later",
  attempted: "Attempted, not possible",
  cancelled: "Cancelled",
};
