import { Fragment, type InputHTMLAttributes } from "react";
import type { Day } from "~/domain/kernel/days";
import type { TaskPage, TaskRow } from "~/domain/records/task-queue.server";
import { MOST_COUNTED, TASK_KINDS, type Queue } from "~/domain/tasks/kinds";
import type { Problem } from "~/http/answers/forms.server";
import { crmPaths } from "~/crm-paths";
import { FieldError, Notice, SubmitButton } from "../form";
import { Panel, When } from "./bits";
import { byKey } from "./Keys";
import type { View } from "./OverviewFigures";

const QUEUE: readonly [Queue, string][] = [
  ["all", "All"],
  ["mine", "Mine"],
  ["nobody", "Nobody’s"],
  ["snoozed", "Put off"],
];
const EMPTY: Readonly<Record<Queue, string>> = {
  all: "Nothing needs a person now.",
  mine: "You have taken nothing on. Nobody’s tasks are one link away.",
  nobody: "Everything has an owner.",
  snoozed: "Nothing is put off.",
};
const counted = (count: number) => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

/**
 * What needs a person now: who, what, since when, until when, one next action each. Plain links and forms, which the page
 * around it follows and sends (use-follow.ts): ten tasks are most of it.
 */
export function TaskQueue({
  rows,
  next,
  counts,
  whose,
  view,
  tomorrow,
  problem,
}: TaskPage & { whose: Queue; view: View; tomorrow: Day; problem?: Problem | undefined }) {
  const queue = (of: Queue, after?: string) =>
    crmPaths.overview({ ...view, whose: of === "all" ? undefined : of, after });
  return (
    <Panel title="To do" id="tasks">
      <nav className="chips" aria-label="Whose tasks">
        {QUEUE.map(([of, label]) => (
          <Fragment key={of}>
            <a
              href={queue(of)}
              aria-current={of === whose ? "page" : undefined}
              {...(of === "mine" && byKey("m", "My tasks"))}
            >
              {label} <span className="count">{counted(counts[of])}</span>
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      {rows.length === 0 && <p className="empty">{EMPTY[whose]}</p>}
      <ul className="entries tasks">
        {rows.map((task) => (
          <TaskEntry key={task.id} task={task} tomorrow={tomorrow} problem={problem} />
        ))}
      </ul>
      {(view.after || next) && (
        <nav className="pager" aria-label="Pages of tasks">
          {view.after && <a href={queue(whose)}>Most urgent</a>} {next && <a href={queue(whose, next)}>Less urgent</a>}
        </nav>
      )}
    </Panel>
  );
}

function recordOf({ at, kind }: TaskRow): string | null {
  const anchor = (TASK_KINDS[kind] as { at?: string }).at;
  if (kind === "driver_conflict") return crmPaths.phones();
  if (kind === "callback" && at) return crmPaths.newBookingAfter(at.id);
  if (at?.kind === "call") return crmPaths.call(at.id);
  if (at?.kind === "booking") return crmPaths.booking(at.id, anchor);
  if (at?.kind === "lead") return crmPaths.lead(at.id);
  if (at?.kind === "dumpster") return crmPaths.dumpster(at.id);
  if (at?.kind === "size") return crmPaths.availability(at.id);
  if (at?.kind === "reconcile") return crmPaths.reconcile(at.id);
  if (at?.kind === "dispute") return crmPaths.dispute(at.id);
  if (at?.kind === "refund") return crmPaths.refunds(at.id);
  if (at?.kind === "payout") return crmPaths.takings(at.id);
  if (at?.kind === "charge") return crmPaths.billing({ charge: at.id });
  return at && crmPaths.customer(at.id);
}

function TaskEntry({ task, tomorrow, problem }: { task: TaskRow; tomorrow: Day; problem?: Problem | undefined }) {
  const record = recordOf(task);
  return (
    <li>
      <div className="what">
        {task.isOverdue && <span className="state bad">Due</span>} <b>{`${TASK_KINDS[task.kind].label}:`}</b>{" "}
        {record ? <a href={record}>{task.who}</a> : task.who}
        {task.detail && <div>{task.detail}</div>}{" "}
        <div className="hint">
          {task.isOverdue ? "since " : "due "}
          <When at={task.due} />
          {task.owner && ` · ${task.owner.isMe ? "yours" : `${task.owner.name} has it`}`}
          {task.snoozed && (
            <>
              {" · put off until "}
              <When at={task.snoozed.until} />: {task.snoozed.why}
            </>
          )}
        </div>
      </div>
      <form method="post" className="steps-of">
        <input type="hidden" name="task" value={task.id} />
        <NextStep task={task} record={record} />
        {task.owner ? (
          <button className="small-button" name="intent" value="give-back">
            Give back
          </button>
        ) : (
          <button className="small-button" name="intent" value="take">
            Take
          </button>
        )}
      </form>
      <Finish task={task} tomorrow={tomorrow} problem={problem?.values["task"] === task.id ? problem : undefined} />
    </li>
  );
}

/** The one next action: a call, the record where it is done, or another try. */
function NextStep({ task, record }: { task: TaskRow; record: string | null }) {
  const kind = TASK_KINDS[task.kind];
  if (kind.next === "retry")
    return (
      <button className="small-button go" name="intent" value="retry">
        Try again
      </button>
    );
  if (kind.next === "call" && task.phone?.href)
    return (
      <a
        className="small-button go"
        href={task.phone.href}
        data-customer={task.at?.kind === "customer" ? task.at.id : undefined}
        data-booking={task.at?.kind === "booking" ? task.at.id : undefined}
        {...byKey("c", "Call the first who waits")}
      >
        <span className="unseen">Call {task.who}: </span>
        {task.phone.text}
      </a>
    );
  return record ? (
    <a className="small-button go" href={record}>
      {kind.open}
    </a>
  ) : null;
}

/** Done, or put off until a morning: either with a reason, in one form. */
function Finish({ task, tomorrow, problem }: { task: TaskRow; tomorrow: Day; problem?: Problem | undefined }) {
  const [why, until] = [`why-${task.id}`, `until-${task.id}`];
  return (
    <details open={problem !== undefined}>
      <summary>Done, or later…</summary>
      <form method="post" className="finish">
        <input type="hidden" name="task" value={task.id} />
        <Input id={why} label="Why, or what came of it" problem={problem} name="why" maxLength={200} />
        <SubmitButton intent="done" className="button secondary">
          Done
        </SubmitButton>
        <Input
          id={until}
          label="Later: the morning of"
          problem={problem}
          name="until"
          type="date"
          min={tomorrow}
          fallback={tomorrow}
        />
        <SubmitButton intent="snooze" className="button secondary">
          Put off
        </SubmitButton>
      </form>
    </details>
  );
}

/** A field within its label: it needs an id, which every task would carry, only where something is wrong with it. */
function Input({
  id,
  label,
  problem,
  fallback,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  name: string;
  label: string;
  fallback?: string;
  problem: Problem | undefined;
}) {
  const error = problem?.fields[id];
  return (
    <label>
      {label}
      <FieldError id={id} error={error} />
      <input
        {...input}
        id={error && id}
        className="input"
        defaultValue={String(problem?.values[input.name] ?? "") || fallback}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
      />
    </label>
  );
}

/** What was just done, with the way back. */
export function DoneNotice({ task }: { task: TaskRow }) {
  return (
    <Notice kind="good" live>
      <form method="post" className="steps-of">
        <input type="hidden" name="task" value={task.id} />
        <span>
          Done: {TASK_KINDS[task.kind].label.toLowerCase()}, {task.who}.
        </span>
        <button className="small-button" name="intent" value="undo">
          Undo
        </button>
      </form>
    </Notice>
  );
}
