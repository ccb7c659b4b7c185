import { Form, Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { paths } from "~/paths";
import { CONDITION, knownLoad, LOAD, loadWords, LOCATION } from "~/domain/inventory/yard";
import { formatDay } from "~/domain/kernel/days";
import type { DumpsterRecord } from "~/domain/records/yard.server";
import { UNIT_STATE_OFFICE } from "~/domain/states/labels";
import type { Problem } from "~/http/answers/forms.server";
import { Field, SelectField, SubmitButton } from "../form";
import { Facts, Panel, When } from "./bits";
import { describeWhy } from "~/domain/events/why-words";
import { describeEvent } from "./timeline-words";

interface Props {
  record: DumpsterRecord;
}

export function DumpsterFacts({ record }: Props) {
  const { at, lastDriver, lastPhoto } = record;
  return (
    <Panel title="Now" id="now">
      <Facts
        rows={[
          ["Place", LOCATION[record.location]],
          ["Load", loadWords(record)],
          ["Condition", CONDITION[record.condition]],
          ["Since", <When key="s" at={record.since} year />],
          [
            "Stands at",
            at ? (
              <span key="a">
                <Link to={crmPaths.booking(at.booking, "units")}>{at.booking}</Link>, {at.name}, {at.city}
              </span>
            ) : (
              "No booking has it"
            ),
          ],
          [
            "Last driver",
            lastDriver ? (
              <span key="d">
                <Link to={crmPaths.driver(lastDriver.id)}>{lastDriver.name}</Link>
              </span>
            ) : (
              "Nobody yet"
            ),
          ],
          [
            "Last photo",
            lastPhoto ? (
              <a key="p" href={paths.photo(lastPhoto.capability)}>
                <When at={lastPhoto.at} year />, {lastPhoto.by}
              </a>
            ) : (
              "None yet"
            ),
          ],
        ]}
      />
    </Panel>
  );
}

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Where it is, what is in it, how it is: set by hand, with the reason. */
export function DumpsterForm({ record, seen, problem }: Props & { seen: string; problem?: Problem | null }) {
  const values = { location: record.location, load: knownLoad(record), condition: record.condition };
  return (
    <Panel title="Change" id="change">
      <Form method="post" className="stack">
        <input type="hidden" name="seen" value={seen} />
        <SelectField name="location" label="Place" options={options(LOCATION)} values={values} problem={problem} />
        <SelectField name="load" label="Load" options={options(LOAD)} values={values} problem={problem} />
        <SelectField
          name="condition"
          label="Condition"
          hint="Damaged, out of service and retired ones are promised to nobody, nor are those in the shop or lost."
          options={options(CONDITION)}
          values={values}
          problem={problem}
        />
        <Field name="why" label="Why?" aria-required maxLength={200} autoComplete="off" problem={problem} />
        <SubmitButton intent="change">Save</SubmitButton>
      </Form>
    </Panel>
  );
}

export function DumpsterRentals({ record: { rentals } }: Props) {
  return (
    <Panel title="Rentals" id="rentals">
      {rentals.length === 0 && <p className="empty">Nobody has had it yet.</p>}
      <ul className="entries">
        {rentals.map(({ booking, name, from, until, state }) => (
          <li key={`${booking} ${from}`}>
            <div>
              <Link to={crmPaths.booking(booking, "units")}>{booking}</Link>, {name}
            </div>
            <div className="hint">
              {formatDay(from, { short: true })} to {formatDay(until, { short: true, year: true })} ·{" "}
              {UNIT_STATE_OFFICE[state]}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What an event says on the page of its own dumpster, whose number stands above it. */
function saidOfOwn(words: string, number: string): string {
  const rest = words.replace(`Dumpster ${number}: `, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** What became of it, the newest first. */
export function DumpsterHistory({ record: { number, history } }: Props) {
  return (
    <Panel title="History" id="history">
      {history.length === 0 && <p className="empty">Nothing has happened to it since it was entered.</p>}
      <ol className="entries">
        {history.map((event) => (
          <li key={event.id}>
            <div>
              {saidOfOwn(describeEvent(event), number)}
              {event.booking && (
                <>
                  {" "}
                  · <Link to={crmPaths.booking(event.booking)}>{event.booking}</Link>
                </>
              )}
            </div>
            <div className="hint">
              <When at={event.at} year />, {event.actor_label}
              {event.why && `: ${describeWhy(event.why)}`}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
