import { redirect } from "@remix-run/node";
import { LIMITS } from "~/domain/booking/draft/fields";
import { findCharge, listUnpaid, type LaterRow } from "~/domain/charges/charges.server";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { describeCharge, readBalance } from "~/domain/charges/customer-view.server";
import { payCapability } from "~/domain/charges/pay-link.server";
import { mayOpenBooking } from "~/http/access/links.server";
import type { Visit } from "~/http/answers/customer-intents.server";
import type { Scope } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import { paths } from "~/paths";
import type { QuestionPage } from "~/ui/manage/ChargeQuestion";
import { ownBooking } from "./own-booking.server";

/**
 * The charge that is asked about: by its own key, which opens this charge alone, else one of the booking that this browser
 * has opened, by its id. What nobody was told of is nobody's to see. `named`: the form's own field.
 */
export function chargeOf(visit: Visit, named: string | null = null): LaterRow {
  const { orm } = visit.scope.services.db;
  const { searchParams } = new URL(visit.request.url);
  const key = searchParams.get("key");
  const charge =
    key === null
      ? ofBooking(visit, named ?? searchParams.get("charge") ?? "")
      : key === ""
        ? null
        : findCharge(orm, { capability: key });
  if (!charge || charge.notices === 0 || (key !== null && named !== null && named !== charge.id))
    throw redirect(`${paths.manage.lookup}?link=ended`);
  return charge;
}

function ofBooking(visit: Visit, id: string): LaterRow | null {
  const booking = ownBooking(visit);
  const charge = findCharge(visit.scope.services.db.orm, { id });
  return charge?.booking_id === booking.id ? charge : null;
}

/** The charge as its page shows it; where its card did not pay it, with the way to pay. Writes the payment link's key if there is none. */
export async function questionView({ scope, request }: Visit, charge: LaterRow): Promise<QuestionPage> {
  const booking = getBooking(scope.services.db.orm, charge.booking_id);
  const { pathname, search } = new URL(request.url);
  const isOpened = mayOpenBooking(scope, request, booking);
  return {
    number: booking.booking_number,
    charge: describeCharge(scope.services.db.orm, charge, booking),
    address: `${pathname}${search}`,
    most: LIMITS.message,
    isOpened,
    pay: await payOf(scope, booking, charge, isOpened),
  };
}

/**
 * The button of a charge that waits to be paid; null where it does not. Who came by the charge's own key pays by the payment
 * link, as by the mail that asks for the money: it shows what is to be paid, and opens nothing else (decision 0071).
 */
async function payOf(
  { services: { db } }: Scope,
  { id, booking_number }: Booking,
  charge: LaterRow,
  isOpened: boolean,
): Promise<QuestionPage["pay"]> {
  const unpaid = listUnpaid(db.orm, id);
  const { total, said } = readBalance(unpaid);
  if (total === 0 || !unpaid.some((one) => one.id === charge.id)) return null;
  const url = isOpened
    ? managePaths.pay({ booking: booking_number })
    : managePaths.pay({ key: await db.write((tx) => payCapability(tx, id)) });
  return { url, label: unpaid.length === 1 ? `Pay ${said}` : `Pay all that is open: ${said}` };
}
