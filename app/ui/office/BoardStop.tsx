import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { formatDay, type Day } from "~/domain/kernel/days";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import { JOB_KIND, JOB_STATE, jobSizes } from "~/domain/states/job-labels";
import type { ShownJob } from "./board";
import { crmPaths } from "~/crm-paths";

/** Its truck has not left: it may still be given to somebody, moved, or put at another place. */
export const isPlannable = ({ state }: ShownJob): boolean => isBeforeItLeaves(state);

const TONE: Partial<Record<ShownJob["state"], string>> = {
  unscheduled: "wait",
  scheduled: "wait",
  assigned: "go",
  attempted: "bad",
  completed: "done",
  dump_later: "done",
  cancelled: "done",
};

/**
 * A stop of the board, of which there can be a hundred: its links are plain, what holds it follows them (use-follow.ts).
 * `place`: its number among its driver's stops and how many there are, so that it can be put elsewhere. */
export function StopItem({
  job,
  day,
  late = false,
  drags = false,
  place,
}: {
  job: ShownJob;
  /** The day that the board shows. */
  day: Day;
  late?: boolean;
  /** It can be dragged, where scripts run. */
  drags?: boolean;
  place?: { at: number; of: number };
}) {
  const what = `${JOB_KIND[job.kind]}, ${job.address}`;
  return (
    <li
      className={late || job.isLate ? "stop late" : "stop"}
      id={job.id}
      draggable={drags && isPlannable(job) ? true : undefined}
      data-seen={drags ? job.seen : undefined}
      data-window={drags ? job.window : undefined}
    >
      <p>
        <b>{`${JOB_KIND[job.kind]} · ${jobSizes(job, "yd")}`}</b>{" "}
        <span className={`state ${TONE[job.state] ?? "go"}`}>{JOB_STATE[job.state]}</span>
      </p>
      <p>
        <span className="num">
          {late ? formatDay(job.day, { short: true }) : deliveryTimeLabel(job.window)}
          {job.dumpster && " ·"}
        </span>
        {job.dumpster && (
          <>
            {" "}
            <span className="num">{`dumpster ${job.dumpster}`}</span>
          </>
        )}
        {job.attempt > 1 && ` · try ${job.attempt}`}
        {job.priority === "emergency" && <b className="bad"> · emergency</b>}
      </p>
      <p>
        {`${job.address}, ${job.city} ${job.zip}`}
        <br />
        {`${job.name}, `}
        <a className="num" href={crmPaths.booking(job.booking, "units")}>
          {job.booking}
        </a>
      </p>
      {job.warnings.map((words) => (
        <p key={words} className="wrong">
          {words}
        </p>
      ))}
      {(job.offer ?? job.untaken) && <p className="offered">{job.offer ?? job.untaken}</p>}
      {job.state !== "cancelled" && job.state !== "completed" && job.state !== "dump_later" && (
        <div className="row">
          <a
            className="strong"
            href={crmPaths.dispatch(day, job.id)}
            aria-label={`${isPlannable(job) ? "Give or move" : "Open"}: ${what}`}
          >
            {isPlannable(job) ? "Give or move" : "Open"}
          </a>
          {isPlannable(job) && place && place.of > 1 && <Order job={job} place={place} what={what} />}
        </div>
      )}
    </li>
  );
}

/** One place up or down; without scripts, too. */
function Order({ job, place: { at, of }, what }: { job: ShownJob; place: { at: number; of: number }; what: string }) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<string>();
  // The stop is put elsewhere, and its button may be gone: who goes on by the keyboard goes on from it.
  useEffect(() => {
    if (pressed.current && document.activeElement === document.body)
      (
        form.current?.querySelector<HTMLElement>(`.${pressed.current}`) ?? form.current?.querySelector("button")
      )?.focus();
    pressed.current = undefined;
  }, [at]);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      className="reorder"
      onSubmit={({ nativeEvent }) => (pressed.current = (nativeEvent as SubmitEvent).submitter?.className)}
    >
      <input type="hidden" name="intent" value="order" />
      <input type="hidden" name="jobId" value={job.id} />
      <input type="hidden" name="seen" value={job.seen} />
      {at > 1 && (
        <button name="position" className="earlier" value={at - 1} aria-label={`Earlier: ${what}`}>
          ↑
        </button>
      )}{" "}
      {at < of && (
        <button name="position" className="later" value={at + 1} aria-label={`Later: ${what}`}>
          ↓
        </button>
      )}
    </Form>
  );
}
