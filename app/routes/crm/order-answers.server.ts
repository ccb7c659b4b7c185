import type { Orm } from "#db/client.server";
import { readDraftData } from "~/domain/booking/draft/data";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { daysWithRoom, listWindows, scheduleContext } from "~/domain/booking/order/open-days.server";
import { describeOrder } from "~/domain/booking/order/order.server";
import { findUnserved } from "~/domain/booking/order/schedule-check.server";
import type { OwnHold } from "~/domain/inventory/availability.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { addDays, formatDay, parseDay, type Day } from "~/domain/kernel/days";
import { likelyMeant } from "~/domain/kernel/mail-slip";
import { readDate } from "~/domain/kernel/typed";
import { readPricingConfig } from "~/domain/pricing/pricing.server";
import { readChosen } from "~/domain/pricing/rules";
import { firstDeliveryDay, isOpenDay } from "~/domain/schedule/rules";
import type { Services } from "~/services.server";
import type { Values } from "~/ui/form";
import { readLines, rowValue, type DayView, type OrderAnswers } from "~/ui/office/phone-order";
import { accountOf } from "./order-account.server";
import { answerCaller } from "./order-caller.server";
import { exemptOf } from "./order-exempt.server";
import { saidToStaff } from "./said-to-staff.server";

const DAYS_OFFERED = 5;
const DAYS_WITH_WINDOWS = 10;

type Asked = Pick<Services, "clock" | "db" | "settings">;

/**
 * What is answered to an order as it is typed so far: who calls, and when it can come. `own` is what it holds already; of
 * an order that was prepared (`prepared`, its number) it is known who calls.
 */
export function answerOrder(services: Asked, values: Values, own: OwnHold | null = null): OrderAnswers {
  const caller = rowValue(values, "prepared", 0) ? null : answerCaller(services, values);
  return {
    caller,
    exempt: exemptOf(services, values),
    account: rowValue(values, "prepared", 0) ? null : accountOf(services, values),
    days: daysOf(services, values, own),
    day: dayOf(services, values),
    email: slipOf(rowValue(values, "email", 0)),
  };
}

/** What was probably meant by an address that looks mistyped; its mail would reach nobody, and the office hears nothing of it. */
export function slipOf(typed: string): OrderAnswers["email"] {
  const meant = likelyMeant(typed);
  return meant === null ? null : { typed, meant };
}

/** In the words that saving would say; also before a ZIP or a size is typed. */
function dayOf({ clock, db, settings }: Asked, values: Values): OrderAnswers["day"] {
  const on = rowValue(values, "deliveryDate", 0).trim();
  const deliveryDate = readDate(on);
  if (!deliveryDate) return null;
  const wrong = saidToStaff(findUnserved(db.orm, settings(), { zip: "", deliveryDate }, clock.now()));
  return { on, problem: wrong["deliveryDate"] ?? null };
}

/** What a prepared order of this number holds; null for a new one. */
export function ownHoldOf(orm: Orm, number: string): OwnHold | null {
  const booking = number ? findBooking(orm, { number }) : null;
  return booking ? (findLiveHold(orm, booking.id) ?? null) : null;
}

function daysOf({ clock, db: { orm }, settings: read }: Asked, values: Values, own: OwnHold | null): DayView[] {
  const settings = read();
  const context = scheduleContext(settings, clock.now());
  const data = readDraftData({
    cart: readLines(values, readPricingConfig(orm, settings)).map(({ size, quantity, material }) => ({
      dumpsterSize: size,
      quantity,
      materialCategory: material,
    })),
    ...readChosen((name) => rowValue(values, name, 0), settings.maxRentalDays, settings.includedDays),
    flexibleExtension: rowValue(values, "flexibleExtension", 0) === "on",
  });
  const order = describeOrder(orm, settings, data);
  const first = firstDeliveryDay(context);
  const withRoom = (from: Day, most: number) => daysWithRoom(orm, settings, order, data, from, context, most, own);
  const next = Array.from({ length: 30 }, (_, i) => addDays(first, i))
    .filter((on) => isOpenDay(on, settings))
    .slice(0, DAYS_WITH_WINDOWS);
  const chosen = parseDay(rowValue(values, "deliveryDate", 0));
  const wanted = chosen && chosen >= first && isOpenDay(chosen, settings) ? [chosen] : [];
  // A later day than the next ones may well have room: the chosen one is asked about by itself.
  const offered = [
    ...new Set([...withRoom(first, DAYS_OFFERED), ...wanted.filter((day) => withRoom(day, 1).includes(day))]),
  ];
  const known = [...new Set([...next, ...offered, ...wanted])].sort();
  // Before a size is typed as well: a window that is full has no room for the first one.
  return listWindows(orm, settings, known, Math.max(1, order.price.totalUnits), context, own).map(
    ({ day, windows }) => ({
      day,
      label: formatDay(day, { short: true }),
      offered: offered.includes(day),
      windows,
    }),
  );
}
