import { sql, type SQL } from "drizzle-orm";
import { customType, integer, text } from "drizzle-orm/sqlite-core";
import type { Day } from "~/domain/kernel/days";
import type { Id, IdKind } from "~/domain/kernel/ids.server";
import type { Stored } from "~/domain/kernel/stored";
import type { Instant } from "~/domain/kernel/time.server";

/**
 * The column kinds that carry our own types. Instants are milliseconds (domain time), days New York dates, money cents.
 */
export const idColumn = <K extends IdKind>(name: string, _kind: K) => text(name).$type<Id<K>>();
export const instantColumn = (name: string) => integer(name).$type<Instant>();
export const dayColumn = (name: string) => text(name).$type<Day>();
export const centsColumn = (name: string) => integer(name);
export const flagColumn = (name: string) => integer(name, { mode: "boolean" });
export const jsonColumn = <T>(name: string) => text(name, { mode: "json" }).$type<T>();

/** JSON with a version: its one reader (app/domain/kernel/stored.ts) stands in the word that owns it. */
export const storedColumn = <T>(name: string, { write, read }: Stored<T>) =>
  customType<{ data: T; driverData: string }>({ dataType: () => "text", toDriver: write, fromDriver: read })(name);

/**
 * Our own words as SQL's list `('a','b')`, written out: neither a check nor a partial index takes bound values. Throws
 * for what is no plain word.
 */
export function writtenOut(words: readonly string[]): SQL {
  const odd = words.find((word) => !/^[a-z_]+$/.test(word));
  if (odd !== undefined) throw new Error(`not a word to write out: ${odd}`);
  return sql.raw(`(${words.map((word) => `'${word}'`).join(",")})`);
}
