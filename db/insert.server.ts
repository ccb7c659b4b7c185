import { sql, type InferInsertModel, type InferSelectModel, type Placeholder } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Orm, Tx } from "./client.server";

interface Insert {
  run(values: Record<string, unknown>): { changes: number };
  get(values: Record<string, unknown>): unknown;
}
type Way = "plain" | "unless there" | "returning";
type Kept = Map<SQLiteTable, Map<string, Insert>>;

const kept = new WeakMap<Orm, Kept>();

/**
 * Adds one row by a statement that is built and prepared once for each table and choice of columns: building it anew
 * takes longer than SQLite takes for the row, and a signature adds a dozen. Values are data, no expressions. With
 * `unlessThere` a row whose key is taken already is left out. Returns whether the row was added.
 */
export function insertRow<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: InferInsertModel<T>,
  { unlessThere = false } = {},
): boolean {
  const [insert, values] = insertOf(tx, table, row, unlessThere ? "unless there" : "plain");
  return insert.run(values).changes > 0;
}

/** The same where the row is needed as it is stored, with its defaults and its number. */
export function insertReturning<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: InferInsertModel<T>,
): InferSelectModel<T> {
  const [insert, values] = insertOf(tx, table, row, "returning");
  return insert.get(values) as InferSelectModel<T>;
}

function insertOf<T extends SQLiteTable>(
  tx: Tx,
  table: T,
  row: InferInsertModel<T>,
  way: Way,
): [Insert, Record<string, unknown>] {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  // A placeholder's value goes through its column's reader, which makes something of null: null stands in the statement.
  const key = given.map(([name, value]) => (value === null ? `${name}!` : name)).join();
  const ofTable = entry(
    entry(kept, tx, (): Kept => new Map()),
    table,
    (): Map<string, Insert> => new Map(),
  );
  const insert = entry(ofTable, `${way} ${key}`, () => {
    const values = given.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)] as const);
    const query = tx.insert(table).values(Object.fromEntries(values) as Record<string, Placeholder | null> as never);
    if (way === "returning") return query.returning().prepare();
    return (way === "unless there" ? query.onConflictDoNothing() : query).prepare();
  });
  return [insert, Object.fromEntries(given)];
}

function entry<K extends object | string, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
