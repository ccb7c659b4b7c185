import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import type { CallRow } from "~/domain/records/calls.server";
import { CALL_OUTCOME, CALL_REASON, CALL_STATE, formatSeconds } from "~/domain/voice/labels";
import { Panel, When } from "./bits";

/** The calls with a customer, newest first. */
export function CallsPanel({ calls }: { calls: CallRow[] }) {
  return (
    <Panel title="Calls" id="calls">
      {calls.length === 0 && <p className="empty">No calls yet.</p>}
      <ul className="entries">
        {calls.map((call) => (
          <li key={call.id}>
            <div className="what">
              <Link to={crmPaths.call(call.id)}>
                {call.direction === "in" ? "Incoming" : "Outgoing"}:{" "}
                {call.outcome ? CALL_OUTCOME[call.outcome] : CALL_STATE[call.state]}
                {call.talkSeconds ? `, ${formatSeconds(call.talkSeconds)}` : ""}
              </Link>
              <div className="hint">
                <When at={call.startedAt} year />
                {call.agent && ` · ${call.agent}`}
                {call.booking && (
                  <>
                    {" "}
                    · <span className="num">{call.booking.number}</span>
                  </>
                )}
              </div>
              {(call.reason || call.note) && (
                <div>
                  {call.reason && <b>{CALL_REASON[call.reason]} </b>}
                  {call.note}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
