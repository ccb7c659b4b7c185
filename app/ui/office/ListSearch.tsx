import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** The search above a list of the office: what was typed stands in the list's address. `children`: further filters. */
export function ListSearch({
  label,
  search,
  showAll,
  children,
}: {
  label: string;
  search: string;
  /** The list's address without a filter; null where there is none. */
  showAll: string | null;
  children?: ReactNode;
}) {
  return (
    <Form method="get" role="search" aria-label="This list" className="filters">
      <div>
        <label htmlFor="q">{label}</label>
        <input
          id="q"
          name="q"
          accessKey="3"
          type="search"
          className="input"
          defaultValue={search}
          maxLength={100}
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      {children}
      <button className="button secondary">Search</button>
      {showAll && <Link to={showAll}>Show all</Link>}
    </Form>
  );
}
