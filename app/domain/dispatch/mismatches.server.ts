import { and, desc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, dumpsters, events, jobs, tasks, units } from "#db/schema/index";
import type { EventData } from "../events/happenings";
import { IS_OUT } from "../inventory/availability.server";
import { findDumpsterAsWritten, type Dumpster } from "../inventory/dumpsters.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import type { Job } from "./jobs.server";

/** A number that a driver typed and that is not the one of our list: what is known of both. */
export interface Mismatch {
  task: string;
  job: { id: Id<"job">; kind: Job["kind"]; day: Day; booking: string; name: string; address: string };
  at: Instant;
  driver: string;
  /** By our list; null where none was noted. */
  ours: Dumpster | null;
  /** As the driver typed it, and the dumpster of ours that has it; null where none has. */
  typed: string;
  theirs: Dumpster | null;
  /** The other booking, or the other dumpster of this one, that has theirs out by our list. */
  theirsAt: string | null;
  /** Ours has gone on without this booking: where it is, is known. */
  oursIsElsewhere: boolean;
}

/** With what only the office's answer needs. */
export interface Found extends Mismatch {
  unitId: Id<"unit">;
  bookingId: Id<"booking">;
  otherUnit: Id<"unit"> | null;
  /** Theirs was moved since its number was read: where it is, is known. */
  theirsHasGoneOn: boolean;
}

/** The open mismatches, the oldest first, at most 50. */
export function listMismatches(orm: Orm): Mismatch[] {
  return orm
    .select({ id: tasks.id, cause: tasks.cause })
    .from(tasks)
    .where(and(sql`${tasks.state} = 'open'`, eq(tasks.kind, "reconcile")))
    .orderBy(tasks.made_at)
    .limit(50)
    .all()
    .flatMap(({ id, cause }) => readMismatch(orm, id, cause) ?? []);
}

/** Those that were read of one dumpster of an order, at its delivery and at its pickup. */
export function listMismatchesOfUnit(orm: Orm, unitId: Id<"unit">): (Found & { cause: string })[] {
  return orm
    .select({ id: tasks.id, cause: tasks.cause })
    .from(tasks)
    .where(and(sql`${tasks.state} = 'open'`, eq(tasks.kind, "reconcile")))
    .orderBy(tasks.made_at)
    .all()
    .filter(({ cause }) => cause.endsWith(`:${unitId}`) || cause.split(":").length < 3)
    .flatMap(({ id, cause }) => {
      const found = readMismatch(orm, id, cause);
      return found?.unitId === unitId ? [{ ...found, cause }] : [];
    });
}

/** Those of one job that are open. */
export function listMismatchesOf(orm: Orm, jobId: Id<"job">): Mismatch[] {
  // As `tasks_cause` has them, in order: each begins with its job.
  const from = `reconcile:${jobId}:`;
  return orm
    .select({ id: tasks.id, cause: tasks.cause })
    .from(tasks)
    .where(and(sql`${tasks.state} = 'open'`, gte(tasks.cause, from), lt(tasks.cause, `${from}\uffff`)))
    .all()
    .flatMap(({ id, cause }) => readMismatch(orm, id, cause) ?? []);
}

export function readMismatch(orm: Orm, task: string, cause: string): Found | null {
  const [, jobId, ofUnit] = cause.split(":");
  const found = orm
    .select({ job: jobs, booking: bookings })
    .from(jobs)
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(eq(jobs.id, jobId as Id<"job">))
    .get();
  if (!found) return null;
  const { job, booking } = found;
  const unitId = (ofUnit ?? job.unit_id) as Id<"unit">;
  const told = orm
    .select()
    .from(events)
    .where(and(eq(events.subject_kind, "job"), eq(events.subject_id, job.id), eq(events.action, "number_differs")))
    .orderBy(events.id)
    .all()
    .findLast(({ data }) => ((data as EventData<"number_differs">).unit ?? job.unit_id) === unitId);
  if (!told) return null;
  const { theirs: typed = "" } = told.data as EventData<"number_differs">;
  const theirs = findDumpsterAsWritten(orm, typed);
  const ours = dumpsterOf(orm, unitId);
  const other = theirs && holderOf(orm, theirs.id, unitId);
  return {
    task,
    unitId,
    bookingId: booking.id,
    otherUnit: other?.unit ?? null,
    job: {
      id: job.id,
      kind: job.kind,
      day: job.day,
      booking: booking.booking_number,
      name: `${booking.first_name} ${booking.last_name}`.trim(),
      address: `${booking.address}, ${booking.city}`,
    },
    at: told.at,
    driver: told.actor_label,
    ours,
    typed,
    theirs,
    theirsAt: other?.number ?? null,
    oursIsElsewhere: ours !== null && hasGoneOn(orm, ours.id, booking.id),
    theirsHasGoneOn: theirs !== null && (lastMoveOf(orm, theirs.id)?.id ?? 0) > told.id,
  };
}

const placeChanged = ({ changes }: EventData<"dumpster_changed">) =>
  (changes ?? []).some(({ field }) => field === "location");

const dumpsterOf = (orm: Orm, unitId: Id<"unit">): Dumpster | null =>
  orm
    .select({ dumpster: dumpsters })
    .from(units)
    .innerJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
    .where(eq(units.id, unitId))
    .get()?.dumpster ?? null;

/** Whose load is still under way, or waits in our yard. */
const HAS_LOAD = sql`${units.state} = 'off_site' and exists (
  select 1 from jobs j where j.unit_id = ${units.id} and j.kind <> 'delivery' and j.state not in ('completed', 'attempted', 'cancelled'))`;

/** Who else has a dumpster by our list, out or with their load in it. */
const holderOf = (orm: Orm, id: Id<"dumpster">, but: Id<"unit">) =>
  orm
    .select({ unit: units.id, booking: bookings.id, number: bookings.booking_number })
    .from(units)
    .innerJoin(bookings, eq(bookings.id, units.booking_id))
    .where(and(eq(units.dumpster_id, id), or(IS_OUT, HAS_LOAD), sql`${units.id} <> ${but}`))
    .get() ?? null;

/** Its last move was another booking's, or the office's: its place says nothing any more of who has it by our list. */
function hasGoneOn(orm: Orm, id: Id<"dumpster">, bookingId: Id<"booking">): boolean {
  const last = lastMoveOf(orm, id);
  return last !== undefined && last.booking !== bookingId;
}

function lastMoveOf(orm: Orm, id: Id<"dumpster">) {
  const moves = inArray(events.action, ["dumpster_moved", "dumpster_changed", "status_mended"]);
  return orm
    .select({ id: events.id, booking: events.booking_id, action: events.action, data: events.data })
    .from(events)
    .where(and(eq(events.subject_kind, "dumpster"), eq(events.subject_id, id), moves))
    .orderBy(desc(events.id))
    .limit(20)
    .all()
    .find(({ action, data }) => action !== "dumpster_changed" || placeChanged(data as EventData<"dumpster_changed">));
}
