import { When } from "./bits";
import { describeWhy } from "./timeline-parts";
import { isTechnical, tellTimeline, type Line, type TimelineEntry } from "./timeline-words";

/**
 * Who did what, when and why, newest first: what a person would tell of it. Everything else that happened is folded
 * below, in one list with it, so that nothing is out of its order.
 */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  if (entries.length === 0) return <p className="empty">Nothing has happened yet.</p>;
  const all = tellTimeline(entries).reverse();
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
