import { prepared, type Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import type { Day } from "../../kernel/days";
import type { Instant } from "../../kernel/time.server";
import { findDraft } from "../draft/drafts.server";
import { IS_PREPARED } from "../order/closed-day.server";

/** An order of the office that nobody has paid yet, with its day and window as its draft has them now. */
export interface PreparedOn {
  number: string;
  day: Day;
  window: string;
}

const preparedOrders = prepared((orm) =>
  orm
    .select({ number: bookings.booking_number, draft: bookings.draft_id })
    .from(bookings)
    .where(IS_PREPARED)
    .orderBy(bookings.booking_number)
    .prepare(),
);

/**
 * The prepared orders, their price still good, that are for one of some days by now: office and caller may have put them
 * right after they were signed, and until the next signature the draft alone knows. As many as are open at a time are looked at.
 */
export function preparedOn(orm: Orm, days: readonly Day[], now: Instant): PreparedOn[] {
  if (days.length === 0) return [];
  return preparedOrders(orm)
    .all({ now })
    .flatMap(({ number, draft: id }) => {
      const data = id === null ? null : findDraft(orm, id)?.data;
      const day = days.find((one) => one === data?.deliveryDate);
      return data && day ? [{ number, day, window: data.deliveryTime }] : [];
    });
}
