import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { bookings, dumpsterSizes, units } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { IS_OUT, occupy } from "../inventory/availability.server";
import { addDays } from "../kernel/days";
import { dayAt, type Instant } from "../kernel/time.server";
import { NOT_ASKED_FOR } from "../states/kept";
import type { Settings } from "../settings/schema";

/**
 * A dumpster that may be kept longer, and is past its day, stays promised to nobody for the next days (domain.md,
 * section 2): renewed each day, in slices, by housekeeping.
 */
export function renewKeptDays(
  db: Db,
  { flexibleExtensionDays }: Pick<Settings, "flexibleExtensionDays">,
  now: Instant,
): Promise<Slices> {
  const until = addDays(dayAt(now), 1 + flexibleExtensionDays);
  const mayBeKept = sql`exists (select 1 from ${bookings} where ${bookings.id} = ${units.booking_id} and ${bookings.flexible_extension} = 1)`;
  const isNotAsked = inArray(units.state, [...NOT_ASKED_FOR]);
  return inSlices(db, (tx, most) => {
    // By size, so that the index of what is out is walked from its oldest day.
    const sizes = tx.select({ size: dumpsterSizes.size }).from(dumpsterSizes);
    const due = tx
      .select()
      .from(units)
      .where(and(inArray(units.size_yards, sizes), IS_OUT, lt(units.occupied_until, until), isNotAsked, mayBeKept))
      .limit(most)
      .all();
    for (const unit of due) {
      occupy(tx, unit.size_yards, { start: unit.occupied_until, end: until }, 1);
      tx.update(units).set({ occupied_until: until }).where(eq(units.id, unit.id)).run();
    }
    return due.length;
  });
}
