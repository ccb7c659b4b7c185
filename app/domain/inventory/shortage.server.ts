import { and, count, desc, eq, gte, gt, inArray, lte, or, sql, type SQL } from "drizzle-orm";
import { countRows, type Db, type Orm, type Tx } from "#db/client.server";
import { bookings, dumpsters, dumpsterSizes, inventoryDays, jobs, units } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { addDays, eachDay, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { dayAt, instantAt } from "../kernel/time.server";
import { needPerson } from "../tasks/tasks.server";
import { IS_OPEN, isReady } from "./ready.server";
import { countUsable, readStockDays } from "./availability.server";
import { WEEKS_AHEAD, type Shortage } from "./yard";

const DAYS = WEEKS_AHEAD * 7;
const MOST_NAMED = 5;

/** The days from today for eight weeks, with how many of a size are promised on each, or out late and needed back. */
export interface Weeks {
  size: number;
  /** How many there are and can be used now. */
  usable: number;
  days: { day: Day; taken: number; free: number }[];
}

/** How many of each size are free on each day of the next eight weeks; what is out late counts today. */
export function readWeeks(orm: Orm, today: Day): Weeks[] {
  const stretch = { start: today, end: addDays(today, DAYS) };
  const sizes = orm.select({ size: dumpsterSizes.size }).from(dumpsterSizes).orderBy(dumpsterSizes.size).all();
  return sizes.map(({ size }) => {
    const { owned, taken } = readStockDays(orm, size, stretch, today);
    const on = (day: Day) => taken.get(day) ?? 0;
    return {
      size,
      usable: owned,
      days: eachDay(stretch.start, stretch.end).map((day) => ({
        day,
        taken: on(day),
        free: Math.max(0, owned - on(day)),
      })),
    };
  });
}

/**
 * The first day of the next eight weeks on which more of a size are promised than there are, with the bookings that are
 * still to be delivered and need one then, the newest first, at most five, and those of later days that are short too;
 * null when there is none. What is out past its
 * day is the overdue list's, not a shortage of a day to come.
 */
export function findShortageOf(orm: Orm, size: number, today: Day): Shortage | null {
  const from = isReadyToday(orm, size, today) ? addDays(today, 1) : today;
  const usable = countUsable(orm, size);
  const short = orm
    .select()
    .from(inventoryDays)
    .where(
      and(
        eq(inventoryDays.size_yards, size),
        gte(inventoryDays.day, from),
        lte(inventoryDays.day, addDays(today, DAYS - 1)),
        gt(inventoryDays.taken, usable),
      ),
    )
    .orderBy(inventoryDays.day)
    .all();
  const [first, ...more] = short;
  if (!first) return null;
  const named = (needsOne: SQL | undefined, until: Day) =>
    orm
      .selectDistinct({ number: bookings.booking_number, at: bookings.created_at })
      .from(jobs)
      .innerJoin(units, TO_BE_SET_DOWN)
      .innerJoin(bookings, eq(bookings.id, units.booking_id))
      .where(and(isPromised(size, until), needsOne))
      .orderBy(desc(bookings.created_at))
      .limit(MOST_NAMED)
      .all()
      .map(({ number }) => number);
  const last = more.at(-1);
  const onOne = or(...more.map(({ day }) => and(lte(units.delivery_date, day), gt(units.occupied_until, day))));
  const coming = last ? named(and(gt(units.delivery_date, first.day), onOne), last.day) : [];
  return {
    size,
    day: first.day,
    missing: first.taken - usable,
    bookings: named(gt(units.occupied_until, first.day), first.day),
    later: last && coming.length > 0 ? { until: last.day, bookings: coming } : null,
  };
}

/** What is promised until today is what stands empty in the yard: one that came back before its time is there. */
function isReadyToday(orm: Orm, size: number, today: Day): boolean {
  const waiting = orm
    .select({ n: count() })
    .from(jobs)
    .innerJoin(units, TO_BE_SET_DOWN)
    .where(isPromised(size, today))
    .get();
  return (waiting?.n ?? 0) <= countRows(orm, dumpsters, isReady(size));
}

/** A delivery, or a swap, with the dumpster that it sets down: found by the jobs that are open, which are few. */
const TO_BE_SET_DOWN = sql`${units.id} = coalesce(${jobs.brings_unit_id}, ${jobs.unit_id})`;
const isPromised = (size: number, until: Day) =>
  and(
    ...[IS_OPEN, inArray(jobs.kind, ["delivery", "swap"]), eq(units.size_yards, size), eq(units.state, "reserved")],
    lte(units.delivery_date, until),
  );

/** Asks the office about a size that is short, once for the size, and no more when it is not (domain.md, section 2). */
export function checkShortage(tx: Tx, deed: Deed, size: number): Shortage | null {
  const short = findShortageOf(tx, size, dayAt(deed.now));
  needPerson(tx, deed, short !== null, {
    kind: "shortage",
    cause: `shortage:${size}`,
    subject: { kind: "size", id: String(size) },
    due: short ? instantAt(addDays(short.day, -1), 9) : deed.now,
  });
  return short;
}

/**
 * The same for every size, by housekeeping: a day that has passed is short no more, and one that comes into the eight weeks, or that
 * a kept dumpster takes, is.
 */
export function checkShortages(db: Db, deed: Deed): Promise<Slices> {
  return inSlices(db, (tx) => {
    for (const { size } of tx.select({ size: dumpsterSizes.size }).from(dumpsterSizes).all())
      checkShortage(tx, deed, size);
    return 0;
  });
}
