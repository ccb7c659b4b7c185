import { Form, Link } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import { DELIVERY_WINDOW_IDS, deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND } from "~/domain/states/labels";
import type { BoardView, ShownJob } from "./board";
import { crmPaths } from "~/crm-paths";
import { Field, SelectField, type Answers } from "../form";
import { isPlannable } from "./BoardStop";

/** One job: who drives it, and when. Beside each choice what it means. */
export function MovePanel({ view, job, problem }: { view: BoardView; job: ShownJob } & Pick<Answers, "problem">) {
  const mine = problem?.values["jobId"] === job.id ? problem : undefined;
  const tried = (intent: string) => (mine?.values["intent"] === intent ? mine : undefined);
  const hidden = (
    <>
      <input type="hidden" name="jobId" value={job.id} />
      <input type="hidden" name="seen" value={job.seen} />
    </>
  );
  const driver = view.drivers.find(({ id }) => id === job.driverId);
  const facts = `${formatDay(job.day)}, ${deliveryTimeLabel(job.window)}${driver ? `, ${driver.name}` : ""}`;
  const open = view.week.filter(({ day, isOpen }) => isOpen && day >= view.today);
  return (
    <section id="move" className="panel" aria-labelledby="move-heading" tabIndex={-1}>
      <h2 id="move-heading">
        {JOB_KIND[job.kind]} of {job.size} yards for {job.name}
      </h2>
      <p>
        {facts}. {job.address}, {job.city} {job.zip}.
      </p>
      {job.warnings.map((words) => (
        <p key={words} className="wrong">
          {words}
        </p>
      ))}
      {isPlannable(job) ? (
        <div className="two">
          {view.byHand && (
            <Form method="post">
              {hidden}
              <SelectField
                name="driverId"
                label="Who drives it"
                problem={tried("assign")}
                values={{ driverId: job.driverId ?? "" }}
                options={[
                  { value: "", label: "Choose a driver", disabled: job.driverId !== null },
                  ...view.drivers.map(({ id, name, isActive, jobs }) => ({
                    value: id,
                    label: `${name} (${isActive ? `${jobs.length} ${jobs.length === 1 ? "stop" : "stops"}` : "not driving"})`,
                    disabled: !isActive,
                  })),
                ]}
              />
              <p className="actions">
                <button className="button" name="intent" value="assign">
                  {job.driverId ? "Give to this driver" : "Give the job"}
                </button>
                {job.driverId && (
                  <button className="button secondary" name="intent" value="unassign">
                    Take it back
                  </button>
                )}
              </p>
            </Form>
          )}
          <Form method="post">
            {hidden}
            <Field
              name="day"
              label="Day"
              type="date"
              className="short min-w-48"
              min={view.today}
              problem={tried("move")}
              values={{ day: job.day < view.today ? "" : job.day }}
              hint={
                job.kind === "delivery" && open.length > 0
                  ? `Full this week: ${fullWindows(open, view.capacity)}. The pickup moves along.`
                  : "The delivery stays as it is."
              }
            />
            <SelectField
              name="window"
              label="Window"
              problem={tried("move")}
              values={{ window: job.window }}
              options={DELIVERY_WINDOW_IDS.map((id) => ({ value: id, label: deliveryTimeLabel(id) }))}
            />
            <p className="actions">
              <button className="button secondary" name="intent" value="move">
                Move the job
              </button>
            </p>
          </Form>
        </div>
      ) : (
        <p>The truck has left, or the job is done. It stays where it is.</p>
      )}
      <p>
        <Link to={crmPaths.dispatch(view.day)}>Close</Link>
      </p>
    </section>
  );
}

/** "Tue, Nov 24 morning, Wed, Nov 25 afternoon", or "nothing". */
function fullWindows(days: BoardView["week"], capacity: number): string {
  const full = days.flatMap(({ day, windows }) =>
    DELIVERY_WINDOW_IDS.filter((id) => windows[id] >= capacity).map((id) => `${formatDay(day, { short: true })} ${id}`),
  );
  return full.join("; ") || "nothing";
}
