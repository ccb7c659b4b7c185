import { and, eq, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { bookings, jobs } from "#db/schema/index";
import { addDays, type Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { instantAt } from "../../kernel/time.server";
import { needPerson } from "../../tasks/tasks.server";

const ID = sql.placeholder("id");
const orderOf = prepared((orm) =>
  orm
    .select({ status: bookings.status, delivery: bookings.scheduled_delivery_date })
    .from(bookings)
    .where(eq(bookings.id, ID))
    .prepare(),
);
const unscheduledDays = prepared((orm) =>
  orm
    .select({ day: jobs.day })
    .from(jobs)
    .where(and(eq(jobs.booking_id, ID), eq(jobs.kind, "delivery"), eq(jobs.state, "unscheduled")))
    .prepare(),
);

/**
 * Somebody schedules what is paid, but nothing that waits for another day: where each of its deliveries stands on a closed
 * one (`shut`), that is the one thing to do about it, and this is asked for once they have another, or the office has said
 * that a truck goes out.
 */
export function renewToSchedule(tx: Tx, deed: Deed, bookingId: Id<"booking">, shut: ReadonlySet<Day>): void {
  const order = orderOf(tx).get({ id: bookingId });
  if (!order) return;
  const days = order.status === "paid_pending_scheduling" ? unscheduledDays(tx).all({ id: bookingId }) : [];
  const waits = days.length > 0 && days.every(({ day }) => shut.has(day));
  needPerson(tx, deed, order.status === "paid_pending_scheduling" && !waits, {
    kind: "to_schedule",
    cause: `to_schedule:${bookingId}`,
    subject: { kind: "booking", id: bookingId },
    bookingId,
    due: instantAt(addDays(order.delivery, -1), 12),
  });
}
