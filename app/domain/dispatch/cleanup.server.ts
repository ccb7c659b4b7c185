import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Db, Tx } from "#db/client.server";
import { dumpsters, units } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { recordEvent } from "../events/events.server";
import { IS_OUT } from "../inventory/availability.server";
import { checkShortage } from "../inventory/shortage.server";
import type { Deed } from "../kernel/deed";
import { DAY, plus } from "../kernel/time.server";
import { openTask } from "../tasks/tasks.server";
import { listTakenAlong } from "./straight-on.server";

/** So long a dumpster may stand where nothing explains it: somebody may be about to enter it. */
const STALE_MS = DAY;

/**
 * Dumpsters that our list has at a customer or on a truck for more than a day, and no unit has out, no job under way, and no
 * driver for a delivery to come: stale states. Flag
 * "status cleanup": on, their place becomes "not known", which promises them to nobody, and each is said in its history;
 * off, each is only a task. In slices; each dumpster once.
 */
export function mendStaleDumpsters(db: Db, deed: Deed, { mends }: { mends: boolean }): Promise<Slices> {
  return inSlices(db, (tx, most) => {
    const stale = listStale(tx, deed, most);
    for (const dumpster of stale) (mends ? mend : list)(tx, deed, dumpster);
    return stale.length;
  });
}

type Stale = Pick<typeof dumpsters.$inferSelect, "id" | "number" | "location" | "size_yards">;

const HAS_LOAD = sql`jobs.state in ('serviced','to_disposal','at_disposal','ticketed','returned')`;

function listStale(tx: Tx, deed: Deed, most: number): Stale[] {
  const { id, number, location, size_yards } = dumpsters;
  return tx
    .select({ id, number, location, size_yards })
    .from(dumpsters)
    .where(
      and(
        inArray(location, ["site", "truck"]),
        sql`not exists (select 1 from units where ${eq(units.dumpster_id, id)} and ${IS_OUT})`,
        // Taken straight on for a delivery of the next days, or still to be brought to the scale.
        notInArray(
          id,
          listTakenAlong(tx, deed.now).map((one) => one.id),
        ),
        sql`not exists (select 1 from units join jobs on jobs.unit_id = units.id where ${eq(units.dumpster_id, id)} and ${HAS_LOAD})`,
        sql`not exists (select 1 from events where subject_kind = 'dumpster' and subject_id = ${id} and at > ${plus(deed.now, -STALE_MS)})`,
        sql`not exists (select 1 from tasks where cause = 'move_dumpster:' || ${id} and state <> 'closed')`,
      ),
    )
    .limit(most)
    .all();
}

function mend(tx: Tx, deed: Deed, { id, number, location, size_yards }: Stale): void {
  tx.update(dumpsters).set({ location: "unknown" }).where(eq(dumpsters.id, id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id },
    action: "status_mended",
    data: { number, what: "nobody_has_it", was: location, is: "unknown" },
  });
  checkShortage(tx, deed, size_yards);
}

function list(tx: Tx, deed: Deed, { id }: Stale): void {
  openTask(tx, deed, {
    kind: "move_dumpster",
    cause: `move_dumpster:${id}`,
    subject: { kind: "dumpster", id },
    due: deed.now,
  });
}
