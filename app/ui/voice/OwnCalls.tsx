import { Form } from "@remix-run/react";
import { wishPhone } from "./wish";
import { useHydrated } from "../form";

/** This person's telephone: whether callers reach them, and what starts it in this browser. */
export function OwnCalls({ own }: { own: { takesCalls: boolean; ringGroup: number } }) {
  const hydrated = useHydrated();
  return (
    <section className="panel own-calls" aria-labelledby="own-calls">
      <h2 id="own-calls">Your telephone</h2>
      <Form method="post" className="row" discover="none">
        <p>{own.takesCalls ? "Calls come to you." : "Calls do not come to you."}</p>
        <label htmlFor="ring-group">Ring me</label>
        <select id="ring-group" name="ringGroup" className="input" defaultValue={String(own.ringGroup)}>
          <option value="1">with the first</option>
          <option value="2">when none of the first answers</option>
        </select>
        <input type="hidden" name="takes" value={own.takesCalls ? "off" : "on"} />
        <button className="button" name="intent" value="take">
          {own.takesCalls ? "Take no calls" : "Take calls"}
        </button>
      </Form>
      {hydrated ? (
        <p className="actions">
          <button type="button" className="button secondary" onClick={() => wishPhone({ kind: "initialize" })}>
            Initialize Voice Device
          </button>
          <button type="button" className="button secondary" onClick={() => wishPhone({ kind: "request_microphone" })}>
            Request Microphone
          </button>
        </p>
      ) : (
        <p className="hint">Calling in the browser needs JavaScript. The list below works without it.</p>
      )}
    </section>
  );
}
