import { Link } from "@remix-run/react";
import { useState } from "react";
import { crmPaths } from "~/crm-paths";
import { formatCents } from "~/domain/kernel/money";
import { CALL_OUTCOME, CALL_STATE } from "~/domain/voice/labels";
import type { ScreenPop } from "~/domain/records/calls.server";
import { formatWhen } from "../office/when";

/**
 * Who that may be, what is open, what was said last and what is owed. The number only suggests it: whoever talks to them
 * says whom the call is about, and may say so anew.
 */
export function PopFacts({ pop, onBound }: { pop: ScreenPop; onBound?: (pop: ScreenPop) => void }) {
  const { people, bookings, lastCalls, goOn } = pop;
  return (
    <div className="pop" data-voice-pop>
      <p className="actions">
        <Link className="small-button go" to={crmPaths.newBookingAfter(goOn?.call ?? pop.call.id)} data-key="1">
          {goOn ? "Go on with their order" : "Order for this caller"}
        </Link>
        {recordOf(pop) && (
          <Link className="small-button" to={recordOf(pop) ?? ""} data-key="2">
            Open their record
          </Link>
        )}
      </p>
      {people.length === 0 && <p>Nobody we know has this number.</p>}
      {people.length > 1 && <p className="hint">Several have this number: ask who it is.</p>}
      <ul className="plain">
        {people.map((person) => (
          <li key={person.id}>
            <Link to={crmPaths.customer(person.id)}>{person.name}</Link>
            {person.owed > 0 && <b className="owed"> owes {formatCents(person.owed)}</b>}
            {person.notServed && <b className="owed"> Do not serve</b>}{" "}
            {person.isBound ? (
              <span className="hint">said to be the caller</span>
            ) : (
              onBound && <Bind pop={pop} to={{ customer: person.id }} onBound={onBound} words="It is them" />
            )}
          </li>
        ))}
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={crmPaths.booking(booking.number)}>{booking.number}</Link> {booking.items} · {booking.status} ·{" "}
            {booking.delivery}{" "}
            {booking.isBound ? (
              <span className="hint">what the call is about</span>
            ) : (
              onBound && <Bind pop={pop} to={{ booking: booking.id }} onBound={onBound} words="About this" />
            )}
          </li>
        ))}
      </ul>
      {lastCalls.length > 0 && (
        <details>
          <summary>Last calls ({lastCalls.length})</summary>
          <ul className="plain">
            {lastCalls.map((row) => (
              <li key={row.id} className="hint">
                {formatWhen(row.startedAt)}: {row.outcome ? CALL_OUTCOME[row.outcome] : CALL_STATE[row.state]}
                {row.note && `. ${row.note}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {onBound && (
        <p>
          <Link to={crmPaths.call(pop.call.id)}>It is about another booking</Link>
        </p>
      )}
    </div>
  );
}

/** The booking that the call is about, else its one person. */
function recordOf({ bookings, people }: ScreenPop): string | null {
  const booking = bookings.find(({ isBound }) => isBound) ?? (bookings.length === 1 ? bookings[0] : undefined);
  if (booking) return crmPaths.booking(booking.number);
  const person = people.find(({ isBound }) => isBound) ?? (people.length === 1 ? people[0] : undefined);
  return person ? crmPaths.customer(person.id) : null;
}

type To = { customer: string } | { booking: string };

async function bind(pop: ScreenPop, to: To): Promise<ScreenPop | null> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ call: pop.call.id, ...to }),
  };
  const answer = await fetch(crmPaths.voice("bind"), init).catch(() => null);
  return answer?.ok ? ((await answer.json()) as { pop: ScreenPop }).pop : null;
}

interface BindProps {
  pop: ScreenPop;
  to: To;
  words: string;
  onBound: (pop: ScreenPop) => void;
}
function Bind({ pop, to, words, onBound }: BindProps) {
  const [isTrouble, setTrouble] = useState(false);
  async function press() {
    const bound = await bind(pop, to);
    setTrouble(bound === null);
    if (bound) onBound(bound);
  }
  return (
    <button type="button" className="small-button" onClick={() => void press()}>
      {isTrouble ? "Not saved. Try again" : words}
    </button>
  );
}
