import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, disputes } from "#db/schema/index";
import type { Id } from "../../kernel/ids.server";
import type { DisputeState } from "../../states/dispute";

/**
 * Of the row of `bookings` that a query is at, the dispute that is to be known before a truck leaves: one that goes on, or is
 * lost and whose task is open (its cause as in payments/taken-by-bank.server.ts), the gravest. Null for none.
 */
export const STANDING_DISPUTE = sql<Id<"dispute"> | null>`(select d.id from disputes d where d.booking_id = bookings.id and (d.state not in ('won','lost','closed') or exists (select 1 from tasks where tasks.cause = 'dispute_lost:' || d.id and tasks.state = 'open')) order by case when d.state = 'lost' then 0 when d.state like 'inquiry%' then 2 else 1 end, d.opened_at desc limit 1)`;

const ofBooking = prepared((orm) =>
  orm
    .select({ id: disputes.id, state: disputes.state, reason: disputes.reason })
    .from(bookings)
    .innerJoin(disputes, eq(disputes.id, STANDING_DISPUTE))
    .where(eq(bookings.id, sql.placeholder("id")))
    .prepare(),
);

/** The same of one booking. */
export function findStandingDispute(
  orm: Orm,
  id: Id<"booking">,
): { id: Id<"dispute">; state: DisputeState; reason: string } | null {
  return ofBooking(orm).get({ id }) ?? null;
}
