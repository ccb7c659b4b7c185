import type { Booking, Unit } from "~/domain/booking/order/bookings.server";
import { fallingWords, seenFalls } from "~/domain/changes/extra-rules";
import { findPickup, keptUntil, offerPickup } from "~/domain/changes/pickup-request.server";
import { extraDaysOf, keptWords } from "~/domain/charges/extra-days";
import { settingsAsSigned } from "~/domain/documents/signed-terms.server";
import { formatDay } from "~/domain/kernel/days";
import { dayAt, formatTime, type Instant } from "~/domain/kernel/time.server";
import { isBeforeItLeaves } from "~/domain/states/job-places";
import type { Scope } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import type { PickupView } from "~/ui/manage/PickupPage";
import { accruedWords } from "./accrued.server";
import { refusedWords } from "./pickup-intents.server";
import { chooseUnit, nameUnit, unitsOf } from "./self-service.server";

const STANDS: readonly Unit["state"][] = ["on_site", "pickup_requested", "pickup_failed"];

/** "Thursday, December 3, 10:42 am", in New York. */
export const momentOf = (at: Instant): string => `${formatDay(dayAt(at))}, ${formatTime(at)}`;

export function pickupView(scope: Scope, booking: Booking, wanted: string): PickupView {
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const number = booking.booking_number;
  const units = unitsOf(scope, booking);
  const { unit, others } = chooseUnit(units, wanted, ({ state }) => STANDS.includes(state));
  const shared = {
    number,
    others: others.map((one) => ({
      label: nameUnit(one, units),
      url: managePaths.pickup({ booking: number, unit: one.id }),
    })),
  };
  if (!unit) return { ...shared, state: "none" };
  const about = { unitId: unit.id, dumpster: nameUnit(unit, units) };
  if (unit.state === "on_site") {
    const offer = offerPickup(db.orm, settings, unit.id, clock.now(), { early: scope.services.flags().early_pickup });
    if (!offer.ok) return { ...shared, ...about, state: "refused", why: refusedWords(booking, offer.code) };
    const { day, planned, givenUp, falls } = offer;
    return {
      ...shared,
      ...about,
      state: "offer",
      day,
      when: formatDay(day),
      planned: formatDay(planned),
      isKept: booking.flexible_extension,
      accrued: accruedWords(scope.services, booking, unit),
      isEarly: day < unit.pickup_date,
      givenUp,
      falls: falls.map(fallingWords),
      seenFalls: seenFalls(falls),
    };
  }
  const pickup = findPickup(db.orm, unit.id);
  const isFailed = unit.state === "pickup_failed";
  return {
    ...shared,
    ...about,
    state: "asked",
    isFailed,
    accrued: unit.pickup_asked_at === null ? null : accruedWords(scope.services, booking, unit),
    since: unit.pickup_asked_at === null ? null : momentOf(unit.pickup_asked_at),
    when: formatDay(pickup?.day ?? unit.pickup_date),
    mayKeep: pickup !== null && (isFailed || isBeforeItLeaves(pickup.state)),
    kept: keptWords(
      pickup ? keptUntil(settings, unit, pickup, booking.flexible_extension) : unit.pickup_date,
      dayAt(clock.now()),
      extraDaysOf(booking, settingsAsSigned(db.orm, booking.id, settings)),
    ),
  };
}
