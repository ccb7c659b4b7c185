import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import { MATERIALS } from "~/domain/pricing/materials";
import { isMaterialId } from "~/domain/pricing/types";
import { placementText } from "~/domain/schedule/placement-rules";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE, jobSizes } from "~/domain/states/job-labels";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import { CallLink } from "./CallLink";

/** Nothing is left to do there today: on paper it is struck out. */
const isOver = ({ state }: DriverJob): boolean =>
  state === "completed" || state === "dump_later" || state === "attempted";

/** Where it stands, once its truck has left; paper is filled in by hand before. */
function standing(job: DriverJob): string {
  if (isBeforeItLeaves(job.state)) return "";
  const why = job.state === "attempted" && job.failureReason ? `: ${job.failureReason}` : "";
  return JOB_STATE[job.state] + why;
}

/** What makes it another than the others: before all else, and that one was there before. */
const urgency = ({ priority, attempt }: DriverJob): string =>
  [priority === "emergency" && "Emergency, before everything else", attempt > 1 && `Try ${attempt}`]
    .filter(Boolean)
    .join("; ");

const heading = (job: DriverJob): string => `${JOB_KIND[job.kind]} · ${jobSizes(job, "yd")}`;

/** One driver's day on paper: what to do where, with room for the number, the ticket and a tick. */
export function SheetOfDriver({
  driver,
  day,
  officePhone,
}: {
  driver: { id: string; name: string; truck: string | null; hours: string; miles: number; jobs: DriverJob[] };
  day: Day;
  officePhone: string;
}) {
  const open = driver.jobs.filter((job) => !isOver(job)).length;
  return (
    <section className="day-sheet" aria-labelledby={`sheet-${driver.id}`}>
      <h2 id={`sheet-${driver.id}`}>
        {driver.name}, {formatDay(day)}
      </h2>
      <p>
        {driver.truck ?? "No truck"}
        {driver.hours && `, ${driver.hours}`}, {driver.jobs.length} {driver.jobs.length === 1 ? "stop" : "stops"}
        {open < driver.jobs.length && `, ${open} still open`}, about {driver.miles} miles. Office:{" "}
        <span className="num">{officePhone}</span>
      </p>
      <div className="sheet-table" role="region" aria-label={`Stops of ${driver.name}`} tabIndex={0}>
        <table className="list">
          <thead>
            <tr>
              <th scope="col">Stop</th>
              <th scope="col">What and when</th>
              <th scope="col">Where</th>
              <th scope="col">Who</th>
              <th scope="col">Number, ticket, done</th>
            </tr>
          </thead>
          <tbody>
            {driver.jobs.map((job, i) => (
              <tr key={job.id}>
                <td className="num">{i + 1}</td>
                <td>
                  <b>{isOver(job) ? <s>{heading(job)}</s> : heading(job)}</b>
                  <br />
                  {urgency(job) && (
                    <>
                      <b>{urgency(job)}</b>
                      <br />
                    </>
                  )}
                  {isMaterialId(job.material) ? MATERIALS[job.material].label : job.material}
                  <br />
                  {deliveryTimeLabel(job.window)}
                  {job.bringsDumpster && (
                    <>
                      <br />
                      Empty one <span className="num">{job.bringsDumpster}</span>
                    </>
                  )}
                  {job.dumpster && (
                    <>
                      <br />
                      {job.brings ? "Full one" : "Dumpster"} <span className="num">{job.dumpster}</span>
                    </>
                  )}
                </td>
                <td>
                  {job.address}, {job.city} {job.zip}
                  <br />
                  {placementText(job)}
                  {job.gateCode && (
                    <>
                      <br />
                      Gate code <b>{job.gateCode}</b>
                    </>
                  )}
                  {job.instructions && (
                    <>
                      <br />“{job.instructions}”
                    </>
                  )}
                  {job.note && (
                    <>
                      <br />
                      For this job: <b>{job.note}</b>
                    </>
                  )}
                </td>
                <td>
                  {job.firstName} {job.lastName}
                  <br />
                  <CallLink text={job.phone.text} booking={job.bookingNumber} />
                  <br />
                  <span className="num">{job.bookingNumber}</span>
                </td>
                <td className="to-fill">{standing(job)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
