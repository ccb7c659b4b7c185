import { crmPaths } from "~/crm-paths";
import { CALL_OUTCOME, CALL_OUTCOMES } from "~/domain/voice/labels";

export interface CallFilterValues {
  direction: string;
  outcome: string;
  show: string;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const DIRECTIONS = { in: "Incoming", out: "Outgoing" };
const SHOWN = { running: "Going on now", voicemail: "With a voicemail", texts: "Texts of numbers nobody has" };
const OUTCOMES = Object.fromEntries(CALL_OUTCOMES.map((one) => [one, capital(CALL_OUTCOME[one])]));

/** Narrows the log; a plain form. */
export function CallFilterForm({ values }: { values: CallFilterValues }) {
  const { direction, outcome, show } = values;
  return (
    <form method="get" action={crmPaths.calls()} className="filter row" key={`${direction} ${outcome} ${show}`}>
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
    <div>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="input" defaultValue={value}>
        <option value="">{any}</option>
        {Object.entries(choices).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
