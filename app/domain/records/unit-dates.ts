/** The dates of a booking's dumpsters, as its status says them; a stored day may be missing or damaged. Pure. */
import { formatDay, parseDay, type Day } from "../kernel/days";
import { deliveryHours, windowHours } from "../schedule/rules";
import type { UnitState } from "../states/transitions";

/** A dumpster of the booking with its own dates; a stored day may be missing or damaged. */
export interface UnitDates {
  state: UnitState;
  /** In yards, by which it is named beside others. */
  size?: number;
  deliveryDay: string | null;
  window: string;
  pickupDay: string | null;
  /** When a truck came with it in vain, which may be another day than the planned one. */
  missedOn?: string | null;
  /** The time of its delivery is over, and no truck has left for it. */
  isLate?: boolean;
  /** We have closed its day since it was promised. */
  isClosed?: boolean;
  /** Only that half of it, where it is one. */
  closedHalf?: "morning" | "afternoon" | null;
  /** The same of its pickup's day, where that is no matter of its customer. */
  isPickupShut?: boolean;
  /** Who came for it last found it gone, as another truck of ours had it. */
  isCrossed?: boolean;
  /** It comes with a swap: the truck that brings it takes the one that stands there. */
  comesBySwap?: boolean;
  /** It goes with a swap that is planned: its pickup's day is the swap's, and no days of it are counted any more. */
  takenBySwap?: boolean;
}

/** It is at its customer's, and no truck has taken it. */
export const STANDS: readonly UnitState[] = ["on_site", "pickup_requested", "pickup_failed"];

/** "that day", of what is closed: "that morning" where it is a half that all of it was to come in. */
export function closedThen(units: readonly Pick<UnitDates, "closedHalf">[]): string {
  const halves = [...new Set(units.map(({ closedHalf }) => closedHalf ?? "day"))];
  return `that ${halves.length === 1 ? halves.join() : "day"}`;
}

/** Before today, where it is a day at all. */
export const isOver = (stored: string | null, today: Day): boolean =>
  parseDay(stored ?? "") !== null && (stored ?? "") < today;

/**
 * The dates of the dumpsters in a state, each said once, the first one first. Where they differ, or others of the booking
 * are further on, each says which dumpsters it is for by their size, or how many where sizes do not tell them apart.
 */
export function datesOf(
  units: readonly UnitDates[],
  state: UnitState,
  say: (unit: UnitDates) => string | null,
): string {
  const alive = units.filter((unit) => unit.state !== "cancelled");
  const groups = new Map<string, UnitDates[]>();
  const first = alive.filter((one) => one.state === state).toSorted((a, b) => (whenOf(a) < whenOf(b) ? -1 : 1));
  for (const unit of first) {
    const said = say(unit);
    if (said !== null) groups.set(said, [...(groups.get(said) ?? []), unit]);
  }
  const lists = [...groups.values()];
  if (lists.length === 1 && lists[0]?.length === alive.length) return [...groups.keys()].join();
  const names = lists.map((list) => nameOf(list, alive));
  return [...groups]
    .map(([said, { length }], i) => `${said} (${names.includes(null) ? `${length} of ${alive.length}` : names[i]})`)
    .join(" and ");
}

/** "15-yard", "2 × 15-yard"; null where its size does not tell it from the others. */
function nameOf(list: readonly UnitDates[], all: readonly UnitDates[]): string | null {
  const size = list[0]?.size;
  const isTold = size !== undefined && all.every((unit) => (unit.size === size) === list.includes(unit));
  if (!isTold) return null;
  return `${list.length > 1 ? `${list.length} × ` : ""}${size}-yard`;
}

/** To put those of a state in order: what comes by its delivery, what stands there by its pickup. */
const whenOf = ({ state, deliveryDay, missedOn, window, pickupDay }: UnitDates): string =>
  STANDS.includes(state)
    ? (pickupDay ?? "")
    : `${missedOn ?? deliveryDay ?? ""} ${String(windowHours(window).startHour).padStart(2, "0")}`;

export function sayWhen(day: string | null, window: string): string | null {
  const said = sayDay(day);
  return said && `${said}, ${deliveryHours(window)}`;
}

export function sayDay(stored: string | null): string | null {
  const day = parseDay(stored ?? "");
  return day && formatDay(day, { short: true });
}
