import { Form } from "@remix-run/react";
import { formatDay, type Day } from "~/domain/kernel/days";
import { hoursWords } from "~/domain/kernel/hours";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SelectField, SubmitButton } from "../form";
import { Panel } from "./bits";

interface OtherDay {
  day: Day;
  begins: number | null;
  ends: number | null;
  truck: string | null;
}

/** Single days with other hours or another truck: what is different, and a form for one more. */
export function OtherDaysPanel({
  days,
  trucks,
  today,
  problem,
}: {
  days: readonly OtherDay[];
  trucks: { value: string; label: string }[];
  today: Day;
  problem?: Problem | null;
}) {
  const mine = problem?.values["intent"] === "day" ? problem : undefined;
  return (
    <Panel title="Other hours or another truck" id="days">
      {days.length === 0 && <p className="empty">Every day ahead is as always.</p>}
      <ul className="entries">
        {days.map(({ day, truck, ...hours }) => (
          <li key={day}>
            <div>
              {formatDay(day, { short: true })}
              <div className="hint">{[hoursWords(hours), truck].filter(Boolean).join(", ")}</div>
            </div>
            <Form method="post">
              <input type="hidden" name="day" value={day} />
              <SubmitButton intent="usual-day" className="plain-button">
                Take back<span className="unseen"> {formatDay(day)}</span>
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" className="stack">
        <Field name="day" label="Day" type="date" min={today} values={{ day: "" }} problem={mine} />
        <div className="pair">
          <Field name="begins" label="Begins (optional)" type="time" values={{ begins: "" }} problem={mine} />
          <Field name="ends" label="Ends (optional)" type="time" values={{ ends: "" }} problem={mine} />
        </div>
        <SelectField
          name="truck"
          label="Truck on that day"
          options={[{ value: "", label: "The usual one" }, ...trucks]}
          values={{ truck: "" }}
          problem={mine}
        />
        <SubmitButton intent="day" className="button secondary">
          Keep this day
        </SubmitButton>
        <p className="hint">Dispatch plans with it, and says which stops do not fit. Nothing is moved by it.</p>
      </Form>
    </Panel>
  );
}
