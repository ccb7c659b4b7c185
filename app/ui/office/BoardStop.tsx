import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Day } from "~/domain/kernel/days";
import { crmPaths } from "~/crm-paths";
import { MOVES, windowOf, type BoardLine } from "./board-lines";

/** Where a list of stops stands: the day that the board shows and whose it is. */
interface Column {
  day: Day;
  /** Nothing for nobody, or for jobs of former days. */
  driverId?: string;
  /** Its stops can be dragged, where scripts run. */
  drags?: boolean;
}

/** The stops of one driver in their order: one form for all of them puts each a place up or down, without scripts too. */
export function OrderedStops({ jobs, ...column }: Column & { jobs: readonly BoardLine[]; driverId: string }) {
  const form = useRef<HTMLFormElement>(null);
  const pressed = useRef<{ id: string; way: string }>();
  // The stop is put elsewhere, and its button may be gone: who goes on by the keyboard goes on from it.
  useEffect(() => {
    if (!pressed.current) return;
    const stop = document.getElementById(pressed.current.id);
    // A reading on somebody else's account may come before the answer.
    if (stop?.contains(document.activeElement)) return;
    if (document.activeElement === document.body)
      (stop?.querySelector<HTMLElement>(`.${pressed.current.way}`) ?? stop?.querySelector("button"))?.focus();
    pressed.current = undefined;
  }, [jobs]);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      onSubmit={({ nativeEvent }) => {
        const button = (nativeEvent as SubmitEvent).submitter;
        pressed.current = { id: button?.closest(".stop")?.id ?? "", way: button?.className ?? "" };
      }}
    >
      <input type="hidden" name="intent" value="put" />
      <input type="hidden" name="column" value={`${column.driverId} ${column.day}`} />
      <ol className="stops numbered">
        {jobs.map((job, i) => (
          <StopItem key={job.id} job={job} {...column} place={{ at: i + 1, of: jobs.length }} />
        ))}
      </ol>
    </Form>
  );
}

/**
 * A stop of the board, of which there can be a hundred: its texts, which the browser reads back (board-lines.ts), and
 * plain links, which what holds it follows (use-follow.ts). `place`: its number among its driver's stops and how many
 * there are, so that it can be put elsewhere.
 */
export function StopItem({
  job,
  day,
  driverId = "-",
  drags = false,
  place,
}: Column & { job: BoardLine; place?: { at: number; of: number } }) {
  const isPlannable = job.does === MOVES;
  const put = (to: number, name: "earlier" | "later", sign: string) => (
    <button
      name="put"
      className={name}
      value={`${to} ${windowOf(job)} ${job.id}`}
      aria-label={`${name === "later" ? "Later" : "Earlier"}: ${job.about}`}
    >
      {sign}
    </button>
  );
  return (
    <li
      className={job.isLate ? "stop late" : "stop"}
      id={job.id}
      draggable={drags && isPlannable ? true : undefined}
      data-seen={drags ? `${driverId} ${day} ${windowOf(job)}` : undefined}
      data-window={drags ? windowOf(job) : undefined}
    >
      <p>
        <b>{job.what}</b> <b className={job.tone}>{job.state}</b>
      </p>
      <p>
        {job.when}
        {job.isEmergency && <b> · emergency</b>}
      </p>
      <p>
        {job.place}
        <br />
        {`${job.name}, `}
        <a href={crmPaths.booking(job.booking, "units")}>{job.booking}</a>
      </p>
      {job.warnings.map((words) => (
        <p key={words} className="wrong">
          {words}
        </p>
      ))}
      {job.offer && <p className="offered">{job.offer}</p>}
      {job.does && (
        <div className="row">
          {/* Of the page that it stands in: a hundred times the address would be written out. */}
          <a
            href={crmPaths.dispatch(day, job.id).slice(crmPaths.dispatch().length)}
            aria-label={`${job.does}: ${job.about}`}
          >
            {job.does}
          </a>
          {isPlannable && place && place.at > 1 && put(place.at - 1, "earlier", "↑")}
          {isPlannable && place && place.at < place.of && put(place.at + 1, "later", "↓")}
        </div>
      )}
    </li>
  );
}
