import { sql } from "drizzle-orm";
import { tasks } from "#db/schema/index";
import { parseDay, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";

/** Something of a booking stands on a day that no truck goes out on: one task for each such day. */
export const closedDayCause = (bookingId: Id<"booking">, day: Day): string => `closed_day:${bookingId}:${day}`;
/** The same of the row of `jobs` that a query is at, by its written name: of one table alone drizzle writes no names. */
export const CLOSED_DAY_OF_JOB = sql`'closed_day:' || jobs.booking_id || ':' || jobs.day`;
/** The day that a cause is about. */
export const dayOfCause = (cause: string): Day | null => parseDay(cause.split(":")[2] ?? "");

/** Somebody of the office has said of what stands there that a truck goes out all the same; of a row of `jobs`. */
export const GOES_OUT_ALL_THE_SAME = sql<boolean>`exists (select 1 from ${tasks} where tasks.cause = ${CLOSED_DAY_OF_JOB} and tasks.state = 'done')`;
