import { formatWhen } from "~/domain/kernel/moments";
import { driverPaths } from "~/driver-paths";
import { DaysOfJobs } from "../DaysOfJobs";
import type { PhoneJobs } from "../phone-jobs";
import type { PhoneEntry } from "../phone-store";
import { stateOnPhone } from "../use-phone";
import { todayOnPhone } from "./today-on-phone";

/** The driver's days as this phone read them last, with what was pressed since. */
export function DayView({ jobs: read, entries }: { jobs: PhoneJobs & { readAt: number }; entries: PhoneEntry[] }) {
  const jobs = read.jobs.map((job) => ({ ...job, state: stateOnPhone(job, entries, read.readAt) }));
  return (
    <>
      <h1 className="unseen">My jobs</h1>
      {jobs.length === 0 && <p className="empty big">No job on this phone.</p>}
      <DaysOfJobs jobs={jobs} today={todayOnPhone(read, Date.now())} entries={entries} to={driverPaths.job} />
      <p className="hint">As the office had them {formatWhen(read.readAt)}.</p>
      <p>
        <a className="big-link" href={`tel:${read.officePhone.replace(/[^\d+]/g, "")}`}>
          <span>
            Call the office, <span className="num">{read.officePhone}</span>
          </span>
        </a>
      </p>
    </>
  );
}
