import { Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { dateWords, monthMark, monthWords, spanWords, type ReportPeriod } from "~/domain/reports/period";
import { percentText, share } from "~/domain/reports/tables";
import { Bars, Nights, Share, type Bar } from "./Bars";
import { ReportPanel, rowsPath, type Told } from "./ReportPanel";

/** The pictures of the reports, the money first. */
export function ReportsBody({ told, period }: { told: Told; period: ReportPeriod }) {
  return (
    <>
      <div className="two report-top">
        <DaysOfRevenue told={told} period={period} />
        <KindsOfRevenue told={told} />
      </div>
      <div className="report-rooms">
        <Fleet told={told} />
        <MonthsOfRevenue told={told} />
        <ReportPanel id="trips" told={told} whole />
        <ReportPanel id="late" told={told} whole />
        <ReportPanel id="leads" told={told} whole />
        <ReportPanel id="orders" told={told} whole />
        <ReportPanel id="places" told={told} whole>
          <PlacesNote told={told} />
        </ReportPanel>
        <ReportPanel id="tickets" told={told} whole />
        <ReportPanel id="cancellations" told={told} whole />
      </div>
    </>
  );
}

/** At most this many bars stand beside each other: days, or weeks where there are more. */
const MOST_BARS = 62;

function DaysOfRevenue({ told, period }: { told: Told; period: ReportPeriod }) {
  const { days, net } = told.reports.revenue;
  const step = days.length > MOST_BARS ? 7 : 1;
  const bars = Array.from({ length: Math.ceil(days.length / step) }, (_, i): Bar => {
    const some = days.slice(i * step, (i + 1) * step);
    const [value, then] = [
      some.reduce((all, { amount }) => all + amount, 0),
      some.reduce((all, { before }) => all + before, 0),
    ];
    const first = some[0]?.day;
    const name = first ? `${step > 1 ? "The week from " : ""}${formatDay(first, { short: true })}` : "";
    return { label: `${name}: ${formatCents(value)}, before ${formatCents(then)}`, value, then };
  });
  const best = days.reduce<(typeof days)[number] | undefined>((a, b) => (a && a.amount >= b.amount ? a : b), undefined);
  return (
    <ReportPanel id="revenue" told={told}>
      <Bars
        bars={bars}
        say={`Bars: revenue by ${step > 1 ? "week" : "day"}, ${formatCents(net)} in all${best && best.amount > 0 ? `; the best day was ${formatDay(best.day)} with ${formatCents(best.amount)}` : ""}. The figures stand below.`}
        most={formatCents(Math.max(0, ...bars.flatMap(({ value, then = 0 }) => [value, then])))}
        axis={axisOf(days.map(({ day }) => day))}
      />
      <p className="hint">
        Bars: {step > 1 ? "each week" : "each day"} of this time. Lines: {spanWords(period.before)}.
      </p>
    </ReportPanel>
  );
}

/** From so many days on half a day is too little to be seen. */
const MANY_DAYS = 21;

/**
 * Up to five dates along the line, the first and the last among them. They stand at even distances: of few days only
 * those that are so far from each other, or a date stood under another day's bar.
 */
export function axisOf(days: readonly Parameters<typeof dateWords>[0][]): string[] {
  const last = days.length - 1;
  if (last < 1) return days.map((on) => dateWords(on));
  const parts = [4, 3, 2].find((count) => last % count === 0) ?? (last < MANY_DAYS ? 1 : 4);
  const places = Array.from({ length: parts + 1 }, (_, i) => Math.round((i / parts) * last));
  return places.flatMap((place) => (days[place] ? [dateWords(days[place])] : []));
}

function KindsOfRevenue({ told }: { told: Told }) {
  const { kinds, tax } = told.reports.revenue;
  const most = Math.max(0, ...kinds.map(({ amount }) => amount));
  return (
    <ReportPanel id="kinds" told={told}>
      {kinds.length === 0 ? (
        <p className="empty">Nothing was charged in this time.</p>
      ) : (
        <ul className="report-kinds">
          {kinds.map(({ key, label, amount }) => (
            <li key={key}>
              <Link to={rowsPath({ figure: "revenue", key }, told.span)}>{label}</Link>
              <b className="money">{formatCents(amount)}</b>
              <Share value={amount} of={most} />
            </li>
          ))}
        </ul>
      )}
      <p className="hint">{formatCents(tax)} of tax besides.</p>
    </ReportPanel>
  );
}

function Fleet({ told }: { told: Told }) {
  const { sizes } = told.reports.fleet;
  return (
    <ReportPanel id="sizes" told={told} also={["nights"]}>
      {sizes.length === 0 ? (
        <p className="empty">There are no dumpsters yet.</p>
      ) : (
        <ul className="report-sizes">
          {sizes.map(({ size, owned, out, of, nights }) => (
            <li key={size}>
              <b>{size} yards</b>
              <span className="money">{percentText(share(out, of) ?? 0)}</span>
              <Nights nights={nights} owned={owned} />
            </li>
          ))}
        </ul>
      )}
      <p className="hint">How many stood at customers when each day ended; the line is how many there are.</p>
    </ReportPanel>
  );
}

function MonthsOfRevenue({ told }: { told: Told }) {
  const { months } = told.reports;
  const bars = months.map(({ month, amount, isRunning }): Bar => ({
    label: `${monthWords(month)}: ${formatCents(amount)}${isRunning ? " so far" : ""}`,
    value: amount,
    tone: isRunning ? "soft" : "now",
  }));
  return (
    <ReportPanel id="months" told={told}>
      <Bars
        bars={bars}
        say={`Bars: revenue of ${months.length} months. The figures stand below.`}
        most={formatCents(Math.max(0, ...months.map(({ amount }) => amount)))}
        axis={months.filter((_, i) => i % 3 === 0).map(({ month }) => monthMark(month))}
      />
      <p className="hint">
        {months.slice(-3).map(({ month }, i) => (
          <span key={month}>
            {i > 0 && " · "}
            <Link to={crmPaths.reports({ month })}>{monthWords(month)}</Link>
          </span>
        ))}
      </p>
    </ReportPanel>
  );
}

function PlacesNote({ told: { reports, span } }: { told: Told }) {
  const { zips, top } = reports.places;
  return zips > top.length ? (
    <p className="hint">
      The {top.length} ZIPs with the most orders, of {zips}.{" "}
      <Link to={rowsPath({ figure: "order_zip" }, span)}>All orders</Link>
    </p>
  ) : null;
}
