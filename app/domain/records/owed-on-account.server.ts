import { inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { customers } from "#db/schema/index";
import { nameOf, standsFor } from "../customers/family.server";
import { CSV_START, csvLine } from "../kernel/csv";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { dayAt, type Instant } from "../kernel/time.server";
import { listAllOnAccount } from "../payments/account-due.server";

/** What one customer has on account, with all that is merged into them. Cents; New York days. */
export interface AccountRow {
  customer: Id<"customer">;
  name: string;
  orders: number;
  owed: Cents;
  /** When the oldest part of it was charged. */
  since: Instant;
  /** What of it should have been paid before today, and since when; 0 and null where nothing should. */
  pastDue: Cents;
  pastDueSince: Day | null;
  /** The next day by which something is to be paid; null where all of it is past due. */
  nextDue: Day | null;
  /** The last such day: the next one, where all the rest is due on it. */
  lastDue: Day | null;
}

/**
 * Who owes how much on account, past due first, by the oldest day; then by the next one. What is open of orders that went on an
 * account, and of nothing else: an order by card is paid when it is booked.
 */
export function listOwedOnAccount(orm: Orm, today: Day): AccountRow[] {
  const open = listAllOnAccount(orm);
  const standing = whoStandFor(
    orm,
    open.map(({ customer }) => customer),
  );
  const rows = new Map<Id<"customer">, AccountRow & { bookings: Set<string> }>();
  for (const { customer, booking, cents, since, due } of open) {
    const { id, name } = standing.get(customer) ?? { id: customer, name: "" };
    const row = rows.get(id) ?? {
      ...{ customer: id, name, orders: 0, owed: 0, since },
      ...{ pastDue: 0, pastDueSince: null, nextDue: null, lastDue: null, bookings: new Set<string>() },
    };
    rows.set(id, row);
    row.orders = row.bookings.add(booking).size;
    row.owed += cents;
    if (since < row.since) row.since = since;
    if (due < today) {
      row.pastDue += cents;
      row.pastDueSince = earlier(row.pastDueSince, due);
    } else {
      row.nextDue = earlier(row.nextDue, due);
      if (row.lastDue === null || due > row.lastDue) row.lastDue = due;
    }
  }
  return [...rows.values()].map(({ bookings: _, ...row }) => row).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

const earlier = (one: Day | null, other: Day): Day => (one !== null && one < other ? one : other);
const orderOf = ({ pastDueSince, nextDue, name, customer }: AccountRow): string =>
  [pastDueSince ?? "9", nextDue ?? "", name, customer].join(" ");

/** Those that stand for these customers, by the id that a booking has. */
function whoStandFor(orm: Orm, ids: readonly Id<"customer">[]): Map<string, { id: Id<"customer">; name: string }> {
  const known = orm
    .select()
    .from(customers)
    .where(inArray(customers.id, [...new Set(ids)]))
    .all();
  return new Map(
    known.map((customer) => {
      const stands = standsFor(orm, customer);
      return [customer.id, { id: stands.id, name: nameOf(stands) }];
    }),
  );
}

/** The list as comma-separated values: dollars, New York days. */
export function* exportOwedOnAccount(orm: Orm, today: Day): Generator<string> {
  yield CSV_START + csvLine(["Customer", "Orders", "Owed", "Since", "Past due", "Past due since", "Next due"]);
  for (const { name, orders, owed, since, pastDue, pastDueSince, nextDue } of listOwedOnAccount(orm, today))
    yield csvLine([name, orders, { cents: owed }, dayAt(since), { cents: pastDue }, pastDueSince, nextDue]);
}
