import { createContext, useContext, type ReactNode } from "react";
import type { Day } from "~/domain/kernel/days";
import { shortDay } from "~/domain/kernel/moments";
import { Numbers } from "./Numbers";
import { formatWhen, isoOf } from "./when";

/** The year that it is, by the server's clock, on the pages of the office: dates of another one are written with theirs. */
export const ThisYear = createContext<string | undefined>(undefined);

export function When({ at, year }: { at: number; year?: boolean }) {
  const thisYear = useContext(ThisYear);
  return <time dateTime={isoOf(at)}>{formatWhen(at, { year, thisYear })}</time>;
}

/** "Tue, Dec 1", with the year where it is not this one. */
export function ShortDay({ day }: { day: Day }) {
  return <time dateTime={day}>{shortDay(day, useContext(ThisYear))}</time>;
}

/** A titled block of the office. */
export function Panel({
  title,
  id,
  count,
  children,
  className = "",
}: {
  title: string;
  id: string;
  count?: number;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={`panel ${className}`.trim()} aria-labelledby={id}>
      <h2 id={id}>
        {title}
        {count !== undefined && <span className="count"> {count}</span>}
      </h2>
      {children}
    </section>
  );
}

/** What is known of something; a number, an hour or a short date in a text is never broken over a line. */
export function Facts({ rows }: { rows: [ReactNode, ReactNode][] }) {
  return (
    <dl className="facts">
      {rows.map(([term, value], index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>{typeof value === "string" ? <Numbers text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "1 try", "2 tries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
