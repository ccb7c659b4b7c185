import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { dumpsters, units } from "#db/schema/index";
import { plainNumber } from "../inventory/plain-number";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { moveDumpster } from "./advance.server";
import type { Job } from "./jobs.server";
import { freeDumpsters, plannedElsewhere } from "./planned.server";

/**
 * The number confirmed wins (domain.md, section 2): where nobody had planned a dumpster, the one that our list took for the
 * truck was a guess. What was set down in its stead becomes the unit's, and the guess stands free in the yard. False, and
 * nothing is done, where one was planned, or the number is none of a free dumpster of that size: somebody has to clear
 * that up.
 */
export function takeLoaded(tx: Tx, deed: Deed, job: Job, unitId: Id<"unit">, typed: string): boolean {
  if (job.planned_dumpster_id !== null) return false;
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  const guess = unit?.dumpster_id && tx.select().from(dumpsters).where(eq(dumpsters.id, unit.dumpster_id)).get();
  if (!unit || !guess) return false;
  const elsewhere = plannedElsewhere(tx, job.id);
  const loaded = freeDumpsters(tx, unit.size_yards).find(
    ({ id, number }) => plainNumber(number) === plainNumber(typed) && !elsewhere.has(id),
  );
  if (!loaded) return false;
  moveDumpster(tx, deed, job, guess, { location: "yard" });
  moveDumpster(tx, deed, job, loaded, { location: "site" });
  tx.update(units).set({ dumpster_id: loaded.id }).where(eq(units.id, unitId)).run();
  return true;
}
