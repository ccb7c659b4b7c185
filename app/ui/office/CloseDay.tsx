import { Form, Link } from "@remix-run/react";
import { Fragment } from "react";
import type { Locks } from "~/domain/changes/closure-locks.server";
import type { ClosedJob, ClosureView } from "~/domain/changes/closure-read.server";
import type { Day } from "~/domain/kernel/days";
import { windowChoice, isDeliveryWindow } from "~/domain/schedule/rules";
import type { Closing } from "~/domain/settings/closings";
import { JOB_KIND, jobSizes } from "~/domain/states/job-labels";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Field, RadioCards, SubmitButton, type Answers, type Values } from "../form";
import { ShortDay, When } from "./bits";
import { PreparedNumbers } from "./SetupPanels";
import { LongDay } from "./LongDay";

type PlannedJob = Pick<
  ClosedJob,
  "jobId" | "kind" | "size" | "brings" | "booking" | "name" | "window" | "to" | "note" | "isOnHold" | "pickup"
>;

export interface CloseDayView {
  day: Day;
  today: Day;
  /** Until customers hear of it, and it cannot be taken back any more. */
  minutes: number;
  closures: ClosureView[];
  locks: Locks;
  /** Only admins change the settings. */
  isAdmin: boolean;
  values: Values;
  /** What closing would do; null until it was asked for. */
  plan: {
    closing: Closing;
    jobs: PlannedJob[];
    goesOut: string[];
    underWay: number;
    prepared: string[];
    digest: string;
  } | null;
}

const PARTS = [
  { value: "day", label: "The whole day" },
  { value: "morning", label: "The morning", text: "8AM to 12PM; “anytime” comes after it" },
  { value: "afternoon", label: "The afternoon", text: "12PM to 5PM; “anytime” comes before it" },
];
const partWords = { day: "", morning: ", morning", afternoon: ", afternoon" } as const;
const windowName = (window: string) => (isDeliveryWindow(window) ? windowChoice(window).name : window);
const jobs = (count: number) => `${count} ${count === 1 ? "job" : "jobs"}`;

/** Closing a day for a storm: first what is meant, then all that it moves, then one button (and one to take it back). */
export function CloseDay({ view, problem }: { view: CloseDayView } & Pick<Answers, "problem">) {
  const { day, today, closures, plan } = view;
  return (
    <div className="closing-day">
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Close a day</h1>
        <p className="hint">
          <LongDay day={day} />
        </p>
        <nav className="pager" aria-label="Dispatch">
          <Link to={crmPaths.dispatch(day)}>Back to the board</Link>
        </nav>
      </header>
      <OtherLock {...view} />
      {closures.length > 0 && <Closures closures={closures} day={day} />}
      <Form method="get" className="panel" key={day} noValidate>
        <h2>What is closed</h2>
        <Field
          name="day"
          label="Day"
          type="date"
          className="short w-48"
          min={today}
          values={view.values}
          problem={problem}
        />
        <RadioCards
          name="part"
          legend="How much of it"
          choices={PARTS}
          fallback="day"
          values={view.values}
          problem={problem}
        />
        <Field
          name="reason"
          label="Reason, as customers read it"
          hint="For example: tropical storm"
          maxLength={80}
          values={view.values}
          problem={problem}
        />
        <p className="actions">
          <button className={plan ? "button secondary" : "button"}>Show what it moves</button>
        </p>
      </Form>
      {plan && <Plan view={view} plan={plan} />}
    </div>
  );
}

/** The settings hold the day closed, whatever is opened here. */
function OtherLock({ locks: { settings, dispatch }, isAdmin }: Pick<CloseDayView, "locks" | "isAdmin">) {
  if (settings === null) return null;
  const why =
    settings === "listed"
      ? "This day is one of the “Closed days” in Settings"
      : "No truck goes out on this weekday, as Settings has it";
  return (
    <p className="notice warn">
      {why}
      {dispatch && ": opened here, it stays closed"}.{" "}
      {isAdmin ? <Link to={crmPaths.setup("settings", "days")}>Open it there</Link> : "An admin opens it there."}
    </p>
  );
}

