import { Form, Link } from "@remix-run/react";
import { Fragment } from "react";
import { addDays, formatDay } from "~/domain/kernel/days";
import type { BoardDay } from "~/domain/dispatch/board.server";
import type { BoardView } from "./board";
import { crmPaths } from "~/crm-paths";
import { plural } from "./bits";
import { byKey } from "./Keys";
import { StopItem } from "./BoardStop";
import { useDropOnDay } from "./use-drag";
import { useFollow } from "./use-follow";
import { useInSight } from "./use-in-sight";

const WINDOWS = [
  ["morning", "AM", "Morning"],
  ["afternoon", "PM", "Afternoon"],
  ["anytime", "Any", "Anytime"],
] as const;

/** Which day it is, the week around it with its load, and what a dispatcher has to know before anything else. */
export function BoardTop({ view }: { view: BoardView }) {
  const dropOnDay = useDropOnDay();
  const follow = useFollow();
  const { day, today, week, capacity, closed, shortages, outstanding, outstandingCount, byHand, smart, differing } =
    view;
  const { inVain } = view;
  const own = week.find((one) => one.day === day);
  const standing = own && !own.isOpen && closed === null && day >= today ? own.toMove : 0;
  const strip = useInSight<HTMLOListElement>(day);
  return (
    <>
      <header className="title">
        <h1>Dispatch</h1>
        <p className="hint">
          {formatDay(day, { year: day.slice(0, 4) !== today.slice(0, 4) })}
          {day === today && ", today"}
        </p>
        <nav className="pager" aria-label="Day">
          <Link to={crmPaths.dispatch(addDays(day, -1))}>Day before</Link>{" "}
          {day !== today && (
            <Link to={crmPaths.dispatch()} {...byKey("j", "Today")}>
              Today
            </Link>
          )}{" "}
          <Link to={crmPaths.dispatch(addDays(day, 1))}>Day after</Link>
        </nav>
        <Form method="get" className="filters another-day" key={day}>
          <div>
            <label htmlFor="other-day" className="unseen">
              Another day
            </label>
            <input id="other-day" name="day" type="date" className="input" defaultValue={day} required />
          </div>
          <button className="button secondary">Show</button>
        </Form>
      </header>
      {differing > 0 && (
        <p className="wrong">
          <Link to={crmPaths.phones()}>
            {differing === 1 ? "A driver’s account of a job differs" : `Drivers’ accounts of ${differing} jobs differ`}
          </Link>
          : look at both, then decide.
        </p>
      )}
      <nav className="week" aria-label="Week" {...dropOnDay}>
        <ol ref={strip}>
          {week.map((one) => (
            <li key={one.day} data-day={one.isOpen && one.day >= today && one.day !== day ? one.day : undefined}>
              <Link
                to={crmPaths.dispatch(one.day)}
                aria-current={one.day === day ? "date" : undefined}
                className={one.isOpen ? undefined : "shut"}
              >
                <b>{formatDay(one.day, { short: true })}</b>
                <span>
                  {weekWords(one)}
                  {one.open > 0 && <em>{`, ${one.open} to give`}</em>}
                </span>
                {one.isOpen && (
                  <small>
                    {WINDOWS.map(([id, short, long]) => (
                      <span
                        key={id}
                        className={one.shut.includes(id) || one.windows[id] >= capacity ? "full" : undefined}
                      >
                        <abbr title={long}>{short}</abbr>
                        {one.shut.includes(id) ? " closed " : ` ${one.windows[id]} of ${capacity} `}
                      </span>
                    ))}
                  </small>
                )}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      {closed !== null && (
        <p className="notice warn">
          {closed} <Link to={crmPaths.closeDay({ day })}>See it</Link>
        </p>
      )}
      {standing > 0 && (
        <p className="notice warn">
          No truck goes out on this day, and {plural(standing, "job stands", "jobs stand")} on it.{" "}
          <Link to={crmPaths.closeDay({ day })}>Move all of it and tell the customers</Link>
        </p>
      )}
      {!byHand && (
        <p className="notice warn">
          Drivers are not chosen by hand here: the flag “Choosing the driver by hand” is off.
          {smart
            ? " “Propose the day” gives deliveries and pickups out; any other job is given by hand."
            : " “Proposals for a day” is off too, so no deliveries or pickups are given out here: an admin turns one of them on under Settings, Flags."}
        </p>
      )}
      <LateStops late={view.late} />
      {shortages.length > 0 && (
        <div className="notice warn" role="status">
          {shortages.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
      {outstandingCount > 0 && (
        <details className="outstanding" open={outstandingCount <= 5}>
          <summary>
            {outstandingCount === 1
              ? "1 job of a former day is not done"
              : `${outstandingCount} jobs of former days are not done`}
          </summary>
          <ol className="stops" onClick={follow}>
            {outstanding.map((job) => (
              <StopItem key={job.id} job={job} day={day} />
            ))}
          </ol>
          {outstandingCount > outstanding.length && (
            <p>
              These are the oldest {outstanding.length}.{" "}
              <Link to={crmPaths.overview({ stops: "outstanding" }, "stops")}>All of them</Link>
            </p>
          )}
        </details>
      )}
      {inVain.length > 0 && (
        <details className="outstanding in-vain" open={inVain.length <= 5}>
          <summary>
            {inVain.length === 1
              ? "1 job was not possible, and has no new day"
              : `${inVain.length} jobs were not possible, and have no new day`}
          </summary>
          <ol className="stops" onClick={follow}>
            {inVain.map((job) => (
              <StopItem key={job.id} job={job} day={day} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

/** What a day of the week strip has. A closed one says so though a job is left on it: gray alone tells nobody. */
export function weekWords({ jobs, isOpen }: Pick<BoardDay, "jobs" | "isOpen">): string {
  const count = `${jobs} ${jobs === 1 ? "job" : "jobs"}`;
  if (isOpen) return jobs === 0 ? "No jobs" : count;
  return jobs === 0 ? "Closed" : `Closed, ${count}`;
}

/** The stops of today whose promised time is over and to which no truck has come: each leads to its place below. */
function LateStops({ late: { count, first } }: Pick<BoardView, "late">) {
  if (count === 0) return null;
  return (
    <div className="notice bad" role="status">
      <p>
        <b>
          {count} {count === 1 ? "stop is" : "stops are"} late.
        </b>{" "}
        {first.map(({ id, words }, i) => (
          <Fragment key={id}>
            {i > 0 && ", "}
            <a href={`#${id}`}>{words}</a>
          </Fragment>
        ))}
        {count > first.length && ` and ${count - first.length} more`}. Call them, or give the stop to somebody else.
      </p>
    </div>
  );
}
