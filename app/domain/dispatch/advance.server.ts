import { and, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges, dumpsters, units } from "#db/schema/index";
import { getBooking } from "../booking/order/bookings.server";
import { OWED, recomputeBooking } from "../booking/order/recompute.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import { canMove, canMoveJob, type JobState, type UnitState } from "../states/transitions";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { tellCustomer } from "../outbox/news.server";
import { isBeforeItLeaves } from "../states/job-places";
import { dayAt, DAY, plus } from "../kernel/time.server";
import { openTask } from "../tasks/tasks.server";
import { freeDumpsters, plannedElsewhere } from "./planned.server";
import { getJob, moveJob, type Job, type JobResult } from "./jobs.server";

type Unit = typeof units.$inferSelect;
type Dumpster = typeof dumpsters.$inferSelect;
interface Effect {
  unit?: UnitState;
  dumpster?: Partial<Pick<Dumpster, "location" | "load">>;
  /** The unit lets its dumpster go: back in the yard, free for another. */
  release?: boolean;
}

/**
 * What a job's step does to its unit and its dumpster (domain.md, section 2). Steps that are missing change neither.
 */
const EFFECTS: Partial<Record<Job["kind"], Partial<Record<JobState, Effect>>>> = {
  delivery: {
    en_route: { unit: "delivering", dumpster: { location: "truck", load: "empty" } },
    serviced: { unit: "on_site", dumpster: { location: "site" } },
    // Nobody could set it down: it goes back, and the next attempt takes whichever is free then.
    attempted: { unit: "delivery_failed", dumpster: { location: "yard" }, release: true },
  },
  pickup: {
    en_route: { unit: "collecting" },
    serviced: { unit: "off_site", dumpster: { location: "truck", load: "full" } },
    // Not taken at the first facility: on the road again.
    to_disposal: { dumpster: { location: "truck" } },
    at_disposal: { dumpster: { location: "disposal" } },
    ticketed: { dumpster: { load: "empty" } },
    returned: { dumpster: { location: "yard" } },
    // Staged: location yard, load full.
    dump_later: { dumpster: { location: "yard" } },
    attempted: { unit: "pickup_failed" },
  },
};

const CLOSED: JobState[] = ["completed", "dump_later", "attempted"];

/**
 * Moves a job one step on, and its unit, its dumpster and its booking with it, each with an event, in the caller's
 * transaction. A delivery that leaves the yard takes a free dumpster of its size. Refused when the tables do not allow
 * the step, when the job has no driver, when the street has no permit for today (`no_permit`) or when the yard has no
 * dumpster (`no_dumpster`). `why` is the reason of an attempt.
 */
export function advanceJob(tx: Tx, deed: Deed, jobId: Id<"job">, to: JobState, why?: string): JobResult {
  const job = getJob(tx, jobId);
  const effects = EFFECTS[job.kind];
  if (!effects) return { ok: false, code: "not_open_yet", from: job.state };
  // No driver's steps: a job is planned, taken back, recalled and cancelled by verbs of their own.
  if (isBeforeItLeaves(to) || to === "cancelled" || !canMoveJob(job.kind, job.state, to))
    return { ok: false, code: "not_allowed", from: job.state };
  if (to === "en_route" && !job.driver_id) return { ok: false, code: "no_driver", from: job.state };
  // The day on which it leaves, whatever was planned: it is then that the dumpster is set down.
  if (to === "en_route" && job.kind === "delivery" && !mayBeSetDown(getBooking(tx, job.booking_id), dayAt(deed.now)))
    return { ok: false, code: "no_permit", from: job.state };
  const unit = getUnit(tx, job.unit_id);
  const effect = effects[to] ?? {};
  if (effect.unit && !canMove("unit", unit.state, effect.unit))
    return { ok: false, code: "not_allowed", from: job.state };
  const dumpster = effect.dumpster && dumpsterFor(tx, unit, job);
  if (effect.dumpster && !dumpster) return { ok: false, code: "no_dumpster", from: job.state };

  if (dumpster && effect.dumpster) moveDumpster(tx, deed, job, dumpster, effect.dumpster);
  if (effect.unit) moveUnit(tx, deed, unit, effect.unit, why);
  if (dumpster)
    tx.update(units)
      .set({ dumpster_id: effect.release ? null : dumpster.id })
      .where(eq(units.id, unit.id))
      .run();
  // Told at once (domain.md, 4.8): a customer who waits at home must not learn it from the look-up.
  if (effect.unit === "delivery_failed")
    tellCustomer(tx, "delivery-failed", { bookingId: job.booking_id, cause: job.id, payload: { jobId: job.id } });
  // A staged dumpster is out of use, and its load costs what it weighs, until somebody has it dumped.
  if (to === "dump_later")
    openTask(tx, deed, {
      kind: "dump_later",
      cause: `dump-later:${job.id}`,
      subject: { kind: "booking", id: job.booking_id },
      bookingId: job.booking_id,
      due: plus(deed.now, DAY),
    });
  const closing = CLOSED.includes(to) ? { done_at: deed.now } : {};
  return moveJob(
    tx,
    deed,
    job,
    to,
    to === "attempted" ? { ...closing, failure_reason: why ?? "No reason given" } : closing,
    why,
  );
}

