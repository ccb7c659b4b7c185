import { and, eq, sql } from "drizzle-orm";
import { prepared, type Db, type Tx } from "#db/client.server";
import { rateLimits } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { sha256 } from "../kernel/ids.server";
import { WINDOW_SECONDS, type Cap, type CountedBy, type Window } from "./cap";
import { CAPS, type CapName, type TargetedCap } from "./caps";

/** Twice the longest window: a day's count is never forgotten while it counts. */
const KEEP_MS = 2 * WINDOW_SECONDS.day * 1000;

/** One thing that is about to be caused: by whom, to what, and for how many it counts. */
export interface Try {
  name: CapName;
  /** The household that asks, see `household`; empty for what only counts by its target. */
  asker?: string;
  target?: string;
  /** How many this one counts for; one that weighs more than a cap passes where nothing was counted yet. */
  weight?: number;
}

/** A try of a cap, told what its figures need. */
export type TryOf<N extends CapName> = Omit<Try, "name" | "target"> &
  (N extends TargetedCap ? { target: string } : { target?: undefined });

interface Count {
  key: string;
  start: number;
  max: number;
  weight: number;
  /** Whole seconds until the window ends. */
  wait: number;
}

/**
 * Counts all windows of all these tries in one transaction, or none of them when a single one is full: then the whole
 * seconds until the last full one ends, else 0. Decides on its own while looking, so that a refused try writes nothing
 * and an attack costs reads. Throws DatabaseBusyError.
 */
export async function countTries(db: Db, tries: readonly Try[], now = Date.now()): Promise<number> {
  const counts = countsOf(tries, now);
  return wait(db.orm, counts) || db.write((tx) => countAll(tx, counts, now), { durable: false });
}

/** The same inside a transaction, for what has to be decided where it takes effect. */
export function countTriesIn(tx: Tx, tries: readonly Try[], now = Date.now()): number {
  return countAll(tx, countsOf(tries, now), now);
}

/** The seconds that `countTriesIn` would say now; counts nothing. For what counts only where it succeeds. */
export function secondsToWait(tx: Tx, tries: readonly Try[], now = Date.now()): number {
  return wait(tx, countsOf(tries, now));
}

function countAll(tx: Tx, counts: readonly Count[], now: number): number {
  const full = wait(tx, counts);
  if (full > 0) return full;
  for (const { key, start, weight } of counts) add(tx).run({ key, start, weight });
  // As many again go as come: the table stays as large as two days of tries, however many there are.
  forgetTries(tx, 2 * counts.length, now);
  return 0;
}

/** Forgets up to `most` counts that are over. Returns how many there were. */
export function forgetTries(tx: Tx, most: number, now = Date.now()): number {
  return old(tx).run({ before: now - KEEP_MS, most }).changes;
}

/** Forgets all counts that are over, in slices. */
export function forgetOldTries(db: Db, now = Date.now()): Promise<Slices> {
  return inSlices(db, (tx, most) => forgetTries(tx, most, now));
}

function wait(orm: Parameters<typeof hits>[0], counts: readonly Count[]): number {
  const full = counts.filter(
    ({ key, start, max, weight }) => (hits(orm).get({ key, start })?.hits ?? 0) + Math.min(weight, max) > max,
  );
  return Math.max(0, ...full.map((count) => count.wait));
}

function countsOf(tries: readonly Try[], now: number): Count[] {
  return tries.flatMap(({ name, weight = 1, ...whom }) => {
    const cap: Cap = CAPS[name];
    return (["asker", "target", "both", "all"] as const).flatMap((by) =>
      (Object.entries(cap[by] ?? {}) as [Window, number][]).map(([window, max]) => {
        const size = WINDOW_SECONDS[window] * 1000;
        const start = Math.floor(now / size) * size;
        return {
          key: `${name}.${by}.${window}:${hashed(by, name, whom)}`,
          start,
          max,
          weight,
          wait: Math.max(1, Math.ceil((start + size - now) / 1000)),
        };
      }),
    );
  });
}

/**
 * Whom a row counts, as a hash: neither addresses nor numbers of people stand in the table. Throws for a try that
 * leaves it open.
 */
function hashed(by: CountedBy, name: CapName, { asker, target }: Pick<Try, "asker" | "target">): string {
  if (by === "all") return "all";
  if ((by !== "target" && !asker) || (by !== "asker" && target === undefined))
    throw new Error(`${name} counts by ${by}, which is not told`);
  return sha256(by === "asker" ? `${asker}` : by === "target" ? `${target}` : `${asker} ${target}`).slice(0, 32);
}

const placeholders = { key: sql.placeholder("key"), start: sql.placeholder("start") };
const hits = prepared((orm) =>
  orm
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, placeholders.key), eq(rateLimits.window_start, placeholders.start)))
    .prepare(),
);
const add = prepared((orm) =>
  orm
    .insert(rateLimits)
    .values({ key: placeholders.key, window_start: placeholders.start, hits: sql.placeholder("weight") })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.window_start],
      set: { hits: sql`${rateLimits.hits} + ${sql.placeholder("weight")}` },
    })
    .prepare(),
);
const old = prepared((orm) =>
  orm
    .delete(rateLimits)
    .where(
      sql`rowid in (select rowid from rate_limits where window_start < ${sql.placeholder(
        "before",
      )} order by window_start limit ${sql.placeholder("most")})`,
    )
    .prepare(),
);
