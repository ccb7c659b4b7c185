import type { Orm } from "#db/client.server";
import { readSettings } from "../settings/settings.server";

/** Where what we parked full stands (`isOurs`): the place that the driver and the office read, in the customer's stead. */
export function yardPlace(orm: Orm): { address: string; city: string; zip: string } {
  const { street, city, zip } = readSettings(orm).address;
  return { address: street, city, zip };
}
