import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { toDollars } from "~/domain/kernel/money";
import { isProven, payerCookie } from "~/http/access/links.server";
import { json, jsonAction, postOnly } from "~/http/answers/json.server";
import { listItems, type Booking } from "~/domain/booking/order/bookings.server";
import { askForPayment } from "~/http/limits/asked.server";
import type { Services } from "~/services.server";

const schema = z.object({
  sessionId: z.string("Send the session's id.").min(1, "Send the session's id.").max(300, "That is no session's id."),
  checkout: z.string().max(100, "That is no checkout's id.").optional(),
});

export const loader = postOnly;

/** Whoever holds the session's id may ask; the answer sets the booking's cookie (domain.md, 4.19). */
export function action(args: ActionFunctionArgs) {
  return jsonAction(
    args,
    { name: "verify-payment", schema, cap: "call-verify" },
    async ({ sessionId, checkout }, scope) => {
      const found = await askForPayment(scope, sessionId, checkout);
      if (found.state !== "confirmed") return { success: false, booking: null, state: found.state };
      // A payment link is for whoever pays: it says that it is paid, and opens nothing.
      if (found.isBalance) return { success: true, booking: null, state: found.state };
      // Whoever has a link may pay for a change: that tells them no address (decision 0071).
      const isOrder = found.changeId === null && !found.onlyCard;
      const mayKnow = isOrder || isProven(scope, args.request, found.booking);
      const booking = toJson(scope.services, found.booking, mayKnow ? found.booking.email : "");
      return json({ success: true, booking, state: found.state }, 200, {
        "Set-Cookie": payerCookie(scope, args.request, found),
      });
    },
  );
}

/** The specification's Booking (section 3), amounts in dollars. */
function toJson(services: Pick<Services, "db">, booking: Booking, email: string) {
  const {
    id,
    booking_number,
    status,
    items_summary,
    total_units,
    dumpster_size,
    scheduled_delivery_date,
    scheduled_pickup_date,
    rental_duration_days,
    delivery_time_window,
    waste_types,
  } = booking;
  const booking_items = listItems(services.db.orm, id).map(({ quantity, size_yards, material_category }) => ({
    booking_id: id,
    quantity,
    size_yards,
    material_category,
  }));
  return {
    id,
    booking_number,
    status,
    items_summary,
    total_units,
    dumpster_size,
    scheduled_delivery_date,
    scheduled_pickup_date,
    rental_duration_days,
    delivery_time_window,
    waste_types,
    total_amount: toDollars(booking.total_amount),
    customer: { email },
    booking_items,
  };
}
