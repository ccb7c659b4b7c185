import { asc, eq, inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { facilities, zipCodes } from "#db/schema/index";
import type { Settings } from "../settings/schema";
import { aboutMiles, type Place } from "./route";

/** Where things are, by the centres of their ZIPs: every distance from here is "about". */
export interface Places {
  yard: Place;
  /** Null for a ZIP that is not in our list. */
  of(zip: string): Place | null;
  /** The facility that is nearest to a place; the yard where there is none yet. */
  nearestFacility(to: Place): Place;
}

/** The places of these ZIPs, the yard's (the business's own ZIP) and the facilities'. */
export function readPlaces(orm: Orm, settings: Pick<Settings, "address">, zips: readonly string[]): Places {
  const dumps = orm
    .select({ zip: facilities.zip })
    .from(facilities)
    .where(eq(facilities.is_active, true))
    .orderBy(asc(facilities.name))
    .all();
  const wanted = [...new Set([...zips, settings.address.zip, ...dumps.map(({ zip }) => zip)])];
  const known = new Map(
    orm
      .select({ zip: zipCodes.zip, latitude: zipCodes.latitude, longitude: zipCodes.longitude })
      .from(zipCodes)
      .where(inArray(zipCodes.zip, wanted))
      .all()
      .map(({ zip, latitude, longitude }) => [zip, { latitude: Number(latitude), longitude: Number(longitude) }]),
  );
  // A yard outside the list of ZIPs is somewhere in the middle of what is served: distances stay comparable.
  const yard = known.get(settings.address.zip) ?? middle([...known.values()]);
  const places = dumps.flatMap(({ zip }) => known.get(zip) ?? []);
  return {
    yard,
    of: (zip) => known.get(zip) ?? null,
    nearestFacility: (to) =>
      places.reduce<Place | null>(
        (best, one) => (best === null || aboutMiles(to, one) < aboutMiles(to, best) ? one : best),
        null,
      ) ?? yard,
  };
}

function middle(places: readonly Place[]): Place {
  const mean = (of: (place: Place) => number) => places.reduce((sum, one) => sum + of(one), 0) / (places.length || 1);
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}
