import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { bookings, charges, jobs, units } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { forgetNews, tellCustomer } from "../../outbox/news.server";
import { readSettings } from "../../settings/settings.server";
import { bookingStatus, isPayable } from "../../states/status-rules";
import { CHARGES_UNPAID } from "../../states/money";
import { canMove, type BookingStatus, type JobState } from "../../states/transitions";
import { renewBookingTasks } from "./booking-tasks.server";

const ID = sql.placeholder("id");
const statusOf = prepared((orm) =>
  orm.select({ status: bookings.status, paidAt: bookings.paid_at }).from(bookings).where(eq(bookings.id, ID)).prepare(),
);
const unitsOf = prepared((orm) =>
  orm
    .select({ id: units.id, state: units.state, number: units.unit_number })
    .from(units)
    .where(eq(units.booking_id, ID))
    .prepare(),
);
const unpaidOf = prepared((orm) =>
  orm
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.booking_id, ID), inArray(charges.state, [...CHARGES_UNPAID])))
    .limit(1)
    .prepare(),
);
const deliveriesOf = prepared((orm) =>
  orm
    .select({ unitId: jobs.unit_id, attempt: jobs.attempt, state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.booking_id, ID), eq(jobs.kind, "delivery")))
    .prepare(),
);

const UNSCHEDULED: readonly JobState[] = ["unscheduled", "cancelled", "attempted"];

/**
 * Stores the status that follows from the booking's units, in the transaction that changed one of them, with its event
 * (domain.md, section 2), and what it needs of a person. A booking that nobody paid (no `paid_at`) keeps its status.
 * Returns the status that holds now. Throws when the booking is missing or the tables do not allow the move: both are
 * bugs.
 */
export function recomputeBooking(tx: Tx, deed: Deed, bookingId: Id<"booking">): BookingStatus {
  const status = moveByUnits(tx, deed, bookingId);
  renewBookingTasks(tx, deed, bookingId);
  return status;
}

function moveByUnits(tx: Tx, deed: Deed, bookingId: Id<"booking">): BookingStatus {
  const booking = statusOf(tx).get({ id: bookingId });
  if (!booking) throw new Error(`no booking ${bookingId}`);
  if (booking.paidAt === null && isPayable(booking)) return booking.status;
  const unitRows = unitsOf(tx).all({ id: bookingId });
  const scheduled = scheduledDeliveries(tx, bookingId);
  const balanceDue = unpaidOf(tx).get({ id: bookingId }) !== undefined;
  const status = bookingStatus(
    unitRows.map((unit) => ({ state: unit.state, deliveryScheduled: scheduled.has(unit.id) })),
    { balanceDue },
  );
  if (status === booking.status) return status;
  if (!canMove("booking", booking.status, status))
    throw new Error(`booking ${bookingId}: ${booking.status} cannot become ${status}`);
  tx.update(bookings)
    .set({ status, updated_at: deed.now, ...(status === "cancelled" ? { cancelled_at: deed.now } : {}) })
    .where(eq(bookings.id, bookingId))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "booking_moved",
    from: booking.status,
    to: status,
  });
  // What was not told yet is not true any more, and is told anew the next time.
  if (status === "paid_pending_scheduling") forgetNews(tx, "scheduled", bookingId);
  if (booking.status === "paid_pending_scheduling" && status === "confirmed") tellScheduled(tx, bookingId, unitRows);
  return status;
}

/**
 * Every dumpster that is to come has its truck now: told once, and once more where another dumpster was added since. After
 * a few minutes, so that what is planned and taken back at once is told to nobody.
 */
function tellScheduled(tx: Tx, bookingId: Id<"booking">, rows: readonly { number: number }[]): void {
  const newest = Math.max(...rows.map(({ number }) => number));
  const runAt = Date.now() + readSettings(tx).moveNoticeMinutes * 60_000;
  tellCustomer(tx, "scheduled", { bookingId, cause: `${bookingId}:${newest}`, payload: { bookingId }, runAt });
}

/** The units whose newest delivery attempt has a place in the schedule. */
function scheduledDeliveries(tx: Tx, bookingId: Id<"booking">): Set<string> {
  const newest = new Map<string, { attempt: number; state: JobState }>();
  for (const row of deliveriesOf(tx).all({ id: bookingId }))
    if (row.attempt >= (newest.get(row.unitId)?.attempt ?? 0)) newest.set(row.unitId, row);
  return new Set([...newest].filter(([, job]) => !UNSCHEDULED.includes(job.state)).map(([unitId]) => unitId));
}