/**
 * Closes a unit whose load is weighed and whose charges are settled. False while the unit is still out or something is
 * owed.
 */
export function settleUnit(tx: Tx, deed: Deed, unitId: Id<"unit">): boolean {
  const unit = getUnit(tx, unitId);
  const owed = tx
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.unit_id, unitId), inArray(charges.state, ["proposed", "evidence_ready", ...OWED])))
    .limit(1)
    .get();
  if (owed || !canMove("unit", unit.state, "settled")) return false;
  moveUnit(tx, deed, unit, "settled");
  recomputeBooking(tx, deed, unit.booking_id);
  return true;
}

/**
 * The dumpster a unit has, else the one that was planned for the job while it is free, else the first free one of its
 * size that is planned for no other job: in the yard, empty, fit. Where every free one is planned elsewhere, any of them:
 * a truck that stands ready goes before a plan.
 */
function dumpsterFor(tx: Orm, unit: Unit, job: Job): Dumpster | undefined {
  if (unit.dumpster_id) return tx.select().from(dumpsters).where(eq(dumpsters.id, unit.dumpster_id)).get();
  const free = freeDumpsters(tx, unit.size_yards);
  const elsewhere = plannedElsewhere(tx, job.id);
  return free.find(({ id }) => id === job.planned_dumpster_id) ?? free.find(({ id }) => !elsewhere.has(id)) ?? free[0];
}

export function moveDumpster(
  tx: Tx,
  deed: Deed,
  job: Job,
  dumpster: Dumpster,
  change: Partial<Pick<Dumpster, "location" | "load">>,
): void {
  tx.update(dumpsters).set(change).where(eq(dumpsters.id, dumpster.id)).run();
  const { number, location, load } = dumpster;
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id: dumpster.id },
    bookingId: job.booking_id,
    action: "dumpster_moved",
    data: { number, was: { location, load }, is: { location, load, ...change } },
  });
}

/** Moves a unit with its event. Throws when the table does not allow it: the caller has decided before. */
export function moveUnit(tx: Tx, deed: Deed, unit: Unit, to: UnitState, why?: string): void {
  if (!canMove("unit", unit.state, to)) throw new Error(`unit ${unit.id}: ${unit.state} cannot become ${to}`);
  tx.update(units).set({ state: to }).where(eq(units.id, unit.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: unit.id },
    bookingId: unit.booking_id,
    action: "unit_moved",
    from: unit.state,
    to,
    data: { unit_number: unit.unit_number },
    why,
  });
}

function getUnit(tx: Orm, unitId: Id<"unit">): Unit {
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit) throw new Error(`no unit ${unitId}`);
  return unit;
}
