import { crmPaths } from "~/crm-paths";
import { CALL_REASON } from "~/domain/voice/labels";
import type { Problem } from "~/http/answers/forms.server";
import { useFollow } from "../office/use-follow";
import { Afterwards } from "./Afterwards";
import type { CallLine } from "./call-lines";

interface Props {
  rows: readonly CallLine[];
  /** Lifts out the rows of calls that go on (flag "voice call row highlight"). */
  marksRunning: boolean;
  problem?: Problem | undefined;
  /** A call by itself: its forms are open. */
  isOpen?: boolean;
}

/**
 * The log's entries, each with what was said of it afterwards. Plain entries of texts, which the browser reads back
 * (call-lines.ts); whom a number belongs to the telephone reads from the links beside it (wish.ts).
 */
export function CallList({ rows, marksRunning, problem, isOpen = false }: Props) {
  const follow = useFollow();
  return (
    <ul className="entries calls" onClick={follow}>
      {rows.map((row) => (
        <li
          key={row.id}
          data-state={row.runs || undefined}
          className={marksRunning && row.runs ? "running" : undefined}
        >
          <b className={row.tone || undefined}>{row.state}</b>
          {` ${row.way} `}
          {row.customer && <a href={crmPaths.customer(row.customer.id)}>{row.customer.name}</a>}
          {row.customer?.isSuggested && <i> (by number)</i>}
          {row.customer && ", "}
          {row.dial ? <a href={`tel:${row.dial}`}>{row.number}</a> : <bdi>{row.number}</bdi>}
          {(row.reason || row.note) && (
            <div>
              {row.reason && <b>{CALL_REASON[row.reason]}</b>}
              {row.note && `${row.reason ? ": " : ""}${row.note}`}
            </div>
          )}
          {row.voicemail && (
            <a href={crmPaths.voicemail(row.id)} rel="external">
              {row.voicemail}
            </a>
          )}
          <p>
            {row.booking ? `${row.facts} · ` : row.facts}
            {row.booking && <a href={crmPaths.booking(row.booking)}>{row.booking}</a>}
          </p>
          {(row.runs === "" || isOpen) && (
            <Afterwards row={row} isOpen={isOpen} problem={problem?.values["call"] === row.id ? problem : undefined} />
          )}
        </li>
      ))}
    </ul>
  );
}
