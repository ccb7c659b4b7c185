import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { driverPaths } from "~/driver-paths";

/**
 * What the driver has done on former days, folded away, each with its year where that is not this one. Nothing where there
 * is none, or where it is not shown.
 */
export function PastJobs({ jobs, today }: { jobs: readonly DriverJob[]; today: Day }) {
  if (jobs.length === 0) return null;
  return (
    <details className="past-jobs">
      <summary>Past jobs</summary>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <a className="big-link" href={driverPaths.job(job.id)}>
              <span>
                {formatDay(job.day, { short: true, year: job.day.slice(0, 4) !== today.slice(0, 4) })}:{" "}
                {JOB_KIND[job.kind]}, {job.address}. {JOB_STATE[job.state]}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
