import { Link, useRevalidator } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { crmPaths } from "~/crm-paths";
import { formatWhen } from "~/domain/kernel/moments";
import type { CallRow } from "~/domain/records/calls.server";
import {
  CALL_OUTCOME,
  CALL_OUTCOMES,
  CALL_REASON,
  CALL_REASONS,
  CALL_STATE,
  formatSeconds,
} from "~/domain/voice/labels";
import { sayToServer } from "./say-to-server";

export interface CallFilterValues {
  direction: string;
  outcome: string;
  show: string;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const DIRECTIONS = { in: "Incoming", out: "Outgoing" };
const SHOWN = { running: "Going on now", voicemail: "With a voicemail" };
const OUTCOMES = Object.fromEntries(CALL_OUTCOMES.map((one) => [one, capital(CALL_OUTCOME[one])]));

/** Narrows the log; a plain form. */
export function CallFilterForm({ values }: { values: CallFilterValues }) {
  const { direction, outcome, show } = values;
  return (
    <form method="get" action={crmPaths.calls()} className="row" key={`${direction} ${outcome} ${show}`}>
      <Choice name="direction" label="Direction" any="Both" choices={DIRECTIONS} value={direction} />
      <Choice name="outcome" label="Outcome" any="All" choices={OUTCOMES} value={outcome} />
      <Choice name="show" label="Only" any="All calls" choices={SHOWN} value={show} />
      <button className="button secondary">Show</button>
    </form>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  any: string;
  choices: Readonly<Record<string, string>>;
  value: string;
}
function Choice({ name, label, any, choices, value }: ChoiceProps) {
  return (
    <span>
      <label htmlFor={`calls-${name}`}>{label}</label>
      <select id={`calls-${name}`} name={name} className="input" defaultValue={value}>
        <option value="">{any}</option>
        {Object.entries(choices).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The log's entries, each with what was said of it afterwards. `marksRunning` lifts out those that go on. */
export function CallList({ rows, marksRunning }: { rows: CallRow[]; marksRunning: boolean }) {
  return (
    <ul className="plain">
      {rows.map((row) => (
        <li
          key={row.id}
          data-state={row.state}
          className={marksRunning && row.state !== "ended" ? "notice strong" : undefined}
        >
          {row.direction === "in" ? "From" : "To"}{" "}
          {row.customer ? <Link to={crmPaths.customer(row.customer.id)}>{row.customer.name}</Link> : row.number} ·{" "}
          {formatWhen(row.startedAt)} · {row.outcome ? CALL_OUTCOME[row.outcome] : CALL_STATE[row.state]}
          {row.talkSeconds ? ` · ${formatSeconds(row.talkSeconds)}` : ""}
          {row.agent && ` · ${row.agent}`}
          {row.booking && (
            <>
              {" · "}
              <Link to={crmPaths.booking(row.booking.number)}>{row.booking.number}</Link>
            </>
          )}
          {row.voicemail && (
            <>
              {" · "}
              <a href={crmPaths.voicemail(row.id)}>Listen ({formatSeconds(row.voicemail.seconds)})</a>
            </>
          )}
          {row.reason && ` · ${CALL_REASON[row.reason]}`}
          {row.note && <p className="small soft">{row.note}</p>}
          {row.outcome === "answered" && !row.reason && <WrapUp call={row.id} />}
        </li>
      ))}
    </ul>
  );
}

/** Why they called and what was said, in one line, after the call. */
function WrapUp({ call }: { call: string }) {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState("");
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wasTaken = await sayToServer(crmPaths.voice("wrap"), {
      call,
      reason: form.get("reason"),
      note: form.get("note"),
    });
    setProblem(wasTaken ? "" : "That was not saved. Try again.");
    if (wasTaken) revalidate();
  }
  return (
    <details>
      <summary>Say why they called</summary>
      <form className="row" onSubmit={(event) => void save(event)}>
        <label htmlFor={`reason-${call}`}>Reason</label>
        <select id={`reason-${call}`} name="reason" className="input">
          {CALL_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {CALL_REASON[reason]}
            </option>
          ))}
        </select>
        <label htmlFor={`note-${call}`}>Note</label>
        <input id={`note-${call}`} name="note" className="input" maxLength={300} />
        <button className="button secondary">Save</button>
        {problem && <p role="alert">{problem}</p>}
      </form>
    </details>
  );
}
