import { asc, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { customers } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { findCustomer, getCustomer, type Customer } from "./family.server";
import { grantsDiffer } from "./granted.server";

export type MergeResult = { ok: true } | { ok: false; code: "unknown" | "itself" | "merged_already" | "an_admins" };

/**
 * Whether one record may be merged into another: both are there, are two, and neither is merged. Where one holds terms or
 * a certificate that the other does not, merging would give or take them, as only an admin does ("an_admins").
 */
function checkMerge(deed: Deed<StaffActor>, other: Customer | null, into: Customer): MergeResult {
  if (!other) return { ok: false, code: "unknown" };
  if (other.id === into.id) return { ok: false, code: "itself" };
  if (other.merged_into !== null || into.merged_into !== null) return { ok: false, code: "merged_already" };
  if (isLeftToAdmins(deed, other, into)) return { ok: false, code: "an_admins" };
  return { ok: true };
}

const isLeftToAdmins = (deed: Deed<StaffActor>, other: Customer, into: Customer): boolean =>
  deed.by.kind !== "admin" && grantsDiffer(other, into, dayAt(deed.now));

/**
 * Merges a record into another by naming it there; no booking, message or contact is rewritten, reading follows
 * (family.server.ts). So it can be undone at any time. The same merge again is one.
 */
export function mergeCustomer(tx: Tx, deed: Deed<StaffActor>, otherId: string, intoId: Id<"customer">): MergeResult {
  const other = findCustomer(tx, otherId);
  if (other?.merged_into === intoId) return { ok: true };
  const checked = checkMerge(deed, other, getCustomer(tx, intoId));
  if (!checked.ok || !other) return checked;
  tx.update(customers).set({ merged_into: intoId }).where(eq(customers.id, other.id)).run();
  const data = { from: other.id, into: intoId };
  for (const id of [other.id, intoId])
    recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "customer_merged", data });
  return { ok: true };
}

/**
 * Takes a merge back: the other record stands for itself again, with all that was its own. Where what both were granted
 * differs, parting gives or takes it as merging did, and is an admin's too. Pressed twice it is one.
 */
export function undoMerge(
  tx: Tx,
  deed: Deed<StaffActor>,
  otherId: string,
  intoId: Id<"customer">,
): { ok: true } | { ok: false; code: "an_admins" } {
  const other = findCustomer(tx, otherId);
  if (other?.merged_into !== intoId) return { ok: true };
  if (isLeftToAdmins(deed, other, getCustomer(tx, intoId))) return { ok: false, code: "an_admins" };
  tx.update(customers).set({ merged_into: null }).where(eq(customers.id, other.id)).run();
  const data = { from: other.id, into: intoId };
  for (const id of [other.id, intoId])
    recordEvent(tx, deed, { subject: { kind: "customer", id }, action: "customer_unmerged", data });
  return { ok: true };
}

/** The records that were merged into this one, not those merged into them. */
export function listMergedInto(orm: Orm, id: Id<"customer">): Customer[] {
  return orm.select().from(customers).where(eq(customers.merged_into, id)).orderBy(asc(customers.created_at)).all();
}
