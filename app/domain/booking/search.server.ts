import { and, desc, eq, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import { instant } from "../kernel/time.server";
import { BOOKING_STATUSES, type BookingStatus } from "./transitions";

export const LIST_PAGE = 50;

export interface BookingFilter {
  status?: BookingStatus | null;
  /** Number, name, email, phone or address, or the beginnings of them. */
  search?: string;
  /** The cursor of the page before. */
  after?: string | null;
}

const ROW = {
  id: bookings.id, number: bookings.booking_number, status: bookings.status, onHold: bookings.on_hold_reason, items: bookings.items_summary,
  deliveryDate: bookings.scheduled_delivery_date, total: bookings.total_amount,
  firstName: bookings.first_name, lastName: bookings.last_name, city: bookings.city, createdAt: bookings.created_at,
};

export type BookingRow = ReturnType<typeof newest>[number];
export interface BookingPage {
  rows: BookingRow[];
  /** For the next page; null on the last one. */
  next: string | null;
}

/** A page of 50 bookings, newest first: by keyset, so that page 2,000 costs what page 1 costs (bars.md). */
export function listBookings(orm: Orm, { status, search = "", after }: BookingFilter): BookingPage {
  const words = matchWords(search);
  return words === null ? listNewest(orm, status ?? null, after) : listFound(orm, words, status ?? null, after);
}

export function isBookingStatus(value: string | null): value is BookingStatus {
  return BOOKING_STATUSES.some((status) => status === value);
}

/** The booking of a complete number as people say it ("dmp 2026 123", "DMP-2026-000123"); null for anything else. */
export function readBookingNumber(text: string): string | null {
  const match = text.length > 40 ? null : /^\s*dmp[-\s]*(\d{4})[-\s]*(\d{1,6})\s*$/i.exec(text);
  return match ? `DMP-${match[1]}-${match[2]?.padStart(6, "0")}` : null;
}

function newest(orm: Orm, where: SQL | undefined) {
  return orm.select(ROW).from(bookings).where(where).orderBy(desc(bookings.created_at), desc(bookings.id)).limit(LIST_PAGE + 1).all();
}

function listNewest(orm: Orm, status: BookingStatus | null, after?: string | null): BookingPage {
  const [at, id] = readCursor(after, /^(\d{1,16})~([\w-]+)$/);
  const before = at && id ? or(lt(bookings.created_at, instant(Number(at))), and(eq(bookings.created_at, instant(Number(at))), lt(bookings.id, id as Id<"booking">))) : undefined;
  // SQLite needs the plain bound as well to start the index at the right place.
  const bound = at ? sql`${bookings.created_at} <= ${Number(at)}` : undefined;
  const rows = newest(orm, and(status ? eq(bookings.status, status) : undefined, bound, before));
  return page(rows, (last) => `${last.createdAt}~${last.id}`);
}

function listFound(orm: Orm, words: string, status: BookingStatus | null, after?: string | null): BookingPage {
  const [, key] = readCursor(after, /^(s)(\d{1,15})$/);
  const found = orm.all<{ key: number; booking_id: Id<"booking"> }>(sql`
    select k.id as key, k.booking_id from booking_search s join booking_search_keys k on k.id = s.rowid
    ${status ? sql`join bookings b on b.id = k.booking_id` : sql``}
    where booking_search match ${words} ${key ? sql`and s.rowid < ${Number(key)}` : sql``} ${status ? sql`and b.status = ${status}` : sql``}
    order by s.rowid desc limit ${LIST_PAGE + 1}`);
  const byId = new Map(found.length === 0 ? [] : orm.select(ROW).from(bookings).where(inArray(bookings.id, found.map((row) => row.booking_id))).all().map((row) => [row.id, row]));
  const rows = found.flatMap(({ key: rowKey, booking_id }) => {
    const row = byId.get(booking_id);
    return row ? [{ ...row, key: rowKey }] : [];
  });
  return page(rows, (last) => `s${last.key}`);
}

function page<T extends BookingRow>(rows: T[], cursor: (last: T) => string): BookingPage {
  const shown = rows.slice(0, LIST_PAGE);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > LIST_PAGE && last ? cursor(last) : null };
}

function readCursor(text: string | null | undefined, shape: RegExp): (string | undefined)[] {
  return shape.exec(text ?? "")?.slice(1) ?? [];
}

/**
 * What was typed as an FTS5 query: every word must begin a word of the booking. Words are quoted, so nothing typed is
 * ever read as an operator. A telephone number is looked up as one run of digits. Null when there is nothing to look for.
 */
export function matchWords(typed: string): string | null {
  const text = typed.trim().slice(0, 100);
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  const number = readBookingNumber(text);
  if (number) return `number : "${number}"`;
  if (/^[\d\s().+-]+$/.test(text) && digits.length >= 7) return `phone : "${digits}"*`;
  const words = text.split(/\s+/).map((word) => word.replace(/[\u0000"*]/g, "")).filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, 8);
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(" ");
}
