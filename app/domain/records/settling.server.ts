import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { jobs, weightTickets } from "#db/schema/index";
import type { Booking, Unit } from "../booking/order/bookings.server";
import { howItFallsDue } from "../charges/card-to-ask.server";
import { listCharges, totalOfCharge } from "../charges/charges.server";
import type { Id } from "../kernel/ids.server";
import type { Falling } from "./settling-words";

/** The load with which a dumpster left for good has its scale ticket; an emptying before that has one of its own. */
export const isWeighed = (orm: Orm, unitId: Id<"unit">): boolean => lastTicket(orm).get({ unit: unitId }) !== undefined;

const lastTicket = prepared((orm) =>
  orm
    .select({ id: weightTickets.id })
    .from(weightTickets)
    .innerJoin(jobs, eq(jobs.id, weightTickets.job_id))
    .where(and(eq(weightTickets.unit_id, sql.placeholder("unit")), inArray(jobs.kind, ["pickup", "swap"])))
    .limit(1)
    .prepare(),
);

/** What a rental that we have back waits for; null while it does not wait for its settlement, or a load is not weighed. */
export function readSettling(orm: Orm, booking: Booking, units: readonly Unit[]): { falling: Falling | null } | null {
  if (booking.status !== "awaiting_settlement") return null;
  if (!units.every(({ id, state }) => state !== "off_site" || isWeighed(orm, id))) return null;
  const told = listCharges(orm, booking.id).flatMap((charge) =>
    charge.state === "noticed" && charge.due_at !== null ? [{ cents: totalOfCharge(charge), at: charge.due_at }] : [],
  );
  if (told.length === 0) return { falling: null };
  const first = Math.min(...told.map(({ at }) => at));
  return {
    falling: {
      cents: told.reduce((sum, { cents }) => sum + cents, 0),
      first,
      isFirstOfMore: told.some(({ at }) => at !== first),
      how: howItFallsDue(orm, booking),
    },
  };
}
