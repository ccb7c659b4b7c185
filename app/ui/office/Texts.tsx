import { Link } from "@remix-run/react";
import type { CustomerRecord } from "~/domain/records/customer-record.server";
import { MESSAGE_STATE } from "~/domain/states/labels";
import type { MessageState } from "~/domain/states/transitions";
import { crmPaths } from "~/crm-paths";
import { Panel, When } from "./bits";
import { CallLink } from "./CallLink";

/** That a number gets no texts, since when, and who said so. */
export function TextsStopped({ stop }: { stop: { stopped_at: number; source: "customer" | "network" } }) {
  return (
    <>
      {stop.source === "customer" ? "Stopped by the customer" : "Stopped, says the phone network"},{" "}
      <When at={stop.stopped_at} year />. Only codes go there.
    </>
  );
}

/** What became of a message of ours: nothing where it was sent and no more is known, in bold where it did not arrive. */
export function BecameOf({
  direction,
  state,
  error,
}: {
  direction: string;
  state: MessageState;
  error: string | null;
}) {
  if (direction === "in" || state === "sent") return null;
  const words = `${MESSAGE_STATE[state]}${error ? `: ${error}` : ""}`;
  return <> · {state === "failed" || state === "bounced" ? <span className="strong">{words}</span> : words}</>;
}

/** Everything that was texted with a customer, newest first, and which of their numbers get no texts. */
export function TextsPanel({
  texts,
  stops,
  customer,
}: {
  texts: CustomerRecord["texts"];
  stops: CustomerRecord["textStops"];
  customer: string;
}) {
  if (texts.length + stops.length === 0) return null;
  return (
    <Panel title="Text messages" id="texts" count={texts.length}>
      {stops.map((stop) => (
        <p key={stop.phone}>
          <b>
            <CallLink text={stop.text} customer={customer} />:
          </b>{" "}
          <TextsStopped stop={stop} />
        </p>
      ))}
      <ul className="messages">
        {texts.map((text) => (
          <li key={text.id}>
            {text.direction === "in" && <span className="strong">Answer. </span>}
            {text.body || text.template}
            <p className="hint">
              {text.direction === "in" ? "from" : "to"}{" "}
              <CallLink text={text.with} customer={customer} booking={text.number} />, <When at={text.at} />
              <BecameOf {...text} />
              {text.number && (
                <>
                  {" "}
                  · <Link to={crmPaths.booking(text.number)}>{text.number}</Link>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
