import { Form, Link } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { crmPaths } from "~/crm-paths";
import type { DriverFacts } from "~/domain/fleet/drivers.server";
import { addDays, formatDay, type Day } from "~/domain/kernel/days";
import { shortDay } from "~/domain/kernel/moments";
import { JOB_KIND } from "~/domain/states/job-labels";
import type { Problem } from "~/http/answers/forms.server";
import { Checkbox, Field, SelectField, SubmitButton, TextareaField } from "../form";
import { Facts, Panel, ThisYear, When } from "./bits";
import { CallLink } from "./CallLink";

interface Props {
  driver: DriverFacts;
  problem?: Problem | null;
}
/** The problem of another form of the page is not this one's. */
const of = (intent: string, problem?: Problem | null) => (problem?.values["intent"] === intent ? problem : undefined);

/** What the office keeps of a driver. */
export function DriverForm({
  driver,
  seen,
  trucks,
  problem,
}: Props & { seen: string; trucks: { value: string; label: string }[] }) {
  const mine = of("save", problem);
  const values = {
    name: driver.name,
    phone: driver.phoneText,
    truck_id: driver.truck_id ?? "",
    licence_until: driver.licence_until ?? "",
    licence_notes: driver.licence_notes,
  };
  return (
    <Panel title="Driver" id="driver">
      <Form method="post" className="stack">
        <input type="hidden" name="seen" value={seen} />
        <Field name="name" label="Name" maxLength={80} autoComplete="off" values={values} problem={mine} />
        <Field name="phone" label="Phone" type="tel" maxLength={30} autoComplete="off" values={values} problem={mine} />
        <SelectField
          name="truck_id"
          label="Usual truck"
          options={[{ value: "", label: "None" }, ...trucks]}
          values={values}
          problem={mine}
        />
        <Field
          name="licence_until"
          label="License ends"
          hint="The last day that it holds."
          type="date"
          values={values}
          problem={mine}
        />
        <TextareaField
          name="licence_notes"
          label="License notes"
          hint="Class, restrictions, medical card."
          rows={3}
          maxLength={500}
          values={values}
          problem={mine}
        />
        <SubmitButton intent="save">Save</SubmitButton>
      </Form>
    </Panel>
  );
}

/** How they get in, and how that ends. */
export function DriverAccessPanel({ driver, mayEnd, problem }: Props & { mayEnd: boolean }) {
  return (
    <Panel title="Access" id="access">
      <Facts
        rows={[
          ...(driver.phoneText
            ? [["Call", <CallLink key="c" text={driver.phoneText} />] as [ReactNode, ReactNode]]
            : []),
          ["Signs in with", driver.signsInWith],
          ["Last seen", driver.lastSeen === null ? "Never" : <When key="l" at={driver.lastSeen} year />],
        ]}
      />
      {driver.is_active && !mayEnd ? (
        <p className="hint">This driver is an admin: only an admin can sign them out or end their access.</p>
      ) : driver.is_active ? (
        <>
          <Form method="post" className="stack">
            <SubmitButton intent="sign-out" className="button secondary">
              Sign out everywhere
            </SubmitButton>
            <p className="hint">For a lost phone. They may sign in again.</p>
          </Form>
          <details open={of("end", problem) !== undefined}>
            <summary>End access</summary>
            <Form method="post">
              <p>Signed out at once, on every device. What is on their list stays there until you give it to others.</p>
              <Field
                name="why"
                label="Why?"
                aria-required
                maxLength={200}
                autoComplete="off"
                problem={of("end", problem)}
              />
              <SubmitButton intent="end" className="button danger">
                End access
              </SubmitButton>
            </Form>
          </details>
        </>
      ) : (
        <Form method="post" className="stack">
          <SubmitButton intent="back" className="button secondary">
            Let them drive again
          </SubmitButton>
        </Form>
      )}
    </Panel>
  );
}

/** Days in a row are one line. */
function inPeriods(off: DriverFacts["off"]): { from: Day; until: Day; note: string }[] {
  const periods: { from: Day; until: Day; note: string }[] = [];
  for (const { day, note } of off) {
    const last = periods.at(-1);
    if (last && last.note === note && addDays(last.until, 1) === day) last.until = day;
    else periods.push({ from: day, until: day, note });
  }
  return periods;
}

const said = ({ from, until }: { from: Day; until: Day }, thisYear: string | undefined) =>
  from === until ? shortDay(from, thisYear) : `${shortDay(from, thisYear)} to ${shortDay(until, thisYear)}`;

/** When they do not drive; what is planned all the same is named. */
export function DaysOffPanel({ driver, today, problem }: Props & { today: Day }) {
  const thisYear = useContext(ThisYear);
  const mine = of("off", problem);
  return (
    <Panel title="Days off" id="off">
      {driver.off.length === 0 && <p className="empty">None ahead.</p>}
      <ul className="entries">
        {inPeriods(driver.off).map((period) => (
          <li key={period.from}>
            <div>
              {said(period, thisYear)}
              {period.note && <div className="hint">{period.note}</div>}
            </div>
            <Form method="post">
              <input type="hidden" name="from" value={period.from} />
              <input type="hidden" name="until" value={period.until} />
              <SubmitButton intent="on" className="plain-button">
                Take back
              </SubmitButton>
            </Form>
          </li>
        ))}
      </ul>
      {driver.inTheWay.length > 0 && (
        <div className="notice warn">
          <p>Still planned for days off:</p>
          <ul className="lines">
            {driver.inTheWay.map(({ id, kind, day, booking, name }) => (
              <li key={id}>
                <Link to={crmPaths.dispatch(day, id)}>
                  {JOB_KIND[kind]}, {formatDay(day, { short: true })}
                </Link>{" "}
                {booking}, {name}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" className="stack">
        <div className="pair">
          <Field name="from" label="First day" type="date" min={today} values={{ from: "" }} problem={mine} />
          <Field name="until" label="Last day" type="date" min={today} values={{ until: "" }} problem={mine} />
        </div>
        <Field name="note" label="What for? (optional)" maxLength={200} autoComplete="off" problem={mine} />
        {mine?.fields["agreed"] && <Checkbox name="agreed" label="Save them all the same" problem={mine} />}
        <SubmitButton intent="off" className="button secondary">
          Enter days off
        </SubmitButton>
      </Form>
    </Panel>
  );
}
