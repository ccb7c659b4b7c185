import { asc } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { dumpsterSizes, pricingMatrix } from "#db/schema/index";
import type { Cents } from "../kernel/money";
import type { Log } from "../log/log.server";
import { countActiveZips } from "../service-area/service-area.server";
import type { Settings } from "../settings/schema";
import { listSettingProblems } from "../settings/settings.server";
import { comparePrices, compareZipClaim, type Mismatch } from "./consistency";
import { pricingConfig } from "./rules";
import { isSize, type BySize, type PricingConfig } from "./types";
import type { Catalogue, DumpsterSizeSpec } from "./waste-types";

/** Sizes and prices from the database. Throws when a size has no price. */
export function readCatalogue(orm: Orm): Catalogue {
  const sizes = orm.select().from(dumpsterSizes).orderBy(asc(dumpsterSizes.size)).all();
  return { prices: readMatrix(orm), sizes: sizes.filter((row): row is typeof row & { size: DumpsterSizeSpec["size"] } => isSize(row.size)) };
}

/** What is charged now: the settings with the pricing matrix's prices (domain.md 4.6). Throws when a size has no price. */
export function readPricingConfig(orm: Orm, settings: Settings): PricingConfig {
  return pricingConfig(settings, readMatrix(orm));
}

const matrixRows = prepared((orm) => orm.select().from(pricingMatrix).prepare());

/** The pricing matrix as it is stored, which may lack a size. */
function storedMatrix(orm: Orm): Record<number, Cents | undefined> {
  return Object.fromEntries(matrixRows(orm).all().map((row) => [row.size_yards, row.base_price]));
}

function readMatrix(orm: Orm): BySize<Cents> {
  const matrix = storedMatrix(orm);
  const price = (size: number): Cents => {
    const found = matrix[size];
    if (found === undefined) throw new Error(`the pricing matrix has no price for ${size} yards`);
    return found;
  };
  return { 15: price(15), 20: price(20), 25: price(25) };
}

/** What is advertised beside what is so: every difference of prices and of the ZIP claim, and how many ZIP codes are served. */
export function readClaims(orm: Orm, settings: Settings): { mismatches: Mismatch[]; activeZips: number } {
  const specBase = Object.fromEntries(orm.select().from(dumpsterSizes).all().map((row) => [row.size, row.base_price]));
  const activeZips = countActiveZips(orm);
  const mismatches = [...comparePrices({ configured: settings.prices, specBase, matrix: storedMatrix(orm) }), ...compareZipClaim({ claimed: settings.zipClaim, active: activeZips })];
  return { mismatches, activeZips };
}

/** The check at start (specification, section 1): differences are logged, never shown to visitors. */
export function logInconsistencies(orm: Orm, settings: Settings, log: Log): number {
  const found = readClaims(orm, settings).mismatches;
  for (const mismatch of found) log.warn({ module: "pricing", action: "consistency_check", error_message: mismatch.message, error_details: mismatch });
  for (const problem of listSettingProblems(orm)) log.warn({ module: "settings", action: "invalid_setting", error_message: problem });
  return found.length;
}
