import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formatDay } from "~/domain/kernel/days";
import { DELIVERY_WINDOW_IDS, deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, jobSizes } from "~/domain/states/job-labels";
import type { BoardView, ChosenJob } from "./board";
import { crmPaths } from "~/crm-paths";
import { isBeforeItLeaves, isRecallable, mayBeHandedOver } from "~/domain/states/job-places";
import { Field, SelectField, type Answers } from "../form";
import { DumpsterField, GiveForm } from "./BoardGive";
import { OfficeSteps, OutPanel } from "./BoardOut";

/** Forms of the panel that are no step of the driver's. */
const PLANNING = new Set(["assign", "offer", "take-offer-back", "unassign", "dumpster", "move", "recall", "hand-over"]);

const isOut = ({ state }: ChosenJob) => isRecallable(state) || mayBeHandedOver(state);

/**
 * Whoever opens a job by the keyboard goes on in its panel, and back at its stop when that is closed: the panel stands above
 * the board. `#move` alone does it only where the document is loaded.
 */
function useFocus(jobId: string) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (location.hash === "#move") panel.current?.focus({ preventScroll: true });
    return () => {
      requestAnimationFrame(() => {
        // Where the focus is anywhere else, somebody has put it there.
        if (document.activeElement !== document.body) return;
        document.getElementById(jobId)?.querySelector<HTMLElement>(".row > a")?.focus();
      });
    };
  }, [jobId]);
  return panel;
}

/** One job: who drives it, and when. Beside each choice what it means. */
export function MovePanel({ view, job, problem }: { view: BoardView; job: ChosenJob } & Pick<Answers, "problem">) {
  const panel = useFocus(job.id);
  const mine = problem?.values["jobId"] === job.id ? problem : undefined;
  const tried = (intent: string) => (mine?.values["intent"] === intent ? mine : undefined);
  const stepTried = mine && !PLANNING.has(String(mine.values["intent"])) ? mine : undefined;
  const hidden = (
    <>
      <input type="hidden" name="jobId" value={job.id} />
      <input type="hidden" name="seen" value={job.seen} />
    </>
  );
  const driver = view.drivers.find(({ id }) => id === job.driverId);
  const open = view.week.filter(({ day, isOpen }) => isOpen && day >= view.today);
  return (
    <section ref={panel} id="move" className="panel" aria-labelledby="move-heading" tabIndex={-1}>
      <h2 id="move-heading">
        {JOB_KIND[job.kind]} · {jobSizes(job)} for {job.name}
      </h2>
      <p>
        {formatDay(job.day)}, <span className="inline-block">{deliveryTimeLabel(job.window)}</span>
        {driver && `, ${driver.name}`}. {job.address}, {job.city} {job.zip}.
      </p>
      {job.warnings.map((words) => (
        <p key={words} className="wrong">
          {words}
        </p>
      ))}
      {job.isKept && job.driverId === null && (
        <p className="notice">
          They keep it until they ask: extra days are charged. Have they asked on the phone? Say so in{" "}
          <Link to={`${crmPaths.extra(job.booking)}#pickup`}>their booking</Link>, and it is a job like any other.
        </p>
      )}
      {(job.offer ?? job.untaken) && <p className="notice warn">{job.offer ?? job.untaken}.</p>}
      {isBeforeItLeaves(job.state) || job.mayTryAgain ? (
        <div className="two">
          {job.isByHand && isBeforeItLeaves(job.state) && (
            <GiveForm view={view} job={job} hidden={hidden} problem={tried("assign") ?? tried("offer")} />
          )}
          {!job.inOneForm && job.dumpsters && (
            <Form method="post">
              {hidden}
              <DumpsterField job={job} problem={tried("dumpster")} />
              <p className="actions">
                <button className="button secondary" name="intent" value="dumpster">
                  Keep this dumpster
                </button>
              </p>
            </Form>
          )}
          <Form method="post">
            {hidden}
            <Field
              name="day"
              label="Day"
              type="date"
              className="short w-48"
              min={view.today}
              problem={tried("move")}
              values={{ day: job.day < view.today ? "" : job.day }}
              hint={
                job.kind === "delivery" && open.length > 0
                  ? `${fullWindows(open, view.capacity)} The pickup moves along.`
                  : job.kind === "pickup"
                    ? "The delivery stays as it is."
                    : undefined
              }
            />
            <SelectField
              name="window"
              label="Window"
              problem={tried("move")}
              values={{ window: job.window }}
              options={DELIVERY_WINDOW_IDS.map((id) => ({ value: id, label: deliveryTimeLabel(id) }))}
              hint={closedWindows(open)}
            />
            <p className="actions">
              <button className="button secondary" name="intent" value="move">
                {job.mayTryAgain ? "Try again on this day" : "Move the job"}
              </button>
            </p>
          </Form>
          {job.state === "assigned" && driver && (
            <OfficeSteps job={job} hidden={hidden} problem={stepTried} driver={driver.name} />
          )}
        </div>
      ) : isOut(job) ? (
        <OutPanel view={view} job={job} hidden={hidden} problem={mine} />
      ) : (
        <p>The job is done. It stays where it is.</p>
      )}
      <p className="actions mt-3">
        <Link to={crmPaths.dispatch(view.day)} className="button secondary">
          Close
        </Link>
      </p>
    </section>
  );
}

/** "Full this week: Tue, Nov 24 morning; Wed, Nov 25 afternoon.", or that none is. */
function fullWindows(days: BoardView["week"], capacity: number): string {
  const full = days.flatMap(({ day, windows, shut }) =>
    DELIVERY_WINDOW_IDS.filter((id) => windows[id] >= capacity && !shut.includes(id)).map(
      (id) => `${formatDay(day, { short: true })} ${id}`,
    ),
  );
  return full.length === 0 ? "No window of this week is full." : `Full this week: ${full.join("; ")}.`;
}

/** "Closed: Tue, Nov 24 morning.", of the halves on which no truck goes out; nothing where none is. */
function closedWindows(days: BoardView["week"]): string | undefined {
  const closed = days.flatMap(({ day, shut }) => shut.map((id) => `${formatDay(day, { short: true })} ${id}`));
  return closed.length === 0 ? undefined : `Closed: ${closed.join("; ")}.`;
}
