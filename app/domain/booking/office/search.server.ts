import { and, desc, eq, lt, or, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, bookingStatuses } from "#db/schema/index";
import { ofBookingsCustomer } from "../../customers/family.server";
import type { Day } from "../../kernel/days";
import type { Instant } from "../../kernel/time.server";
import { isOneList, matchOf, searchWords } from "./search-words";
import { BOOKING_STATUSES, type BookingStatus } from "../../states/transitions";

export const LIST_PAGE = 50;
/** How long one page may look for bookings that have several words, in milliseconds; then it says how far it came. */
const PATIENCE_MS = 0.7;
/**
 * FTS5 goes on through words that no booking has together to the end of its lists, whatever the bounds of the row ids.
 * So every 32,768th booking has this word besides, and each word is looked for "or this": there it stops, sees that it
 * is out of bounds, and comes back. Nobody can type it (migration 0007, search-words.ts).
 */
const MILESTONE = "\ue000";
const MILESTONES = 32_768;
/**
 * How many of the newest bookings are looked through first for several words, and by how much each further stretch is
 * longer.
 */
const FIRST_STRETCH = 8_192;
const LONGER = 4;
/** Each status has its own stretch of row ids in `booking_search_by_place`: place × 2^40 + key (migration 0007). */
const PLACE = 2 ** 40;

export interface BookingFilter {
  status?: BookingStatus | null;
  /** Number, name, email, phone or address, or the beginnings of them. */
  search?: string;
  /** The day on which it is to be delivered, as the list shows it. */
  day?: Day | null;
  /** The cursor of the page before. */
  after?: string | null;
}

/** The columns of a row of the list. */
export const BOOKING_ROW = {
  id: bookings.id,
  number: bookings.booking_number,
  status: bookings.status,
  onHold: bookings.on_hold_reason,
  items: bookings.items_summary,
  deliveryDate: bookings.scheduled_delivery_date,
  units: bookings.total_units,
  /** Of several dumpsters; a booking all of which are cancelled says so by its status. */
  cancelled: sql<number>`case when bookings.total_units > 1 then (select count(*) from units where units.booking_id = bookings.id and units.state = 'cancelled') else 0 end`,
  total: bookings.total_amount,
  firstName: bookings.first_name,
  lastName: bookings.last_name,
  /** Null where a person orders for themselves. */
  company: ofBookingsCustomer("company_name"),
  city: bookings.city,
  createdAt: bookings.created_at,
};

export type BookingRow = ReturnType<ReturnType<ReturnType<typeof newest>>["all"]>[number];
export interface BookingPage<Row = BookingRow> {
  rows: Row[];
  /** For the next page; null on the last one. */
  next: string | null;
  /**
   * Set when the search stopped before the page was full: what was booked before this moment has not been looked at.
   */
  lookedBackTo: Instant | null;
}

/**
 * A page of at most 50 bookings, newest first. It costs the same for page 2,000 as for page 1 and for a million
 * bookings as for a thousand (bars.md): lists and single words are one stretch of an index; several words are looked
 * for from the newest booking back for `patience` milliseconds, `stretch` bookings at first, and the page then says how
 * far back that was. `most`: fewer of what is found, where no more is shown: each row is a read from the file.
 */
export function listBookings(
  orm: Orm,
  { status, search = "", day, after }: BookingFilter,
  { patience = PATIENCE_MS, stretch = FIRST_STRETCH, most = LIST_PAGE } = {},
): BookingPage {
  const words = searchWords(search);
  if (day) return listOfDay(orm, day, { words, status: status ?? null, after });
  return words.length === 0
    ? listNewest(orm, status ?? null, after)
    : listFound(orm, words, status ?? null, after, { patience, first: stretch, wanted: most });
}

export function isBookingStatus(value: string | null): value is BookingStatus {
  return BOOKING_STATUSES.some((status) => status === value);
}

