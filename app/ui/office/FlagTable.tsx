import { Form } from "@remix-run/react";

interface FlagRow {
  name: string;
  label: string;
  value: boolean;
  on: string;
  off: string;
  /** False: its room is not built yet, so it has no effect. */
  built: boolean;
  /** Null: the flag "debug flags" is off. */
  source: "environment" | "table" | "default" | null;
  variable: string | null;
  fixed: boolean;
  switched: boolean;
}

const SOURCE = { environment: "set on the server", table: "switched here", default: "the default" } as const;

/** Every flag with its value, what it does, where the value comes from, and its switch. */
export function FlagTable({ flags }: { flags: FlagRow[] }) {
  return (
    <ul className="entries plain">
      {flags.map((flag) => (
        <li key={flag.name}>
          <div>
            <h2 className="flag-name">
              {flag.label} <span className={`state ${flag.value ? "go" : "done"}`}>{flag.value ? "On" : "Off"}</span>
            </h2>
            <div>
              <b>On:</b> {flag.on}. <b>Off:</b> {flag.off}.
            </div>
            <div className="hint breakable">
              {!flag.built && "Without effect so far: its room is not built yet. "}
              {flag.source && `${SOURCE[flag.source]} (${flag.variable})`}
            </div>
          </div>
          {flag.fixed ? (
            <p className="hint">Set on the server</p>
          ) : (
            <Form method="post" className="steps-of" preventScrollReset>
              <input type="hidden" name="intent" value="switch" />
              <input type="hidden" name="flag" value={flag.name} />
              <input type="hidden" name="was" value={flag.value ? "on" : "off"} />
              <button className="small-button" name="to" value={flag.value ? "off" : "on"}>
                Switch {flag.value ? "off" : "on"}
                <span className="unseen">: {flag.label}</span>
              </button>{" "}
              {flag.switched && (
                <button className="small-button" name="to" value="default">
                  Back to the default<span className="unseen">: {flag.label}</span>
                </button>
              )}
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
