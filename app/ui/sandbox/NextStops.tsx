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
              {events.slice(0, SHOWN).map((event, line) => (
                <EventLine key={line} {...event} />
              ))}
              {events.length > SHOWN && <li>and {events.length - SHOWN} more</li>}
            </ul>
          </li>
        ))}
      </ol>
    </form>
  );
}

type Happening = Stop["events"][number];

function EventLine({ what, number }: Happening) {
  return (
    <li>
      {what}
      {number && (
        <>
          {" for "}
          <a href={crmPaths.booking(number)}>{number}</a>
        </>
      )}
    </li>
  );
}

/** What the moment brought, and what was sent since the clock was moved, as far as it has left: a fee alone tells nobody. */
export function SentSince({
  sent,
  brought,
  isLeaving,
}: {
  sent: readonly { id: number; channel: string; to: string; subject: string }[];
  brought: readonly Happening[];
  /** Something is on its way still. */
  isLeaving: boolean;
}) {
  return (
    <section className="card" aria-labelledby="sent">
      {brought.length > 0 && (
        <>
          <h2>What that brought</h2>
          <ul>
            {brought.map((event, i) => (
              <EventLine key={i} {...event} />
            ))}
          </ul>
        </>
      )}
      <h2 id="sent">Sent since then</h2>
      {sent.length > 0 ? (
        <ul>
          {sent.map(({ id, channel, to, subject }) => (
            <li key={id}>
              {channel === "sms" ? "Text" : "Mail"} to {to}: <a href={`${sandboxPaths.inbox}/${id}`}>{subject}</a>
            </li>
          ))}
        </ul>
      ) : isLeaving ? (
        <p className="soft">
          Nothing yet. What is on its way is in <a href={sandboxPaths.inbox}>the inbox</a> in a moment.
        </p>
      ) : (
        <p className="soft">Nothing: nobody is told of that.</p>
      )}
    </section>
  );
}