const AT = sql.placeholder("at");
const ID = sql.placeholder("id");
// SQLite needs the plain bound as well to start the index at the right place.
const isOlder = and(
  sql`${bookings.created_at} <= ${AT}`,
  or(lt(bookings.created_at, AT), and(eq(bookings.created_at, AT), lt(bookings.id, ID))),
);
const hasStatus = eq(bookings.status, sql.placeholder("status"));
const newest = (filtered: boolean, further: boolean) => (orm: Orm) =>
  orm
    .select(BOOKING_ROW)
    .from(bookings)
    .where(and(filtered ? hasStatus : undefined, further ? isOlder : undefined))
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(LIST_PAGE + 1)
    .prepare();
const lists = {
  all: prepared(newest(false, false)),
  allFurther: prepared(newest(false, true)),
  some: prepared(newest(true, false)),
  someFurther: prepared(newest(true, true)),
};

const NEWEST_CURSOR = /^(\d{1,16})~([\w-]+)$/;
const newestCursor = (last: BookingRow) => `${last.createdAt}~${last.id}`;

function listNewest(orm: Orm, status: BookingStatus | null, after?: string | null): BookingPage {
  const [at, id] = readCursor(after, NEWEST_CURSOR);
  const further = at !== undefined && id !== undefined;
  const query = status ? (further ? lists.someFurther : lists.some) : further ? lists.allFurther : lists.all;
  return page(query(orm).all({ status, at: Number(at ?? 0), id: id ?? "" }), newestCursor);
}

/**
 * A day is as many bookings as the trucks have stops for: they are one stretch of an index, and each is asked for its status
 * and for the words by itself, by its place in the full-text index.
 */
const ofDay = (hasWords: boolean) =>
  prepared((orm) =>
    orm
      .select(BOOKING_ROW)
      .from(bookings)
      .where(
        and(
          sql`${bookings.scheduled_delivery_date} = ${sql.placeholder("day")}`,
          isOlder,
          sql`(${sql.placeholder("status")} is null or ${bookings.status} = ${sql.placeholder("status")})`,
          hasWords
            ? sql`exists (select 1 from booking_search_keys k join booking_search s on s.rowid = k.id where k.booking_id = ${bookings.id} and booking_search match ${sql.placeholder("words")})`
            : undefined,
        ),
      )
      .orderBy(desc(bookings.created_at), desc(bookings.id))
      .limit(LIST_PAGE + 1)
      .prepare(),
  );
const days = { all: ofDay(false), found: ofDay(true) };

function listOfDay(
  orm: Orm,
  day: Day,
  { words, status, after }: { words: string[]; status: BookingStatus | null; after: string | null | undefined },
): BookingPage {
  const [at, id] = readCursor(after, NEWEST_CURSOR);
  const older = { at: Number(at ?? Number.MAX_SAFE_INTEGER), id: id ?? "" };
  const query = words.length === 0 ? days.all(orm) : days.found(orm);
  return page(query.all({ day, status, words: matchOf(words), ...older }), newestCursor);
}

// A number above 31 bits arrives as a float, which FTS5 does not take for a bound of its row ids.
const rowId = (name: string) => sql`cast(${sql.placeholder(name)} as integer)`;
const found = (index: "booking_search" | "booking_search_by_place") =>
  prepared((orm) =>
    orm
      .select({ rowId: sql<number>`s.rowid`, ...BOOKING_ROW })
      .from(sql`${sql.raw(index)} s`)
      .innerJoin(sql`booking_search_keys k`, sql`k.id = s.rowid & ${sql.raw(String(PLACE - 1))}`)
      .innerJoin(bookings, sql`${bookings.id} = k.booking_id`)
      .where(
        sql`${sql.raw(index)} match ${sql.placeholder("words")} and s.rowid > ${rowId("from")} and s.rowid <= ${rowId("to")}`,
      )
      .orderBy(sql`s.rowid desc`)
      .limit(sql.placeholder("most"))
      .prepare(),
  );
