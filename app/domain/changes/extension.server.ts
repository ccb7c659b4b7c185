import type { Orm } from "#db/client.server";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { paidUntil, promisedOn } from "../booking/order/paid-stay.server";
import { addDays, daysBetween, formatDay, later, moreDays, type Day } from "../kernel/days";
import { dayAt } from "../kernel/time.server";
import { extensionOf } from "../pricing/rules";
import { ADDED } from "../pricing/types";
import { mayBeSetDown } from "../schedule/placement-rules";
import { nextOpenDay, occupiedUntil, type DeliveryWindowId } from "../schedule/rules";
import type { UnitState } from "../states/transitions";
import { findOpenExtra } from "./extra-job.server";
import type { ChangeRefusal, KindOfChange } from "./kind";
import { ownDays, rescheduleUnit } from "./reschedule.server";
import { sumUp, type Wish } from "./wishes";

/** Before its delivery and while it stands there. Once its pickup is asked for, the charges by the day have stopped. */
const MAY_BE_KEPT: readonly UnitState[] = ["reserved", "on_site"];
const LABEL = ADDED.find(({ code }) => code === "extension")?.label ?? "";

/**
 * More days for one dumpster: a later pickup, for the price that the days would have had when it was ordered (domain.md,
 * section 3: nothing up to the included days, then each day). A closed day moves the pickup on without charge. Somebody
 * whose dumpster is past its day buys the days since then with it.
 */
export const extension: KindOfChange<"extension"> = {
  describe(orm, settings, booking, unit, { days }, now) {
    if (!MAY_BE_KEPT.includes(unit.state)) return { ok: false, code: "not_movable" };
    if (isSwapped(orm, unit)) return { ok: false, code: "another_job" };
    const most = settings.maxRentalDays;
    if (!Number.isInteger(days) || days < 1 || days > most)
      return { ok: false, code: "bad_days", message: `Enter the number of extra days, from 1 to ${most}.` };
    const to = nextOpenDay(addDays(unit.pickup_date, days), settings);
    if (to < dayAt(now))
      return {
        ok: false,
        code: "bad_days",
        message: `With ${moreDays(days)} the pickup was due on ${formatDay(to)}. Enter more days.`,
      };
    const stopped = notAllowed(booking, unit, to);
    if (stopped) return stopped;
    const { paidDays, lastFree } = paidUntil(orm, settings, booking, unit);
    // Their pickup stands before it where we, or they, moved it sooner: nobody pays for a day twice.
    const had = Math.min(days, Math.max(0, daysBetween(unit.pickup_date, lastFree)));
    const cents = extensionOf(paidDays + days - had, settings) - extensionOf(paidDays, settings);
    const which = listUnits(orm, booking.id).length > 1 ? ` for dumpster ${unit.unit_number}` : "";
    const ends = booking.flexible_extension ? "paid until" : "pickup";
    const detail = `${moreDays(days)}${which}, ${ends} ${formatDay(to)}${had > 0 ? `, ${had} of them paid for already` : ""}`;
    const [from, delivery] = [unit.pickup_date, promisedOn(unit)];
    return {
      ok: true,
      wish: { kind: "extension", days, from, to, ...(had > 0 && { had }), delivery },
      price: sumUp([{ kind: "extension", label: LABEL, detail, cents }], booking.price.exempt ? 0 : settings.taxRate),
    };
  },

  toHold(settings, booking, unit, { to }, now) {
    const today = dayAt(now);
    const start = unit.occupied_until > today ? unit.occupied_until : today;
    const end = later(start, occupiedUntil(to, booking.flexible_extension, settings));
    const lines = [{ size: unit.size_yards, quantity: 1 }];
    return {
      wish: { lines, deliveryDate: start, deliveryWindow: null, occupiedUntil: end },
      own: ownDays(unit, today),
    };
  },

  askedFor: ({ days }) => ({ kind: "extension", days }),

  apply(tx, deed, settings, unit, wish, held) {
    if (!MAY_BE_KEPT.includes(unit.state)) return { ok: false, code: "not_movable" };
    if (isMovedSince(unit, wish) || isSwapped(tx, unit)) return { ok: false, code: "changed" };
    const stopped = notAllowed(getBooking(tx, unit.booking_id), unit, wish.to);
    if (stopped) return stopped;
    const moved = rescheduleUnit(tx, deed, settings, unit.id, { ...deliveryOf(unit), pickupDate: wish.to }, { held });
    if (moved.ok) return { ok: true };
    return moved.code === "sold_out" ? moved : { ok: false, code: "not_movable" };
  },
};

/** It was priced by other days: moved by us or them since, or by another purchase of more days. */
export const isMovedSince = (unit: Unit, wish: Extract<Wish, { kind: "extension" }>): boolean =>
  unit.pickup_date !== wish.from || (wish.delivery ?? promisedOn(unit)) !== promisedOn(unit);

/** It goes with a swap on its day: what is kept longer is the one that comes. */
const isSwapped = (orm: Orm, unit: Unit): boolean => findOpenExtra(orm, unit.id)?.kind === "swap";

/**
 * What stands in the way besides the dumpster itself. Permits are got by us (decision 0040), so a longer one is the
 * office's to get first; one that is still to be got before the delivery is got for all days.
 */
function notAllowed(booking: Booking, unit: Unit, until: Day): ChangeRefusal | null {
  if (booking.on_hold_reason !== null)
    return {
      ok: false,
      code: "on_hold",
      message: "Something about this booking has to be settled first. Please call us to keep the dumpster longer.",
    };
  const { permit_number, permit_until } = booking;
  const isToBeGot = permit_number === null && unit.state === "reserved";
  if (isToBeGot || mayBeSetDown(booking, until)) return null;
  const message = permit_until
    ? `The permit for the street ends on ${formatDay(permit_until)}. Please call us: we have to get it for longer first.`
    : "We have no permit for the street yet. Please call us: we have to get it first.";
  return { ok: false, code: "no_permit", message };
}

function deliveryOf({ delivery_date, delivery_window }: Unit) {
  return { deliveryDate: delivery_date, window: delivery_window as DeliveryWindowId };
}
