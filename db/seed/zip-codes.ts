/** ZIP codes of Orange, Osceola and Seminole counties: GeoNames (geonames.org), CC BY 4.0. Never invent one. */
import type { County } from "~/domain/service-area/rules";
import { COUNTIES } from "~/domain/service-area/rules";
import csv from "./zip-codes.csv?raw";

/** As in the table `zip_codes`; the coordinates stay the text that GeoNames gives. */
export interface ZipCode {
  zip: string;
  city: string;
  county: County;
  latitude: string;
  longitude: string;
  /** false for ZIPs of post-office boxes and single organisations. */
  has_street_addresses: boolean;
}

/** Throws on a malformed row: the file is part of the program. No field holds a comma or a quote. */
export function parseZipCodes(text: string): ZipCode[] {
  return text.trim().split(/\r?\n/).slice(1).map(parseRow);
}

function parseRow(row: string): ZipCode {
  const [zip = "", city = "", countyName = "", latitude = "", longitude = "", streets = "", ...rest] = row.split(",");
  const county = COUNTIES.find((name) => name === countyName);
  const whole =
    /^\d{5}$/.test(zip) && city && county && latitude && longitude && /^(yes|no)$/.test(streets) && rest.length === 0;
  if (!whole) throw new Error(`zip-codes.csv: malformed row "${row}"`);
  return { zip, city, county, latitude, longitude, has_street_addresses: streets === "yes" };
}

export const ZIP_CODES: readonly ZipCode[] = parseZipCodes(csv);
