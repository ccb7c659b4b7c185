import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { Locks } from "~/domain/changes/closure-locks.server";
import type { PlannedOn } from "~/domain/dispatch/planned-on.server";
import { formatDay, type Day } from "~/domain/kernel/days";
import { endedSentence } from "~/domain/settings/ended-sentence";
import { crmPaths } from "~/crm-paths";
import { Facts, Panel, plural } from "./bits";

interface Group {
  id: string;
  title: string;
  /** What it is called, and its value in words. */
  rows: [string, string][];
}

/** Each group's values, with the way to its form for whoever may change it. */
export function GroupPanels({ groups, address }: { groups: Group[]; address: (id: string) => string | null }) {
  return groups.map(({ id, title, rows }) => {
    const to = address(id);
    return (
      <Panel key={id} title={title} id={id} className="values">
        <Facts rows={rows.map(([name, words]) => [name, <Value key={name} words={words} />])} />
        {to && (
          <Link className="button secondary" to={to}>
            Change<span className="unseen"> {title}</span>
          </Link>
        )}
      </Panel>
    );
  });
}

const OF_YEAR = /^(.+), (\d{4})$/;

/** A value in words; where it is days of years, a line for each year, found at a glance. */
function Value({ words }: { words: string }) {
  const days = words.split("; ").map((day) => OF_YEAR.exec(day));
  if (!words.includes("; ") || days.includes(null)) return words;
  const years = new Map<string, string[]>();
  for (const [, day = "", year = ""] of days.filter((day) => day !== null))
    years.set(year, [...(years.get(year) ?? []), day]);
  return [...years].map(([year, of]) => (
    <div key={year}>
      <b>{year}:</b>
      {of.map((day, i) => (
        <Fragment key={day}>
          {" "}
          <span className="inline-block">{i < of.length - 1 ? `${day};` : day}</span>
        </Fragment>
      ))}
    </div>
  ));
}

/** After saving: what was saved. */
export function SavedNotice({ groups, saved, from }: { groups: Group[]; saved: string | null; from?: Day | null }) {
  const group = groups.find(({ id }) => id === saved);
  return group ? (
    <p className="notice good" role="status">
      {group.title}: {from ? `planned for ${formatDay(from, { year: true })}` : "saved"}.
    </p>
  ) : null;
}

export interface ClosedDay {
  day: Day;
  /** As people read it. */
  on: string;
  /** Null where no truck is planned. */
  stops: Omit<PlannedOn, "day"> | null;
  /** The numbers of the office's orders that nobody has paid yet. */
  prepared: string[];
}

/** What stays planned on days that were closed just now, and what was prepared for them: nobody is told by closing them. */
export function ClosedDays({ days }: { days: readonly ClosedDay[] }) {
  const isPrepared = days.some(({ prepared }) => prepared.length > 0);
  return (
    <div className="notice" role="status">
      <p>
        Closed now, and planned already. Stops stay until you give them another day
        {isPrepared && "; prepared orders can be neither signed nor paid until their day is another one"}. Each is a
        task on the Overview a week before, until it has another day.
      </p>
      <ul>
        {days.map(({ day, on, stops, prepared }) => (
          <li key={day}>
            {on}: {stops && <Link to={crmPaths.dispatch(day)}>{saidCounts(stops)}</Link>}
            {stops && " ("}
            {stops && <Link to={crmPaths.closeDay({ day })}>move all of it and tell the customers</Link>}
            {stops && ")"}
            {stops && prepared.length > 0 && ", "}
            {prepared.length > 0 && <PreparedNumbers numbers={prepared} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface OpenedDay {
  day: Day;
  /** As people read it. */
  on: string;
  /** What Dispatch holds closed of it all the same. */
  held: Locks["dispatch"];
}

const STAYS = { day: "stays closed", morning: "the morning stays closed", afternoon: "the afternoon stays closed" };

/** The days that were opened just now: trucks go out on them again, but where the other lock holds. */
export function OpenedDays({ days }: { days: readonly OpenedDay[] }) {
  return (
    <div className="notice" role="status">
      <p>Not among the closed days any more:</p>
      <ul>
        {days.map(({ day, on, held }) => (
          <li key={day}>
            {on}: {held ? `${STAYS[held.part]}. Dispatch closed it: ${endedSentence(held.reason)} ` : "open"}
            {held && <Link to={crmPaths.closeDay({ day })}>Open it there</Link>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "2 prepared orders: DMP-2026-000031, DMP-2026-000032", each with the way to it. */
export function PreparedNumbers({ numbers }: { numbers: readonly string[] }) {
  return (
    <>
      {plural(numbers.length, "prepared order")}:{" "}
      {numbers.map((number, i) => (
        <Fragment key={number}>
          {i > 0 && ", "}
          <Link className="num" to={crmPaths.prepared(number)}>
            {number}
          </Link>
        </Fragment>
      ))}
    </>
  );
}

/** "2 deliveries, 1 pickup": what there is none of is not said. */
function saidCounts({ deliveries, pickups, others }: Omit<PlannedOn, "day">): string {
  return [
    deliveries > 0 && plural(deliveries, "delivery", "deliveries"),
    pickups > 0 && plural(pickups, "pickup"),
    others > 0 && plural(others, "other stop"),
  ]
    .filter(Boolean)
    .join(", ");
}