const hasWords = (index: "booking_search" | "booking_search_by_place") =>
  prepared((orm) =>
    orm
      .select({ rowId: sql<number>`rowid` })
      .from(sql`${sql.raw(index)}`)
      .where(sql`${sql.raw(index)} match ${sql.placeholder("words")} and rowid = ${rowId("row")}`)
      .prepare(),
  );
const indexOf = (name: "booking_search" | "booking_search_by_place") => ({
  found: found(name),
  hasWords: hasWords(name),
});
const arrival = indexOf("booking_search");
const byPlace = indexOf("booking_search_by_place");
const placeOf = prepared((orm) =>
  orm
    .select({ place: bookingStatuses.place })
    .from(bookingStatuses)
    .where(eq(bookingStatuses.status, sql.placeholder("status")))
    .prepare(),
);
const newestKey = prepared((orm) =>
  orm
    .select({ key: sql<number | null>`max(k.id)` })
    .from(sql`booking_search_keys k`)
    .prepare(),
);
const bookedAt = prepared((orm) =>
  orm
    .select({ at: bookings.created_at })
    .from(sql`booking_search_keys k`)
    .innerJoin(bookings, sql`${bookings.id} = k.booking_id`)
    .where(sql`k.id >= ${sql.placeholder("key")}`)
    .orderBy(sql`k.id`)
    .limit(1)
    .prepare(),
);

function listFound(
  orm: Orm,
  words: string[],
  status: BookingStatus | null,
  after: string | null | undefined,
  { patience, first, wanted }: { patience: number; first: number; wanted: number },
): BookingPage {
  const place = status ? placeOf(orm).get({ status })?.place : 0;
  if (place === undefined) return { rows: [], next: null, lookedBackTo: null };
  const index = status ? byPlace : arrival;
  const milestonesToo = matchOf(words, isOneList(words) ? {} : { also: MILESTONE });
  const isFound = (row: { rowId: number }) =>
    row.rowId % MILESTONES !== 0 || index.hasWords(orm).get({ words: matchOf(words), row: row.rowId }) !== undefined;
  const [, key] = readCursor(after, /^(s)(\d{1,15})$/);
  let to = Math.min(key ? Number(key) - 1 : Infinity, newestKey(orm).get()?.key ?? 0);
  // One word is one list, which is read until the page is full. Several are compared entry by entry.
  let stretch = isOneList(words) ? to : first;
  const rows: (BookingRow & { rowId: number })[] = [];
  for (let left = patience; ;) {
    const begun = performance.now();
    const most = wanted + 1 - rows.length;
    const come = index
      .found(orm)
      .all({ words: milestonesToo, from: place * PLACE + Math.max(0, to - stretch), to: place * PLACE + to, most });
    rows.push(...come.filter(isFound));
    // Everything newer than this has been looked at.
    const last = come.length === most ? come.at(-1) : undefined;
    to = last ? (last.rowId % PLACE) - 1 : Math.max(0, to - stretch);
    if (rows.length > wanted || to === 0) return page(rows, (row) => `s${row.rowId % PLACE}`, wanted);
    const took = performance.now() - begun;
    left -= took;
    if (left < took) return { rows, next: `s${to + 1}`, lookedBackTo: bookedAt(orm).get({ key: to + 1 })?.at ?? null };
    // Older bookings may hold more of these words than the stretch before: half of what is left stays in reserve.
    if (left > 2 * took * LONGER) stretch *= LONGER;
  }
}

function page<T extends BookingRow>(rows: T[], cursor: (last: T) => string, most = LIST_PAGE): BookingPage {
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > most && last ? cursor(last) : null, lookedBackTo: null };
}

function readCursor(text: string | null | undefined, shape: RegExp): (string | undefined)[] {
  return shape.exec(text ?? "")?.slice(1) ?? [];
}
