import { BOXES } from "~/domain/booking/draft/boxes";
import type { DraftData } from "~/domain/booking/draft/data";
import { daysWithRoom, listWindows, type DayWindows, scheduleContext } from "~/domain/booking/order/open-days.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { addDays, parseDay, type Day } from "~/domain/kernel/days";
import {
  DELIVERY_WINDOW_IDS,
  deliveryDayProblem,
  firstDeliveryDay,
  isOpenDay,
  lastDeliveryDay,
  pickupDay,
  type ScheduleContext,
} from "~/domain/schedule/rules";
import { findZip } from "~/domain/service-area/service-area.server";
import type { Settings } from "~/domain/settings/schema";
import type { OpenDraft } from "~/http/access/draft.server";
import type { Services } from "~/services.server";
import type { DayOffer, SaveView, ScheduleView } from "~/ui/booking/views";
import { priceFiguresOf } from "~/ui/frame/figures";
import { daysInWords } from "~/ui/home/words";
import { saveView, pricing } from "./booking-views.server";

const DAYS_OFFERED = 5;
const DAYS_WITH_WINDOWS = 10;

export function scheduleView(
  services: Pick<Services, "clock" | "config" | "db" | "settings">,
  open: OpenDraft,
  sent: SaveView["sent"],
): ScheduleView {
  const {
    settings,
    draft: { data },
    order,
  } = open;
  const now = services.clock.now();
  const context = scheduleContext(settings, now);
  const [firstDay, lastDay] = [firstDeliveryDay(context), lastDeliveryDay(context)];
  // A pickup that falls on closed days moves on by a few.
  const lastPickup = addDays(lastDay, settings.maxRentalDays + 31);
  return {
    values: {
      zip: data.zip,
      address: data.address,
      city: data.city || (findZip(services.db.orm, data.zip)?.city ?? ""),
      deliveryDate: data.deliveryDate,
      deliveryTime: data.deliveryTime,
      rentalDays: String(data.rentalDays),
      specialInstructions: data.specialInstructions,
      placement: data.placement,
      ...data.contactInfo,
      ...Object.fromEntries(BOXES.map((name) => [name, data[name] ? "on" : ""])),
    },
    county: data.county || null,
    firstDay,
    lastDay,
    days: offeredDays(services, open, context),
    lines: order.lines,
    price: order.price,
    pricing: pricing(services, order.area?.delivery_fee ?? 0),
    pickupDay: order.schedule?.pickupDate ?? pickupOf(data, context, settings),
    calendar: {
      deliveryWeekdays: settings.deliveryWeekdays,
      holidays: settings.holidays.filter((on) => on >= firstDay && on <= lastPickup),
    },
    weekdays: daysInWords(settings.deliveryWeekdays),
    maxRentalDays: settings.maxRentalDays,
    figures: priceFiguresOf(settings),
    onAccount: open.rights.has("on_account"),
    ...(open.draft.preparedBy && { seen: open.draft.version }),
    save: saveView(services, open, sent),
  };
}

/** Where the day is chosen and the delivery time is not yet; null for a day that is refused. */
function pickupOf({ deliveryDate, rentalDays }: DraftData, context: ScheduleContext, settings: Settings): Day | null {
  const on = parseDay(deliveryDate);
  return on && deliveryDayProblem(on, context) === null ? pickupDay(on, rentalDays, settings) : null;
}

function offeredDays({ db: { orm } }: Pick<Services, "db">, open: OpenDraft, context: ScheduleContext): DayOffer[] {
  const {
    settings,
    draft: { data },
    order,
    booking,
  } = open;
  const own = booking ? (findLiveHold(orm, booking.id) ?? null) : null;
  const first = firstDeliveryDay(context);
  const offered = daysWithRoom(orm, settings, order, data, first, context, DAYS_OFFERED, own);
  const next = Array.from({ length: 30 }, (_, i) => addDays(first, i))
    .filter((on) => isOpenDay(on, settings))
    .slice(0, DAYS_WITH_WINDOWS);
  const chosen = parseDay(data.deliveryDate);
  const known = [
    ...new Set([...next, ...offered, ...(chosen && chosen >= first && isOpenDay(chosen, settings) ? [chosen] : [])]),
  ].sort();
  return listWindows(orm, settings, known, order.price.totalUnits, context, own).map((day) => ({
    ...day,
    windows: withOwnWindow(day, open),
    offered: offered.includes(day.day),
  }));
}

/** The window that staff gave to this very order is its own, however full it is. */
function withOwnWindow({ day, windows }: DayWindows, { rights, draft: { data } }: OpenDraft): DayWindows["windows"] {
  const own =
    rights.has("full_window") && day === data.deliveryDate
      ? DELIVERY_WINDOW_IDS.find((id) => id === data.deliveryTime)
      : undefined;
  return own && windows[own] === "full" ? { ...windows, [own]: "open" } : windows;
}
