import { and, eq, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { dumpsters, dumpsterSizes, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { closeTask } from "../tasks/tasks.server";
import { IS_OUT } from "./availability.server";
import { checkShortage } from "./shortage.server";
import { plainNumber } from "./plain-number";
import { knownLoad, type Condition, type Load, type Location, type Shortage } from "./yard";

export type Dumpster = typeof dumpsters.$inferSelect;
type Columns = Pick<Dumpster, "location" | "load" | "condition">;

const byNumber = prepared((orm) =>
  orm
    .select()
    .from(dumpsters)
    .where(eq(dumpsters.number, sql.placeholder("number")))
    .prepare(),
);

/** By its number as it stands in our list; null when there is none. */
export function findDumpster(orm: Orm, number: string): Dumpster | null {
  return byNumber(orm).get({ number }) ?? null;
}

/** The same by a number as somebody wrote it: "2007" and "20 - 07" are 20-07. */
export function findDumpsterAsWritten(orm: Orm, written: string): Dumpster | null {
  const exact = findDumpster(orm, written);
  if (exact) return exact;
  const wanted = plainNumber(written);
  const plain = sql`upper(replace(replace(replace(${dumpsters.number}, '-', ''), ' ', ''), '.', ''))`;
  return (
    orm
      .select()
      .from(dumpsters)
      .where(sql`${plain} = ${wanted}`)
      .limit(1)
      .get() ?? null
  );
}

export type AddResult =
  | { ok: true; dumpster: Dumpster }
  | { ok: false; code: "number_taken" | "unknown_size"; number: string };

/** A new dumpster, empty in the yard. Its number is nobody else's, however it is written; its size is one on offer. */
export function addDumpster(
  tx: Tx,
  deed: Deed<StaffActor>,
  { number, size }: { number: string; size: number },
): AddResult {
  const taken = findDumpsterAsWritten(tx, number);
  if (taken) return { ok: false, code: "number_taken", number: taken.number };
  if (!tx.select().from(dumpsterSizes).where(eq(dumpsterSizes.size, size)).get())
    return { ok: false, code: "unknown_size", number };
  const dumpster = tx
    .insert(dumpsters)
    .values({
      id: newId("dumpster"),
      number,
      size_yards: size,
      location: "yard",
      load: "empty",
      condition: "ok",
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id: dumpster.id },
    action: "dumpster_added",
    data: { number, size },
  });
  checkShortage(tx, deed, size);
  return { ok: true, dumpster };
}

/** What the office sets; `seen` is what the page showed of it, in `seenWords`. */
export interface DumpsterWish {
  location: Location;
  load: Load;
  condition: Condition;
  why: string;
  seen: string | null;
}

/** "yard empty ok": what a page showed of a dumpster. */
export const seenWords = ({ location, load, condition }: Columns): string => `${location} ${load} ${condition}`;

export type ChangeDumpsterResult =
  /** `short`: the size has too few now, with the bookings that this concerns. */
  | { ok: true; dumpster: Dumpster; short: Shortage | null }
  /** `not_free`: it is at a customer or on its way, so it cannot be retired. `needs_unit`: no booking has it out; `still_out`: one has. */
  | { ok: false; code: "unknown" | "changed" | "same" | "not_free" | "needs_unit" | "still_out" };

/**
 * Sets where a dumpster is, what is in it and how it is, for a reason that is kept. Only a free one is retired; nothing is
 * put "at a customer" by hand that no booking has out, nor back "in the yard" while one has: who has it is the reconcile
 * list's question, and from the yard it would be given to the next. A size that is short
 * by this is a task that names the bookings.
 */
export function changeDumpster(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"dumpster">,
  { location, load, condition, why, seen }: DumpsterWish,
): ChangeDumpsterResult {
  const before = tx.select().from(dumpsters).where(eq(dumpsters.id, id)).get();
  if (!before) return { ok: false, code: "unknown" };
  if (seen !== null && seen !== seenWords(before)) return { ok: false, code: "changed" };
  // Who leaves it where it stands, as it is known, says nothing of its load.
  const isAsKnown = location === before.location && load === knownLoad(before);
  const wish: Columns = { location, load: isAsKnown ? before.load : load, condition };
  const changes = (["location", "load", "condition"] as const)
    .filter((field) => before[field] !== wish[field])
    .map((field) => ({ field, was: before[field], is: wish[field] }));
  if (changes.length === 0) return { ok: false, code: "same" };
  const isOut = tx
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.dumpster_id, id), IS_OUT))
    .limit(1)
    .get();
  const becomes = (field: keyof Columns, value: string) => before[field] !== value && wish[field] === value;
  if (becomes("condition", "retired") && (isOut || location === "site" || location === "truck"))
    return { ok: false, code: "not_free" };
  if (becomes("location", "site") && !isOut) return { ok: false, code: "needs_unit" };
  if (becomes("location", "yard") && isOut) return { ok: false, code: "still_out" };
  const dumpster = tx.update(dumpsters).set(wish).where(eq(dumpsters.id, id)).returning().get();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id },
    action: "dumpster_changed",
    why,
    data: { number: before.number, changes },
  });
  closeTask(tx, deed, `move_dumpster:${id}`);
  return { ok: true, dumpster, short: checkShortage(tx, deed, dumpster.size_yards) };
}
