import type { Booking, Unit } from "../booking/order/bookings.server";
import { HOUR, instantAt, plus, type Instant } from "../kernel/time.server";
import { windowHours } from "../schedule/rules";
import type { Settings } from "../settings/schema";

/** Until when cancelling is free, and until when the middle fee holds. */
export interface Deadlines {
  freeUntil: Instant;
  lateUntil: Instant;
}

type Dated = Pick<Unit, "delivery_date" | "delivery_window">;

/** When its delivery was promised. */
export function windowOf({ delivery_date, delivery_window }: Dated): { start: Instant; end: Instant } {
  const { startHour, endHour } = windowHours(delivery_window);
  return { start: instantAt(delivery_date, startHour), end: instantAt(delivery_date, endHour) };
}

/** Of the first of these dumpsters whose day we have not moved: the others cost nothing whenever that is (domain.md, 4.32). */
export function deadlinesOf(
  { cancellation: { freeHours, lateHours } }: Pick<Settings, "cancellation">,
  booking: Booking,
  open: readonly Unit[],
): Deadlines {
  const { start } = windowOf(inOrder(open)[0] ?? asBooked(booking));
  return { freeUntil: plus(start, -freeHours * HOUR), lateUntil: plus(start, -lateHours * HOUR) };
}

/** Those whose day we have not moved, the first one first; all of them where we moved all. */
function inOrder(open: readonly Unit[]): Unit[] {
  const timed = open.filter(({ closure_id }) => closure_id === null);
  return (timed.length > 0 ? timed : open).toSorted((a, b) => windowOf(a).start - windowOf(b).start);
}

/** The one by which the deadlines count, where they come at different times; null where they do not. */
export function firstOfSeveral(open: readonly Unit[]): Unit | null {
  const [first, ...others] = inOrder(open);
  return first && others.some((unit) => windowOf(unit).start !== windowOf(first).start) ? first : null;
}

/**
 * What their customer's own late moves left behind: the least percentage that cancelling costs, of all of these dumpsters
 * and of the dearest of them. Those that we moved have none.
 */
export function floorsOf(open: readonly Unit[]): { least: number; most: number } {
  const floors = open.filter(({ closure_id }) => closure_id === null).map((unit) => unit.tier_floor_percent);
  return { least: Math.min(...(floors.length > 0 ? floors : [0])), most: Math.max(0, ...floors) };
}

function asBooked({ scheduled_delivery_date, delivery_time_window }: Booking): Dated {
  return { delivery_date: scheduled_delivery_date, delivery_window: delivery_time_window };
}
