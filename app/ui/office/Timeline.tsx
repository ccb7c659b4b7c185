import type { BookingRecord } from "~/domain/records/office.server";
import { When } from "./bits";
import { describeWhy } from "./timeline-parts";
import { isTechnical, tellTimeline, type Line, type Names, type TimelineEntry } from "./timeline-words";

/**
 * Who did what, when and why, newest first: what a person would tell of it. Everything else that happened is folded
 * below, in one list with it, so that nothing is out of its order. `of`: the booking whose history it is; `names`: of the
 * records that it names.
 */
export function Timeline({
  entries,
  of,
  names,
}: {
  entries: TimelineEntry[];
  of?: Pick<BookingRecord, "units" | "jobs">;
  names?: Names;
}) {
  if (entries.length === 0) return <p className="empty">Nothing has happened yet.</p>;
  const all = tellTimeline(entries, { unitOf: of && unitsOfJobs(of), names }).reverse();
  const story = all.filter(({ entry }) => !isTechnical(entry));
  return (
    <>
      <Entries told={story} />
      {story.length < all.length && (
        <details>
          <summary>Every step ({all.length})</summary>
          <Entries told={all} />
        </details>
      )}
    </>
  );
}

/** The number of the dumpster that each job is for; nothing where the booking has one. */
export function unitsOfJobs({ units, jobs }: Pick<BookingRecord, "units" | "jobs">): ReadonlyMap<string, number> {
  if (units.length < 2) return new Map();
  const numbers = new Map(units.map(({ unit }) => [unit.id, unit.unit_number]));
  return new Map(jobs.map(({ job }) => [job.id, numbers.get(job.unit_id) ?? 0]));
}

/** A note of 10,000 letters is scrolled where it stands, by keyboard too: what comes after it is not screens away. */
const LONG_NOTE = 900;

/** What somebody wrote, in its own direction. */
export function Note({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="note" tabIndex={text.length > LONG_NOTE ? 0 : undefined}>
      {text}
    </blockquote>
  );
}

function Entries({ told }: { told: Line[] }) {
  return (
    <ol className="timeline">
      {told.map(({ entry, words }) => (
        <li key={entry.id}>
          <div>
            {words}
            {entry.why &&
              (entry.action === "note_written" ? (
                <Note text={entry.why} />
              ) : (
                <span className="soft">: {describeWhy(entry.why)}</span>
              ))}
          </div>
          <div className="hint">
            <When at={entry.at} year /> · {entry.actor_label}
            {entry.actor_kind !== entry.actor_label.toLowerCase() && ` (${entry.actor_kind})`}
          </div>
        </li>
      ))}
    </ol>
  );
}
