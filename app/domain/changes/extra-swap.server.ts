import { eq, max } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { units } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import { insertJob } from "../dispatch/jobs.server";
import { cancelPickups, setStay, stayOf } from "../dispatch/swap.server";
import { recordEvent } from "../events/events.server";
import type { OwnHold } from "../inventory/availability.server";
import { take } from "../inventory/holds.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { newId } from "../kernel/ids.server";
import { nextOpenDay, occupiedUntil } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import type { ExtraWish } from "./extra-rules";
import { followDates } from "../documents/follow-dates.server";

/** A swap begins a new rental period on its day. */
export function stayFrom(settings: Settings, day: Day): { pickup: Day; until: Day } {
  const pickup = nextOpenDay(addDays(day, settings.includedDays), settings);
  return { pickup, until: occupiedUntil(pickup, false, settings) };
}

/** From the day after it on, the one that is taken away is free. On the day itself both are out. */
export function freedBySwap(unit: Unit, day: Day): OwnHold | null {
  const from = addDays(day, 1);
  const late = unit.occupied_until <= from ? 0 : 1;
  return late === 0
    ? null
    : {
        lines: [{ size: unit.size_yards, quantity: 1 }],
        delivery_date: from,
        delivery_window: null,
        occupied_until: unit.occupied_until,
      };
}

/** The unit that comes, with its days and its own pickup; the one that goes stays until the swap's day alone. */
export function beginSwap(tx: Tx, deed: Deed, settings: Settings, unit: Unit, wish: ExtraWish) {
  const { pickup, until } = stayFrom(settings, wish.day);
  const last = tx
    .select({ number: max(units.unit_number) })
    .from(units)
    .where(eq(units.booking_id, unit.booking_id))
    .get();
  const fresh = tx
    .insert(units)
    .values({
      id: newId("unit"),
      booking_id: unit.booking_id,
      booking_item_id: unit.booking_item_id,
      unit_number: (last?.number ?? 0) + 1,
      state: "reserved",
      size_yards: wish.size,
      material_category: wish.material,
      replaces_unit_id: unit.id,
      delivery_date: wish.day,
      delivery_window: wish.window,
      pickup_date: pickup,
      occupied_until: until,
      // What it costs is the proposal's, not the order's.
      share: 0,
      created_at: deed.now,
    })
    .returning()
    .get();
  take(tx, stayOf(fresh));
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: fresh.id },
    bookingId: unit.booking_id,
    action: "unit_reserved",
    to: "reserved",
    data: { unit_number: fresh.unit_number },
  });
  insertJob(tx, deed, {
    booking_id: unit.booking_id,
    unit_id: fresh.id,
    kind: "pickup",
    day: pickup,
    delivery_window: "anytime",
  });
  const former = { was_pickup: unit.pickup_date, was_until: unit.occupied_until };
  cancelPickups(tx, deed, unit.id, "swap_planned");
  setStay(tx, unit, wish.day, addDays(wish.day, 1));
  followDates(tx, deed, unit.booking_id);
  return { brings_unit_id: fresh.id, ...former };
}
