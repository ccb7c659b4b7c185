import type { ReactNode } from "react";
import { formatDay } from "~/domain/kernel/days";
import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { JOB_KIND, JOB_STATE, jobSizes } from "~/domain/states/job-labels";
import { placementText } from "~/domain/schedule/placement-rules";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { useHydrated } from "../form/use-hydrated";
import { materialLabel } from "~/domain/pricing/materials";

const addressOf = (job: Pick<DriverJob, "address" | "city" | "zip">) => `${job.address}, ${job.city}, FL ${job.zip}`;

export function isDone(job: Pick<DriverJob, "state">): boolean {
  return job.state === "completed" || job.state === "dump_later" || job.state === "attempted";
}

/** To the phone's own map where it is known which one that is; else to one that every browser opens. */
export function mapLink(address: string, userAgent: string): string {
  const where = encodeURIComponent(address);
  if (/iPhone|iPad/.test(userAgent)) return `https://maps.apple.com/?daddr=${where}`;
  if (userAgent.includes("Android")) return `geo:0,0?q=${where}`;
  return `https://www.google.com/maps/dir/?api=1&destination=${where}`;
}

/** What a job is, in two lines. */
export function JobHeading({ job }: { job: DriverJob }) {
  return (
    <>
      <span className="job-kind">
        {JOB_KIND[job.kind]} · {jobSizes(job)}
      </span>
      <span className={`state ${isDone(job) ? "done" : job.state === "assigned" ? "wait" : "go"}`}>
        {JOB_STATE[job.state]}
      </span>
      {job.priority !== "normal" && (
        <span className="state bad">{job.priority === "emergency" ? "Emergency" : "Same day"}</span>
      )}
      {job.onHold && <span className="state bad">On hold: call the office</span>}
    </>
  );
}

/** The top of a job's page, the server's and the phone's own: `back` to the others, the day and what it is, how to get there. */
export function JobTop({ job, back }: { job: DriverJob; back: ReactNode }) {
  return (
    <>
      <p>{back}</p>
      <header className="job-title">
        <h1>{formatDay(job.day)}</h1>
        <p className="job-open">
          <JobHeading job={job} />
        </p>
      </header>
      <JobReach job={job} />
    </>
  );
}

/** The address as a link to the map (with a load, the facilities' before it), its gate, the customer's phone: what a thumb must hit. */
export function JobReach({ job }: { job: DriverJob }) {
  const agent = useHydrated() ? navigator.userAgent : "";
  // On the way to disposal, or there. A phone may still hold jobs from before it was told where loads go.
  const dumps = (/_di/.test(job.state) && job.dumps) || [];
  return (
    <div className="reach">
      {[...dumps, addressOf(job)].map((where) => (
        <a key={where} className="big-link" href={mapLink(where, agent)} rel="noreferrer">
          <span>
            <span className="unseen">Open in maps: </span>
            {where}
          </span>
        </a>
      ))}
      {job.gateCode && (
        <p className="gate-code">
          Gate code <b>{job.gateCode}</b>
        </p>
      )}
      <a className="big-link" href={job.phone.href}>
        <span>
          <span className="unseen">Call </span>
          {job.firstName} {job.lastName}, <span className="num">{job.phone.text}</span>
        </span>
      </a>
    </div>
  );
}

/** What has to be known at the gate: a dog, the exact spot; before any step. */
export function JobNotes({ job }: { job: DriverJob }) {
  const notes = [
    // Of who planned it: the office, or the customer on their page.
    ["For this job", job.note],
    ["From the customer", job.instructions],
    ["Facilities", /_di/.test(job.state) && job.dumpNotes],
  ] as const;
  return notes.map(
    ([who, words]) =>
      words && (
        <div key={who} className="say">
          <h2>{who}</h2>
          <p>{words}</p>
        </div>
      ),
  );
}

export function jobFacts(job: DriverJob): [string, string][] {
  // Of a job that is over, nothing is to be loaded any more.
  const any = (size: number) => (isDone(job) ? null : `any empty ${size}-yard one`);
  const dumpster = job.dumpster ?? (job.kind === "delivery" ? any(job.size) : isDone(job) ? null : "not known");
  // A phone may still hold jobs from before it was told what a swap brings.
  const empty = job.brings ? (job.bringsDumpster ?? any(job.brings)) : null;
  return [
    ["When", deliveryTimeLabel(job.window)],
    ["Placement", placementText(job)],
    ...(empty ? ([["Empty one", empty]] as [string, string][]) : []),
    ...(dumpster ? ([[empty ? "Full one" : "Dumpster", dumpster]] as [string, string][]) : []),
    ["Material", materialLabel(job.material)],
    ["Booking", job.bookingNumber],
    ...(job.attempt > 1 ? ([["Try", String(job.attempt)]] as [string, string][]) : []),
    ...(job.eco ? ([["Recycling", "Take it to a recycling facility where possible"]] as [string, string][]) : []),
    ...(job.failureReason ? ([["Not possible", job.failureReason]] as [string, string][]) : []),
  ];
}
