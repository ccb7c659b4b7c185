import { sql, type InferInsertModel, type Placeholder } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Orm, Tx } from "./client.server";

interface Insert {
  run(values: Record<string, unknown>): { changes: number };
}
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
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  // A placeholder's value goes through its column's reader, which makes something of null: null stands in the statement.
  const key = given.map(([name, value]) => (value === null ? `${name}!` : name)).join();
  const ofTable = entry(
    entry(kept, tx, (): Kept => new Map()),
    table,
    (): Map<string, Insert> => new Map(),
  );
  const insert = entry(ofTable, `${unlessThere} ${key}`, () => {
    const values = given.map(([name, value]) => [name, value === null ? null : sql.placeholder(name)] as const);
    const query = tx.insert(table).values(Object.fromEntries(values) as Record<string, Placeholder | null> as never);
    return (unlessThere ? query.onConflictDoNothing() : query).prepare();
  });
  return insert.run(Object.fromEntries(given)).changes > 0;
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
