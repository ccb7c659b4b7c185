import { and, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { writtenOut } from "#db/schema/columns";
import { deliveryWindowDays, dumpsters, inventoryDays, units } from "#db/schema/index";
import { addDays, eachDay, type Day } from "../kernel/days";
import { UNITS_OUT } from "../states/transitions";

/** A half-open stretch of New York days: a dumpster is spoken for from `start` and free again on `end`. */
export interface Period {
  start: Day;
  end: Day;
}

/** What somebody holds already and gives back before they order anew: it does not stand in their own way. */
export interface OwnHold {
  lines: { size: number; quantity: number }[];
  delivery_date: Day;
  delivery_window: string | null;
  occupied_until: Day;
  /** How many of them are out past their day: they are counted today besides, until they are back. */
  late?: number;
}

const USABLE = ["ok", "needs_cleaning"] as const;
/** Where a dumpster is that we can count on: in the shop it is not, and of an unknown place nobody knows. */
const COUNTS = sql`${dumpsters.location} not in ('shop','unknown')`;
/** Written out as in the index `units_out`: SQLite does not use a partial index for states that are bound as values. */
const OUT = writtenOut(UNITS_OUT);
export const IS_OUT = sql`${units.state} in ${OUT}`;

const HOW_MANY = { count: sql<number>`count(*)` };
const ofSize = and(
  eq(dumpsters.size_yards, sql.placeholder("size")),
  inArray(dumpsters.condition, [...USABLE]),
  COUNTS,
);
const usable = prepared((orm) => orm.select(HOW_MANY).from(dumpsters).where(ofSize).prepare());
/**
 * Dumpsters that are neither at a customer nor empty in the yard: parked full, on a truck, at the facility. Those whose
 * unit is out or still has its days are counted with it.
 */
const notBack = prepared((orm) =>
  orm
    .select(HOW_MANY)
    .from(dumpsters)
    .where(
      and(
        ofSize,
        sql`(${dumpsters.location} in ('truck','disposal') or (${dumpsters.location} = 'yard' and ${dumpsters.load} <> 'empty'))`,
        sql`not exists (select 1 from units u where u.dumpster_id = ${dumpsters.id} and (u.state in ${OUT} or (u.occupied_until > ${sql.placeholder("today")} and u.state <> 'cancelled')))`,
      ),
    )
    .prepare(),
);
const overdue = prepared((orm) =>
  orm
    .select(HOW_MANY)
    .from(units)
    .where(
      and(eq(units.size_yards, sql.placeholder("size")), IS_OUT, lte(units.occupied_until, sql.placeholder("today"))),
    )
    .prepare(),
);
const takenDays = prepared((orm) =>
  orm
    .select({ day: inventoryDays.day, taken: inventoryDays.taken })
    .from(inventoryDays)
    .where(
      and(
        eq(inventoryDays.size_yards, sql.placeholder("size")),
        gte(inventoryDays.day, sql.placeholder("start")),
        lt(inventoryDays.day, sql.placeholder("end")),
      ),
    )
    .prepare(),
);

/** How many dumpsters of a size we own and can use: not broken, not in the shop, and known where. */
export function countUsable(orm: Orm, size: number): number {
  return usable(orm).get({ size })?.count ?? 0;
}

/**
 * How many dumpsters of a size can be had for the whole period: usable − the busiest day's units and live holds.
 * A unit that is still out past its day, and a dumpster that is not back empty, occupy it until tomorrow at least
 * (domain.md, section 2). Never below 0. An own hold counts as free.
 */
export function countAvailable(orm: Orm, size: number, period: Period, today: Day, own: OwnHold | null = null): number {
  return readStock(orm, size, period, today, own)(period);
}

/** The same for every period within a stretch of days, of which it reads what is taken once. */
function readStock(
  orm: Orm,
  size: number,
  stretch: Period,
  today: Day,
  own: OwnHold | null,
): (period: Period) => number {
  const mine = own ? (totalsBySize(own.lines).get(size) ?? 0) : 0;
  const isMine = (on: Day) => own !== null && own.delivery_date <= on && on < own.occupied_until;
  const late = includes(stretch, today) ? countLate(orm, size, today) - (own?.late ?? 0) : 0;
  const days = takenDays(orm)
    .all({ size, ...stretch })
    .map(({ day, taken }) => ({ day, taken: taken - (isMine(day) ? mine : 0) + (day === today ? late : 0) }));
  const owned = countUsable(orm, size);
  return (period) => {
    let busiest = includes(period, today) ? late : 0;
    for (const { day, taken } of days) if (taken > busiest && includes(period, day)) busiest = taken;
    return Math.max(0, owned - busiest);
  };
}

/**
 * What we own of a size and what is taken of it, day by day of a stretch, for whoever plans many at once; what is late
 * counts today, as everywhere.
 */
export function readStockDays(
  orm: Orm,
  size: number,
  stretch: Period,
  today: Day,
): { owned: number; taken: Map<Day, number> } {
  const taken = new Map(
    takenDays(orm)
      .all({ size, ...stretch })
      .map((row) => [row.day, row.taken]),
  );
  const late = includes(stretch, today) ? countLate(orm, size, today) : 0;
  if (late > 0) taken.set(today, (taken.get(today) ?? 0) + late);
  return { owned: countUsable(orm, size), taken };
}

function countLate(orm: Orm, size: number, today: Day): number {
  return (overdue(orm).get({ size, today })?.count ?? 0) + (notBack(orm).get({ size, today })?.count ?? 0);
}

function includes({ start, end }: Period, on: Day): boolean {
  return start <= on && on < end;
}

/**
 * Adds (+n) or gives back (−n) dumpsters of a size on each day of a period. Throws when more is given back than was
 * taken.
 */
export function occupy(tx: Tx, size: number, period: Period, count: number): void {
  for (const day of eachDay(period.start, period.end)) {
    if (count >= 0) {
      tx.insert(inventoryDays)
        .values({ size_yards: size, day, taken: count })
        .onConflictDoUpdate({
          target: [inventoryDays.size_yards, inventoryDays.day],
          set: { taken: sql`${inventoryDays.taken} + ${count}` },
        })
        .run();
    } else {
      const changed = tx
        .update(inventoryDays)
        .set({ taken: sql`${inventoryDays.taken} + ${count}` })
        .where(and(eq(inventoryDays.size_yards, size), eq(inventoryDays.day, day)))
        .run().changes;
      if (changed !== 1) throw new Error(`no inventory row for ${size} yard on ${day}`);
    }
  }
}

const takenWindow = prepared((orm) =>
  orm
    .select({ taken: deliveryWindowDays.taken })
    .from(deliveryWindowDays)
    .where(
      and(
        eq(deliveryWindowDays.day, sql.placeholder("day")),
        eq(deliveryWindowDays.delivery_window, sql.placeholder("window")),
      ),
    )
    .prepare(),
);

/** How many deliveries a window of a day already has. */
export function windowTaken(orm: Orm, day: Day, window: string): number {
  return takenWindow(orm).get({ day, window })?.taken ?? 0;
}

const windowRows = prepared((orm) =>
  orm
    .select()
    .from(deliveryWindowDays)
    .where(
      and(gte(deliveryWindowDays.day, sql.placeholder("from")), lte(deliveryWindowDays.day, sql.placeholder("to"))),
    )
    .prepare(),
);

/**
 * The deliveries of every window from one day to another, both included: `taken(day, window)`. One read for a page of
 * days.
 */
export function readWindowsTaken(orm: Orm, from: Day, to: Day): (day: Day, window: string) => number {
  const rows = windowRows(orm).all({ from, to });
  const taken = new Map(rows.map((row) => [`${row.day} ${row.delivery_window}`, row.taken]));
  return (day, window) => taken.get(`${day} ${window}`) ?? 0;
}

/** Adds (+n) or gives back (−n) deliveries in a window. */
export function occupyWindow(tx: Tx, day: Day, window: string, count: number): void {
  if (count >= 0) {
    tx.insert(deliveryWindowDays)
      .values({ day, delivery_window: window, taken: count })
      .onConflictDoUpdate({
        target: [deliveryWindowDays.day, deliveryWindowDays.delivery_window],
        set: { taken: sql`${deliveryWindowDays.taken} + ${count}` },
      })
      .run();
  } else {
    tx.update(deliveryWindowDays)
      .set({ taken: sql`${deliveryWindowDays.taken} + ${count}` })
      .where(and(eq(deliveryWindowDays.day, day), eq(deliveryWindowDays.delivery_window, window)))
      .run();
  }
}

/** Whether every line fits for a period; the first size that does not, with what is left of it. */
export function findShortage(
  orm: Orm,
  lines: { size: number; quantity: number }[],
  period: Period,
  today: Day,
  own: OwnHold | null = null,
): { size: number; availableCount: number } | null {
  for (const [size, quantity] of totalsBySize(lines)) {
    const availableCount = countAvailable(orm, size, period, today, own);
    if (availableCount < quantity) return { size, availableCount };
  }
  return null;
}

/** How many dumpsters of each size the lines ask for together. */
export function totalsBySize(lines: { size: number; quantity: number }[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const line of lines) totals.set(line.size, (totals.get(line.size) ?? 0) + line.quantity);
  return totals;
}

/** Days that are looked at for room. */
export const DAYS_AHEAD = 45;

/** The next `most` days, from `from` on, on which the lines fit until `endOf` (exclusive). Looks 45 days ahead. */
export function listAvailableStarts(
  orm: Orm,
  lines: { size: number; quantity: number }[],
  from: Day,
  today: Day,
  endOf: (start: Day) => Day,
  isOpen: (day: Day) => boolean,
  most: number,
  own: OwnHold | null = null,
): Day[] {
  const stretch = { start: from, end: endOf(addDays(from, DAYS_AHEAD - 1)) };
  const stocks = [...totalsBySize(lines)].map(([size, quantity]) => ({
    quantity,
    left: readStock(orm, size, stretch, today, own),
  }));
  const found: Day[] = [];
  for (let offset = 0; offset < DAYS_AHEAD && found.length < most; offset++) {
    const start = addDays(from, offset);
    if (!isOpen(start)) continue;
    const period = { start, end: endOf(start) };
    if (stocks.every(({ quantity, left }) => left(period) >= quantity)) found.push(start);
  }
  return found;
}
