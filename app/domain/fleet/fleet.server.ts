import { and, asc, eq, ne } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { facilities, trucks } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { FieldChange } from "../events/yard-happenings";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";

export type Truck = typeof trucks.$inferSelect;
export type Facility = typeof facilities.$inferSelect;
export type TruckWish = Pick<Truck, "name" | "plate" | "notes" | "is_active">;
export type FacilityWish = Pick<Facility, "name" | "address" | "zip" | "materials" | "hours" | "is_active">;

/** Those in use first, by name. */
export function listTrucks(orm: Orm): Truck[] {
  return orm.select().from(trucks).orderBy(asc(trucks.name)).all().toSorted(inUseFirst);
}

export function listFacilities(orm: Orm): Facility[] {
  return orm.select().from(facilities).orderBy(asc(facilities.name)).all().toSorted(inUseFirst);
}

/** The names of those that a load can be brought to. */
export const facilityNames = (orm: Orm): string[] =>
  listFacilities(orm).flatMap(({ name, is_active }) => (is_active ? [name] : []));

const inUseFirst = (a: { is_active: boolean }, b: { is_active: boolean }) => Number(b.is_active) - Number(a.is_active);

/** `name_taken`: another one is called so. `changed`: somebody else saved it since the page was opened. */
export type FleetResult = { ok: true } | { ok: false; code: "name_taken" | "unknown" | "changed" };

/** Adds a truck (`id` null) or changes one. One that is not in use any more stays, because days of the past name it. */
export function saveTruck(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"truck"> | null,
  wish: TruckWish,
  seen: string | null,
): FleetResult {
  const others = and(eq(trucks.name, wish.name), id === null ? undefined : ne(trucks.id, id));
  if (tx.select().from(trucks).where(others).get()) return { ok: false, code: "name_taken" };
  const before = id === null ? null : tx.select().from(trucks).where(eq(trucks.id, id)).get();
  const problem = staleness(before, seen);
  if (problem) return problem;
  const made = id ?? newId("truck");
  if (before) tx.update(trucks).set(wish).where(eq(trucks.id, made)).run();
  else
    tx.insert(trucks)
      .values({ id: made, ...wish, created_at: deed.now })
      .run();
  note(tx, deed, { kind: "truck", id: made }, wish.name, before, wish);
  return { ok: true };
}

/** The same of a facility. */
export function saveFacility(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: Id<"facility"> | null,
  wish: FacilityWish,
  seen: string | null,
): FleetResult {
  const others = and(eq(facilities.name, wish.name), id === null ? undefined : ne(facilities.id, id));
  if (tx.select().from(facilities).where(others).get()) return { ok: false, code: "name_taken" };
  const before = id === null ? null : tx.select().from(facilities).where(eq(facilities.id, id)).get();
  const problem = staleness(before, seen);
  if (problem) return problem;
  const made = id ?? newId("facility");
  if (before) tx.update(facilities).set(wish).where(eq(facilities.id, made)).run();
  else
    tx.insert(facilities)
      .values({ id: made, ...wish, created_at: deed.now })
      .run();
  note(tx, deed, { kind: "facility", id: made }, wish.name, before, wish);
  return { ok: true };
}

/** What a page showed of a row, as one word. */
export const seenOf = (row: Truck | Facility): string => {
  const { id: _id, created_at: _at, ...rest } = row;
  return Buffer.from(JSON.stringify(rest)).toString("base64url");
};

function staleness(before: Truck | Facility | null | undefined, seen: string | null): FleetResult | null {
  if (before === undefined) return { ok: false, code: "unknown" };
  return before && seen !== null && seen !== seenOf(before) ? { ok: false, code: "changed" } : null;
}

function note(
  tx: Tx,
  deed: Deed,
  subject: { kind: "truck" | "facility"; id: string },
  name: string,
  before: object | null | undefined,
  wish: object,
): void {
  const plain = (value: unknown) => (typeof value === "boolean" ? Number(value) : (value as string | null));
  const was = (field: string) => plain((before as Record<string, unknown> | null)?.[field] ?? null);
  const changes: FieldChange[] = Object.entries(wish)
    .map(([field, is]) => ({ field, was: was(field), is: plain(is) }))
    .filter(({ was, is }) => was !== is && (was ?? "") !== is);
  if (changes.length > 0) recordEvent(tx, deed, { subject, action: "fleet_changed", data: { name, changes } });
}