function Plan({ view, plan }: { view: CloseDayView; plan: NonNullable<CloseDayView["plan"]> }) {
  const { closing } = plan;
  const moved = plan.jobs.filter(({ to }) => to !== null);
  const left = plan.jobs.filter(({ to }) => to === null);
  const noted = moved.filter(({ note }) => note !== "").length;
  return (
    <section className="panel" aria-labelledby="plan-heading">
      <h2 id="plan-heading">
        <LongDay day={closing.day} />
        {partWords[closing.part]}:{" "}
        {moved.length === 0 && left.length === 0
          ? "nothing stands on it"
          : `${jobs(moved.length)} ${moved.length === 1 ? "moves" : "move"}`}
      </h2>
      <ul className="closing-facts">
        {left.length > 0 && (
          <li className="wrong">
            {left.length === 1 ? "1 has no other day" : `${left.length} have no other day`} in the next three weeks.
            They stay on the day and become tasks: call these customers.
          </li>
        )}
        {noted > 0 && <li className="wrong">{jobs(noted)} need a new street permit for the new day.</li>}
        {plan.goesOut.length > 0 && (
          <li className="wrong">
            <BookingNumbers numbers={plan.goesOut} />: somebody has said that a truck goes out all the same.{" "}
            {plan.goesOut.length === 1 ? "It stays" : "They stay"} on the day, and nobody is told.
          </li>
        )}
        {plan.underWay > 0 && (
          <li className="wrong">
            {plan.underWay === 1
              ? "1 truck has left already. It goes"
              : `${plan.underWay} trucks have left already. They go`}{" "}
            on, unless you take {plan.underWay === 1 ? "it" : "them"} back on the board.
          </li>
        )}
        {plan.prepared.length > 0 && (
          <li className="wrong">
            <PreparedNumbers numbers={plan.prepared} />. For this time, and not paid yet. Nobody is told of it: call,
            and choose another day or time with them.
          </li>
        )}
        <li>Nobody is offered this time any more, from the moment you close it.</li>
        <li>Customers are told {view.minutes} minutes later, once each. Until then you can take all of it back.</li>
        <li>They may choose another day or cancel, both free. Added days are not charged.</li>
      </ul>
      <Form method="post">
        <input type="hidden" name="day" value={closing.day} />
        <input type="hidden" name="part" value={closing.part} />
        <input type="hidden" name="reason" value={closing.reason} />
        <input type="hidden" name="seen" value={plan.digest} />
        <p className="actions">
          <SubmitButton intent="close" className="button danger">
            {moved.length > 0 ? `Close it and move ${jobs(moved.length)}` : "Close it"}
          </SubmitButton>
        </p>
      </Form>
      {plan.jobs.length > 0 && (
        <table className="closing-jobs">
          <thead>
            <tr>
              <th scope="col">Customer</th>
              <th scope="col">Job</th>
              <th scope="col">New place</th>
            </tr>
          </thead>
          <tbody>
            {[...left, ...moved].map((job) => (
              <JobRow key={job.jobId} job={job} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const BookingNumbers = ({ numbers }: { numbers: readonly string[] }) =>
  numbers.map((number, i) => (
    <Fragment key={number}>
      {i > 0 && ", "}
      <Link className="num" to={crmPaths.booking(number)}>
        {number}
      </Link>
    </Fragment>
  ));

function JobRow({ job: { kind, booking, name, window, to, note, isOnHold, pickup, ...job } }: { job: PlannedJob }) {
  return (
    <tr>
      <td>
        <Link to={crmPaths.booking(booking)}>{name}</Link>
        {isOnHold && <span className="wrong"> On hold: told when that ends</span>}
      </td>
      <td>
        {JOB_KIND[kind]}, {jobSizes(job)}, {windowName(window).toLowerCase()}
      </td>
      <td>
        {to ? (
          <>
            <b>
              <ShortDay day={to.day} />
            </b>
            , {windowName(to.window).toLowerCase()}
            {kind === "delivery" && to.pickup !== pickup && (
              <span className="soft">
                , pickup <ShortDay day={to.pickup} />
              </span>
            )}
          </>
        ) : (
          <b className="wrong">No other day</b>
        )}
        {note && <span className="wrong"> {note}</span>}
      </td>
    </tr>
  );
}

function Closures({ closures, day }: { closures: ClosureView[]; day: Day }) {
  const isClosed = closures.some(({ state }) => state === "closed");
  return (
    <section className="panel" aria-labelledby="closed-heading">
      <h2 id="closed-heading">{isClosed ? "Closed now" : "Closed before"}</h2>
      <ul className="plain">
        {closures.map((one) => (
          <li key={one.id}>
            <p>
              <b>
                {one.part === "day" ? "The whole day" : one.part === "morning" ? "The morning" : "The afternoon"}:{" "}
                {one.reason}
              </b>
              <br />
              <span className="soft">
                {one.by}, <When at={one.closedAt} />. {jobs(one.moved)} moved
                {one.left > 0 && `, no other day for ${one.left}`}.{" "}
                {one.state === "undone" ? "Taken back." : one.state === "opened" ? "Opened again." : ""}
              </span>
            </p>
            {one.untilTold > 0 && (
              <Form method="post">
                <input type="hidden" name="closure" value={one.id} />
                <p className="actions">
                  <SubmitButton intent="undo">Take it back</SubmitButton>{" "}
                  <span className="soft">
                    Customers are told in {Math.ceil(one.untilTold / 60_000)}{" "}
                    {one.untilTold <= 60_000 ? "minute" : "minutes"}.
                  </span>
                </p>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {isClosed && (
        <Form method="post">
          <input type="hidden" name="day" value={day} />
          <p className="actions">
            <SubmitButton intent="open" className="button secondary">
              Open the day again
            </SubmitButton>{" "}
            <span className="soft">For new orders. What was moved stays where it is.</span>
          </p>
        </Form>
      )}
    </section>
  );
}
