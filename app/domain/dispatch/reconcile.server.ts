import { desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { dumpsters, jobs, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Dumpster } from "../inventory/dumpsters.server";
import { checkShortage } from "../inventory/shortage.server";
import { plainNumber } from "../inventory/plain-number";
import type { Location } from "../inventory/yard";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { UNITS_OUT } from "../states/transitions";
import { closeTask, findTask } from "../tasks/tasks.server";
import { listMismatchesOfUnit, readMismatch, type Found } from "./mismatches.server";

/** What the office found out: whose number was right, and where the other dumpster is. */
export interface Settled {
  stands: "ours" | "theirs";
  /**
   * Of our dumpster, where theirs was right: "not known where" is an answer, none (null) is not. `exchanged`: it stands for
   * the one who has theirs by our list.
   */
  otherPlace: Exclude<Location, "site"> | "exchanged" | null;
  why: string;
}
export type SettleResult =
  | { ok: true }
  /**
   * `not_ours`: no dumpster of ours has the number. `no_place`: nobody has said where our dumpster is. `elsewhere`: another
   * booking has it out, and nobody has said that the two were exchanged.
   */
  | { ok: false; code: "gone" | "not_ours" | "wrong_size" }
  | { ok: false; code: "no_place"; number: string }
  | { ok: false; code: "elsewhere"; booking: string };

/**
 * Ends a mismatch as staff say it; nothing is guessed. Where ours was right the typed number was a slip and nothing moves.
 * Where theirs was, the unit has that dumpster from now on: it is where ours was by our list, and ours is where staff say,
 * or at the other's site where the two were exchanged. What has gone on meanwhile is left where it is.
 */
export function settleMismatch(tx: Tx, deed: Deed<StaffActor>, taskId: string, said: Settled): SettleResult {
  const task = findTask(tx, taskId);
  if (task?.kind !== "reconcile" || task.state !== "open") return { ok: false, code: "gone" };
  const found = readMismatch(tx, task.id, task.cause);
  if (!found) return { ok: false, code: "gone" };
  const { ours, theirs, typed, otherUnit } = found;
  if (said.stands === "theirs") {
    const refusal = refusalOf(found, said);
    if (refusal) return refusal;
    if (theirs) giveTheirs(tx, deed, found, theirs, said);
  }
  const names = { ours: ours?.number ?? null, theirs: theirs?.number ?? typed };
  tellSettled(tx, deed, found.job.id, found.bookingId, { ...names, stands: said.stands }, said.why);
  closeTask(tx, deed, task.cause);
  if (said.stands === "theirs" && theirs) closeWhatFits(tx, deed, found.unitId, theirs.number);
  if (said.stands === "theirs" && theirs && ours && otherUnit !== null)
    settleOther(tx, deed, otherUnit, { ours: theirs.number, theirs: ours.number }, said.why);
  return { ok: true };
}

function refusalOf(
  { ours, theirs, theirsAt, oursIsElsewhere }: Found,
  { otherPlace }: Settled,
): Exclude<SettleResult, { ok: true }> | null {
  if (!theirs) return { ok: false, code: "not_ours" };
  if (ours && ours.size_yards !== theirs.size_yards) return { ok: false, code: "wrong_size" };
  if (theirsAt !== null)
    return ours && otherPlace === "exchanged" ? null : { ok: false, code: "elsewhere", booking: theirsAt };
  if (!ours || oursIsElsewhere) return null;
  return otherPlace === null || otherPlace === "exchanged"
    ? { ok: false, code: "no_place", number: ours.number }
    : null;
}

/** The unit has theirs from now on. */
function giveTheirs(tx: Tx, deed: Deed<StaffActor>, found: Found, theirs: Dumpster, said: Settled): void {
  const { ours, oursIsElsewhere, theirsHasGoneOn, unitId, bookingId, otherUnit } = found;
  tx.update(units).set({ dumpster_id: theirs.id }).where(eq(units.id, unitId)).run();
  if (otherUnit !== null && ours) {
    tx.update(units).set({ dumpster_id: ours.id }).where(eq(units.id, otherUnit)).run();
    setPlace(tx, deed, bookingId, theirs, ours, said.why);
    const { booking_id } = tx.select().from(units).where(eq(units.id, otherUnit)).get()!;
    setPlace(tx, deed, booking_id, ours, theirs, said.why);
  } else if (ours && !oursIsElsewhere) {
    const { state } = tx.select().from(units).where(eq(units.id, unitId)).get()!;
    // Not out any more for this booking, it is where somebody has said since.
    const stays = theirsHasGoneOn && !UNITS_OUT.some((out) => out === state);
    setPlace(tx, deed, bookingId, theirs, stays ? theirs : ours, said.why);
    const place = said.otherPlace;
    if (place !== null && place !== "exchanged")
      setPlace(tx, deed, bookingId, ours, { location: place, load: theirs.load }, said.why);
  } else {
    const { state } = tx.select().from(units).where(eq(units.id, unitId)).get()!;
    // On its way back it is where somebody has said; at a customer there is one place.
    const location = state === "collecting" || !UNITS_OUT.some((out) => out === state) ? theirs.location : "site";
    setPlace(tx, deed, bookingId, theirs, { location, load: theirs.load }, said.why);
  }
  listAgain(tx, deed, theirs);
  checkShortage(tx, deed, theirs.size_yards);
}

/** The other one of an exchange: its booking's history says so too, and what its driver read fits now. */
function settleOther(
  tx: Tx,
  deed: Deed<StaffActor>,
  unitId: Id<"unit">,
  names: { ours: string; theirs: string },
  why: string,
): void {
  const { booking_id } = tx.select().from(units).where(eq(units.id, unitId)).get()!;
  const fits = closeWhatFits(tx, deed, unitId, names.theirs);
  const last = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(jobs.unit_id, unitId))
    .orderBy(desc(jobs.created_at))
    .get();
  const jobId = fits[0]?.job.id ?? last?.id;
  if (jobId) tellSettled(tx, deed, jobId, booking_id, { ...names, stands: "theirs" }, why);
}

