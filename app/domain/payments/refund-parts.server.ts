import { and, asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { refunds } from "#db/schema/index";
import type { RefundState } from "../states/transitions";
import type { Refund } from "./books.server";

/** What goes back at once over several payments, and is told as one. */

/** Whether a refund has not ended yet. */
export const isUnderWay = (state: RefundState): boolean => !["succeeded", "failed", "canceled"].includes(state);

/** The refunds to cards that were given at once with this one, as one sum over several payments; itself among them. */
export function listTogether(orm: Orm, { booking_id, reason, created_at }: Refund): Refund[] {
  const given = and(eq(refunds.booking_id, booking_id), eq(refunds.created_at, created_at), eq(refunds.reason, reason));
  return orm
    .select()
    .from(refunds)
    .where(and(given, eq(refunds.method, "card")))
    .orderBy(asc(refunds.id))
    .all();
}

/** Of the parts that ended like this one, all, where this one ended last and tells of them; null where another one does. */
export function findTold(orm: Orm, refund: Refund): Refund[] | null {
  if (refund.method !== "card") return [refund];
  const alike = listTogether(orm, refund).filter(({ state }) => state === refund.state);
  const last = alike.reduce((a, b) => (b.updated_at >= a.updated_at ? b : a), refund);
  return last.id === refund.id ? alike : null;
}
