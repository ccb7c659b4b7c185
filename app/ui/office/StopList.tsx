import { Form } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import type { Overview } from "~/domain/records/overview.server";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/job-labels";
import { crmPaths } from "~/crm-paths";
import { Panel } from "./bits";
import type { View } from "./OverviewFigures";

const TITLE: Readonly<Record<Overview["stops"]["which"], string>> = {
  today: "Today’s stops",
  delivery: "Deliveries today",
  pickup: "Pickups today",
  outstanding: "Outstanding jobs",
};
const NONE: Readonly<Record<Overview["stops"]["which"], string>> = {
  today: "No truck goes out today.",
  delivery: "No delivery today.",
  pickup: "No pickup today.",
  outstanding: "Every job of the days before is done.",
};

/** So many are looked over without a search. */
const AT_A_GLANCE = 10;

/** Where the trucks go, what is still to do first; by the address only a kind of them, or what is left of former days. */
export function StopList({ which, rows, all, next, number, isFurther, view }: Overview["stops"] & { view: View }) {
  const { number: _number, from: _from, ...kept } = view;
  const first = crmPaths.overview(kept, "stops");
  return (
    <Panel title={TITLE[which]} id="stops" count={all}>
      {which !== "today" && (
        <p>
          <a href={crmPaths.overview({ ...kept, stops: undefined }, "stops")}>All of today’s stops</a>
        </p>
      )}
      {(all > AT_A_GLANCE || number !== "") && (
        <Form method="get" action={crmPaths.overview({}, "stops")} role="search" className="filters" key={number}>
          {Object.entries(kept).map(
            ([name, value]) => value && <input key={name} type="hidden" {...{ name, value }} />,
          )}
          <div>
            <label htmlFor="stop-number">Booking number</label>
            <input
              id="stop-number"
              name="number"
              type="search"
              className="input"
              defaultValue={number}
              maxLength={20}
              autoCapitalize="characters"
              spellCheck={false}
            />
          </div>
          <button className="button secondary">Find</button>
          {number && <a href={first}>Show all</a>}
        </Form>
      )}
      {rows.length === 0 && <p className="empty">{number ? `No stop of booking ${number} is here.` : NONE[which]}</p>}
      <ul className="entries">
        {rows.map((stop) => (
          <li key={stop.id}>
            <div>
              <a href={crmPaths.booking(stop.number, "units")} className="strong">
                {`${JOB_KIND[stop.kind]}: ${stop.name}`}
              </a>
              <div className="hint">
                {stop.address}
                <br />
                {`${which === "outstanding" ? formatDay(stop.day, { short: true }) : deliveryTimeLabel(stop.window)} · ${stop.driver ?? "no driver"}`}
              </div>
            </div>
            {stop.ended && <b className="bad">Late: promised by {stop.ended}</b>}
            <span className={`state ${stop.isDone ? "done" : stop.late > 0 ? "bad" : stop.driver ? "go" : "wait"}`}>
              {JOB_STATE[stop.state]}
            </span>
          </li>
        ))}
      </ul>
      {(isFurther || next) && (
        <nav className="pager" aria-label="Pages of stops">
          {isFurther && <a href={first}>First stops</a>}{" "}
          {next && (
            <a href={crmPaths.overview({ ...kept, from: next, number: number || undefined }, "stops")}>
              {`More of all ${all} stops`}
            </a>
          )}
        </nav>
      )}
    </Panel>
  );
}
