import { sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { dumpsters, jobs, units } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import { isFit, isOut } from "./planned.server";

export interface OnTruck {
  id: Id<"dumpster">;
  size: number;
}

/**
 * The empty dumpsters that a driver went straight on with (domain.md, section 2: `ticketed → completed` leaves one on that
 * truck for its next delivery): on a truck, out with no customer, and last brought over the scale by this driver.
 */
export function listOnTruck(orm: Orm, driverId: Id<"driver">): OnTruck[] {
  const last = sql`(select ${jobs.driver_id} from ${units} join ${jobs} on ${jobs.unit_id} = ${units.id}
    where ${units.dumpster_id} = ${dumpsters.id} and ${jobs.state} = 'completed'
    and ${jobs.kind} in ('pickup','swap','disposal') order by ${jobs.done_at} desc limit 1)`;
  return orm
    .select({ id: dumpsters.id, size: dumpsters.size_yards })
    .from(dumpsters)
    .where(
      sql`${dumpsters.location} = 'truck' and ${dumpsters.load} = 'empty' and ${isFit} and not ${isOut} and ${last} = ${driverId}`,
    )
    .all();
}
