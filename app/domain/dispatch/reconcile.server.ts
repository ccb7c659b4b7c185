import { and, eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, dumpsters, events, jobs, tasks, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { EventData } from "../events/happenings";
import { findDumpsterAsWritten, type Dumpster } from "../inventory/dumpsters.server";
import { IS_OUT } from "../inventory/availability.server";
import type { Location } from "../inventory/yard";
import type { Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { closeTask, findTask } from "../tasks/tasks.server";
import { getJob, type Job } from "./jobs.server";

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
  /** Another booking that has their dumpster out by our list. */
  theirsAt: string | null;
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

function readMismatch(orm: Orm, task: string, cause: string): (Mismatch & { unitId: Id<"unit"> }) | null {
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
  const { theirs: typed = "", ours } = told.data as EventData<"number_differs">;
  const theirs = findDumpsterAsWritten(orm, typed);
  return {
    task,
    unitId,
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
    ours: ours ? findDumpsterAsWritten(orm, ours) : null,
    typed,
    theirs,
    theirsAt: theirs && bookingOf(orm, theirs.id, unitId),
  };
}

/** Which other booking has a dumpster out by our list. */
function bookingOf(orm: Orm, id: Id<"dumpster">, but: Id<"unit">): string | null {
  return (
    orm
      .select({ number: bookings.booking_number })
      .from(units)
      .innerJoin(bookings, eq(bookings.id, units.booking_id))
      .where(and(eq(units.dumpster_id, id), IS_OUT, sql`${units.id} <> ${but}`))
      .get()?.number ?? null
  );
}

/** What the office found out: whose number was right, and where the other dumpster is. */
export interface Settled {
  stands: "ours" | "theirs";
  /** Of our dumpster, where theirs was right: "not known where" is an answer, none (null) is not. */
  otherPlace: Exclude<Location, "site"> | null;
  why: string;
}
export type SettleResult =
  | { ok: true }
  /**
   * `not_ours`: no dumpster of ours has the number. `no_place`: nobody has said where our dumpster is. `elsewhere`: another
   * booking has it out, which is cleared up first.
   */
  | { ok: false; code: "gone" | "not_ours" | "wrong_size" }
  | { ok: false; code: "no_place"; number: string }
  | { ok: false; code: "elsewhere"; booking: string };

/**
 * Ends a mismatch as staff say it; nothing is guessed. Where ours was right the typed number was a slip and nothing moves.
 * Where theirs was, the unit has that dumpster from now on: it is where ours was by our list, and ours is where staff say.
 */
export function settleMismatch(tx: Tx, deed: Deed<StaffActor>, taskId: string, said: Settled): SettleResult {
  const task = findTask(tx, taskId);
  if (task?.kind !== "reconcile" || task.state !== "open") return { ok: false, code: "gone" };
  const found = readMismatch(tx, task.id, task.cause);
  if (!found) return { ok: false, code: "gone" };
  const { ours, theirs, theirsAt, typed, unitId } = found;
  const job = getJob(tx, found.job.id);
  if (said.stands === "theirs") {
    if (!theirs) return { ok: false, code: "not_ours" };
    if (theirsAt) return { ok: false, code: "elsewhere", booking: theirsAt };
    if (ours && ours.size_yards !== theirs.size_yards) return { ok: false, code: "wrong_size" };
    const place = said.otherPlace;
    if (ours && place === null) return { ok: false, code: "no_place", number: ours.number };
    tx.update(units).set({ dumpster_id: theirs.id }).where(eq(units.id, unitId)).run();
    if (ours && place !== null) {
      setPlace(tx, deed, job, theirs, { location: ours.location, load: ours.load });
      setPlace(tx, deed, job, ours, { location: place, load: theirs.load });
    } else setPlace(tx, deed, job, theirs, { location: "site", load: theirs.load });
  }
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "number_settled",
    why: said.why || undefined,
    data: { ours: ours?.number ?? null, theirs: theirs?.number ?? typed, stands: said.stands },
  });
  closeTask(tx, deed, task.cause);
  return { ok: true };
}

function setPlace(tx: Tx, deed: Deed, job: Job, dumpster: Dumpster, is: Pick<Dumpster, "location" | "load">): void {
  const { id, number, location, load } = dumpster;
  if (location === is.location && load === is.load) return;
  tx.update(dumpsters).set(is).where(eq(dumpsters.id, id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id },
    bookingId: job.booking_id,
    action: "dumpster_moved",
    data: { number, was: { location, load }, is },
  });
}
