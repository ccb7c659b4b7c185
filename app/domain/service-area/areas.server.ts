import { eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { serviceAreas, zipCodes } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { formatPrice, type Cents } from "../kernel/money";
import { listZips } from "./rules";
import type { StoredArea } from "./service-area.server";

/** What an admin sets for an area; fees in cents. What was signed keeps the fee that it was signed with. */
export interface AreaTerms {
  area_name: string;
  delivery_fee: Cents;
  minimum_order: Cents;
  is_active: boolean;
}

/** Every area, also those that are switched off, by name. */
export function listAreas(orm: Orm | Tx): StoredArea[] {
  return orm.select().from(serviceAreas).orderBy(serviceAreas.area_name).all();
}

export function findArea(orm: Orm | Tx, id: string): StoredArea | null {
  return (
    orm
      .select()
      .from(serviceAreas)
      .where(eq(serviceAreas.id, id as Id<"serviceArea">))
      .get() ?? null
  );
}

/** What is special about an order there, after "We deliver to 32801": nothing where it costs what it costs everywhere. */
export function areaWords({
  delivery_fee: fee,
  minimum_order: least,
}: Pick<AreaTerms, "delivery_fee" | "minimum_order">) {
  return [
    ...(fee > 0 ? [`Delivery there is ${formatPrice(fee)}.`] : []),
    ...(least > 0 ? [`The smallest order there is ${formatPrice(least)} before tax.`] : []),
  ].join(" ");
}

/** What a form was made from: it is refused once somebody else has changed the area. */
export function areaVersion(area: Pick<StoredArea, keyof AreaTerms | "zip_codes">): string {
  const { area_name, delivery_fee, minimum_order, is_active, zip_codes } = area;
  return JSON.stringify([area_name, delivery_fee, minimum_order, is_active, [...zip_codes].sort().join(" ")]);
}

/** Three counties have need of fewer; the page lists them all. */
export const MOST_AREAS = 50;

export type AreaMade = { ok: true; id: StoredArea["id"] } | { ok: false; code: "name_taken" | "too_many" };

/**
 * A new area, without ZIP codes as yet. Being the newest, it counts for those that another area has too. A button that is
 * pressed twice makes one.
 */
export function makeArea(tx: Tx, deed: Deed<StaffActor>, terms: AreaTerms): AreaMade {
  const areas = listAreas(tx);
  const named = areas.find(isNamed(terms.area_name));
  if (named) {
    const isSame = areaVersion(named) === areaVersion({ ...terms, zip_codes: [] });
    return isSame ? { ok: true, id: named.id } : { ok: false, code: "name_taken" };
  }
  if (areas.length >= MOST_AREAS) return { ok: false, code: "too_many" };
  const id = newId("serviceArea");
  tx.insert(serviceAreas)
    .values({ id, ...terms, zip_codes: [], created_at: deed.now })
    .run();
  recordEvent(tx, deed, { subject: { kind: "area", id }, action: "area_made", data: { is: terms } });
  return { ok: true, id };
}

/** Nobody tells "Orange County" from "orange county". */
const isNamed =
  (name: string) =>
  ({ area_name }: StoredArea): boolean =>
    area_name.toLowerCase() === name.toLowerCase();

export type AreaChange = { ok: true } | { ok: false; code: "missing" | "changed" | "name_taken" };

/** Sets name, fee, smallest order and whether we deliver there, at once and for whatever is not signed yet. */
export function saveArea(tx: Tx, deed: Deed<StaffActor>, id: string, terms: AreaTerms, seen: string): AreaChange {
  const area = findArea(tx, id);
  if (!area) return { ok: false, code: "missing" };
  if (areaVersion(area) !== seen) return { ok: false, code: "changed" };
  const others = listAreas(tx).filter(({ id }) => id !== area.id);
  // Two that were of one name before can still be changed otherwise.
  if (!isNamed(terms.area_name)(area) && others.some(isNamed(terms.area_name)))
    return { ok: false, code: "name_taken" };
  const { area_name, delivery_fee, minimum_order, is_active } = area;
  const was: AreaTerms = { area_name, delivery_fee, minimum_order, is_active };
  if (JSON.stringify(was) === JSON.stringify(terms)) return { ok: true };
  tx.update(serviceAreas).set(terms).where(eq(serviceAreas.id, area.id)).run();
  recordEvent(tx, deed, { subject: { kind: "area", id: area.id }, action: "area_changed", data: { was, is: terms } });
  return { ok: true };
}

/** What adding or removing ZIP codes would do, before it is done. Each list is sorted and has no ZIP twice. */
export interface ZipPlan {
  /** Would be added, or removed. */
  changes: string[];
  /** Added already, or not there anyway. */
  asIs: string[];
  /** In another area too: the newest area that is switched on counts. */
  elsewhere: { zip: string; area: string }[];
  /** Not in our list of ZIP codes: no county, no town, and nothing that we could promise. */
  unknown: string[];
  /** Typed, and no ZIP code. */
  unread: string[];
}

export function planZips(orm: Orm | Tx, area: StoredArea, typed: string, how: "add" | "remove"): ZipPlan {
  const { zips, unread } = listZips(typed);
  const known = new Set(
    orm
      .select({ zip: zipCodes.zip })
      .from(zipCodes)
      .where(inArray(zipCodes.zip, zips))
      .all()
      .map(({ zip }) => zip),
  );
  const has = new Set(area.zip_codes);
  const changes = zips.filter((zip) => (how === "add" ? known.has(zip) && !has.has(zip) : has.has(zip)));
  const others = how === "add" ? orm.select().from(serviceAreas).all() : [];
  return {
    changes,
    asIs: zips.filter((zip) => has.has(zip) === (how === "add") && (how === "add" || known.has(zip))),
    elsewhere: changes.flatMap((zip) =>
      others
        .filter(({ id, zip_codes }) => id !== area.id && zip_codes.includes(zip))
        .map(({ area_name }) => ({ zip, area: area_name })),
    ),
    unknown: zips.filter((zip) => !known.has(zip) && !has.has(zip)),
    unread,
  };
}

/** Does what the plan said, and nothing when the area has changed since. */
export function changeZips(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: string,
  { typed, how, seen }: { typed: string; how: "add" | "remove"; seen: string },
): AreaChange {
  const area = findArea(tx, id);
  if (!area) return { ok: false, code: "missing" };
  if (areaVersion(area) !== seen) return { ok: false, code: "changed" };
  const { changes } = planZips(tx, area, typed, how);
  if (changes.length === 0) return { ok: true };
  const zip_codes =
    how === "add" ? [...area.zip_codes, ...changes].sort() : area.zip_codes.filter((zip) => !changes.includes(zip));
  tx.update(serviceAreas).set({ zip_codes }).where(eq(serviceAreas.id, area.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "area", id: area.id },
    action: "area_zips_changed",
    data: { [how === "add" ? "added" : "removed"]: changes },
  });
  return { ok: true };
}
