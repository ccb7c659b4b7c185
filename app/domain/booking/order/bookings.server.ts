import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookingItems, bookings, checkouts, counters, units } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import { addDays, type Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { dayAt, type Instant } from "../../kernel/time.server";
import { canMove, type BookingStatus } from "../../states/transitions";
import { renewBookingTasks } from "./booking-tasks.server";

export type Booking = typeof bookings.$inferSelect;

export type BookingItem = typeof bookingItems.$inferSelect;
export type Unit = typeof units.$inferSelect;

const by = (column: "id" | "booking_number" | "capability" | "signing_key") =>
  prepared((orm) =>
    orm
      .select()
      .from(bookings)
      .where(eq(bookings[column], sql.placeholder("value")))
      .prepare(),
  );
const byId = by("id");
const byNumber = by("booking_number");
const byCapability = by("capability");
const bySigningKey = by("signing_key");

export function getBooking(orm: Orm, id: Id<"booking">): Booking {
  const found = byId(orm).get({ value: id });
  if (!found) throw new Error(`no booking ${id}`);
  return found;
}

export function getUnit(orm: Orm, id: Id<"unit">): Unit {
  const found = orm.select().from(units).where(eq(units.id, id)).get();
  if (!found) throw new Error(`no unit ${id}`);
  return found;
}

export function findBooking(
  orm: Orm,
  key: { number: string } | { capability: string } | { signingKey: string } | { id: string },
): Booking | null {
  const [query, value] =
    "number" in key
      ? [byNumber, key.number]
      : "capability" in key
        ? [byCapability, key.capability]
        : "signingKey" in key
          ? [bySigningKey, key.signingKey]
          : [byId, key.id];
  return query(orm).get({ value }) ?? null;
}

/**
 * Where the papers and what is about money go by mail: to the order's address, or where it has none to the one that was
 * typed at the card company's page. Empty where nobody gave any.
 */
export function receiptAddress({ email, receipt_email }: Pick<Booking, "email" | "receipt_email">): string {
  return email || (receipt_email ?? "");
}

/** The New York day by which an order on account is to be paid; null for one that was paid when it was booked. */
export function dueDay({ account_days, paid_at }: Pick<Booking, "account_days" | "paid_at">): Day | null {
  return account_days === null || paid_at === null ? null : addDays(dayAt(paid_at), account_days);
}

const itemsOf = prepared((orm) =>
  orm
    .select()
    .from(bookingItems)
    .where(eq(bookingItems.booking_id, sql.placeholder("id")))
    .orderBy(asc(bookingItems.line_number))
    .prepare(),
);
const unitsOf = prepared((orm) =>
  orm
    .select()
    .from(units)
    .where(eq(units.booking_id, sql.placeholder("id")))
    .orderBy(asc(units.unit_number))
    .prepare(),
);

export function listItems(orm: Orm, id: Id<"booking">): BookingItem[] {
  return itemsOf(orm).all({ id });
}

export function listUnits(orm: Orm, id: Id<"booking">): Unit[] {
  return unitsOf(orm).all({ id });
}

const countUp = prepared((orm) =>
  orm
    .insert(counters)
    .values({ name: sql.placeholder("name"), year: sql.placeholder("year"), value: 1 })
    .onConflictDoUpdate({ target: [counters.name, counters.year], set: { value: sql`${counters.value} + 1` } })
    .returning()
    .prepare(),
);

/** The next number of a kind in a New York year, inside the caller's transaction: without gaps. */
export function nextNumber(
  tx: Tx,
  name: "booking" | "invoice" | "credit_note",
  now: Instant,
): { year: number; value: number } {
  const year = Number(dayAt(now).slice(0, 4));
  return { year, value: countUp(tx).get({ name, year }).value };
}

/** DMP-year-sequence, six digits (domain.md 4.12). */
export function nextBookingNumber(tx: Tx, now: Instant): string {
  const { year, value } = nextNumber(tx, "booking", now);
  return `DMP-${year}-${String(value).padStart(6, "0")}`;
}

const unfinished = prepared((orm) =>
  orm
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.booking_id, sql.placeholder("id")),
        isNull(checkouts.change_id),
        sql`${checkouts.only_card} = 0`,
        sql`${checkouts.state} in ('creating','open')`,
      ),
    )
    .limit(1)
    .prepare(),
);

/** Whether the first order's payment page is open at this moment. */
export function isBeingPaid(orm: Orm, id: Id<"booking">): boolean {
  return unfinished(orm).get({ id }) !== undefined;
}

/** Moves a booking to a status with its event. Staying is no move; an impossible move throws. */
export function moveBooking(
  tx: Tx,
  deed: Deed,
  id: Id<"booking">,
  to: BookingStatus,
  why?: string,
  extra: Partial<typeof bookings.$inferInsert> = {},
): void {
  const { status: from } = getBooking(tx, id);
  if (from !== to && !canMove("booking", from, to)) throw new Error(`booking cannot go from ${from} to ${to}`);
  tx.update(bookings)
    .set({ ...extra, status: to, updated_at: deed.now })
    .where(eq(bookings.id, id))
    .run();
  if (from !== to)
    recordEvent(tx, deed, { subject: { kind: "booking", id }, bookingId: id, action: "booking_moved", from, to, why });
  renewBookingTasks(tx, deed, id);
}
