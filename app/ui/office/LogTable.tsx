import { Form, Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { DayFilter } from "./DayFilter";
import type { ShownLine } from "./log-lines";
import { useFollow } from "./use-follow";

const TONE: Readonly<Record<string, string>> = { ERROR: "bad", WARN: "wait", INFO: "done" };

/**
 * Lines of the system log, newest first; each leads to all its fields. Plain rows of texts, which the browser reads back
 * (log-lines.ts).
 */
export function LogTable({ lines }: { lines: readonly ShownLine[] }) {
  const follow = useFollow();
  return (
    <table className="list log" onClick={follow}>
      <caption className="unseen">The log, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Module, action</th>
          <th scope="col">Level</th>
          <th scope="col">Message</th>
          <th scope="col">Booking</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">
              <a href={crmPaths.logs({ line: line.id })}>{line.when}</a>
            </th>
            <td>{line.what}</td>
            <td>
              <span className={`state ${TONE[line.level]}`}>{line.level}</span>
            </td>
            <td>
              <bdi>{line.message}</bdi>
            </td>
            <td>{line.bookingId && <a href={crmPaths.logs({ booking: line.bookingId })}>its lines</a>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Filter {
  level: string;
  module: string;
  text: string;
  booking: string;
  day: string;
}

/** What the log is searched by; all of it lives in the address. */
export function LogFilters({
  filter,
  dayIsWrong,
  modules,
}: {
  filter: Filter;
  dayIsWrong: boolean;
  modules: readonly string[];
}) {
  const filtered = Object.values(filter).some((value) => value !== "");
  return (
    <Form method="get" role="search" className="filters" key={JSON.stringify(filter)}>
      <div>
        <label htmlFor="level">Level</label>
        <select id="level" name="level" className="input" defaultValue={filter.level}>
          <option value="">All</option>
          <option>ERROR</option>
          <option>WARN</option>
          <option>INFO</option>
        </select>
      </div>
      <div>
        <label htmlFor="module">Module</label>
        <select id="module" name="module" className="input" defaultValue={filter.module}>
          <option value="">All</option>
          {modules.map((module) => (
            <option key={module}>{module}</option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="text">Text</label>
        <input
          id="text"
          name="text"
          type="search"
          accessKey="3"
          className="input"
          defaultValue={filter.text}
          maxLength={100}
        />
      </div>
      <div>
        <label htmlFor="booking">Booking</label>
        <input id="booking" name="booking" className="input" defaultValue={filter.booking} maxLength={60} />
      </div>
      <DayFilter label="Day" value={filter.day} shown={dayIsWrong ? "Nothing is shown." : null} />
      <button className="button secondary">Search</button>
      {filtered && <Link to={crmPaths.tab("logs")}>Show all</Link>}
    </Form>
  );
}
