import { Form } from "@remix-run/react";
import { FLAGS, flagVariable, type FlagName } from "~/domain/flags/flags";

interface FlagRow {
  name: FlagName;
  value: boolean;
  /** Null: the flag "debug flags" is off. */
  source: "environment" | "table" | "default" | null;
  fixed: boolean;
  switched: boolean;
}

const SOURCE = { environment: "Set on the server", table: "Switched here", default: "The default" } as const;

/** Every flag with its value, what it does, where the value comes from, and its switch. */
export function FlagTable({ flags }: { flags: FlagRow[] }) {
  return (
    <ul className="entries plain flags">
      {flags.map((flag) => (
        <li key={flag.name}>
          <div>
            <h2 className="flag-name">
              {FLAGS[flag.name].title}{" "}
              <span className={`state ${flag.value ? "go" : "done"}`}>{flag.value ? "On" : "Off"}</span>
            </h2>
            <div>
              <b>On:</b> {FLAGS[flag.name].on}. <b>Off:</b> {FLAGS[flag.name].off}. {FLAGS[flag.name].why}
            </div>
            <div className="hint breakable">{flag.source && `${SOURCE[flag.source]} (${flagVariable(flag.name)})`}</div>
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
                <span className="unseen">: {FLAGS[flag.name].title}</span>
              </button>{" "}
              {flag.switched && (
                <button className="small-button" name="to" value="default">
                  Back to the default<span className="unseen">: {FLAGS[flag.name].title}</span>
                </button>
              )}
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
