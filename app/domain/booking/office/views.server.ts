import { and, asc, eq, or, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { savedViews } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Deed, StaffActor } from "../../kernel/deed";
import { newId, type Id } from "../../kernel/ids.server";

export type SavedView = typeof savedViews.$inferSelect;

/** Of each person, and of those for everybody: more are no longer found by their names. */
export const MOST_VIEWS = 20;
/** Characters, as a browser counts them. */
export const VIEW_NAME = 200;

export type ViewResult = { ok: true } | { ok: false; code: "full" | "same_name" | "unknown" | "not_yours" };

const listed = prepared((orm) =>
  orm
    .select({
      id: savedViews.id,
      name: savedViews.name,
      filter: savedViews.filter,
      is_shared: savedViews.is_shared,
    })
    .from(savedViews)
    .where(or(eq(savedViews.owner_id, sql.placeholder("who")), eq(savedViews.is_shared, true)))
    .orderBy(asc(savedViews.is_shared), asc(savedViews.created_at), asc(savedViews.id))
    .limit(3 * MOST_VIEWS)
    .prepare(),
);

/** The views that somebody sees above the list: their own, then those of everybody, each in the order of making. */
export function listViews(orm: Orm, who: Id<"account">) {
  return listed(orm).all({ who });
}

/**
 * Keeps a filter under a name, which is once among one's own and once among everybody's. The same name and filter again
 * is a double click. Refused over `MOST_VIEWS` ("full"), and for a shared one by anybody but an admin ("not_yours").
 */
export function keepView(
  tx: Tx,
  deed: Deed<StaffActor>,
  { name, filter, isShared }: { name: string; filter: string; isShared: boolean },
): ViewResult {
  if (isShared && deed.by.kind !== "admin") return { ok: false, code: "not_yours" };
  const beside = listBeside(tx, { is_shared: isShared, owner_id: deed.by.id });
  const same = beside.find((view) => view.name === name);
  if (same) return same.filter === filter ? { ok: true } : { ok: false, code: "same_name" };
  if (beside.length >= MOST_VIEWS) return { ok: false, code: "full" };
  const id = newId("view");
  tx.insert(savedViews)
    .values({ id, owner_id: deed.by.id, is_shared: isShared, name, filter, created_at: deed.now })
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "view", id },
    action: "view_kept",
    data: { name, filter, shared: isShared },
  });
  return { ok: true };
}

export function renameView(tx: Tx, deed: Deed<StaffActor>, id: string, name: string): ViewResult {
  const view = findOwn(tx, deed, id);
  if (!view.ok) return view;
  if (view.name === name) return { ok: true };
  if (listBeside(tx, view).some((other) => other.name === name)) return { ok: false, code: "same_name" };
  tx.update(savedViews).set({ name }).where(eq(savedViews.id, view.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "view", id: view.id },
    action: "view_renamed",
    data: { was: view.name, is: name },
  });
  return { ok: true };
}

/** Takes a view away; one that is gone already is gone. */
export function removeView(tx: Tx, deed: Deed<StaffActor>, id: string): ViewResult {
  const view = findOwn(tx, deed, id);
  if (!view.ok) return view.code === "unknown" ? { ok: true } : view;
  tx.delete(savedViews).where(eq(savedViews.id, view.id)).run();
  recordEvent(tx, deed, { subject: { kind: "view", id: view.id }, action: "view_removed", data: { name: view.name } });
  return { ok: true };
}

/** Those among which a name is once. */
function listBeside(tx: Tx, { is_shared, owner_id }: Pick<SavedView, "is_shared" | "owner_id">): SavedView[] {
  return tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.is_shared, is_shared), is_shared ? undefined : eq(savedViews.owner_id, owner_id)))
    .all();
}

/** A view that this person may change: somebody else's own is none to them. */
function findOwn(
  tx: Tx,
  { by }: Deed<StaffActor>,
  id: string,
): ({ ok: true } & SavedView) | { ok: false; code: "unknown" | "not_yours" } {
  const view = tx
    .select()
    .from(savedViews)
    .where(sql`${savedViews.id} = ${id}`)
    .get();
  if (!view || (!view.is_shared && view.owner_id !== by.id)) return { ok: false, code: "unknown" };
  return view.is_shared && by.kind !== "admin" ? { ok: false, code: "not_yours" } : { ok: true, ...view };
}
