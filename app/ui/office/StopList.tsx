import { Link } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import type { Overview } from "~/domain/records/overview.server";
import { deliveryTimeLabel } from "~/domain/schedule/rules";
import { JOB_KIND, JOB_STATE } from "~/domain/states/labels";
import { paths } from "~/paths";
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

/** Where the trucks go, what is still to do first; by the address only a kind of them, or what is left of former days. */
export function StopList({ which, rows, view }: Overview["stops"] & { view: View }) {
  return (
    <Panel title={TITLE[which]} id="stops" count={rows.length}>
      {which !== "today" && (
        <p>
          <Link to={paths.crm.overview({ ...view, stops: undefined }, "stops")}>All of today’s stops</Link>
        </p>
      )}
      {rows.length === 0 && <p className="empty">{NONE[which]}</p>}
      <ul className="entries">
        {rows.map((stop) => (
          <li key={stop.id}>
            <div>
              <Link to={paths.crm.booking(stop.number, "units")} className="strong">
                {JOB_KIND[stop.kind]}: {stop.name}
              </Link>
              <div className="hint">
                {stop.address}
                <br />
                {which === "outstanding" ? formatDay(stop.day, { short: true }) : deliveryTimeLabel(stop.window)} ·{" "}
                {stop.driver ?? "no driver"}
              </div>
            </div>
            <span className={`state ${stop.isDone ? "done" : stop.late > 0 ? "bad" : stop.driver ? "go" : "wait"}`}>
              {JOB_STATE[stop.state]}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
