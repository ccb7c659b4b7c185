import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import type { CallSums } from "~/domain/records/call-sums.server";
import { formatSeconds } from "~/domain/voice/labels";
import { Panel } from "../bits";

/** The telephone in this time, in one line. */
export function CallsLine({ sums }: { sums: CallSums }) {
  const { came, answered, missed, placed, reached, seconds } = sums;
  return (
    <Panel title="Calls" id="report-calls">
      {came + placed === 0 ? (
        <p className="empty">Nobody called in this time.</p>
      ) : (
        <p>
          <Link to={crmPaths.calls({ direction: "in" })}>{came} came in</Link>: {answered} answered, {missed} missed.{" "}
          <Link to={crmPaths.calls({ direction: "out" })}>{placed} placed</Link>: {reached} reached. Talked for{" "}
          {formatSeconds(seconds)}.
        </p>
      )}
    </Panel>
  );
}
