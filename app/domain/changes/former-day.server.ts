import { and, desc, eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { events } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import type { UnitDates } from "../events/happenings";
import { parseDay, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { isDeliveryWindow, type DeliveryWindowId } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { listDayWishes } from "./choose-day.server";
import { pickupAfter } from "./pickup-after.server";
import { hasRoomOn } from "./reschedule.server";

/** A delivery that its customer has just moved, and where it stood before. */
export interface FormerDay {
  unit: Unit;
  day: Day;
  window: DeliveryWindowId;
}

const lastMove = prepared((orm) =>
  orm
    .select({ unit: events.subject_id, by: events.actor_kind, data: events.data })
    .from(events)
    .where(and(eq(events.booking_id, sql.placeholder("booking")), eq(events.action, "unit_rescheduled")))
    .orderBy(desc(events.id))
    .limit(1)
    .prepare(),
);

/**
 * Where the delivery stood that was moved last, for its customer to put it back: they moved it, nothing has moved since,
 * and that day and window can still be chosen. Null otherwise. Whoever puts it back chooses a day like any other
 * (`chooseDay`), so that the tier of domain.md, 4.27 stays as it is.
 */
export function findFormerDay(orm: Orm, settings: Settings, bookingId: Id<"booking">, now: Instant): FormerDay | null {
  const last = lastMove(orm).get({ booking: bookingId });
  if (last?.by !== "customer") return null;
  const offer = listDayWishes(orm, settings, bookingId, now).find(({ unit }) => unit.id === last.unit);
  if (offer?.why !== "asked") return null;
  const { unit } = offer;
  const { was, is } = last.data as { was: UnitDates; is: UnitDates };
  if (is.delivery !== unit.delivery_date || is.window !== unit.delivery_window) return null;
  const day = parseDay(was.delivery);
  const window = isDeliveryWindow(was.window) ? was.window : null;
  if (!day || !window) return null;
  const to = { deliveryDate: day, window, pickupDate: pickupAfter(orm, settings, unit, day) };
  const isFree = hasRoomOn(orm, settings, unit, to, now);
  return isFree ? { unit, day, window } : null;
}
