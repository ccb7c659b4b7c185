import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { addDays, formatDay, type Day } from "~/domain/kernel/days";
import { placementText } from "~/domain/schedule/placement-rules";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { isDone, JobHeading, JobReach } from "../office/DriverJob";
import type { PhoneEntry } from "./phone-store";
import { stepsWords } from "./PhoneLine";

/** A driver's jobs by their day, as they are listed: what, when, where, whom to call, and what only this phone knows. */
export function DaysOfJobs({
  jobs,
  today,
  entries = [],
  to,
}: {
  jobs: readonly DriverJob[];
  today: string;
  entries?: readonly PhoneEntry[] | undefined;
  to: (id: string) => string;
}) {
  const days = new Map<Day, DriverJob[]>();
  for (const job of jobs) days.set(job.day, [...(days.get(job.day) ?? []), job]);
  // What a driver looks for comes first: the job they are at, else where to go now; what is done comes last.
  const inOrder = (list: readonly DriverJob[]) =>
    [isUnderWay, isToDo, isDone].flatMap((which) => list.filter((job) => which(job)));
  const next = jobs.find(isUnderWay) ?? jobs.find((job) => job.day <= today && isToDo(job));
  return [...days].map(([day, list], i) => (
    <section
      key={day}
      aria-labelledby={`day-${day}`}
      className={day < today ? "day late" : "day"}
      {...(i === 0 && { accessKey: "3", tabIndex: -1 })}
    >
      <h2 id={`day-${day}`}>
        {headingOf(day, today as Day)} <span className="count">{countOf(list)}</span>
      </h2>
      <ul>
        {inOrder(list).map((job) => (
          <li key={job.id} className={isDone(job) ? "job finished" : job === next ? "job next" : "job"}>
            <a className="job-open" href={to(job.id)}>
              {job === next && <span className="state now">{isUnderWay(job) ? "Now" : "Next stop"}</span>}
              <JobHeading job={job} />
              <span>{deliveryTimeLabel(job.window)}</span>
              <span>
                {placementText(job)}
                {job.dumpster && `, dumpster ${job.dumpster}`}
              </span>
              {!isDone(job) && job.instructions && <span className="hint">{job.instructions}</span>}
              <Unsent count={entries.filter((one) => one.jobId === job.id && one.state === "unsent").length} />
            </a>
            {!isDone(job) && <JobReach job={job} />}
          </li>
        ))}
      </ul>
    </section>
  ));
}

const Unsent = ({ count }: { count: number }) =>
  count === 0 ? null : <span className="state wait">{stepsWords(count)} not sent yet</span>;

const isToDo = ({ state }: DriverJob) => state === "assigned";
const isUnderWay = (job: DriverJob) => !isToDo(job) && !isDone(job);

/** "3", or "1 of 3 left" once something is done. */
function countOf(list: readonly DriverJob[]): string {
  const left = list.filter((job) => !isDone(job)).length;
  return left === list.length ? `${list.length}` : `${left} of ${list.length} left`;
}

function headingOf(day: Day, today: Day): string {
  if (day < today) return `Outstanding since ${formatDay(day)}`;
  if (day === today) return `Today, ${formatDay(day)}`;
  return day === addDays(today, 1) ? `Tomorrow, ${formatDay(day)}` : formatDay(day);
}
