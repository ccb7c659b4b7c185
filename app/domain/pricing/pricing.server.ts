import { asc, eq } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { dumpsterSizes, pricingMatrix } from "#db/schema/index";
import type { Cents } from "../kernel/money";
import type { Log } from "../log/log.server";
import { countActiveZips } from "../service-area/service-area.server";
import type { Settings } from "../settings/schema";
import { listSettingProblems } from "../settings/settings.server";
import { comparePrices, compareZipClaim, type Mismatch } from "./consistency";
import { pricingConfig } from "./rules";
import type { BySize, PricingConfig } from "./types";
import type { Catalogue } from "./waste-types";

/** The sizes on offer and their prices. A size without a price, or a price without its size, is offered nowhere. */
export function readCatalogue(orm: Orm): Catalogue {
  const prices = readPrices(orm);
  const sizes = orm.select().from(dumpsterSizes).orderBy(asc(dumpsterSizes.size)).all();
  return { prices, sizes: sizes.filter((row) => prices[row.size] !== undefined) };
}

/** What is charged now: the settings with the pricing matrix's prices (domain.md 4.6) of the sizes on offer. */
export function readPricingConfig(orm: Orm, settings: Settings): PricingConfig {
  return pricingConfig(settings, readPrices(orm));
}

const offeredPrices = prepared((orm) =>
  orm
    .select({ size: pricingMatrix.size_yards, price: pricingMatrix.base_price })
    .from(pricingMatrix)
    .innerJoin(dumpsterSizes, eq(dumpsterSizes.size, pricingMatrix.size_yards))
    .prepare(),
);

function readPrices(orm: Orm): BySize<Cents> {
  return Object.fromEntries(
    offeredPrices(orm)
      .all()
      .map(({ size, price }) => [size, price]),
  );
}

/**
 * What is advertised beside what is so: every difference of prices and of the ZIP claim, and how many ZIP codes are
 * served.
 */
export function readClaims(orm: Orm, settings: Settings): { mismatches: Mismatch[]; activeZips: number } {
  const specRows = orm.select().from(dumpsterSizes).all();
  const matrixRows = orm.select().from(pricingMatrix).all();
  const specBase = Object.fromEntries(specRows.map((row) => [row.size, row.base_price]));
  const matrix = Object.fromEntries(matrixRows.map((row) => [row.size_yards, row.base_price]));
  const activeZips = countActiveZips(orm);
  const mismatches = [
    ...comparePrices({ configured: settings.prices, specBase, matrix }),
    ...compareZipClaim({ claimed: settings.zipClaim, active: activeZips }),
  ];
  return { mismatches, activeZips };
}

/** The check at start (specification, section 1): differences are logged, never shown to visitors. */
export function logInconsistencies(orm: Orm, settings: Settings, log: Log): number {
  const found = readClaims(orm, settings).mismatches;
  for (const mismatch of found)
    log.warn({
      module: "pricing",
      action: "consistency_check",
      error_message: mismatch.message,
      error_details: mismatch,
    });
  for (const problem of listSettingProblems(orm))
    log.warn({ module: "settings", action: "invalid_setting", error_message: problem });
  return found.length;
}
