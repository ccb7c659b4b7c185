import { staysUntilAsked } from "../../states/kept";
import type { UnitState } from "../../states/transitions";

/** Where dumpsters of one booking have days of their own; what is not so is not named. */
export interface Apart {
  /** They come at different times: the booking's delivery is the first one. */
  comeApart?: true;
  /** They go on different days: the booking's pickup is the last one. */
  goApart?: true;
}

/** A dumpster's own days, as it is stored. */
interface Dated {
  state: UnitState;
  delivery_date: string;
  delivery_window: string;
  pickup_date: string;
}

/** Whether the dumpsters that are not cancelled come, and go, each on its own. Pure. */
export function apartOf(units: readonly Dated[]): Apart {
  const ahead = units.filter(({ state }) => state !== "cancelled");
  const isDifferent = (of: (unit: Dated) => string) => new Set(ahead.map(of)).size > 1;
  return {
    ...(isDifferent((unit) => `${unit.delivery_date} ${unit.delivery_window}`) && { comeApart: true }),
    ...(isDifferent((unit) => unit.pickup_date) && { goApart: true }),
  };
}

/** What a booking's two days are called, the same on every page and paper; `isKept`: until its customer asks. */
export function dateNames({ comeApart, goApart }: Apart, isKept = false): { delivery: string; pickup: string } {
  return {
    delivery: comeApart ? "First delivery" : "Delivery",
    pickup: isKept ? (goApart ? "Last one paid until" : "Paid until") : goApart ? "Last pickup" : "Pickup",
  };
}

interface Standing {
  id: string;
  state: UnitState;
  replaces_unit_id: string | null;
}

/** Whether this dumpster stays until its customer asks, and no planned swap takes it before. */
export function isKeptOne(mayKeep: boolean, { id, state }: Standing, all: readonly Standing[]): boolean {
  const isTaken = all.some((one) => one.state === "reserved" && one.replaces_unit_id === id);
  return !isTaken && staysUntilAsked({ mayKeep, unit: state });
}

/** Whether one of a booking's dumpsters does: its last day is then what is paid for, on every page and paper. */
export function isKept({ flexible_extension }: { flexible_extension: boolean }, units: readonly Standing[]): boolean {
  return units.some((unit) => isKeptOne(flexible_extension, unit, units));
}
