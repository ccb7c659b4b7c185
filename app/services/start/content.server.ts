import type { Db } from "#db/client.server";
import type { Clock, Instant } from "~/domain/kernel/time.server";
import { mergeFlags, type Flags, type GivenFlags } from "~/domain/flags/flags";
import { readSwitchedFlags } from "~/domain/flags/flags.server";
import { readCatalogue } from "~/domain/pricing/pricing.server";
import type { Catalogue } from "~/domain/pricing/waste-types";
import { readCoverage, type Coverage } from "~/domain/service-area/service-area.server";
import { reportError } from "~/domain/log/errors.server";
import { applyDuePlans } from "~/domain/setup/change.server";
import { nextPlanAt } from "~/domain/setup/plans.server";
import { readSettings } from "~/domain/settings/settings.server";
import type { Settings } from "~/domain/settings/schema";

export interface Content {
  /** A new value with every change of settings, flags, prices, sizes, service areas and ZIP codes, whoever made it. */
  contentVersion(): string;
  settings(): Settings;
  /** The flags as they stand: the environment, then what an admin switched, then the default. */
  flags(): Flags;
  catalogue(): Catalogue;
  /** Counties and towns of the active service areas. */
  coverage(): Coverage[];
}

/**
 * What rarely changes and every request needs, read once per version. Triggers in the database renew the version
 * (migration 0004), so that another process and a change by hand count too. What is kept is frozen: it is shared.
 */
export function createContent(db: Db, clock: Clock, givenFlags: GivenFlags = {}): Content {
  const version = db.sqlite.prepare<[], string>("select value from meta where key = 'content_version'").pluck();
  let due: { version: string; at: Instant | null } | undefined;
  /**
   * What was planned for this New York day comes into force with the first who asks on it, so that no page and no order
   * of the day has yesterday's price. While somebody else writes the next one does it.
   */
  const contentVersion = () => {
    const now = version.get() ?? "";
    if (due?.version !== now) due = { version: now, at: nextPlanAt(db.orm) };
    if (due.at === null || clock.now() < due.at) return now;
    try {
      db.writeNow((tx) => applyDuePlans(tx, clock.now()));
    } catch (error) {
      // A plan that this program cannot read must not take the site down.
      reportError(error, { where: "planned settings" });
      due.at = null;
    }
    return version.get() ?? "";
  };
  const kept = <T extends object>(read: () => T): (() => T) => {
    let last: { version: string; value: T } | undefined;
    return () => {
      const now = contentVersion();
      if (last?.version !== now) last = { version: now, value: frozen(read()) };
      return last.value;
    };
  };
  return {
    contentVersion,
    settings: kept(() => readSettings(db.orm)),
    flags: kept(() => mergeFlags(givenFlags, readSwitchedFlags(db.orm))),
    catalogue: kept(() => readCatalogue(db.orm)),
    coverage: kept(() => readCoverage(db.orm)),
  };
}

function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) frozen(part as object);
  return Object.freeze(value);
}
