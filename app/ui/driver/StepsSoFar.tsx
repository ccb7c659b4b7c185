import { formatTime } from "~/domain/kernel/moments";
import type { JobKind } from "~/domain/states/transitions";
import { stepLabel, type NextStep } from "../office/job-steps";
import type { PhoneEntry } from "./phone-store";
import { sentWords } from "./PhoneLine";

/** What was pressed on this phone for a job: when, and whether the office has it. Nothing where nothing was. */
export function StepsSoFar({ entries, kind }: { entries: readonly PhoneEntry[]; kind: JobKind }) {
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="so-far" className="so-far">
      <h2 id="so-far">Done so far</h2>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            <strong>{entry.step === "report" ? "What you found" : stepLabel(entry.step as NextStep, kind)}</strong>,{" "}
            {formatTime(entry.at)}:{" "}
            <span className={entry.state === "unsent" ? "unsent" : undefined}>{sentWords(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
