/**
 * Which days and windows can be booked (specification, sections 2 and 9; domain.md, section 2 and 4.5). Pure: "today"
 * is given.
 */
import { addDays, daysBetween, formatDay, later, weekday, type Day } from "../kernel/days";
import { closedPart, type ClosedPart } from "../settings/closings";
import type { Settings } from "../settings/schema";

export type Calendar = Pick<Settings, "deliveryWeekdays" | "holidays">;

/** New York's date, and the minute of its day. */
export interface Clock {
  today: Day;
  minuteNow: number;
}

/** The date and minute, and the settings that rule the schedule. */
export interface ScheduleContext extends Clock {
  settings: Calendar &
    Pick<Settings, "sameDayCutoffMinute" | "bookingHorizonDays"> &
    Partial<Pick<Settings, "closings">>;
}

export const DELIVERY_WINDOW_IDS = ["morning", "afternoon", "anytime"] as const;
export type DeliveryWindowId = (typeof DELIVERY_WINDOW_IDS)[number];

/** Labels as specified, to the letter; hours on New York's wall clock. Cancellation tiers count to `startHour`. */
export const DELIVERY_WINDOWS: Readonly<
  Record<DeliveryWindowId, { label: string; startHour: number; endHour: number }>
> = {
  morning: { label: "Morning (8AM - 12PM)", startHour: 8, endHour: 12 },
  afternoon: { label: "Afternoon (12PM - 5PM)", startHour: 12, endHour: 17 },
  anytime: { label: "Anytime (8AM - 5PM)", startHour: 8, endHour: 17 },
};

export function isDeliveryWindow(value: unknown): value is DeliveryWindowId {
  return DELIVERY_WINDOW_IDS.some((id) => id === value);
}

/** The specified label; any other value is shown as is. */
export function deliveryTimeLabel(value: string): string {
  return isDeliveryWindow(value) ? DELIVERY_WINDOWS[value].label : value;
}

/** "8AM to 12PM", for a sentence; any other value is shown as is. */
export function deliveryHours(value: string): string {
  if (!isDeliveryWindow(value)) return value;
  const { startHour, endHour } = DELIVERY_WINDOWS[value];
  return `${hourWords(startHour)} to ${hourWords(endHour)}`;
}

function hourWords(hour: number): string {
  return `${hour % 12 || 12}${hour < 12 ? "AM" : "PM"}`;
}

