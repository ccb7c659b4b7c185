import { Fragment, type InputHTMLAttributes } from "react";
import type { Day } from "~/domain/kernel/days";
import { formatWhen } from "~/domain/kernel/moments";
import type { TaskPage, TaskRow } from "~/domain/records/task-queue.server";
import { MOST_COUNTED, TASK_KINDS, type Queue } from "~/domain/tasks/kinds";
import type { Problem } from "~/http/answers/forms.server";
import { crmPaths } from "~/crm-paths";
import { FieldError, Notice, SubmitButton } from "../form";
import { Panel } from "./bits";
import { byKey } from "./Keys";
import { Numbers } from "./Numbers";
import type { View } from "./OverviewFigures";
import type { TaskLine } from "./task-lines";

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
 * around it follows and sends (use-follow.ts), of texts, which the browser reads back (task-lines.ts): ten tasks are most
 * of it.
 */
export function TaskQueue({
  rows,
  next,
  counts,
  whose,
  view,
  tomorrow,
  problem,
}: Omit<TaskPage, "rows"> & {
  rows: readonly TaskLine[];
  whose: Queue;
  view: View;
  tomorrow: Day;
  problem?: Problem | undefined;
}) {
  const queue = (of: Queue, after?: string) =>
    crmPaths.overview({ ...view, whose: of === "all" ? undefined : of, after });
  const firstCall = rows.find(({ next: step }) => typeof step === "object" && step !== null && "tel" in step);
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
              {`${label} `}
              <span className="count">{counted(counts[of])}</span>
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      {rows.length === 0 && <p className="empty">{EMPTY[whose]}</p>}
      <ul className="entries tasks">
        {rows.map((task) => (
          <TaskEntry key={task.id} task={task} tomorrow={tomorrow} problem={problem} isFirstCall={task === firstCall} />
        ))}
      </ul>
      {(view.after || next) && (
        <nav className="pager" aria-label="Pages of tasks">
          {view.after && <a href={queue(whose)}>Most urgent</a>} {next && <a href={queue(whose, next)}>Less urgent</a>}
        </nav>
      )}
      <a href={crmPaths.leads()}>Called and undecided</a> <a href={crmPaths.owed}>Owed on account</a>
    </Panel>
  );
}

function TaskEntry({
  task,
  tomorrow,
  problem,
  isFirstCall,
}: {
  task: TaskLine;
  tomorrow: Day;
  problem?: Problem | undefined;
  isFirstCall: boolean;
}) {
  const { record, who } = task;
  return (
    <li>
      <div className="what">
        {task.isOverdue && (
          <>
            <b className="bad">Due</b>{" "}
          </>
        )}
        <b>{task.what}</b>{" "}
        {record ? (
          <a href={record}>
            <Numbers text={who} />
          </a>
        ) : (
          <span>
            <Numbers text={who} />
          </span>
        )}
        {task.detail && (
          <div>
            <Numbers text={task.detail} />
          </div>
        )}{" "}
        <div className="hint">{task.hint}</div>
      </div>
      <form method="post" className="steps-of">
        <input type="hidden" name="task" value={task.id} />
        <NextStep task={task} isFirstCall={isFirstCall} />
        {task.isTaken ? (
          <button name="intent" value="give-back">
            Give back
          </button>
        ) : (
          <button name="intent" value="take">
            Take
          </button>
        )}
      </form>
      <Finish task={task} tomorrow={tomorrow} problem={problem?.values["task"] === task.id ? problem : undefined} />
    </li>
  );
}

/** The one next action: a call, the record where it is done, or another try. */
function NextStep({ task: { next, who }, isFirstCall }: { task: TaskLine; isFirstCall: boolean }) {
  if (next === null) return null;
  if (next === "retry")
    return (
      <button name="intent" value="retry">
        Try again
      </button>
    );
  if ("href" in next) return <a href={next.href}>{next.text}</a>;
  return (
    <a
      href={next.tel}
      data-customer={next.of.customer}
      data-booking={next.of.booking}
      {...(isFirstCall && byKey("c", "Call the first who waits"))}
    >
      <span className="unseen">{`Call ${who}: `}</span>
      {next.text}
    </a>
  );
}

/** Done, where a word ends it, or put off until a morning: either with a reason, in one form. */
function Finish({ task, tomorrow, problem }: { task: TaskLine; tomorrow: Day; problem?: Problem | undefined }) {
  const [why, until] = [`why-${task.id}`, `until-${task.id}`];
  return (
    <details open={problem !== undefined}>
      <summary>{task.mayBeDone ? "Done, or later…" : "Later…"}</summary>
      <form method="post">
        <input type="hidden" name="task" value={task.id} />
        <Input
          id={why}
          label={task.mayBeDone ? "Why, or what came of it (needed)" : "Why"}
          problem={problem}
          name="why"
          aria-required
          maxLength={200}
        />
        {task.done && <p className="hint done-means">{task.done}</p>}
        {task.mayBeDone && (
          <SubmitButton intent="done" className="button secondary">
            Done
          </SubmitButton>
        )}
        <Input
          id={until}
          label="Later: the morning of"
          problem={problem}
          name="until"
          type="date"
          min={tomorrow}
          fallback={task.until}
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

/** What was just done or put off, with the way back. */
export function DoneNotice({ task, today }: { task: TaskRow & { isDone: boolean }; today: Day }) {
  const until = !task.isDone && task.snoozed && formatWhen(task.snoozed.until, { thisYear: today.slice(0, 4) });
  return (
    <Notice kind="good" live arrived key={task.id}>
      <form method="post" className="steps-of">
        <input type="hidden" name="task" value={task.id} />
        <span>
          {until ? `Put off until ${until}` : "Done"}: {TASK_KINDS[task.kind].label.toLowerCase()}, {task.who}.
        </span>
        <button className="small-button" name="intent" value={until ? "bring-back" : "undo"}>
          Undo
        </button>
      </form>
    </Notice>
  );
}
