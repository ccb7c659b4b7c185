import { crmPaths } from "~/crm-paths";
import { sandboxPaths } from "~/sandbox-paths";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SubmitButton } from "../form";

const STATE = {
  running: "It goes on",
  stopping: "It ends after this moment",
  done: "It is over",
  stopped: "It was stopped",
  failed: "It broke off",
} as const;

interface Run {
  seed: number;
  days: number;
  /** Whole days that are over. */
  done: number;
  /** New York's day that is being lived through, in words. */
  day: string | null;
  state: keyof typeof STATE;
  why: string | null;
  isOn: boolean;
  counts: readonly (readonly [what: string, count: number])[];
}

/** How far the month is, what was done, and the way to stop it. */
export function MonthSoFar({ run }: { run: Run }) {
  return (
    <section className="card" aria-labelledby="run">
      <h2 id="run">{STATE[run.state]}</h2>
      <p>
        Day {Math.min(run.done + 1, run.days)} of {run.days}
        {run.day && `, ${run.day}`}. Seed {run.seed}.{run.why && ` ${run.why}.`}
      </p>
      <progress max={run.days} value={run.done} aria-label="Days lived through" className="w-full" />
      {run.isOn ? (
        <form method="post" className="actions">
          <SubmitButton intent="stop" className="button secondary">
            Stop it
          </SubmitButton>
        </form>
      ) : (
        <p className="actions">
          <a className="button" href={crmPaths.overview()}>
            See the office
          </a>{" "}
          <a href={sandboxPaths.inbox}>All that was sent</a>
        </p>
      )}
      {run.counts.length > 0 && (
        <details open={!run.isOn}>
          <summary>What was done</summary>
          <ul>
            {run.counts.map(([what, count]) => (
              <li key={what}>
                {what}: <b className="num">{count}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The form that begins one. */
export function BeginMonth({
  seed,
  usual,
  most,
  isFirst,
  problem,
}: {
  seed: number;
  usual: number;
  most: number;
  isFirst: boolean;
  problem: Problem | null | undefined;
}) {
  return (
    <form method="post" noValidate>
      <h2>{isFirst ? "Begin" : "Another one"}</h2>
      <p className="soft">
        It moves this sandbox’s clock on, and takes a few minutes. The same seed on the same data is the same month.
      </p>
      <div className="pair">
        <Field
          name="seed"
          label="Seed"
          hint="Any whole number"
          inputMode="numeric"
          problem={problem}
          values={{ seed: String(seed) }}
        />
        <Field
          name="days"
          label="Days"
          hint={`Up to ${most}`}
          inputMode="numeric"
          problem={problem}
          values={{ days: String(usual) }}
        />
      </div>
      <p className="actions mt-4">
        <SubmitButton intent="start">Live through it</SubmitButton>
      </p>
    </form>
  );
}
