import { Form, Link } from "@remix-run/react";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { jobSizes, JOB_KIND } from "~/domain/states/job-labels";
import type { Day } from "~/domain/kernel/days";
import { crmPaths } from "~/crm-paths";
import type { ShownPlan } from "./board";

/** The proposal for a day: who gets what and why, to be accepted whole or driver by driver. Nothing is given before. */
export function PlanPanel({ plan, day }: { plan: ShownPlan; day: Day }) {
  const stops = plan.routes.reduce((sum, route) => sum + route.stops.length, 0);
  const less = plan.before - plan.after;
  const waiting = plan.left.filter(({ from }) => from === null);
  const standing = plan.left.filter(({ from }) => from !== null);
  return (
    <section id="plan" className="panel plan" aria-labelledby="plan-heading" tabIndex={-1}>
      <h2 id="plan-heading">Proposal for the day</h2>
      {stops === 0 ? (
        <p>
          <b>Nothing can be given out.</b>
        </p>
      ) : (
        <p>
          <b className="num">About {plan.after} miles</b> for {stops} {stops === 1 ? "stop" : "stops"}
          {less > 0 && `, about ${less} fewer than ${plan.before} as it stands with the rest given out in turn`}.
          {plan.saved > 0 && ` Going straight on with emptied dumpsters spares about ${plan.saved} of them.`} Distances
          are from the middle of one ZIP code to the next.
        </p>
      )}
      <p className="hint">
        Made by {plan.by} at {plan.at}. What somebody gave by hand stays with its driver. Nothing is given before you
        say so.{plan.besides && " Swaps, emptyings and moves that they have besides are not in these times and miles."}
      </p>
      {plan.isStale && (
        <p className="notice warn">The day has changed since. Work it out anew before you give anything out.</p>
      )}
      {waiting.length > 0 && (
        <Left
          left={waiting}
          day={day}
          words={
            waiting.length === 1
              ? "1 job stays with nobody and needs you:"
              : `${waiting.length} jobs stay with nobody and need you:`
          }
        />
      )}
      {standing.length > 0 && (
        <Left
          left={standing}
          day={day}
          words={`${
            standing.length === 1
              ? "1 job stays as it is, with the driver who has it"
              : `${standing.length} jobs stay as they are, with the drivers who have them`
          }${stops === 0 ? "" : ", behind these stops and not in their miles"}:`}
        />
      )}
      <Said words="Too few dumpsters:" list={plan.tooFew} />
      <Said words="Given nothing new:" list={plan.idle} />
      <Form method="post" className="actions">
        <input type="hidden" name="on" value={day} />
        <input type="hidden" name="version" value={plan.version} />
        {!plan.isStale && stops > 0 && (
          <button className="button" name="intent" value="accept">
            Give all of it out
          </button>
        )}
        <button className="button secondary" name="intent" value="auto">
          Work it out anew
        </button>
        <button className="button secondary" name="intent" value="drop">
          Throw it away
        </button>
      </Form>
      <div className="plan-routes">
        {plan.routes
          .filter((route) => route.stops.length > 0)
          .map((route) => (
            <details key={route.driverId} open={plan.routes.length <= 4}>
              <summary>
                {route.name}: {route.stops.length} {route.stops.length === 1 ? "stop" : "stops"}, about {route.miles}{" "}
                miles
                {route.saved > 0 && `, ${route.saved} spared`}
              </summary>
              <ol>
                {route.stops.map(({ jobId, job, why, from }) => (
                  <li key={jobId}>
                    <b>
                      {JOB_KIND[job.kind]} · {jobSizes(job, "yd")}
                    </b>{" "}
                    <span className="num">{deliveryTimeLabel(job.window)}</span>
                    <br />
                    {job.address}, {job.city} {job.zip}
                    {from !== null && from !== route.name && <em> · now with {from}</em>}
                    <br />
                    <span className="hint">{why}</span>
                  </li>
                ))}
              </ol>
              {!plan.isStale && (
                <Form method="post">
                  <input type="hidden" name="on" value={day} />
                  <input type="hidden" name="version" value={plan.version} />
                  <input type="hidden" name="driverId" value={route.driverId} />
                  <button className="button secondary" name="intent" value="accept">
                    Give only these to {route.name}
                  </button>
                </Form>
              )}
            </details>
          ))}
      </div>
    </section>
  );
}

function Said({ words, list }: { words: string; list: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <div className="notice warn">
      <p>{words}</p>
      <ul>
        {list.map((why) => (
          <li key={why}>{why}</li>
        ))}
      </ul>
    </div>
  );
}

/** Jobs that the proposal gives to nobody, each with why, and whose it is where somebody has it. */
function Left({ left, day, words }: { left: ShownPlan["left"]; day: Day; words: string }) {
  return (
    <div className="notice warn">
      <p>{words}</p>
      <ul>
        {left.map(({ jobId, job, why, from }) => (
          <li key={jobId}>
            <Link to={crmPaths.dispatch(day, jobId)}>
              {JOB_KIND[job.kind]} · {jobSizes(job)}, {job.address}, {job.city}
            </Link>
            {from !== null && `, with ${from}`}. {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
