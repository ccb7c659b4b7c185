import { and, asc, desc, eq, gt, ne, or, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, drivers, dumpsters, events, jobs, photos, units } from "#db/schema/index";
import { plainWhole } from "../kernel/whole";
import type { TimelineEvent } from "../events/events.server";
import { CONDITIONS, LOADS, LOCATIONS, type Condition, type Load, type Location } from "../inventory/yard";
import type { Instant } from "../kernel/time.server";

export const DUMPSTERS_PAGE = 50;

/** What the list of dumpsters is narrowed to; what is null is everything. Without a condition the retired are left out. */
export interface YardFilter {
  q: string;
  size: number | null;
  location: Location | null;
  load: Load | null;
  condition: Condition | null;
}

/** Of an address; what is no word of ours is not asked for. */
export function readYardFilter(of: URLSearchParams): YardFilter {
  const one = <T extends string>(name: string, words: readonly T[]): T | null =>
    words.find((word) => word === of.get(name)) ?? null;
  const size = plainWhole(of.get("size"));
  return {
    q: (of.get("q") ?? "").trim().slice(0, 20),
    size: size === 0 ? null : size,
    location: one("location", LOCATIONS),
    load: one("load", LOADS),
    condition: one("condition", CONDITIONS),
  };
}

/** Where a dumpster stands: the booking whose unit has it out, or null. */
export interface StandsAt {
  booking: string;
  name: string;
  city: string;
}
export interface DumpsterRow {
  id: string;
  number: string;
  size: number;
  location: Location;
  load: Load;
  condition: Condition;
  at: StandsAt | null;
  /** When it was moved or changed last; when it was added, where it never was. */
  since: Instant;
}

const ID = sql.placeholder("id");
/** Written out as in the index `units_out`. */
const IS_OUT = sql`${units.state} in ('delivering','on_site','pickup_requested','collecting','pickup_failed')`;
const standsAt = prepared((orm) =>
  orm
    .select({
      booking: bookings.booking_number,
      name: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
      city: bookings.city,
    })
    .from(units)
    .innerJoin(bookings, eq(bookings.id, units.booking_id))
    .where(and(eq(units.dumpster_id, ID), IS_OUT))
    .limit(1)
    .prepare(),
);
const lastMove = prepared((orm) =>
  orm
    .select({ at: sql<Instant | null>`max(${events.at})` })
    .from(events)
    .where(and(eq(events.subject_kind, "dumpster"), eq(events.subject_id, ID)))
    .prepare(),
);

type Row = typeof dumpsters.$inferSelect;
const rowOf = (
  orm: Orm,
  { id, number, size_yards: size, location, load, condition, created_at }: Row,
): DumpsterRow => ({
  id,
  number,
  size,
  location,
  load,
  condition,
  at: standsAt(orm).get({ id }) ?? null,
  since: lastMove(orm).get({ id })?.at ?? created_at,
});

/** As `loadWords` says it: what stands at a customer's is not known to be empty. */
function isLoaded(load: Load) {
  const inUse = and(eq(dumpsters.location, "site"), eq(dumpsters.load, "empty"));
  if (load === "unknown") return or(eq(dumpsters.load, "unknown"), inUse);
  return and(eq(dumpsters.load, load), load === "empty" ? ne(dumpsters.location, "site") : undefined);
}

const matching = ({ q, size, location, load, condition }: YardFilter) =>
  and(
    q === "" ? undefined : sql`${dumpsters.number} like ${`${q.replaceAll(/[%_]/g, "")}%`}`,
    size === null ? undefined : eq(dumpsters.size_yards, size),
    location === null ? undefined : eq(dumpsters.location, location),
    load === null ? undefined : isLoaded(load),
    condition === null ? sql`${dumpsters.condition} <> 'retired'` : eq(dumpsters.condition, condition),
  );

/** A page of at most 50 dumpsters by number; `next` is the cursor of the following page, null on the last one. */
export function listDumpsters(
  orm: Orm,
  filter: YardFilter,
  after: string | null,
): { rows: DumpsterRow[]; next: string | null } {
  const found = orm
    .select()
    .from(dumpsters)
    .where(and(matching(filter), after === null ? undefined : gt(dumpsters.number, after)))
    .orderBy(asc(dumpsters.number))
    .limit(DUMPSTERS_PAGE + 1)
    .all();
  const rows = found.slice(0, DUMPSTERS_PAGE);
  return {
    rows: rows.map((row) => rowOf(orm, row)),
    next: found.length > DUMPSTERS_PAGE ? (rows.at(-1)?.number ?? null) : null,
  };
}

