import { and, eq, not, notInArray, sql } from "drizzle-orm";
import { dumpsters, jobs, units } from "#db/schema/index";
import { UNFIT } from "./yard";

/** A unit has it out, whatever our list of places says: with the flag "auto sync dumpster status" off it says so late. */
export const isOut = sql`exists (select 1 from ${units} where ${units.dumpster_id} = ${dumpsters.id}
  and ${units.state} in ('delivering','on_site','pickup_requested','collecting','pickup_failed'))`;

export const isFit = notInArray(dumpsters.condition, [...UNFIT]);

/** As the partial index `jobs_open` has it: those that are done are nearly all. */
export const IS_OPEN = sql`${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived')`;

/** Of a size, a truck may load it now: in the yard, empty and fit, and out with nobody. */
export const isReady = (size: number) =>
  and(eq(dumpsters.size_yards, size), eq(dumpsters.location, "yard"), eq(dumpsters.load, "empty"), isFit, not(isOut));
