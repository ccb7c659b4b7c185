import { dayOn } from "../../kernel/moments";
import { staysUntilAsked } from "../../states/kept";
import type { UnitState } from "../../states/transitions";

/** Where dumpsters of one booking have days of their own; what is not so is not named. */
export interface Apart {
  /** They come at different times: the booking's delivery is the first one. */
  comeApart?: true;
  /** They go on different days: the booking's pickup is the last one. */
  goApart?: true;
}

interface Cancellable {
  state: UnitState;
  cancelled_at: number | null;
}

/** A dumpster's own days, as it is stored. */
interface Dated extends Cancellable {
  delivery_date: string;
  delivery_window: string;
  pickup_date: string;
}

/**
 * Those whose days are said: not the cancelled ones, but of a booking that is cancelled as a whole those that went last,
 * whose days the booking still has (dates.server.ts).
 */
function saidOf<One extends Cancellable>(units: readonly One[]): readonly One[] {
  const live = units.filter(({ state }) => state !== "cancelled");
  const wentLast = Math.max(...units.map(({ cancelled_at: at }) => at ?? 0));
  return live.length > 0 ? live : units.filter(({ cancelled_at: at }) => (at ?? 0) === wentLast);
}

/** Whether the dumpsters of a booking come, and go, each on its own. Pure. */
export function apartOf(units: readonly Dated[]): Apart {
  const said = saidOf(units);
  const isDifferent = (of: (unit: Dated) => string) => new Set(said.map(of)).size > 1;
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

/** Whether a swap that is planned, or on its way, takes this dumpster. */
export const isTakenBySwap = (id: string, all: readonly Standing[]): boolean =>
  all.some(({ state, replaces_unit_id: taken }) => taken === id && (state === "reserved" || state === "delivering"));

/** Whether this dumpster stays until its customer asks, and no swap takes it before; of a cancelled one: would have. */
export const isKeptOne = (mayKeep: boolean, { id, state }: Standing, all: readonly Standing[]): boolean =>
  state === "cancelled" ? mayKeep : !isTakenBySwap(id, all) && staysUntilAsked({ mayKeep, unit: state });

type Going = Standing & Cancellable & Pick<Dated, "pickup_date">;

function goingLast<One extends Going>(units: readonly One[]): One[] {
  const said = saidOf(units);
  const last = said
    .map((unit) => unit.pickup_date)
    .toSorted()
    .at(-1);
  return said.filter((unit) => unit.pickup_date === last);
}

/**
 * Whether the day that stands as the booking's pickup is the last one paid for, on every page and paper: of its dumpsters
 * one that goes last stays until its customer asks. Of one that is cancelled as a whole: whether it would have.
 */
export function isKept(
  { flexible_extension: mayKeep }: { flexible_extension: boolean },
  units: readonly Going[],
): boolean {
  return goingLast(units).some((unit) => isKeptOne(mayKeep, unit, units));
}

/**
 * The same of papers and mails, which say the stored day: of one that was asked for when its paid days were over it stays
 * the last one paid for, and the truck comes on another, which its page says (records/left-days.server.ts).
 */
export function isPaidUntil(
  booking: { flexible_extension: boolean },
  units: readonly (Going & { pickup_asked_at: number | null })[],
): boolean {
  const isLate = ({ pickup_asked_at: asked, pickup_date }: (typeof units)[number]) =>
    asked !== null && dayOn(asked) > pickup_date;
  return isKept(booking, units) || (booking.flexible_extension && goingLast(units).some(isLate));
}
