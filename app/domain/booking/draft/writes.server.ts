import { and, asc, eq, gt, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookingDrafts, draftWrites } from "#db/schema/index";
import type { Actor, Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import type { Instant } from "../../kernel/time.server";
import { countTriesIn } from "../../limits/limits.server";
import { sendSignal } from "../../live/happened.server";
import type { DraftData } from "./data";
import { TRACKED, type TrackedField } from "./tracked";
import { compareWrites, fieldTexts, KEPT_WRITES, withFieldsOf } from "./writes";

type Row = typeof draftWrites.$inferSelect;

/** Who wrote a field last, when, and what stood there before. */
export interface LastWrite {
  field: TrackedField;
  was: string;
  now: string;
  by: { kind: Actor["kind"]; label: string };
  at: Instant;
}

/** A field that somebody else has written since: what they wrote, and what this save would have put there. */
export interface Conflict extends LastWrite {
  mine: string;
}

/** What somebody else wrote since a page was made: where both wrote something else, and what only they changed. */
export interface Meanwhile {
  conflicts: Conflict[];
  kept: LastWrite[];
}

/**
 * Notes which fields a save changes, and tells the office and the caller's page. The version goes up with it; a save that changes nothing is
 * none.
 */
export function recordWrites(
  tx: Tx,
  deed: Deed,
  draft: { id: Id<"draft">; data: DraftData; version: number },
  now: DraftData,
): void {
  const [before, after] = [fieldTexts(draft.data), fieldTexts(now)];
  const changed = TRACKED.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  const version = draft.version + 1;
  tx.update(bookingDrafts).set({ version }).where(eq(bookingDrafts.id, draft.id)).run();
  for (const field of changed) {
    tx.insert(draftWrites)
      .values({
        draft_id: draft.id,
        version,
        field,
        was: before[field],
        now: after[field],
        by_kind: deed.by.kind,
        by_id: writerOf(deed.by),
        by_label: deed.by.label,
        at: deed.now,
      })
      .run();
    forgetOlder(tx, draft.id, field);
  }
  // Saved in any case: who was not told reads it with the next one, and their save is compared with what stands there.
  if (countTriesIn(tx, [{ name: "draft-signal", target: draft.id }]) > 0) return;
  for (const topic of ["office", `draft:${draft.id}`]) sendSignal(tx, { topic, kind: "draft_written", id: draft.id });
}

function forgetOlder(tx: Tx, draftId: Id<"draft">, field: TrackedField): void {
  const ofField = and(eq(draftWrites.draft_id, draftId), eq(draftWrites.field, field));
  tx.delete(draftWrites)
    .where(
      and(
        ofField,
        sql`${draftWrites.version} <= (select version from draft_writes w where w.draft_id = ${draftId} and w.field = ${field} order by w.version desc limit 1 offset ${KEPT_WRITES})`,
      ),
    )
    .run();
}

const writesAfter = prepared((orm) =>
  orm
    .select()
    .from(draftWrites)
    .where(and(eq(draftWrites.draft_id, sql.placeholder("id")), gt(draftWrites.version, sql.placeholder("seen"))))
    .orderBy(asc(draftWrites.version))
    .prepare(),
);

/**
 * What a save that was made from version `seen` leaves of the stored draft: what somebody else has written since stays, and
 * for the office what was written from another page of theirs (`data`). `conflicts` are the fields in which both wrote something else, `kept` those that only the other changed. A version
 * that is not there yet has seen nothing: it was not read from any page, and the other's text would go without a word.
 */
export function mergeWrites(
  orm: Orm,
  draft: { id: Id<"draft">; data: DraftData; version: number },
  mine: DraftData,
  seen: number,
  by: Actor,
): Meanwhile & { data: DraftData } {
  const rows = writesAfter(orm).all({ id: draft.id, seen: seen > draft.version ? 0 : seen });
  if (rows.length === 0) return { data: mine, conflicts: [], kept: [] };
  const [wanted, stored] = [fieldTexts(mine), fieldTexts(draft.data)];
  const { theirs, conflicts } = compareWrites(
    TRACKED,
    wanted,
    stored,
    rows.map((row) => ({ ...row, isOthers: isOffice(by) || !isSame(row, by) })),
  );
  const last = (field: TrackedField) => lastOf(rows, field);
  return {
    data: withFieldsOf(mine, [...theirs, ...conflicts], draft.data),
    conflicts: conflicts.flatMap((field) => last(field).map((write) => ({ ...write, mine: wanted[field] }))),
    kept: theirs.flatMap(last),
  };
}

/**
 * A page of the office is held against what it had seen, also where the same person wrote since: they have a second page
 * open, or somebody else works under their name on another computer.
 */
const isOffice = ({ kind }: Actor): boolean => kind === "staff" || kind === "admin";

/** Customers are one: whoever has the link. Of the office everybody is themselves. */
function isSame(row: Row, by: Actor): boolean {
  return row.by_id === writerOf(by) && (row.by_id !== null || row.by_kind === by.kind);
}

function writerOf(by: Actor): string | null {
  return isOffice(by) ? (by.id ?? null) : null;
}

/** The fields that somebody else has written last since version `seen`, and `after` that moment, with what stood there then. */
export function listWritesSince(
  orm: Orm,
  draftId: Id<"draft">,
  seen: number,
  by: Actor,
  after: Instant | null = null,
): LastWrite[] {
  const rows = writesAfter(orm)
    .all({ id: draftId, seen })
    .filter(({ at }) => after === null || at > after);
  return TRACKED.flatMap((field) => {
    const ofField = rows.filter((row) => row.field === field);
    const [first, last] = [ofField[0], ofField.at(-1)];
    return first && last && !isSame(last, by) && first.was !== last.now
      ? lastOf(ofField, field).map((write) => ({ ...write, was: first.was }))
      : [];
  });
}

/** How the fields that were written since version `seen` stood then. */
export function textsAt(orm: Orm, draftId: Id<"draft">, seen: number): Partial<Record<TrackedField, string>> {
  const rows = writesAfter(orm).all({ id: draftId, seen }).toReversed();
  return Object.fromEntries(rows.map(({ field, was }) => [field, was]));
}

/** The newest write of each field that was changed since the draft was made, the newest first. */
export function listLastWrites(orm: Orm, draftId: Id<"draft">): LastWrite[] {
  const rows = writesAfter(orm).all({ id: draftId, seen: 0 });
  return TRACKED.flatMap((field) => lastOf(rows, field)).sort((one, other) => other.at - one.at);
}

/**
 * What the caller has made of each field since then, `was` being what the office had last left there: a slip that they put
 * right themselves is no change.
 */
export function listCallersWrites(orm: Orm, draftId: Id<"draft">, since: Instant | null): LastWrite[] {
  const rows = writesAfter(orm)
    .all({ id: draftId, seen: 0 })
    .filter(({ at }) => since === null || at > since);
  return TRACKED.flatMap((field) => {
    const ofField = rows.filter((row) => row.field === field);
    const theirs = ofField.slice(
      ofField.findLastIndex(({ by_kind }) => by_kind === "staff" || by_kind === "admin") + 1,
    );
    return lastOf(theirs, field).flatMap((write) => {
      const was = theirs[0]?.was ?? write.was;
      return was === write.now ? [] : [{ ...write, was }];
    });
  });
}

function lastOf(rows: readonly Row[], field: TrackedField): LastWrite[] {
  const row = rows.findLast((one) => one.field === field);
  return row
    ? [
        {
          field,
          was: row.was,
          now: row.now,
          by: { kind: row.by_kind as Actor["kind"], label: row.by_label },
          at: row.at,
        },
      ]
    : [];
}