/** A window for a form's choice: its name apart from its hours, "Morning" and "8AM to 12PM", as sentences say it. */
export function windowChoice(id: DeliveryWindowId): { name: string; hours: string } {
  return { name: DELIVERY_WINDOWS[id].label.replace(/ \(.*/, ""), hours: deliveryHours(id) };
}

/** Start and end hour of a stored window; one that is not known counts as anytime. */
export function windowHours(value: string): { startHour: number; endHour: number } {
  return DELIVERY_WINDOWS[isDeliveryWindow(value) ? value : "anytime"];
}

/** When a window begins, "8AM". */
export const windowStart = (value: string): string => hourWords(windowHours(value).startHour);

/** The end of a window of today that has passed, "12PM"; null before that, and on every other day. */
export function endedToday(window: string, on: Day, { today, minuteNow }: Clock): string | null {
  const { endHour } = windowHours(window);
  return on === today && minuteNow >= endHour * 60 ? hourWords(endHour) : null;
}

/** Whether trucks deliver and collect on a day: one of the delivery weekdays and no holiday. */
export function isOpenDay(on: Day, { deliveryWeekdays, holidays }: Calendar): boolean {
  return deliveryWeekdays.includes(weekday(on)) && !holidays.includes(on);
}

/** The first open day on or after a day. Throws when a year has none (settings that the schema refuses). */
export function nextOpenDay(from: Day, calendar: Calendar): Day {
  for (let ahead = 0; ahead <= 366; ahead++) {
    const candidate = addDays(from, ahead);
    if (isOpenDay(candidate, calendar)) return candidate;
  }
  throw new Error("no open day within a year");
}

/** The last day without a charge: the pickup's after the paid days and those that we added, or the one that was sold. */
export function lastFreeDay(
  { paidTo, soldUntil }: { paidTo: Day; soldUntil: Day | null },
  waivedDays: number,
  calendar: Calendar,
): Day {
  const planned = nextOpenDay(addDays(paidTo, waivedDays), calendar);
  return soldUntil === null ? planned : later(planned, soldUntil);
}

/** The earliest day that can be booked now: today before the cut-off, while a window is still to begin. */
export function firstDeliveryDay(ctx: ScheduleContext): Day {
  return nextOpenDay(sameDayClosed(ctx) ? addDays(ctx.today, 1) : ctx.today, ctx.settings);
}

/** The last day inside the booking horizon. */
export function lastDeliveryDay(ctx: ScheduleContext): Day {
  return addDays(ctx.today, ctx.settings.bookingHorizonDays);
}

/** Why a day cannot be delivered, as a message that says what to do; null when it can. */
export function deliveryDayProblem(on: Day, ctx: ScheduleContext): string | null {
  if (on < ctx.today)
    return `${sayDay(on, ctx)} has passed. The first day we can deliver is ${sayDay(firstDeliveryDay(ctx), ctx)}.`;
  if (on > lastDeliveryDay(ctx)) {
    return `You can book up to ${ctx.settings.bookingHorizonDays} days ahead. Choose a day up to ${sayDay(lastDeliveryDay(ctx), ctx)}, or call us.`;
  }
  if (!isOpenDay(on, ctx.settings)) return closedMessage(on, ctx);
  if (on === ctx.today && sameDayClosed(ctx)) {
    return `It is too late to deliver today. The first day we can deliver is ${sayDay(firstDeliveryDay(ctx), ctx)}.`;
  }
  return null;
}

/**
 * So far ahead a truck is planned at most. Every day that a dumpster stays is a row of the stock: a slip of the year
 * (8026) would make two million of them, and nobody's page would come meanwhile.
 */
export const PLANNED_AHEAD_DAYS = 366;

/** Why no truck can be planned for a day, for whatever is no delivery of an order; null when one can. */
export function truckDayProblem(on: Day, today: Day, calendar: Calendar): string | null {
  if (on < today) return "That day has passed.";
  const last = addDays(today, PLANNED_AHEAD_DAYS);
  if (on > last) return `Trucks are planned up to ${formatDay(last, { year: true })}. Check the year.`;
  return isOpenDay(on, calendar) ? null : "No truck goes out on that day.";
}

/** Why a window of a day cannot be chosen; null when it can. Fullness is the inventory's answer, not this one's. */
export function windowProblem(value: string, on: Day, ctx: ScheduleContext): string | null {
  if (!isDeliveryWindow(value)) return "Choose a delivery time: morning, afternoon or anytime.";
  const shut = isClosedWindow(value, on, ctx.settings);
  if (!shut && !hasBegun(value, on, ctx)) return null;
  const left = offeredWindows(on, ctx);
  const instead = left.length > 0 ? left.map(deliveryTimeLabel).join(" or ") : "another day";
  return shut
    ? `No truck goes out in that time on ${sayDay(on, ctx)} (${closedReason(on, ctx)}). Choose ${instead}.`
    : `${deliveryTimeLabel(value)} has already begun today. Choose ${instead}.`;
}

/**
 * Why no truck of ours goes out in a time of a day that is open else: a storm has closed that half. Null where one does. What has
 * begun is the office's own to decide.
 */
export function closedTimeProblem(window: string, on: Day, settings: Pick<Settings, "closings">): string | null {
  if (!isClosedWindow(window, on, settings)) return null;
  const reason = settings.closings.find(({ day }) => day === on)?.reason;
  return `No truck goes out in that time on ${formatDay(on, { short: true })}${reason ? ` (${reason})` : ""}. Choose another time or day.`;
}

/** The windows that can still be chosen on a day: not begun, and below the capacity where counts are given. */
export function offeredWindows(
  on: Day,
  ctx: ScheduleContext,
  load: { taken: Partial<Record<DeliveryWindowId, number>>; capacity: number } = { taken: {}, capacity: 1 },
): DeliveryWindowId[] {
  return DELIVERY_WINDOW_IDS.filter(
    (id) => !hasBegun(id, on, ctx) && !isClosedWindow(id, on, ctx.settings) && (load.taken[id] ?? 0) < load.capacity,
  );
}

/** Whether a window of a day is closed for a storm: "anytime" only with the whole day, because it can come in the other half. */
export function isClosedWindow(
  window: string,
  on: Day,
  { closings = [] }: Partial<Pick<Settings, "closings">>,
): boolean {
  const part: ClosedPart | null = closings.length === 0 ? null : closedPart(closings, on);
  return part !== null && (part === "day" || part === window);
}

/** The pickup day: delivery plus the rental days; on a closed day the next open one, without charge. */
export function pickupDay(deliveryDay: Day, rentalDays: number, calendar: Calendar): Day {
  return nextOpenDay(addDays(deliveryDay, rentalDays), calendar);
}

/**
 * The first day on which the dumpster may go out again (half open): one day after the pickup to turn it round. Who may
 * keep it longer keeps it from others for some days more (domain.md, section 2).
 */
export function occupiedUntil(
  pickup: Day,
  mayKeepIt: boolean,
  { flexibleExtensionDays }: Pick<Settings, "flexibleExtensionDays">,
): Day {
  return addDays(pickup, 1 + (mayKeepIt ? flexibleExtensionDays : 0));
}

/** Days of use between delivery and pickup that the customer gets without paying, because the due day is closed. */
export function freeExtraDays(deliveryDay: Day, rentalDays: number, calendar: Calendar): number {
  return daysBetween(addDays(deliveryDay, rentalDays), pickupDay(deliveryDay, rentalDays, calendar));
}

/** What customers read of why a day is closed; empty for a holiday. */
function closedReason(on: Day, { settings: { closings = [] } }: ScheduleContext): string {
  return closings.find(({ day }) => day === on)?.reason ?? "";
}

function sameDayClosed(ctx: ScheduleContext): boolean {
  return ctx.minuteNow >= ctx.settings.sameDayCutoffMinute || offeredWindows(ctx.today, ctx).length === 0;
}

function hasBegun(window: DeliveryWindowId, on: Day, ctx: ScheduleContext): boolean {
  return on < ctx.today || (on === ctx.today && ctx.minuteNow >= DELIVERY_WINDOWS[window].startHour * 60);
}

function closedMessage(on: Day, ctx: ScheduleContext): string {
  const dayName = formatDay(on).split(",")[0] ?? "";
  const why = ctx.settings.holidays.includes(on)
    ? `We are closed on ${sayDay(on, ctx)}${closedReason(on, ctx) ? ` (${closedReason(on, ctx)})` : ", a holiday"}.`
    : `We do not deliver on ${dayName}s.`;
  const first = firstDeliveryDay(ctx);
  const next = nextOpenDay(on, ctx.settings);
  return `${why} The next day we deliver is ${sayDay(next < first ? first : next, ctx)}.`;
}

/** With the year when it is not this one. */
function sayDay(value: Day, ctx: ScheduleContext): string {
  return formatDay(value, { year: value.slice(0, 4) !== ctx.today.slice(0, 4) });
}
