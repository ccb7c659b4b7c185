import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { formatDay } from "~/domain/kernel/days";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { driverPaths } from "~/driver-paths";

/** What the driver has done on former days, folded away. Nothing where there is none, or where it is not shown. */
export function PastJobs({ jobs }: { jobs: readonly DriverJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <details className="past-jobs">
      <summary>Past jobs</summary>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <a className="big-link" href={driverPaths.job(job.id)}>
              <span>
                {formatDay(job.day, { short: true })}: {JOB_KIND[job.kind]}, {job.address}. {JOB_STATE[job.state]}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
