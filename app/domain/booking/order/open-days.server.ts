import type { Orm } from "#db/client.server";
import { DAYS_AHEAD, listAvailableStarts, readWindowsTaken, type OwnHold } from "../../inventory/availability.server";
import { addDays, parseDay, type Day } from "../../kernel/days";
import { dayAt, minuteOfDay, type Instant } from "../../kernel/time.server";
import type { Settings } from "../../settings/schema";
import type { DraftData } from "../draft/data";
import { describeOrder, type Order } from "./order.server";
import {
  type DeliveryWindowId,
  firstDeliveryDay,
  isClosedWindow,
  isOpenDay,
  lastDeliveryDay,
  occupiedUntil,
  pickupDay,
  windowProblem,
  type ScheduleContext,
} from "../../schedule/rules";

const SOLD_OUT_DAYS = 4;

export interface DayWindows {
  day: Day;
  windows: Record<DeliveryWindowId, "open" | "full" | "started">;
}

export function scheduleContext(settings: Settings, now: Instant): ScheduleContext {
  return { today: dayAt(now), minuteNow: minuteOfDay(now), settings };
}

/**
 * The windows of each of these days (in order) for so many dumpsters, each a truck trip: open, full or begun. The trips
 * of an own hold count as free.
 */
export function listWindows(
  orm: Orm,
  settings: Settings,
  days: readonly Day[],
  dumpsters: number,
  context: ScheduleContext,
  own: OwnHold | null = null,
): DayWindows[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const windowsOf = readWindows(orm, settings, first, last, dumpsters, context, own);
  return days.map((day) => ({ day, windows: windowsOf(day) }));
}

/** The windows of any day from one to another, both included, of which it reads what is taken once. */
function readWindows(
  orm: Orm,
  settings: Settings,
  first: Day,
  last: Day,
  dumpsters: number,
  context: ScheduleContext,
  own: OwnHold | null,
): (on: Day) => DayWindows["windows"] {
  const takenByAll = readWindowsTaken(orm, first, last);
  const mine = own?.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0;
  const taken = (on: Day, id: DeliveryWindowId) =>
    takenByAll(on, id) - (on === own?.delivery_date && id === own.delivery_window ? mine : 0);
  // An order that no window could ever hold is asked to call: its windows stay choosable, so that it gets to hear that.
  const needed = dumpsters > settings.windowCapacity ? 1 : dumpsters;
  const hasRoom = (id: DeliveryWindowId, on: Day) => settings.windowCapacity >= taken(on, id) + needed;
  const state = (id: DeliveryWindowId, on: Day) =>
    isClosedWindow(id, on, settings)
      ? "full"
      : windowProblem(id, on, context)
        ? "started"
        : hasRoom(id, on)
          ? "open"
          : "full";
  return (on) => ({ morning: state("morning", on), afternoon: state("afternoon", on), anytime: state("anytime", on) });
}

/**
 * The next days from `from` on, `most` of them, with room for the whole order: its dumpsters are free until they are
 * back, and a window has room for its trips.
 */
export function daysWithRoom(
  orm: Orm,
  settings: Settings,
  { lines, price }: Pick<Order, "lines" | "price">,
  { rentalDays, flexibleExtension }: Pick<DraftData, "rentalDays" | "flexibleExtension">,
  from: Day,
  context: ScheduleContext,
  most: number,
  own: OwnHold | null = null,
): Day[] {
  const endOf = (start: Day) => occupiedUntil(pickupDay(start, rentalDays, settings), flexibleExtension, settings);
  const windowsOf = readWindows(orm, settings, from, addDays(from, DAYS_AHEAD), price.totalUnits, context, own);
  const trips = (on: Day) => Object.values(windowsOf(on)).includes("open");
  const horizon = lastDeliveryDay(context);
  return listAvailableStarts(
    orm,
    lines,
    from,
    context.today,
    endOf,
    (on) => on <= horizon && isOpenDay(on, settings) && trips(on),
    most,
    own,
  );
}

/**
 * The next days, from the wanted one on, on which the whole order could be delivered; else the first ones there are.
 */
export function otherDaysFor(orm: Orm, settings: Settings, data: DraftData, now: Instant): Day[] {
  const context = scheduleContext(settings, now);
  const order = describeOrder(orm, settings, data);
  const after = (from: Day) => daysWithRoom(orm, settings, order, data, from, context, SOLD_OUT_DAYS);
  const first = firstDeliveryDay(context);
  const wanted = parseDay(data.deliveryDate);
  const later = after(wanted && wanted > first ? wanted : first);
  return later.length > 0 ? later : after(first);
}
