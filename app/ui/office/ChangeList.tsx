import { When } from "./bits";

export interface Change {
  id: number;
  at: number;
  who: string;
  words: string;
  why?: string | null;
}

/** Who changed what and when, newest first. */
export function ChangeList({ changes, empty }: { changes: Change[]; empty: string }) {
  if (changes.length === 0) return <p className="empty">{empty}</p>;
  return (
    <ol className="entries plain">
      {changes.map(({ id, at, who, words, why }) => (
        <li key={id}>
          <div className="breakable">
            {words}
            {why && <div>“{why}”</div>}
            <div className="hint">
              {who} · <When at={at} year />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
