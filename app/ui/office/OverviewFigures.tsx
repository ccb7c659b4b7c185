import type { ReactNode } from "react";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import type { Overview } from "~/domain/records/overview.server";
import { crmPaths } from "~/crm-paths";
import { byKey } from "./Keys";

export interface View {
  whose?: string | undefined;
  stops?: string | undefined;
  after?: string | undefined;
  /** Where the page of the stops begins, and whose they are. */
  from?: string | undefined;
  number?: string | undefined;
}

/** The day's figures, each the link to the list that it counts. */
export function OverviewFigures({ figures, money, view }: Pick<Overview, "figures" | "money"> & { view: View }) {
  const stops = (which: string) =>
    crmPaths.overview({ ...view, stops: which, from: undefined, number: undefined }, "stops");
  const { today, month, before } = money;
  return (
    <dl className="figures">
      <Figure label="Money today" to={crmPaths.bookings({ money: today.period })} value={net(today)}>
        {movedWords(today)}
      </Figure>
      <Figure label="This month" to={crmPaths.bookings({ money: month.period })} value={net(month)}>
        <a href={crmPaths.bookings({ money: before.period })}>
          {`${net(before)} last month to ${formatDay(before.to, { short: true }).replace(/^\w+, (\w+) /, "$1\u00A0")}`}
        </a>
      </Figure>
      <Figure label="Deliveries today" to={stops("delivery")} value={parts(figures.deliveries)}>
        done
      </Figure>
      <Figure label="Pickups today" to={stops("pickup")} value={parts(figures.pickups)}>
        done
      </Figure>
      <Figure label="Outstanding" to={stops("outstanding")} value={String(figures.outstanding)}>
        {figures.outstanding > 0 ? "jobs whose day has passed" : "no jobs left from before"}
      </Figure>
      <Figure
        label="To be scheduled"
        to={crmPaths.bookings({ status: "paid_pending_scheduling" })}
        value={String(figures.unscheduled)}
        keys={byKey("s", "Orders to schedule")}
      >
        {figures.unscheduled === 1 ? "paid order" : "paid orders"}
      </Figure>
    </dl>
  );
}

/** Below a sum that may be below 0: "$409.32 came, $50.00 went back", "nothing came, $341.10 went back". */
export function movedWords({ came, went }: { came: number; went: number }): string {
  return went > 0 ? `${came > 0 ? formatCents(came) : "nothing"} came, ${formatCents(went)} went back` : "came in";
}

const net = ({ came, went }: { came: number; went: number }) => formatCents(came - went);
const parts = ({ done, all }: { done: number; all: number }) => `${done} of ${all}`;

function Figure({
  label,
  to,
  value,
  keys,
  children,
}: {
  label: string;
  to: string;
  value: string;
  keys?: ReturnType<typeof byKey>;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <a href={to} {...keys}>
          <b>{value}</b>
        </a>{" "}
        <span className="hint">{children}</span>
      </dd>
    </div>
  );
}