/** What drivers read of a unit, at its delivery or at its pickup, and what is its dumpster's number by now. */
function closeWhatFits(tx: Tx, deed: Deed<StaffActor>, unitId: Id<"unit">, number: string) {
  const fits = listMismatchesOfUnit(tx, unitId).filter(({ typed }) => plainNumber(typed) === plainNumber(number));
  for (const { cause } of fits) closeTask(tx, deed, cause);
  return fits;
}

function tellSettled(
  tx: Tx,
  deed: Deed<StaffActor>,
  jobId: Id<"job">,
  bookingId: Id<"booking">,
  data: { ours: string | null; theirs: string; stands: Settled["stands"] },
  why: string,
): void {
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId,
    action: "number_settled",
    why: why || undefined,
    data,
  });
}

/** Who has stood retired on the list is in use after all: on the list again, and promised to nobody before somebody has looked. */
function listAgain(tx: Tx, deed: Deed, { id, number, condition }: Dumpster): void {
  if (condition !== "retired") return;
  const is = "out_of_service";
  tx.update(dumpsters).set({ condition: is }).where(eq(dumpsters.id, id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id },
    action: "dumpster_changed",
    why: "read_at_customer",
    data: { number, changes: [{ field: "condition", was: condition, is }] },
  });
}

/** Told in its history even where its place is the same: another booking has it. */
function setPlace(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  dumpster: Dumpster,
  { location, load }: Pick<Dumpster, "location" | "load">,
  why: string,
): void {
  const { id, number } = dumpster;
  tx.update(dumpsters).set({ location, load }).where(eq(dumpsters.id, id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id },
    bookingId,
    action: "dumpster_moved",
    why: why || undefined,
    data: { number, was: { location: dumpster.location, load: dumpster.load }, is: { location, load } },
  });
}
