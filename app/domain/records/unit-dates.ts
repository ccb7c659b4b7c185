/** The dates of a booking's dumpsters, as its status says them; a stored day may be missing or damaged. Pure. */
import { formatDay, parseDay, type Day } from "../kernel/days";
import { deliveryHours } from "../schedule/rules";
import type { UnitState } from "../states/transitions";

/** A dumpster of the booking with its own dates; a stored day may be missing or damaged. */
export interface UnitDates {
  state: UnitState;
  deliveryDay: string | null;
  window: string;
  pickupDay: string | null;
  /** When a truck came with it in vain, which may be another day than the planned one. */
  missedOn?: string | null;
  /** The time of its delivery is over, and no truck has left for it. */
  isLate?: boolean;
  /** Who came for it last found it gone, as another truck of ours had it. */
  isCrossed?: boolean;
  /** It comes with a swap: the truck that brings it takes the one that stands there. */
  comesBySwap?: boolean;
  /** It goes with a swap that is planned: its pickup's day is the swap's, and no days of it are counted any more. */
  takenBySwap?: boolean;
}

/** It is at its customer's, and no truck has taken it. */
export const STANDS: readonly UnitState[] = ["on_site", "pickup_requested", "pickup_failed"];

/** Before today, where it is a day at all. */
export const isOver = (stored: string | null, today: Day): boolean =>
  parseDay(stored ?? "") !== null && (stored ?? "") < today;

/**
 * The dates of the dumpsters in a state, each said once, in order; with how many it is for where they differ or where
 * others of the booking are further on.
 */
export function datesOf(
  units: readonly UnitDates[],
  state: UnitState,
  say: (unit: UnitDates) => string | null,
): string {
  const alive = units.filter((unit) => unit.state !== "cancelled");
  const counts = new Map<string, number>();
  for (const unit of alive.filter((one) => one.state === state)) {
    const said = say(unit);
    if (said !== null) counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  const isOne = counts.size === 1 && [...counts.values()][0] === alive.length;
  return [...counts].map(([said, count]) => (isOne ? said : `${said} (${count} of ${alive.length})`)).join(" and ");
}

export function sayWhen(day: string | null, window: string): string | null {
  const said = sayDay(day);
  return said && `${said}, ${deliveryHours(window)}`;
}

export function sayDay(stored: string | null): string | null {
  const day = parseDay(stored ?? "");
  return day && formatDay(day, { short: true });
}
