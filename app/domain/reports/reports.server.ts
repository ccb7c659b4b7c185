import { inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { zipCodes } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { moneyOf, writePeriod } from "../payments/money.server";
import { countStops } from "../records/stops.server";
import type { Settings } from "../settings/schema";
import { readFleet } from "./fleet.server";
import { wordsOf, type Figure } from "./figures";
import type { ReportPeriod, Span } from "./period";
import { firstOfMonthNumber, monthNumber } from "./pieces.server";
import { amountsOfMonths, NOTHING, sumBy, sumDays, sumOf, total, type Sum, type Sums } from "./sums.server";

/** How many ZIPs are named; how many months stand beside the one that is looked at. */
const MOST_ZIPS = 8;
const MONTHS = 13;

/** The sums of a key, with its words. */
export interface Part extends Sum {
  key: string;
  label: string;
}

function partsOf(figure: Figure, sums: Sums, keys: Iterable<string> = sums.keys()): Part[] {
  return [...new Set(keys)].map((key) => ({ key, label: wordsOf(figure).key(key), ...(sums.get(key) ?? NOTHING) }));
}

/**
 * Everything of the reports' page for a time, from the sums alone: it costs the same however much has happened. Amounts in
 * cents. Of a time that is running, what stands beside it ends with the same day.
 */
export function readReports(orm: Orm, settings: Settings, period: ReportPeriod, today: Day) {
  // Nothing has happened on days to come.
  const span: Span = { from: period.from, to: period.isRunning ? today : period.to };
  return {
    span,
    money: { ...moneyOf(orm, span), period: writePeriod(span) },
    revenue: readRevenue(orm, span, period),
    months: readMonths(orm, span.to, today),
    orders: readOrders(orm, span, period),
    fleet: readFleet(orm, span),
    trips: readPairs(orm, span, "trip", "dry_run"),
    late: {
      ...readPairs(orm, span, "arrival", "late"),
      open: period.isRunning ? countStops(orm, today, "outstanding").all : null,
    },
    tickets: readTickets(orm, settings, span),
    leads: partsOf("lead", sumBy(orm, "lead", span)).sort((a, b) => b.n - a.n),
    cancellations: partsOf("cancellation", sumBy(orm, "cancellation", span)).sort(
      (a, b) => Number(a.key) - Number(b.key),
    ),
    places: readPlaces(orm, span),
  };
}

export type Reports = ReturnType<typeof readReports>;

/** What was charged less what was taken back, before tax, by kind and by day, beside the time before and the year before. */
function readRevenue(orm: Orm, span: Span, { before, year }: ReportPeriod) {
  const [now, then, lastYear] = [span, before, year].map((one) => sumBy(orm, "revenue", one)) as [Sums, Sums, Sums];
  const beside = sumDays(orm, "revenue", before);
  const kinds = partsOf("revenue", now, [...now.keys(), ...then.keys()])
    .map((part) => ({ ...part, before: (then.get(part.key) ?? NOTHING).amount }))
    .sort((a, b) => b.amount - a.amount || b.before - a.before);
  return {
    net: total(now).amount,
    tax: total(now).extra,
    before: total(then).amount,
    year: total(lastYear).amount,
    kinds,
    days: sumDays(orm, "revenue", span).map(({ day: on, sums }, i) => ({
      day: on,
      amount: (sums.get("") ?? NOTHING).amount,
      before: (beside[i]?.sums.get("") ?? NOTHING).amount,
    })),
  };
}

/** Revenue of the months up to a day's; the present one as far as it has come. */
function readMonths(orm: Orm, upTo: Day, today: Day): { month: string; amount: Cents; isRunning: boolean }[] {
  const last = monthNumber(upTo);
  const amounts = amountsOfMonths(orm, "revenue", last - MONTHS + 1, last);
  return Array.from({ length: MONTHS }, (_, i) => {
    const number = last - MONTHS + 1 + i;
    const month = firstOfMonthNumber(number).slice(0, 7);
    return { month, amount: amounts.get(number) ?? 0, isRunning: month === today.slice(0, 7) };
  });
}

function readOrders(orm: Orm, span: Span, { before }: ReportPeriod) {
  const sums = sumBy(orm, "order", span);
  return { ...total(sums), sources: partsOf("order", sums), before: sumOf(orm, "order", before) };
}

/** A figure and the part of it that went wrong, by the kind of job. */
function readPairs(orm: Orm, span: Span, all: Figure, wrong: Figure) {
  const [sums, bad] = [sumBy(orm, all, span), sumBy(orm, wrong, span)];
  const kinds = partsOf(all, sums, [...sums.keys(), ...bad.keys()]).map(({ key, label, n }) => {
    const { n: wrongs, amount } = bad.get(key) ?? NOTHING;
    return { key, label, all: n, wrong: wrongs, amount };
  });
  return { all: total(sums).n, wrong: total(bad).n, kinds: kinds.sort((a, b) => b.all - a.all) };
}

/** Loads over the scale, and the heavy ones that nobody has been charged for; what that is worth by today's settings. */
function readTickets(orm: Orm, { overagePerTon, landfillPerTon }: Settings, span: Span) {
  const { n, amount } = sumOf(orm, "ticket", span);
  const sums = sumBy(orm, "unbilled", span);
  const worth = (hundredths: number): Cents => Math.round((hundredths * (overagePerTon + landfillPerTon)) / 100);
  const states = partsOf("unbilled", sums).map((part) => ({ ...part, worth: worth(part.amount) }));
  return { weighed: n, pounds: amount, unbilled: total(sums).n, worth: worth(total(sums).amount), states };
}

/** Where the orders went: the ZIPs with the most of them. */
function readPlaces(orm: Orm, span: Span) {
  const all = partsOf("order_zip", sumBy(orm, "order_zip", span)).sort((a, b) => b.n - a.n || b.amount - a.amount);
  const top = all.slice(0, MOST_ZIPS);
  const cities = new Map(
    orm
      .select({ zip: zipCodes.zip, city: zipCodes.city })
      .from(zipCodes)
      .where(
        inArray(
          zipCodes.zip,
          top.map(({ key }) => key),
        ),
      )
      .all()
      .map(({ zip, city }) => [zip, city]),
  );
  return { zips: all.length, top: top.map((part) => ({ ...part, city: cities.get(part.key) ?? "" })) };
}
