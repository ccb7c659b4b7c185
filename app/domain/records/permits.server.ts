import { asc, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { listUnits } from "../booking/order/bookings.server";
import { permitGap, permitGapText } from "../schedule/placement-rules";

const MOST = 20;

/**
 * The bookings on the street whose permit does not cover their dumpsters' days, each with what is wrong: the most
 * urgent day first. The dates belong to the dumpsters, so each candidate is asked by the same rule as the truck; there
 * are no more candidates than bookings under way on the street, which the partial index holds and finished ones leave.
 */
export function listPermitsToGet(orm: Orm) {
  return (
    orm
      .select({
        id: bookings.id,
        number: bookings.booking_number,
        address: bookings.address,
        city: bookings.city,
        placement: bookings.placement,
        permit_number: bookings.permit_number,
        permit_from: bookings.permit_from,
        permit_until: bookings.permit_until,
      })
      .from(bookings)
      // Written out as in the partial index.
      .where(
        sql`${bookings.placement} = 'street' and ${bookings.status} in ('paid_pending_scheduling','confirmed','out_for_delivery','on_site','pickup_requested','out_for_pickup','delivery_failed','pickup_failed')`,
      )
      .orderBy(asc(bookings.scheduled_delivery_date))
      .all()
      .flatMap(({ id, number, address, city, ...place }) => {
        const gap = permitGap(place, listUnits(orm, id));
        return gap ? [{ number, address, city, day: gap.day, words: permitGapText(place, gap) }] : [];
      })
      .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .slice(0, MOST)
  );
}
