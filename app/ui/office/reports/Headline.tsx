import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { crmPaths } from "~/crm-paths";
import { formatCents } from "~/domain/kernel/money";
import { spanWords, type ReportPeriod } from "~/domain/reports/period";
import type { Reports } from "~/domain/reports/reports.server";
import { cellText, percentText, share } from "~/domain/reports/tables";
import { plural } from "../bits";
import { movedWords } from "../OverviewFigures";

/** The month in ten figures, each the link to the rows that it counts. */
export function Headline({ reports, period }: { reports: Reports; period: ReportPeriod }) {
  const { revenue, money, orders, fleet, trips, late, tickets, leads, cancellations } = reports;
  const rows = (figure: string) => crmPaths.reportRows({ figure, from: period.from, to: period.to });
  const sum = (of: (size: Reports["fleet"]["sizes"][number]) => number) =>
    fleet.sizes.reduce((all, one) => all + of(one), 0);
  const [out, of, collected, hours, owned] = [
    sum((one) => one.out),
    sum((one) => one.of),
    sum((one) => one.collected),
    sum((one) => one.hours),
    sum((one) => one.owned),
  ];
  const inUse = share(out, of);
  const turns = share(collected, fleet.days.length > 0 ? of / fleet.days.length : 0);
  const [asked, booked] = [
    leads.reduce((all, { n }) => all + n, 0),
    leads.reduce((all, { amount }) => all + amount, 0),
  ];
  const [cancelled, fees] = [
    cancellations.reduce((all, { n }) => all + n, 0),
    cancellations.reduce((all, { amount }) => all + amount, 0),
  ];
  return (
    <dl className="figures report-figures">
      <Figure label="Revenue before tax" to={rows("revenue")} value={formatCents(revenue.net)}>
        {spanWords(period.before) !== spanWords(period.year) && (
          <>
            <Beside now={revenue.net} then={revenue.before} when={spanWords(period.before)} />
            <br />
          </>
        )}
        <Beside now={revenue.net} then={revenue.year} when={spanWords(period.year)} />
      </Figure>
      <Figure label="Orders" to={rows("order")} value={counted(orders.n)}>
        {orders.n > 0 ? `${formatCents(Math.round(orders.amount / orders.n))} each, with tax` : "none booked"}
        <br />
        {counted(orders.before.n)} in {spanWords(period.before)}
      </Figure>
      <Figure
        label="Money in"
        to={crmPaths.bookings({ money: money.period })}
        value={formatCents(money.came - money.went)}
      >
        {movedWords(money)}
        <br />
        <Link to={crmPaths.owed}>Owed on account</Link>
      </Figure>
      <Figure label="Dumpsters in use" to="#report-sizes" value={inUse === null ? "–" : percentText(inUse)}>
        {counted(out)} of {counted(of)} days, {plural(owned, "dumpster")}
      </Figure>
      <Figure
        label="Days at a site"
        to={rows("collected")}
        value={collected > 0 ? (hours / 24 / collected).toFixed(1) : "–"}
      >
        {counted(collected)} collected, {turns === null ? "–" : turns.toFixed(2)} turns for each
      </Figure>
      <Figure label="Dry runs" to={rows("dry_run")} value={`${counted(trips.wrong)} of ${counted(trips.all)}`}>
        <RateOf {...trips} to={rows("trip")} what="trips" />
      </Figure>
      <Figure label="Came late" to={rows("late")} value={`${counted(late.wrong)} of ${counted(late.all)}`}>
        <RateOf {...late} to={rows("arrival")} what="arrivals" />
        {late.open !== null && late.open > 0 && (
          <>
            <br />
            <Link to={crmPaths.overview({ stops: "outstanding" }, "stops")}>{plural(late.open, "job")} still open</Link>
          </>
        )}
      </Figure>
      <Figure label="Heavy loads not charged" to={rows("unbilled")} value={counted(tickets.unbilled)}>
        {tickets.unbilled > 0 && `worth ${formatCents(tickets.worth)} today, `}
        of <Link to={rows("ticket")}>{plural(tickets.weighed, "load")}</Link> weighed
      </Figure>
      <Figure label="Leads booked" to={rows("lead")} value={`${counted(booked)} of ${counted(asked)}`}>
        {asked > 0 ? percentText(booked / asked) : "no leads"}
      </Figure>
      <Figure label="Cancellations" to={rows("cancellation")} value={counted(cancelled)}>
        {cancelled > 0 ? `${formatCents(fees)} in fees` : "none"}
      </Figure>
    </dl>
  );
}

const counted = (count: number) => cellText("count", count);
/** "4% of the trips": the whole has rows of its own. */
function RateOf({ all, wrong, what, to }: { all: number; wrong: number; what: string; to: string }) {
  if (all === 0) return <>no {what}</>;
  return (
    <>
      {percentText(wrong / all)} of <Link to={to}>the {what}</Link>
    </>
  );
}

/** From here on a percentage says less than the number beside it. */
const MOST_CHANGE = 10;

/** "+12% on $1,200.00, October 2026". */
function Beside({ now, then, when }: { now: number; then: number; when: string }) {
  if (then <= 0) return <>nothing in {when}</>;
  const change = now / then - 1;
  if (change > MOST_CHANGE)
    return (
      <>
        {formatCents(then)} in {when}
      </>
    );
  const words = `${change < 0 ? "−" : "+"}${percentText(Math.abs(change))}`;
  return (
    <>
      <b className={change < 0 ? "down" : "up"}>{words}</b> on {formatCents(then)},{" "}
      <span className="inline-block">{when}</span>
    </>
  );
}

function Figure({ label, to, value, children }: { label: string; to: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {to.startsWith("#") ? (
          <a href={to}>
            <b>{value}</b>
          </a>
        ) : (
          <Link to={to}>
            <b>{value}</b>
          </Link>
        )}{" "}
        <span className="hint">{children}</span>
      </dd>
    </div>
  );
}
