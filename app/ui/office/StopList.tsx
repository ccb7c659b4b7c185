import { Form } from "@remix-run/react";
import type { Locks } from "~/domain/changes/closure-locks.server";
import type { Day } from "~/domain/kernel/days";
import type { Overview } from "~/domain/records/overview.server";
import { crmPaths } from "~/crm-paths";
import { endedSentence } from "~/domain/settings/ended-sentence";
import { Panel } from "./bits";
import type { View } from "./OverviewFigures";
import type { StopLine } from "./stop-lines";

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

/** That today is closed, and why; a weekday on which no truck goes out in any week needs no word. */
export function closedWords({ settings, dispatch }: Locks): string | null {
  if (settings === "listed") return "Today is a closed day: it is one of the “Closed days” in Settings.";
  if (!dispatch) return null;
  return `${dispatch.part === "day" ? "Today is a closed day" : `This ${dispatch.part} is closed`}: ${endedSentence(dispatch.reason)}`;
}

/** So many are looked over without a search. */
const AT_A_GLANCE = 10;

/**
 * Where the trucks go, what is still to do first; by the address only a kind of them, or what is left of former days. Plain
 * entries of texts, which the browser reads back (stop-lines.ts).
 */
export function StopList({
  which,
  rows,
  all,
  next,
  number,
  isFurther,
  view,
  closed,
  today,
}: Omit<Overview["stops"], "rows"> & {
  rows: readonly StopLine[];
  view: View;
  /** What `closedWords` says of today. */
  closed: string | null;
  today: Day;
}) {
  const { number: _number, from: _from, ...kept } = view;
  const first = crmPaths.overview(kept, "stops");
  return (
    <Panel title={TITLE[which]} id="stops" count={all}>
      {which !== "outstanding" && closed && (
        <p className="notice warn">
          {`${closed} `}
          <a href={crmPaths.closeDay({ day: today })}>See it</a>
        </p>
      )}
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
        {rows.map((stop, i) => (
          <li key={i}>
            <div>
              <a href={crmPaths.booking(stop.number, "units")}>{stop.what}</a>
              <div className="hint">
                {stop.address}
                <br />
                {stop.when}
              </div>
            </div>
            {stop.late && <b className="bad">{stop.late}</b>}
            <span className={`state ${stop.tone}`}>{stop.state}</span>
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