/** The numbers and sizes that a filter finds, for labels; at most 300, which is a fair stack of paper. */
export function listForLabels(orm: Orm, filter: YardFilter): { number: string; size: number }[] {
  return orm
    .select({ number: dumpsters.number, size: dumpsters.size_yards })
    .from(dumpsters)
    .where(matching(filter))
    .orderBy(asc(dumpsters.number))
    .limit(300)
    .all();
}

/** How many dumpsters, the retired left out, are at each place, by size. */
export function countPlaces(orm: Orm): { size: number; location: Location; count: number }[] {
  return orm
    .select({ size: dumpsters.size_yards, location: dumpsters.location, count: sql<number>`count(*)` })
    .from(dumpsters)
    .where(sql`${dumpsters.condition} <> 'retired'`)
    .groupBy(dumpsters.size_yards, dumpsters.location)
    .all();
}

const HISTORY = 100;

/** Everything the yard knows of one dumpster; null for a number that is none of ours. */
export function findDumpsterRecord(orm: Orm, number: string) {
  const dumpster = orm.select().from(dumpsters).where(eq(dumpsters.number, number)).get();
  if (!dumpster) return null;
  const mine = orm
    .select()
    .from(events)
    .where(and(eq(events.subject_kind, "dumpster"), eq(events.subject_id, dumpster.id)))
    .orderBy(desc(events.at), desc(events.id))
    .limit(HISTORY)
    .all();
  const numberOf = (id: TimelineEvent["booking_id"]) =>
    id && orm.select({ number: bookings.booking_number }).from(bookings).where(eq(bookings.id, id)).get()?.number;
  return {
    ...rowOf(orm, dumpster),
    lastDriver: findLastDriver(orm, dumpster.id),
    /** Where it is on its way or promised to: the newest units that had it. */
    rentals: orm
      .select({
        booking: bookings.booking_number,
        name: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
        from: units.delivery_date,
        until: units.pickup_date,
        state: units.state,
      })
      .from(units)
      .innerJoin(bookings, eq(bookings.id, units.booking_id))
      .where(eq(units.dumpster_id, dumpster.id))
      .orderBy(desc(units.delivery_date))
      .limit(10)
      .all(),
    history: mine.map((event) => ({ ...event, booking: numberOf(event.booking_id) ?? null })),
    lastPhoto: findLastPhoto(orm, dumpster.id),
  };
}
export type DumpsterRecord = NonNullable<ReturnType<typeof findDumpsterRecord>>;

/** Its newest picture, whoever has it: by its unguessable address, with who took it. */
function findLastPhoto(orm: Orm, id: typeof dumpsters.$inferSelect.id) {
  return (
    orm
      .select({
        capability: photos.capability,
        at: photos.created_at,
        by: sql<string>`coalesce(${drivers.name}, 'the office')`,
      })
      .from(units)
      .innerJoin(photos, and(eq(photos.booking_id, units.booking_id), eq(photos.unit_id, units.id)))
      .leftJoin(drivers, eq(drivers.id, photos.driver_id))
      .where(eq(units.dumpster_id, id))
      .orderBy(desc(photos.created_at))
      .limit(1)
      .get() ?? null
  );
}

/** It is set down by the job, else taken away by it: of a swap one of the two. */
const IS_BROUGHT = sql`(${jobs.kind} = 'delivery' or ${jobs.brings_unit_id} = ${units.id})`;
/** Brought until it is set down, of anything else from when it is loaded; by its place it is on no other truck. */
const IS_ON_A_TRUCK = sql`(${dumpsters.location} in ('truck','disposal') and iif(${IS_BROUGHT}, ${jobs.state} in ('en_route','arrived'), ${jobs.state} in ('serviced','to_disposal','at_disposal','ticketed','returned')))`;
/** Set down, or back in the yard, by a job that its driver has not closed yet. */
const IS_DRIVEN = sql`((${jobs.done_at} is not null and ${jobs.state} <> 'attempted') or iif(${IS_BROUGHT}, ${jobs.state} in ('serviced','to_disposal','at_disposal','ticketed','returned'), ${jobs.state} = 'returned'))`;

/** Who has it on their truck, else who drove it last; and for which job. */
function findLastDriver(orm: Orm, id: Row["id"]): { id: string; name: string; day: string } | null {
  return (
    orm
      .select({ id: drivers.id, name: drivers.name, day: jobs.day })
      .from(jobs)
      .innerJoin(units, or(eq(units.id, jobs.unit_id), eq(units.id, jobs.brings_unit_id)))
      .innerJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
      .innerJoin(drivers, eq(drivers.id, jobs.driver_id))
      .where(and(eq(units.dumpster_id, id), sql`(${IS_DRIVEN} or ${IS_ON_A_TRUCK})`))
      .orderBy(desc(IS_ON_A_TRUCK), desc(jobs.day), desc(sql`coalesce(${jobs.done_at}, 9e15)`))
      .limit(1)
      .get() ?? null
  );
}
