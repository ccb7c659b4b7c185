import { Form, Link, useActionData } from "@remix-run/react";
import { useEffect, useRef, useState, type MouseEvent } from "react";
import { addDays, formatDay } from "~/domain/kernel/days";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND } from "~/domain/states/job-labels";
import { crmPaths } from "~/crm-paths";
import type { BoardView } from "./board";

/** What is done with the day as a whole: a proposal, a former day's pattern, paper, and taking back one's last move. */
export function BoardTools({
  view: { day, today, week, closed, smart, byHand, plan, wantsPlan, undo, copied, waiting, drivers },
}: {
  view: BoardView;
}) {
  const isAhead = day >= today;
  const isOpen = week.some((one) => one.day === day && one.isOpen);
  const { said, leave } = useSaid(undo);
  const hasJobs = waiting.length > 0 || drivers.some(({ jobs }) => jobs.length > 0);
  return (
    <>
      {copied && (
        <p className={`notice ${copied.given > 0 ? "good" : "warn"}`} role="status">
          {copiedWords(copied)}
        </p>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      {undo?.moved && <p className="notice good">{movedWords(undo, undo.moved)}</p>}
      <div className="board-tools" tabIndex={-1}>
        {undo && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="moveSeen" value={undo.seen} />
            <button className="button secondary" name="intent" value="undo" onClick={leave}>
              {undoWords(undo)}
              {undo.day !== null && undo.day !== day && `, ${undo.what ? "" : "now "}on ${formatDay(undo.day)}`}
            </button>
          </Form>
        )}
        {smart && isAhead && isOpen && hasJobs && !(plan && wantsPlan) && (
          <Form method="post">
            <input type="hidden" name="on" value={day} />
            {plan && !plan.isStale ? (
              <Link className="button secondary" to={crmPaths.dispatchPlan(day)}>
                See the proposal
              </Link>
            ) : (
              <button className="button" name="intent" value="auto">
                Propose the day
              </button>
            )}
          </Form>
        )}
        <Link className="button secondary" to={crmPaths.dispatchSheet(day)} reloadDocument>
          Day sheet to print
        </Link>
        {closed === null && isAhead && isOpen && (
          <Link className="close-day" to={crmPaths.closeDay({ day })}>
            Close this day for a storm
          </Link>
        )}
        {byHand && isAhead && waiting.length > 0 && (
          <details>
            <summary>Give out as on another day</summary>
            <Form method="post" className="filters">
              <input type="hidden" name="on" value={day} />
              <div>
                <label htmlFor="from">Same drivers for the same ZIP codes as on</label>
                <input id="from" name="from" type="date" className="input" defaultValue={addDays(day, -7)} required />
              </div>
              <button className="button secondary" name="intent" value="copy">
                Give out
              </button>
            </Form>
          </details>
        )}
      </div>
    </>
  );
}

/**
 * What a screen reader hears of one's own moves: what was done, as the button to take it back now names it, or that it was
 * taken back. The button is gone by then: `leave` puts the keyboard's place beside it.
 */
function useSaid(undo: BoardView["undo"]) {
  const [said, setSaid] = useState("");
  const was = useRef(undo?.seen);
  const isPressed = useRef(false);
  const words = undo && `Done. ${undoWords(undo)}`;
  const seen = undo?.seen;
  const isRefused = useActionData() !== undefined;
  useEffect(() => {
    if (isRefused) isPressed.current = false;
    if (was.current === seen) return;
    was.current = seen;
    setSaid(words ?? (isPressed.current ? "Taken back." : ""));
    isPressed.current = false;
  }, [seen, words, isRefused]);
  const leave = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    isPressed.current = true;
    currentTarget.closest<HTMLElement>(".board-tools")?.focus();
  };
  return { said, leave };
}

const waits = (count: number) => (count === 1 ? "1 still waits" : `${count} still wait`);

/** What giving out as on another day came to. */
export function copiedWords({ given, elsewhere, against }: NonNullable<BoardView["copied"]>): string {
  const left = [
    elsewhere > 0 &&
      `${waits(elsewhere)}, because nobody went to ${elsewhere === 1 ? "its ZIP code" : "their ZIP codes"}`,
    against > 0 &&
      `${waits(against)}, because something speaks against it: give ${against === 1 ? "it" : "them"} by hand`,
  ].filter((words) => words !== false);
  const done = given === 0 ? "No job was" : given === 1 ? "1 job was" : `${given} jobs were`;
  return `${[`${done} given as on that day`, ...left].join("; ")}.`;
}

/** What the button takes back: a move (of how many of an order), a truck called back, or many jobs given out at once. */
export function undoWords({ what, kind, name, count }: NonNullable<BoardView["undo"]>): string {
  const job = `${JOB_KIND[kind].toLowerCase()} for ${name}`;
  if (what === "recalled") return `Undo: give the ${job} back to its driver`;
  if (what === "given_out") return `Undo: ${count === 1 ? "1 job" : `${count} jobs`} given out`;
  return `Undo: ${job}${count > 1 ? `, ${count} dumpsters` : ""}`;
}

type Undo = NonNullable<BoardView["undo"]>;

/** What one's own move came to, and when its customer hears of it. */
export function movedWords(
  { kind, name, count, noticeMinutes }: Pick<Undo, "kind" | "name" | "count" | "noticeMinutes">,
  { from, to, pickup, isTold }: NonNullable<Undo["moved"]>,
): string {
  const place = ({ day, window }: typeof to) => `${formatDay(day)}, ${deliveryTimeLabel(window)}`;
  const what = `The ${JOB_KIND[kind].toLowerCase()} for ${name}${count > 1 ? `, ${count} dumpsters,` : ""}`;
  const along = pickup === null ? "" : ` The pickup moved along, to ${formatDay(pickup)}.`;
  const hears = !isTold
    ? "The customer’s dates stay as they were told, so nobody writes to them."
    : noticeMinutes === 0
      ? "The customer is told at once."
      : `The customer is told ${noticeMinutes} ${noticeMinutes === 1 ? "minute" : "minutes"} after the move, unless it is taken back before.`;
  return `${what} is now on ${place(to)}; it was on ${place(from)}.${along} ${hears}`;
}
