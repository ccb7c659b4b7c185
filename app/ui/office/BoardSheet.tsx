import type { DriverJob } from "~/domain/dispatch/driver-read.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import { placementText } from "~/domain/schedule/placement-rules";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, jobSizes } from "~/domain/states/job-labels";
import { CallLink } from "./CallLink";

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
  return (
    <section className="day-sheet" aria-labelledby={`sheet-${driver.id}`}>
      <h2 id={`sheet-${driver.id}`}>
        {driver.name}, {formatDay(day)}
      </h2>
      <p>
        {driver.truck ?? "No truck"}
        {driver.hours && `, ${driver.hours}`}, {driver.jobs.length} {driver.jobs.length === 1 ? "stop" : "stops"}, about{" "}
        {driver.miles} miles. Office: <span className="num">{officePhone}</span>
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
                  <b>
                    {JOB_KIND[job.kind]} · {jobSizes(job, "yd")}
                  </b>
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
                </td>
                <td>
                  {job.firstName} {job.lastName}
                  <br />
                  <CallLink text={job.phone.text} booking={job.bookingNumber} />
                  <br />
                  <span className="num">{job.bookingNumber}</span>
                </td>
                <td className="to-fill" />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
