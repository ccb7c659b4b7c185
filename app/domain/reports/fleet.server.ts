import { sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { addDays, type Day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import type { Period } from "../payments/money.server";
import { NOTHING, sumBefore, sumBy, sumDays } from "./sums.server";

/** A size's dumpsters in a period. */
export interface SizeUse {
  size: string;
  /** At the end of the period. */
  owned: number;
  /** Nights at customers, and nights that were to be had. */
  out: number;
  of: number;
  setDown: number;
  collected: number;
  /** Hours at the site, of those that were collected. */
  hours: number;
  /** How many stood at customers at the end of each day. */
  nights: number[];
}

// A fleet is a few hundred rows: read whole, by an index that has its columns but two.
const fleet = prepared((orm) =>
  orm
    .select({
      size: sql<string>`cast(size_yards as text)`,
      from: sql<number>`created_at`,
      until: sql<
        number | null
      >`case when condition = 'retired' then (select max(e.at) from events e where e.subject_kind = 'dumpster' and e.subject_id = dumpsters.id and e.action = 'dumpster_changed') end`,
    })
    .from(sql`dumpsters`)
    .prepare(),
);

/**
 * How the fleet was used on the days of a period, by size: a dumpster counts for a day where it stood at a customer when the
 * day ended, so that each counts once and none is out more often than it is owned. Owned are all that were not retired,
 * those in the shop included.
 */
export function readFleet(orm: Orm, period: Period): { days: Day[]; sizes: SizeUse[] } {
  const dumpsters = fleet(orm).all();
  const down = { before: sumBefore(orm, "set_down", period.from), days: sumDays(orm, "set_down", period, "key") };
  const up = { before: sumBefore(orm, "collected", period.from), days: sumDays(orm, "collected", period, "key") };
  const collected = sumBy(orm, "collected", period);
  const days = down.days.map(({ day }) => day);
  const ends = days.map((on) => instantAt(addDays(on, 1), 0));
  const ofSize = (size: string): SizeUse => {
    const mine = dumpsters.filter((one) => one.size === size);
    const owned = ends.map(
      (end) => mine.filter(({ from, until }) => from < end && (until === null || until >= end)).length,
    );
    let standing = (down.before.get(size)?.n ?? 0) - (up.before.get(size)?.n ?? 0);
    let setDown = 0;
    const nights = days.map((_, i) => {
      const came = down.days[i]?.sums.get(size)?.n ?? 0;
      setDown += came;
      return (standing += came - (up.days[i]?.sums.get(size)?.n ?? 0));
    });
    const { n, amount } = collected.get(size) ?? NOTHING;
    const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);
    // What stood at a customer was ours, whenever it was entered.
    const of = sum(owned.map((count, i) => Math.max(count, nights[i] ?? 0)));
    return { size, owned: owned.at(-1) ?? 0, out: sum(nights), of, setDown, collected: n, hours: amount, nights };
  };
  const sizes = new Set([
    ...dumpsters.map(({ size }) => size),
    ...down.before.keys(),
    ...down.days.flatMap(({ sums }) => [...sums.keys()]),
    ...collected.keys(),
  ]);
  return { days, sizes: [...sizes].sort((a, b) => Number(a) - Number(b)).map(ofSize) };
}
