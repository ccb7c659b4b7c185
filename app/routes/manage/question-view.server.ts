import { redirect } from "@remix-run/node";
import { LIMITS } from "~/domain/booking/draft/fields";
import { findCharge, type LaterRow } from "~/domain/charges/charges.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { describeCharge } from "~/domain/charges/customer-view.server";
import { mayOpenBooking } from "~/http/access/links.server";
import type { Visit } from "~/http/answers/customer-intents.server";
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

export function questionView({ scope, request }: Visit, charge: LaterRow): QuestionPage {
  const booking = getBooking(scope.services.db.orm, charge.booking_id);
  const { pathname, search } = new URL(request.url);
  return {
    number: booking.booking_number,
    charge: describeCharge(scope.services.db.orm, charge, booking),
    address: `${pathname}${search}`,
    most: LIMITS.message,
    isOpened: mayOpenBooking(scope, request, booking),
  };
}
