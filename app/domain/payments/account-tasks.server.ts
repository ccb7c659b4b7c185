import { and, eq, sql } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { bookings, charges, tasks } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { familyOf, getCustomer, standsFor } from "../customers/family.server";
import { addDays } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { DAY, dayAt, instantAt, type Instant } from "../kernel/time.server";
import { closeTask, openTask } from "../tasks/tasks.server";
import { findDue, type Due } from "./account-due.server";

const KIND = "account_overdue";
/** In the morning after the day by which it was to be paid. */
const ASKED_AT_HOUR = 9;

/** What of a customer's account should have been paid before today, with all that is merged into them; else null. */
export function findOverdue(orm: Orm, id: Id<"customer">, now: Instant): Due | null {
  const today = dayAt(now);
  const due = findDue(orm, familyOf(orm, id), today);
  return due && due.day < today ? due : null;
}

/**
 * Asks the office about a customer whose account is past due (domain.md, 4.23 and 4.24), once for the oldest day that is
 * open: what a person has done about that day stays done until it is paid, and the next day asks anew. A record that was
 * merged is asked about as the one that stands for it.
 */
export function checkAccountDue(tx: Tx, deed: Deed, customerId: Id<"customer">): void {
  const { id } = standsFor(tx, getCustomer(tx, customerId));
  const due = findOverdue(tx, id, deed.now);
  const cause = due && `${KIND}:${id}:${due.day}`;
  for (const asked of openTasks(tx))
    if (asked.cause !== cause && (asked.about === id || asked.about === customerId)) closeTask(tx, deed, asked.cause);
  if (cause && due)
    openTask(tx, deed, {
      kind: KIND,
      cause,
      subject: { kind: "customer", id },
      due: instantAt(addDays(due.day, 1), ASKED_AT_HOUR),
    });
}

const openTasks = (orm: Orm) =>
  orm
    .select({ cause: tasks.cause, about: tasks.subject_id })
    .from(tasks)
    .where(and(eq(tasks.kind, KIND), sql`${tasks.state} = 'open'`))
    .all();

/**
 * The same for everybody, by housekeeping, as time alone makes an account past due: who has left something unpaid for as
 * long as they may, and who was asked about. Both are few, and found by an index.
 */
export function askAboutAccounts(db: Db, deed: Deed): Promise<Slices> {
  const waiting = [...new Set([...listLate(db.orm, deed.now), ...openTasks(db.orm).map(({ about }) => about)])];
  if (waiting.length === 0) return Promise.resolve({ handled: 0, longest: 0, finished: true });
  return inSlices(db, (tx, most) => {
    const these = waiting.splice(0, most);
    for (const id of these) checkAccountDue(tx, deed, id as Id<"customer">);
    return these.length;
  });
}

/** Written out, so that SQLite uses the partial index. The day itself is New York's, and `findDue`'s. */
const listLate = (orm: Orm, now: Instant): string[] =>
  orm
    .all<{ id: string }>(
      sql`select distinct ${bookings.customer_id} as id from ${charges} join ${bookings} on ${bookings.id} = ${charges.booking_id}
          where ${charges.state} = 'billed' and ${charges.created_at} < ${now} - coalesce(${bookings.account_days}, 0) * ${DAY} and ${bookings.customer_id} is not null`,
    )
    .map(({ id }) => id);
