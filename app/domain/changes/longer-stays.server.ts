import type { Orm } from "#db/client.server";
import type { Unit } from "../booking/order/bookings.server";
import type { Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { previewChange } from "./changes.server";
import type { ChangeRefusal } from "./kind";

/** A later pickup that can be had: `days` more than now, cents with tax. */
export interface LongerStay {
  days: number;
  to: Day;
  total: Cents;
}

/**
 * The later pickup days that a dumpster could have now, soonest first, each with its price and with room for it; or why there
 * is none. A closed day is not among them: the next open one costs as many days as it was asked for.
 */
export function listLongerStays(
  orm: Orm,
  settings: Settings,
  unit: Unit,
  now: Instant,
): { ok: true; stays: LongerStay[] } | ChangeRefusal {
  const stays: LongerStay[] = [];
  let refused: ChangeRefusal | null = null;
  for (let days = 1; days <= settings.maxRentalDays; days++) {
    const one = previewChange(orm, settings, unit.id, { kind: "extension", days }, now);
    if (!one.ok) {
      refused = one;
      // Whoever has no room for some days has none for more.
      if (one.code === "sold_out") break;
      continue;
    }
    const to = one.wish.kind === "extension" ? one.wish.to : unit.pickup_date;
    if (to !== stays.at(-1)?.to) stays.push({ days, to, total: one.price.total });
  }
  return stays.length > 0 || refused === null ? { ok: true, stays } : refused;
}
