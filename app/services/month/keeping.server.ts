import { and, eq, lte, type SQL } from "drizzle-orm";
import { bookings, units } from "#db/schema/index";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { previewChange } from "~/domain/changes/changes.server";
import { requestPickup } from "~/domain/changes/pickup-request.server";
import { daysBetween, type Day } from "~/domain/kernel/days";
import type { Id } from "~/domain/kernel/ids.server";
import { findChangeCheckout } from "~/domain/payments/checkouts.server";
import { buyChange } from "../booking/buy-change.server";
import { verifyPayment } from "../payments/verify.server";
import { customerOf, type Card, type Play } from "./play.server";

/** What customers do with a dumpster that stands there: by the verbs that their own pages call. */

const VISA: Card = { number: "4242424242424242", cvc: "123" };

/** A dumpster at its customer, with the same name in each month of a seed. */
export interface Kept {
  unitId: Id<"unit">;
  bookingId: Id<"booking">;
  key: string;
}

export const listKept = (play: Play): Kept[] => standing(play);

function standing(play: Play, also?: SQL): (Kept & { due: Day })[] {
  return play.services.db.orm
    .select({
      unitId: units.id,
      bookingId: bookings.id,
      number: bookings.booking_number,
      unit: units.unit_number,
      due: units.pickup_date,
    })
    .from(units)
    .innerJoin(bookings, eq(bookings.id, units.booking_id))
    .where(and(eq(units.state, "on_site"), also))
    .orderBy(bookings.booking_number, units.unit_number)
    .all()
    .map(({ number, unit, ...kept }) => ({ ...kept, key: `${number}/${unit}` }));
}

/** So many days past the paid ones somebody who may keep it has it at most. */
const MOST_KEPT = 3;

/**
 * Who may keep theirs until they ask, and is done with it today: some on the last paid day, after the reminder, some up to
 * three days later.
 */
export function listDone(play: Play): Kept[] {
  return standing(play, and(eq(bookings.flexible_extension, true), lte(units.pickup_date, play.day))).filter(
    ({ due, key }) => daysBetween(due, play.day) >= play.chance.whole(0, MOST_KEPT, key, "keeps it"),
  );
}

export async function askForPickup(play: Play, { unitId, bookingId }: Kept): Promise<boolean> {
  const { services } = play;
  const by = customerOf(getBooking(services.db.orm, bookingId));
  const how = { early: services.flags().early_pickup, seen: null };
  return (await services.db.write((tx) => requestPickup(tx, play.deed(by), services.settings(), unitId, how))).ok;
}

/** Some days more, paid at the card company's page. */
export async function extend(play: Play, { unitId, bookingId, key }: Kept): Promise<boolean> {
  const { services } = play;
  const { orm } = services.db;
  const booking = getBooking(orm, bookingId);
  const asked = { kind: "extension", days: play.chance.whole(2, 5, key, "days") } as const;
  const preview = previewChange(orm, services.settings(), unitId, asked, services.clock.now());
  if (!preview.ok) return false;
  const deed = play.deed(customerOf(booking));
  const wanted = { unitId, asked, shown: preview.price.total, cancelUrl: services.config.publicUrl, isOwner: true };
  const bought = await buyChange(services, deed, wanted);
  if (!bought.ok) return false;
  if (bought.url === null) return true;
  const sessionId = findChangeCheckout(orm, bought.change.id)?.session_id;
  if (!sessionId || !(await play.pay(sessionId, VISA, booking.email))) return false;
  const verified = await verifyPayment(services, deed, { sessionId, mayAsk: () => Promise.resolve(true) });
  return verified.state === "confirmed";
}
