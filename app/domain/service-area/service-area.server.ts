import { and, eq, getTableColumns, gt, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { serviceAreas, serviceAreaZips, zipCodes } from "#db/schema/index";
import { cleanZip, ZIP_INVALID, ZIP_NOT_SERVED, zipServed } from "./rules";

export type StoredArea = typeof serviceAreas.$inferSelect;
/** An area without the list of its ZIPs, which is most of its row. */
export type ServiceArea = Omit<StoredArea, "zip_codes">;
export type ZipCode = typeof zipCodes.$inferSelect;

export interface ZipCheck {
  isServiced: boolean;
  area: ServiceArea | null;
  place: ZipCode | null;
  message: string;
}

const { zip_codes: _zips, ...ofArea } = getTableColumns(serviceAreas);
// Sorted here: with "order by … limit" the same question took 91 µs in the running server, and takes 9 (decision 0085).
const areasOf = prepared((orm) =>
  orm
    .select(ofArea)
    .from(serviceAreaZips)
    .innerJoin(serviceAreas, eq(serviceAreas.id, serviceAreaZips.service_area_id))
    .where(and(eq(serviceAreaZips.zip, sql.placeholder("zip")), eq(serviceAreas.is_active, true)))
    .prepare(),
);
const placeOf = prepared((orm) =>
  orm
    .select()
    .from(zipCodes)
    .where(eq(zipCodes.zip, sql.placeholder("zip")))
    .prepare(),
);

/** The newest active area that names the ZIP; null when none does (specification, section 7). */
export function findServiceArea(orm: Orm, zip: string): ServiceArea | null {
  return newestFirst(areasOf(orm).all({ zip }))[0] ?? null;
}

/** In the order in which they count for a ZIP that several have. */
export function newestFirst<Area extends Pick<StoredArea, "created_at">>(areas: Area[]): Area[] {
  return areas.length < 2 ? areas : areas.sort((a, b) => b.created_at - a.created_at);
}

export function findZip(orm: Orm, zip: string): ZipCode | null {
  return placeOf(orm).get({ zip }) ?? null;
}

/** The ZIP check in the specification's words. Anything typed is accepted; what is no ZIP gets its own message. */
export function checkZip(orm: Orm, typed: string): ZipCheck {
  const zip = cleanZip(typed);
  if (!zip) return { isServiced: false, area: null, place: null, message: ZIP_INVALID };
  const area = findServiceArea(orm, zip);
  const place = findZip(orm, zip);
  if (!area) return { isServiced: false, area: null, place, message: ZIP_NOT_SERVED };
  return { isServiced: true, area, place, message: zipServed(zip, place?.county ?? area.area_name) };
}

export function listActiveAreas(orm: Orm): StoredArea[] {
  return orm.select().from(serviceAreas).where(eq(serviceAreas.is_active, true)).orderBy(serviceAreas.area_name).all();
}

const withFee = prepared((orm) =>
  orm
    .select({ id: serviceAreas.id })
    .from(serviceAreas)
    .where(
      and(
        eq(serviceAreas.is_active, true),
        gt(serviceAreas.delivery_fee, 0),
        // One that was just made changes nothing yet.
        sql`${serviceAreas.id} in (select service_area_id from service_area_zips)`,
      ),
    )
    .limit(1)
    .prepare(),
);

/** Whether what a delivery costs depends on its ZIP code: some area has a fee of its own. */
export const isDeliveryByZip = (orm: Orm): boolean => withFee(orm).get() !== undefined;

export function countActiveZips(orm: Orm): number {
  return new Set(listActiveAreas(orm).flatMap((area) => area.zip_codes)).size;
}

/** Where we deliver: the counties of the active areas' ZIPs, each with its towns that have streets. By name. */
export interface Coverage {
  county: string;
  cities: string[];
}

/** A county comes from the ZIP's own row; an area whose ZIPs are all unknown stands for itself. */
export function readCoverage(orm: Orm): Coverage[] {
  const found = new Map<string, Set<string>>();
  const places = new Map(
    orm
      .select()
      .from(zipCodes)
      .all()
      .map((place) => [place.zip, place]),
  );
  for (const area of listActiveAreas(orm)) {
    const known = area.zip_codes.flatMap((zip) => places.get(zip) ?? []);
    // One that was just made promises nothing.
    if (area.zip_codes.length === 0) continue;
    if (known.length === 0) found.set(area.area_name.replace(/ County$/, ""), new Set());
    for (const { county, city, has_street_addresses } of known) {
      const cities = found.get(county) ?? found.set(county, new Set()).get(county);
      if (has_street_addresses) cities?.add(city);
    }
  }
  return [...found]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([county, cities]) => ({ county, cities: [...cities].sort() }));
}
