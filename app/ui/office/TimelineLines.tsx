import { When } from "./bits";

/** A line of a history in its last words, as it is shown. */
export interface ToldLine {
  id: number;
  words: string;
  /** What somebody wrote or gave as the reason; `isNote`: it is the thing itself, not the reason of another. */
  why: string | null;
  isNote: boolean;
  at: number;
  by: string;
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

/** Lines of a history as they were told (timeline-told.ts). */
export function TimelineLines({ lines }: { lines: readonly ToldLine[] }) {
  return (
    <ol className="timeline">
      {lines.map(({ id, words, why, isNote, at, by }) => (
        <li key={id}>
          <div>
            {words}
            {why && (isNote ? <Note text={why} /> : <span className="soft">: {why}</span>)}
          </div>
          <div className="hint">
            <When at={at} year /> · {by}
          </div>
        </li>
      ))}
    </ol>
  );
}
