import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import type { CallRow } from "~/domain/records/calls.server";
import { CALL_OUTCOME, CALL_REASON, CALL_STATE, formatSeconds } from "~/domain/voice/labels";
import type { Problem } from "~/http/answers/forms.server";
import { When } from "../office/bits";
import { Afterwards } from "./Afterwards";

interface Props {
  rows: CallRow[];
  /** Lifts out the rows of calls that go on (flag "voice call row highlight"). */
  marksRunning: boolean;
  problem?: Problem | undefined;
  /** A call by itself: its forms are open. */
  isOpen?: boolean;
}

/** The log's entries, each with what was said of it afterwards. */
export function CallList({ rows, marksRunning, problem, isOpen = false }: Props) {
  return (
    <ul className="entries calls">
      {rows.map((row) => (
        <li
          key={row.id}
          data-state={row.state}
          data-customer={row.customer?.id}
          data-booking={row.booking?.id}
          className={marksRunning && row.state !== "ended" ? "running" : undefined}
        >
          <div className="what">
            <span className={`state ${toneOf(row)}`}>
              {row.state === "ended" && row.outcome ? CALL_OUTCOME[row.outcome] : CALL_STATE[row.state]}
            </span>{" "}
            {row.direction === "in" ? "From " : "To "}
            {row.customer && <Link to={crmPaths.customer(row.customer.id)}>{row.customer.name}</Link>}
            {row.customer?.isSuggested && <span className="hint"> (by the number)</span>}
            {row.customer && ", "}
            {row.dial ? <a href={`tel:${row.dial}`}>{row.number}</a> : row.number}
            <div className="hint">
              <When at={row.startedAt} />
              {row.talkSeconds ? ` · talked for ${formatSeconds(row.talkSeconds)}` : ""}
              {row.agent && ` · ${row.agent}`}
              {row.afterHours && " · outside our hours"}
              {row.booking && (
                <>
                  {" · "}
                  <Link to={crmPaths.booking(row.booking.number)}>{row.booking.number}</Link>
                </>
              )}
            </div>
            {(row.reason || row.note) && (
              <div>
                {row.reason && <b>{CALL_REASON[row.reason]}</b>}
                {row.note && `${row.reason ? ": " : ""}${row.note}`}
              </div>
            )}
            {row.voicemail && <Voicemail row={row} seconds={row.voicemail.seconds} />}
          </div>
          {(row.state === "ended" || isOpen) && (
            <Afterwards row={row} isOpen={isOpen} problem={problem?.values["call"] === row.id ? problem : undefined} />
          )}
        </li>
      ))}
    </ul>
  );
}

const toneOf = ({ state, outcome }: CallRow) =>
  state !== "ended" ? "go" : outcome === "answered" ? "done" : outcome === "voicemail" ? "wait" : "bad";

function Voicemail({ row, seconds }: { row: CallRow; seconds: number }) {
  return (
    <div>
      <a href={crmPaths.voicemail(row.id)}>
        {row.voicemail?.isHeard ? "Listen again" : "Listen to the message"} ({formatSeconds(seconds)})
      </a>
    </div>
  );
}
