import { When } from "./bits";
import { describeWhy, tellTimeline, type TimelineEntry } from "./timeline-words";

/** Who did what, when and why; newest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  if (entries.length === 0) return <p className="empty">Nothing has happened yet.</p>;
  return (
    <ol className="timeline">
      {tellTimeline(entries)
        .reverse()
        .map(({ entry, words }) => (
          <li key={entry.id}>
            <div>
              {words}
              {entry.why &&
                (entry.action === "note_written" ? (
                  <blockquote dir="auto">{entry.why}</blockquote>
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
