import { and, desc, eq, gte } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { events } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { EventAction } from "../events/happenings";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { HOUR, plus } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { findBooking, type Booking } from "../booking/order/bookings.server";
import type { DraftData } from "../booking/draft/data";
import { describeOrder } from "../booking/order/order.server";
import { prepareUnsigned } from "../booking/order/place.server";

const ASKED = "additional_asked" satisfies EventAction;
/** For how long the same request is the same: a double click, a second tab, going back from the payment. */
const SAME_FOR = HOUR;

/**
 * Makes the booking for an additional dumpster of a booking, to be signed and paid. It is a customer's order like any
 * other, whoever asks and whatever they are called: nothing is fixed or allowed beyond it. The same request again
 * within an hour, while the first is not paid yet, gets the first one's booking instead of a second one. In the
 * caller's IMMEDIATE transaction, so that two at the same moment are one as well.
 */
export function askForAdditional(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  first: Pick<Booking, "id">,
  wanted: DraftData,
): Booking {
  const order = describeOrder(tx, settings, wanted);
  const same = listAsked(tx, deed, first.id).find(
    (asked) =>
      (asked.status === "quoted" || asked.status === "pending_payment") &&
      asked.scheduled_delivery_date === order.schedule?.deliveryDate &&
      asked.delivery_time_window === order.schedule.window &&
      asked.zip === wanted.zip &&
      asked.address === wanted.address &&
      JSON.stringify(asked.price) === JSON.stringify(order.price),
  );
  if (same) return same;
  const { booking } = prepareUnsigned(tx, deed, settings, wanted);
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: first.id },
    bookingId: first.id,
    action: ASKED,
    data: { booking_number: booking.booking_number },
  });
  return booking;
}

function listAsked(tx: Tx, deed: Deed, id: Id<"booking">): Booking[] {
  const recent = and(eq(events.booking_id, id), eq(events.action, ASKED), gte(events.at, plus(deed.now, -SAME_FOR)));
  const rows = tx.select({ data: events.data }).from(events).where(recent).orderBy(desc(events.id)).limit(20).all();
  return rows.flatMap(({ data }) => findBooking(tx, { number: String(data?.booking_number) }) ?? []);
}
