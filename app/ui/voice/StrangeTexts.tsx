import type { TextLine } from "~/domain/messages/thread.server";
import { When } from "../office/bits";
import { CallLink } from "../office/CallLink";

/** What is longer is opened by whoever wants all of it: one must not push the others off the page. */
const SHORT = 300;

/** What was texted by numbers that are in nobody's record, whole, newest first: it stands in no other list. */
export function StrangeTexts({ texts }: { texts: readonly TextLine[] }) {
  if (texts.length === 0) return <p className="empty">Nobody we do not know has texted us.</p>;
  return (
    <ul className="entries">
      {texts.map(({ id, with: number, body, at }) => (
        <li key={id}>
          <div className="what">
            <b>
              <CallLink text={number} />
            </b>
            {body.length > SHORT ? (
              <details>
                <summary>{Array.from(body).slice(0, SHORT).join("").trimEnd()}…</summary>
                <p className="words">{body}</p>
              </details>
            ) : (
              <p className="words">{body}</p>
            )}
            <div className="hint">
              <When at={at} year />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
