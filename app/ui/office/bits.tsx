import { createContext, useContext, type ReactNode } from "react";
import { type Day } from "~/domain/kernel/days";
import { shortDay } from "~/domain/kernel/moments";
import { withSign } from "~/domain/kernel/text";
import { bookingStatusLabel } from "~/domain/states/labels";
import { formatWhen, isoOf } from "./when";

export const TONES = ["go", "wait", "bad", "done"] as const;
const TONE: Readonly<Record<string, (typeof TONES)[number]>> = {
  quoted: "wait",
  pending_payment: "wait",
  paid_pending_scheduling: "wait",
  pickup_requested: "wait",
  awaiting_settlement: "wait",
  balance_due: "bad",
  confirmed: "go",
  out_for_delivery: "go",
  on_site: "go",
  out_for_pickup: "go",
  delivery_failed: "bad",
  pickup_failed: "bad",
  completed: "done",
  cancelled: "done",
  expired: "done",
};

/** How a status looks: colour only helps. */
export function toneOf(status: string): (typeof TONES)[number] {
  return TONE[status] ?? "wait";
}

/** A booking's status: always a word, the colour only helps. */
export function StatusTag({ status, onHold }: { status: string; onHold?: string | null }) {
  return (
    <span className="states">
      <span className={`state ${toneOf(status)}`}>{bookingStatusLabel(status)}</span>
      {onHold && <span className="state bad">On hold</span>}
    </span>
  );
}

/** "1 × 20 yd (Roofing)": an order in a list, where all are dumpsters. */
export function shortItems(items: string): string {
  return withSign(items).replaceAll("-yard dumpster", " yd");
}

/** What was ordered, as it was signed, and how much of it is cancelled by now. `units`: how many, `states`: of each. */
export function OrderedWords({ items, units, states }: { items: string; units: number; states: readonly string[] }) {
  const cancelled = states.filter((state) => state === "cancelled").length;
  return (
    <>
      {withSign(items)}
      <b>{cancelledWords({ units, cancelled })}</b>
    </>
  );
}

/** "; 1 of 3 is cancelled": what was ordered stays written as it was signed. Nothing when none or all are. */
export function cancelledWords({ units, cancelled }: { units: number; cancelled: number }): string {
  return cancelled === 0 || cancelled >= units
    ? ""
    : `; ${cancelled} of ${units} ${cancelled === 1 ? "is" : "are"} cancelled`;
}

/** The year that it is, by the server's clock, on the pages of the office: dates of another one are written with theirs. */
export const ThisYear = createContext<string | undefined>(undefined);

export function When({ at, year }: { at: number; year?: boolean }) {
  const thisYear = useContext(ThisYear);
  return <time dateTime={isoOf(at)}>{formatWhen(at, { year, thisYear })}</time>;
}

/** "Tue, Dec 1", with the year where it is not this one. */
export function ShortDay({ day }: { day: Day }) {
  return <>{shortDay(day, useContext(ThisYear))}</>;
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

export function Facts({ rows }: { rows: [ReactNode, ReactNode][] }) {
  return (
    <dl className="facts">
      {rows.map(([term, value], index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** "1 try", "2 tries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
