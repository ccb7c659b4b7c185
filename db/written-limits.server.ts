import { sql, type SQL } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/**
 * Writes the number of a `limit` into the statement instead of binding it. SQLite's planner looks at a bound limit, and
 * then plans the statement anew at every call: tens of µs in the running server, of a query that alone takes five. A
 * placeholder stays one. The builder's `buildLimit` is drizzle's own (pinned); written-limits.test.ts sees whether
 * it is still asked.
 */
export function writeLimits<Schema extends Record<string, unknown>>(orm: BetterSQLite3Database<Schema>): void {
  const { dialect } = orm as unknown as { dialect: { buildLimit: (limit: unknown) => SQL | undefined } };
  const bound = dialect.buildLimit.bind(dialect);
  dialect.buildLimit = (limit) => (isWritable(limit) ? writtenLimit(limit) : bound(limit));
}

/** " limit 20", for a query that is written by hand. Throws for what is no whole number from 0 on. */
export function writtenLimit(most: number): SQL {
  if (!isWritable(most)) throw new Error(`a limit of ${String(most)}`);
  return sql.raw(` limit ${most}`);
}

function isWritable(limit: unknown): limit is number {
  return Number.isSafeInteger(limit) && (limit as number) >= 0;
}
