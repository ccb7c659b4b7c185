import { and, asc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, charges, ledgerEntries } from "#db/schema/index";
import { dueDay, type Booking } from "../booking/order/bookings.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import { gives, totalOf, type EntryKind } from "./entries";
import { SETTLED } from "./owing.server";

/** What is open of a booking and due on one day; below 0 we owe it. `due`: a New York day, of an order on account. */
export interface OpenOf {
  booking: string;
  since: Instant;
  cents: Cents;
  due: Day | null;
}

/** What is to be paid by a New York day, in cents. */
export interface Due {
  day: Day;
  cents: Cents;
}

/** The charges of orders on account of which something is open, each with what has paid it or taken it back. */
const chargesOf = (these: SQL) => (orm: Orm) =>
  orm
    .select({
      booking: bookings.booking_number,
      customer: bookings.customer_id,
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      tax: ledgerEntries.tax,
      at: ledgerEntries.at,
      account_days: bookings.account_days,
      settled: SETTLED,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.booking_id))
    .where(
      and(
        sql`${ledgerEntries.booking_id} in (${these})`,
        eq(ledgerEntries.kind, "charge"),
        isNotNull(bookings.account_days),
        sql`${ledgerEntries.amount} + ${ledgerEntries.tax} > ${SETTLED}`,
      ),
    )
    .orderBy(asc(ledgerEntries.at), asc(ledgerEntries.id))
    .prepare();
const chargesOfBooking = prepared(chargesOf(sql`${sql.placeholder("id")}`));
const chargesOfFamily = prepared(
  chargesOf(
    sql`select ${bookings.id} from ${bookings} where ${bookings.customer_id} in (select value from json_each(${sql.placeholder("family")}))`,
  ),
);

/** An account waits for what was billed to it. Written out as in the index. */
const allCharges = prepared(
  chargesOf(sql`select ${charges.booking_id} from ${charges} where ${charges.state} = 'billed'`),
);

/** A customer's part of what is open on accounts. `customer`: as the booking names them. */
export interface OnAccount extends Omit<OpenOf, "due"> {
  customer: Id<"customer">;
  due: Day;
}

/** All that the whole company has on account, by booking and the day until which it is to be paid. */
export function listAllOnAccount(orm: Orm): OnAccount[] {
  return [...byBooking(allCharges(orm).all())].flatMap(([booking, list]) =>
    openOf(booking, list).flatMap(({ due, ...open }) =>
      due !== null && list[0]?.customer ? [{ ...open, due, customer: list[0].customer }] : [],
    ),
  );
}

const duesOf = (entries: readonly (Booked & { booking: string })[]): Due[] =>
  [...byBooking(entries)].flatMap(([booking, list]) =>
    openOf(booking, list).flatMap(({ cents, due }) => (due === null ? [] : [{ day: due, cents }])),
  );

/**
 * What of a family's open orders has a day: all that should have been paid before `today`, from its oldest day on, else
 * what is due next. Null where nothing has one: an order by card is paid when it is booked.
 */
export function findDue(orm: Orm, family: readonly Id<"customer">[], today: Day): Due | null {
  const open = duesOf(chargesOfFamily(orm).all({ family: JSON.stringify(family) }));
  const [first] = open.map((one) => one.day).sort();
  if (first === undefined) return null;
  const these = open.filter((one) => (first < today ? one.day < today : one.day === first));
  return { day: first, cents: these.reduce((sum, { cents }) => sum + cents, 0) };
}

/** What a booking's customer has on their account for it, by the day until which they pay it; none of an order by card. */
export function listOnAccount(orm: Orm, { id, account_days }: Pick<Booking, "id" | "account_days">): Due[] {
  return account_days === null ? [] : duesOf(chargesOfBooking(orm).all({ id }));
}

/** Each booking's entries, in their order. */
export function byBooking<E extends { booking: string }>(entries: readonly E[]): Map<string, E[]> {
  const found = new Map<string, E[]>();
  for (const entry of entries) {
    const known = found.get(entry.booking);
    if (known) known.push(entry);
    else found.set(entry.booking, [entry]);
  }
  return found;
}

interface Booked {
  at: Instant;
  kind: EntryKind;
  amount: Cents;
  tax: Cents;
  /** What of it is joined to others (ledger_allocations), either way. */
  settled: Cents;
  account_days: number | null;
}

/**
 * What is open of a booking, the oldest first, one of each day on which something is due: each charge has its own time to
 * pay, as its invoice says. What was paid for which charge the allocations say: days that a card paid take nothing off what is
 * on the account. `since`: its oldest part. Without a day is what no invoice asks for: what a bank holds or took for good,
 * what went back beyond what was due, and what we owe. All together they are what the entries come to.
 */
export function openOf(booking: string, entries: readonly Booked[]): OpenOf[] {
  const open = new Map<Day | null, OpenOf>();
  for (const { at, account_days, settled, ...entry } of entries) {
    const left = totalOf(entry) - settled;
    if (left === 0) continue;
    const due = entry.kind === "charge" ? dueDay({ account_days, paid_at: at }) : null;
    const known = open.get(due) ?? { booking, since: at, cents: 0, due };
    open.set(due, { ...known, cents: known.cents + (gives(entry) ? -left : left) });
  }
  return [...open.values()].filter(({ cents }) => cents !== 0);
}
