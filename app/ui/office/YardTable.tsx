import { Form, Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { CONDITION, LOAD, LOCATION, LOCATIONS, type Location, type Shortage } from "~/domain/inventory/yard";
import { formatDay } from "~/domain/kernel/days";
import type { DumpsterRow, YardFilter } from "~/domain/records/yard.server";
import { useFollow } from "./use-follow";
import { toneOf, type YardLine } from "./yard-lines";

/** How a dumpster is, where that is not as it should be; a word first, the colour only helps. */
export function ConditionTag({ condition }: Pick<DumpsterRow, "condition">) {
  if (condition === "ok") return null;
  return <span className={`state ${toneOf(condition)}`}>{CONDITION[condition]}</span>;
}

/**
 * A list of dumpsters: a table where there is room, cards on a phone. Plain rows of texts, which the browser reads back
 * (yard-lines.ts).
 */
export function YardTable({ rows }: { rows: readonly YardLine[] }) {
  const follow = useFollow();
  return (
    <table className="list yard-list" onClick={follow}>
      <caption className="unseen">Dumpsters by number</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Size</th>
          <th scope="col">Place</th>
          <th scope="col">Load</th>
          <th scope="col">Stands at</th>
          <th scope="col">Since</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">
              <a href={crmPaths.dumpster(row.number)}>{row.number}</a>
              {row.condition && (
                <>
                  {" "}
                  <b className={`state ${row.tone}`}>{row.condition}</b>
                </>
              )}
            </th>
            <td>{row.size}</td>
            <td>{row.isLost ? <b className="state bad">{row.place}</b> : row.place}</td>
            <td>{row.load}</td>
            <td>
              {row.booking && (
                <>
                  <a href={crmPaths.booking(row.booking, "units")}>{row.booking}</a> <span>{row.who}</span>
                </>
              )}
            </td>
            <td>{row.since}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where the dumpsters of each size are, as a small table; each figure leads to its list. */
export function PlaceTable({
  sizes,
  places,
}: {
  sizes: number[];
  places: { size: number; location: Location; count: number }[];
}) {
  const follow = useFollow();
  const count = (size: number, location: Location) =>
    places.find((one) => one.size === size && one.location === location)?.count ?? 0;
  const shown = LOCATIONS.filter((location) => places.some((one) => one.location === location));
  if (shown.length === 0) return null;
  return (
    <div className="sideways apart" onClick={follow}>
      <table className="figures-table">
        <caption className="unseen">Dumpsters by size and place</caption>
        <thead>
          <tr>
            <th scope="col">Size</th>
            {shown.map((location) => (
              <th scope="col" key={location}>
                {LOCATION[location]}
              </th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => (
            <tr key={size}>
              <th scope="row">
                <a href={crmPaths.inventory({ size: String(size) })}>{`${size} yards`}</a>
              </th>
              {shown.map((location) => (
                <td key={location}>
                  {count(size, location) > 0 ? (
                    <a href={crmPaths.inventory({ size: String(size), location })}>{count(size, location)}</a>
                  ) : (
                    <span className="soft">0</span>
                  )}
                </td>
              ))}
              <td>
                <b>{shown.reduce((sum, location) => sum + count(size, location), 0)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ShortageNotice({ shortages }: { shortages: Shortage[] }) {
  if (shortages.length === 0) return null;
  return (
    <div className="notice warn apart">
      {shortages.map(({ size, day, missing, bookings, later }) => (
        <p key={size}>
          {missing === 1 ? "One" : missing} {size}-yard {missing === 1 ? "dumpster is" : "dumpsters are"} missing on{" "}
          {formatDay(day)}. <Named words="Still to be delivered by then" bookings={bookings} />
          {later && <Named words={`Too few also for what comes until ${formatDay(later.until)}`} {...later} />}
        </p>
      ))}
    </div>
  );
}

function Named({ words, bookings }: { words: string; bookings: readonly string[] }) {
  if (bookings.length === 0) return null;
  return (
    <>
      {words}:{" "}
      {bookings.map((number, i) => (
        <span key={number}>
          {i > 0 && ", "}
          <Link to={crmPaths.booking(number, "units")} className="num">
            {number}
          </Link>
        </span>
      ))}
      .{" "}
    </>
  );
}

const some = (all: string, words: Readonly<Record<string, string>>) => [["", all], ...Object.entries(words)] as const;

/** What the list is narrowed to; it stands in the address. */
export function YardFilters({
  filter,
  sizes,
  isFiltered,
}: {
  filter: YardFilter;
  sizes: number[];
  isFiltered: boolean;
}) {
  const selects = [
    ["size", "Size", some("All", Object.fromEntries(sizes.map((size) => [String(size), `${size} yards`])))],
    ["location", "Place", some("All", LOCATION)],
    ["load", "Load", some("All", LOAD)],
    ["condition", "Condition", some("All but retired", CONDITION)],
  ] as const;
  return (
    <Form method="get" role="search" aria-label="This list" className="filters yard-filters">
      <div>
        <label htmlFor="q">Number</label>
        <input id="q" name="q" type="search" className="input" defaultValue={filter.q} maxLength={20} />
      </div>
      {selects.map(([name, label, options]) => (
        <div key={name}>
          <label htmlFor={name}>{label}</label>
          <select id={name} name={name} className="input" defaultValue={String(filter[name] ?? "")}>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </div>
      ))}
      <button className="button secondary">Show</button>
      {isFiltered && <Link to={crmPaths.inventory()}>Show all</Link>}
    </Form>
  );
}
