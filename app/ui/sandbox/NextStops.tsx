import { crmPaths } from "~/crm-paths";
import { sandboxPaths } from "~/sandbox-paths";

interface Stop {
  at: number;
  when: string;
  events: readonly { what: string; number: string | null }[];
}

const SHOWN = 4;

/** What time brings next: a button for each stop, so that a rental is lived through by pressing the first one. */
export function NextStops({ stops }: { stops: readonly Stop[] }) {
  if (stops.length === 0)
    return <p className="notice">Nothing waits for its time. Book a dumpster, or live through a month of business.</p>;
  return (
    <form method="post">
      <ol className="plain stack">
        {stops.map(({ at, when, events }, i) => (
          <li key={at} className="card">
            <button className={i === 0 ? "button" : "button secondary"} type="submit" name="to" value={at}>
              {i === 0 ? `Next: ${when}` : when}
            </button>
            <ul>
              {events.slice(0, SHOWN).map(({ what, number }, line) => (
                <li key={line}>
                  {what}
                  {number && (
                    <>
                      {" for "}
                      <a href={crmPaths.booking(number)}>{number}</a>
                    </>
                  )}
                </li>
              ))}
              {events.length > SHOWN && <li>and {events.length - SHOWN} more</li>}
            </ul>
          </li>
        ))}
      </ol>
    </form>
  );
}

/** What was sent since the clock was moved, as far as it has left. */
export function SentSince({ sent }: { sent: readonly { id: number; channel: string; to: string; subject: string }[] }) {
  return (
    <section className="card" aria-labelledby="sent">
      <h2 id="sent">Sent since then</h2>
      {sent.length === 0 ? (
        <p className="soft">
          Nothing yet. What is on its way is in <a href={sandboxPaths.inbox}>the inbox</a> in a moment.
        </p>
      ) : (
        <ul>
          {sent.map(({ id, channel, to, subject }) => (
            <li key={id}>
              {channel === "sms" ? "Text" : "Mail"} to {to}: <a href={`${sandboxPaths.inbox}/${id}`}>{subject}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
