import { eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, dumpsters, jobs, units, weightTickets } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { plainNumber } from "../inventory/plain-number";
import { newId, type Id } from "../kernel/ids.server";
import { HOUR, plus } from "../kernel/time.server";
import type { Place } from "../photos/rules";
import { canPress, stateAfter } from "../states/presses";
import { readSettings } from "../settings/settings.server";
import { openTask } from "../tasks/tasks.server";
import { advanceJob, AS_USUAL, type StepRules } from "./advance.server";
import { keepAttempt } from "./attempts.server";
import { takeLoaded } from "./loaded.server";
import { getJob, type Job, type JobResult } from "./jobs.server";
import { POUNDS_A_TON } from "./ticket-question";

/** What the facility's scale said, in whole pounds. */
export interface Ticket {
  number: string;
  gross: number;
  tare: number;
  net: number;
}

/** One step of a job with what it brings, as a driver sends it or the office enters it for a lost phone. */
export type Step =
  | { to: "en_route" | "arrived" | "to_disposal" | "returned" | "next_site" | "completed" | "dump_later" }
  | { to: "serviced"; dumpsterNumber: string; secondNumber?: string }
  | { to: "at_disposal"; facility: string }
  | { to: "ticketed"; ticket: Ticket }
  | { to: "attempted"; reason: string; note: string; place?: Place | null };
export type StepName = Step["to"];

export type StepResult =
  | JobResult
  | { ok: false; code: "not_yours" | "wrong_sum" | "ticket_used" | "too_heavy"; from: Job["state"] };

/** No truck on a Florida road weighs more, with its load. */
export const MOST_GROSS_POUNDS = 80_000;
/** Nothing that goes into a dumpster is heavier than solid concrete, about 4,050 pounds a cubic yard. */
const MOST_POUNDS_A_YARD = 4_050;

/**
 * Takes a job one step on for the driver who has it, with what the step brings, in the caller's transaction. A dumpster
 * number that is not ours for this place is kept and reported, never refused (domain.md, section 2). A weight ticket is
 * checked at the scale, while it can still be asked for: `wrong_sum`, `ticket_used` by another load of that facility,
 * `too_heavy` to be true. Otherwise refused as `advanceJob` does; `not_yours` for another driver's job.
 */
export function takeStep(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  step: Step,
  rules?: StepRules,
): StepResult {
  const job = getJob(tx, jobId);
  if (job.driver_id !== driverId) return { ok: false, code: "not_yours", from: job.state };
  const wrong = step.to === "ticketed" ? ticketProblem(tx, job, step.ticket) : null;
  if (wrong) return { ok: false, code: wrong, from: job.state };
  if (!canPress(job.kind, job.state, step.to) && stateAfter(step.to) === "completed")
    return { ok: false, code: "not_allowed", from: job.state };
  const why = step.to === "attempted" ? [step.reason, step.note].filter(Boolean).join(": ") : undefined;
  const moved = advanceJob(tx, deed, jobId, stateAfter(step.to), why, rules);
  if (!moved.ok) return moved;
  if (step.to === "serviced") compareNumbers(tx, deed, moved.job, step, rules);
  if (step.to === "at_disposal") tx.update(jobs).set({ facility: step.facility }).where(eq(jobs.id, jobId)).run();
  if (step.to === "ticketed") keepTicket(tx, deed, moved.job, step.ticket);
  if (step.to === "attempted") keepAttempt(tx, deed, moved.job, { ...step, place: step.place ?? null });
  return { ok: true, job: getJob(tx, jobId) };
}

/** The ticket of a job's load; null while it has none. */
export function findTicket(orm: Orm, jobId: Id<"job">): typeof weightTickets.$inferSelect | null {
  return orm.select().from(weightTickets).where(eq(weightTickets.job_id, jobId)).get() ?? null;
}

function ticketProblem(
  tx: Tx,
  job: Job,
  { number, gross, tare, net }: Ticket,
): "wrong_sum" | "ticket_used" | "too_heavy" | null {
  if (gross - tare !== net || net <= 0) return "wrong_sum";
  const size = tx.select({ size: units.size_yards }).from(units).where(eq(units.id, job.unit_id)).get()?.size ?? 0;
  if (gross > MOST_GROSS_POUNDS || net > size * MOST_POUNDS_A_YARD) return "too_heavy";
  return findTicketUser(tx, job, number) === null ? null : "ticket_used";
}

/** The booking whose load has a ticket of this number at the job's facility, by its number; null where none has. */
export function findTicketUser(orm: Orm, job: Pick<Job, "facility">, number: string): string | null {
  return (
    orm
      .select({ booking: bookings.booking_number })
      .from(weightTickets)
      .innerJoin(jobs, eq(jobs.id, weightTickets.job_id))
      .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
      // Thumbs type "t - 1" for "T-1": it is the same paper, and its weight would be charged twice.
      .where(
        sql`replace(${weightTickets.ticket_number}, ' ', '') collate nocase = ${number.replaceAll(" ", "")} and ${weightTickets.facility} collate nocase = ${facilityOf(job)}`,
      )
      .get()?.booking ?? null
  );
}

const facilityOf = ({ facility }: Pick<Job, "facility">): string => facility ?? "";

function keepTicket(tx: Tx, deed: Deed, job: Job, { number, gross, tare, net }: Ticket): void {
  const facility = facilityOf(job);
  tx.insert(weightTickets)
    .values({
      id: newId("ticket"),
      job_id: job.id,
      unit_id: job.unit_id,
      facility,
      ticket_number: number,
      gross_pounds: gross,
      tare_pounds: tare,
      net_pounds: net,
      recorded_at: deed.now,
    })
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "load_weighed",
    data: { facility, ticket: number, gross, tare, net },
  });
  // Found at the scale: billed and flagged (domain.md, section 3).
  const { maxTons } = readSettings(tx);
  if (net > maxTons * POUNDS_A_TON)
    recordEvent(tx, deed, {
      subject: { kind: "job", id: job.id },
      bookingId: job.booking_id,
      action: "overweight_found",
      data: { net, most_tons: maxTons },
    });
}

/** Of a swap the first number is what was set down, the second what was taken away. */
function compareNumbers(
  tx: Tx,
  deed: Deed,
  job: Job,
  step: Extract<Step, { to: "serviced" }>,
  { movesDumpster } = AS_USUAL,
): void {
  const unitId = job.brings_unit_id ?? job.unit_id;
  const sets = job.kind === "delivery" || job.kind === "swap";
  compareNumber(tx, deed, job, unitId, step.dumpsterNumber, sets && movesDumpster);
  if (job.brings_unit_id && step.secondNumber) compareNumber(tx, deed, job, job.unit_id, step.secondNumber);
}

/** Of the unit that the number is said of: a swap has two. */
function compareNumber(tx: Tx, deed: Deed, job: Job, unitId: Id<"unit">, typed: string, isSetDown = false): void {
  const ours =
    tx
      .select({ number: dumpsters.number })
      .from(units)
      .innerJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
      .where(eq(units.id, unitId))
      .get()?.number ?? null;
  if (ours !== null && plainNumber(ours) === plainNumber(typed)) return;
  if (isSetDown && takeLoaded(tx, deed, job, unitId, typed)) return;
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "number_differs",
    data: { job: job.kind, ours, theirs: typed, unit: unitId },
  });
  openTask(tx, deed, {
    kind: "reconcile",
    cause: `reconcile:${job.id}:${unitId}`,
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    due: plus(deed.now, 4 * HOUR),
  });
}
