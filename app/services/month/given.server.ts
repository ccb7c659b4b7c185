import { and, count, eq, inArray, isNotNull, isNull, lte, ne } from "drizzle-orm";
import { bookings, jobs, units } from "#db/schema/index";
import { giveJobs } from "~/domain/dispatch/conflicts.server";
import { driversOfDay, drivesOn } from "~/domain/dispatch/drivers-of-day.server";
import type { Id } from "~/domain/kernel/ids.server";
import { EXTRAS } from "~/domain/states/job-places";
import type { Play } from "./play.server";

/** What nobody proposes a driver for, the office of a made-up month gives by hand: a swap, an emptying, a move. */
interface ByHand {
  id: Id<"job">;
  /** The same in each month of a seed: ids are not. */
  key: string;
}

/** Those of today that nobody has, each order's together. */
export function listByHand({ services, day }: Play): ByHand[] {
  return services.db.orm
    .select({ id: jobs.id, number: bookings.booking_number, unit: units.unit_number, kind: jobs.kind })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(
      and(
        inArray(jobs.kind, [...EXTRAS]),
        inArray(jobs.state, ["unscheduled", "scheduled"]),
        lte(jobs.day, day),
        isNull(bookings.on_hold_reason),
      ),
    )
    .orderBy(bookings.booking_number, units.unit_number, jobs.kind)
    .all()
    .map(({ id, number, unit, kind }) => ({ id, key: `${number}/${unit}/${kind}` }));
}

/** Who would be late by it drives it all the same, if nobody else is there. */
const ALL_THE_SAME = [[], ["late", "overtime"]] as const;

/**
 * To the driver of the day with the fewest stops, the first by name of several, for whom nothing speaks against it. False
 * where something does for everybody.
 */
export async function giveByHand(play: Play, { id: jobId }: ByHand): Promise<boolean> {
  const { services, day } = play;
  const rules = { settings: services.settings(), oneDriver: !services.flags().multi_assignments };
  const stops = stopsByDriver(play);
  const stopsOf = ({ id }: { id: Id<"driver"> }) => stops.get(id) ?? 0;
  // Sorting keeps the order of who has as many: by name.
  const drivers = driversOfDay(services.db.orm, day)
    .filter((driver) => drivesOn(driver, day))
    .toSorted((a, b) => stopsOf(a) - stopsOf(b));
  const deed = play.deed(play.staff());
  return services.db.write((tx) =>
    ALL_THE_SAME.some((accepted) =>
      drivers.some(({ id }) => giveJobs(tx, deed, rules, [{ jobId, seen: null }], id, { accepted }).ok),
    ),
  );
}

function stopsByDriver({ services, day }: Play): Map<Id<"driver">, number> {
  const rows = services.db.orm
    .select({ driver: jobs.driver_id, stops: count() })
    .from(jobs)
    .where(and(eq(jobs.day, day), isNotNull(jobs.driver_id), ne(jobs.state, "cancelled")))
    .groupBy(jobs.driver_id)
    .all();
  return new Map(rows.flatMap(({ driver, stops }) => (driver ? [[driver, stops] as const] : [])));
}
