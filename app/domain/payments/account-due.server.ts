import { and, asc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, charges, disputes, ledgerEntries } from "#db/schema/index";
import { dueDay, type Booking } from "../booking/order/bookings.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import { listEntries } from "./books.server";
import { countsAs, type EntryKind } from "./entries";
import { listOwing } from "./owing.server";

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

const entriesOf = (these: SQL) => (orm: Orm) =>
  orm
    .select({
      booking: bookings.booking_number,
      customer: bookings.customer_id,
      kind: ledgerEntries.kind,
      of: ledgerEntries.charge_id,
      amount: ledgerEntries.amount,
      tax: ledgerEntries.tax,
      at: ledgerEntries.at,
      account_days: bookings.account_days,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.booking_id))
    .where(and(sql`${ledgerEntries.booking_id} in (${these})`, isNotNull(bookings.account_days)))
    .orderBy(asc(ledgerEntries.at), asc(ledgerEntries.id))
    .prepare();
const accountEntries = prepared(entriesOf(sql`select value from json_each(${sql.placeholder("ids")})`));
/** An account waits for what was billed to it, or for what a bank took back of what had paid it. Written out as in the index. */
const allEntries = prepared(
  entriesOf(
    sql`select ${charges.booking_id} from ${charges} where ${charges.state} = 'billed' union all select ${disputes.booking_id} from ${disputes} where ${disputes.withdrawn} > ${disputes.reinstated}`,
  ),
);

/** A customer's part of what is open on accounts. `customer`: as the booking names them. */
export interface OnAccount extends Omit<OpenOf, "due"> {
  customer: Id<"customer">;
  due: Day;
}

/** All that the whole company has on account, by booking and the day until which it is to be paid. */
export function listAllOnAccount(orm: Orm): OnAccount[] {
  return [...byBooking(allEntries(orm).all())].flatMap(([booking, list]) =>
    openOf(booking, list).flatMap(({ due, ...open }) =>
      due !== null && list[0]?.customer ? [{ ...open, due, customer: list[0].customer }] : [],
    ),
  );
}

/**
 * What of a family's open orders has a day: all that should have been paid before `today`, from its oldest day on, else
 * what is due next. Null where nothing has one: an order by card is paid when it is booked.
 */
export function findDue(orm: Orm, family: readonly Id<"customer">[], today: Day): Due | null {
  const ids = JSON.stringify(listOwing(orm, family).map(({ of }) => of));
  const open = [...byBooking(accountEntries(orm).all({ ids }))].flatMap(([booking, list]) =>
    openOf(booking, list).flatMap(({ cents, due }): Due[] => (due === null ? [] : [{ day: due, cents }])),
  );
  const [first] = open.map((one) => one.day).sort();
  if (first === undefined) return null;
  const these = open.filter((one) => (first < today ? one.day < today : one.day === first));
  return { day: first, cents: these.reduce((sum, { cents }) => sum + cents, 0) };
}

/** What a booking's customer has on their account for it, by the day until which they pay it; none of an order by card. */
export function listOnAccount(
  orm: Orm,
  { id, booking_number, account_days }: Pick<Booking, "id" | "booking_number" | "account_days">,
): Due[] {
  if (account_days === null) return [];
  const entries = listEntries(orm, id).map((entry) => ({ ...entry, of: entry.charge_id, account_days }));
  return openOf(booking_number, entries).flatMap(({ due, cents }) => (due === null ? [] : [{ day: due, cents }]));
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

type Booked = {
  at: Instant;
  kind: EntryKind;
  of: string | null;
  amount: Cents;
  tax: Cents;
  account_days: number | null;
};

/**
 * What is open of a booking, the oldest first, one of each day on which something is due: each charge has its own time to
 * pay, as its invoice says. `since`: its oldest part. One without a day where we owe, or nothing has one.
 */
export function openOf(booking: string, entries: readonly Booked[]): OpenOf[] {
  const cents = entries.reduce((all, entry) => all + countsAs(entry), 0);
  const [first] = entries;
  if (cents === 0 || !first) return [];
  const asked = entries.filter((one) => countsAs(one) > 0).map((one) => ({ ...one, left: countsAs(one) }));
  /** Returns what is left of the money. */
  const pay = (money: Cents, these: typeof asked) =>
    these.reduce((rest, one) => {
      const part = Math.min(rest, one.left);
      one.left -= part;
      return rest - part;
    }, money);
  // What takes back a charge is for that one, all else for the oldest.
  const given = entries.filter((one) => countsAs(one) < 0);
  const rest = given.reduce(
    (sum, one) => sum + pay(-countsAs(one), one.of ? asked.filter(({ of }) => of === one.of) : []),
    0,
  );
  pay(rest, asked);
  const open = new Map<Day | null, OpenOf>();
  for (const { at, left } of asked.filter((one) => one.left > 0)) {
    const due = dueDay({ account_days: first.account_days, paid_at: at });
    const known = open.get(due) ?? { booking, since: at, cents: 0, due };
    open.set(due, { ...known, cents: known.cents + left });
  }
  return open.size > 0 ? [...open.values()] : [{ booking, since: first.at, cents, due: null }];
}
