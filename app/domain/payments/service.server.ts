import { isNull, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { checkouts } from "#db/schema/index";
import { renewServiceTasks } from "../booking/order/booking-tasks.server";
import { getBooking } from "../booking/order/bookings.server";
import type { Customer } from "../customers/family.server";
import { notServedOf, serveAgain, sharersOf, stopServing } from "../customers/serve.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { closeCheckout } from "./checkouts.server";

/**
 * What follows for the orders that are there when it changes whether customers are served, as a merge and a contact may:
 * their payment pages end, and a person decides about what is paid and not set down (`renewBookingTasks` asks the same of
 * what is paid later), also of whoever shares a contact with one of them. Of payment pages all are asked: few are open at a
 * time. Returns `done`, what the change before it came to.
 */
export function followService<Done>(tx: Tx, deed: Deed, ids: readonly string[], done: Done): Done {
  const open = tx
    .select()
    .from(checkouts)
    .where(
      sql`${checkouts.state} in ('creating','open') and ${isNull(checkouts.change_id)} and ${checkouts.only_card} = 0`,
    )
    .all();
  for (const checkout of open)
    if (notServedOf(tx, getBooking(tx, checkout.booking_id))) closeCheckout(tx, deed, checkout, "not_served");
  renewServiceTasks(tx, deed, sharersOf(tx, ids));
  return done;
}

/**
 * `stopServing`, and what was begun does not go on by itself: an order whose card page is open cannot be paid any more,
 * and staff decide about each that is paid and still to come. False without a reason.
 */
export function refuseService(tx: Tx, deed: Deed<StaffActor>, customer: Customer, reason: string): boolean {
  return followService(tx, deed, [customer.id], stopServing(tx, deed, customer, reason));
}

/** `serveAgain`, and nothing is left to decide. False without a reason. */
export function resumeService(tx: Tx, deed: Deed<StaffActor>, customer: Customer, reason: string): boolean {
  return followService(tx, deed, [customer.id], serveAgain(tx, deed, customer, reason));
}
