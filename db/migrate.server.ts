import type { Db } from "./client.server";

/**
 * Migrations are inlined by Vite, so that the built server needs no files beside it.
 * Each is run once, in name order, under an IMMEDIATE transaction (two starting processes cannot both run one).
 */
const MIGRATIONS = Object.entries(import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true }))
  .map(([path, sql]) => ({ name: path.replace(/^.*\/(.*)\.sql$/, "$1"), sql }))
  .sort((a, b) => a.name.localeCompare(b.name));

/**
 * Brings the schema up to date and returns the names of what was run.
 * Foreign keys are off on the connection while it runs: a table rebuild would otherwise delete or refuse child rows;
 * `foreign_key_check` must then find nothing, else everything is rolled back and it throws. So it does when triggers are
 * gone that no migration drops by name: a rebuilt table loses its own without a word, and the search would stand still.
 */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<string[]> {
  db.sqlite.pragma("foreign_keys = OFF");
  try {
    return await db.write(() => {
      db.sqlite.exec("create table if not exists schema_migrations (name text primary key, applied_at integer not null)");
      const done = new Set(db.sqlite.prepare("select name from schema_migrations").pluck().all() as string[]);
      const before = triggers(db);
      const pending = migrations.filter((migration) => !done.has(migration.name));
      for (const { name, sql } of pending) {
        db.sqlite.exec(sql.replaceAll("--> statement-breakpoint", ""));
        db.sqlite.prepare("insert into schema_migrations (name, applied_at) values (?, ?)").run(name, Date.now());
      }
      const broken = db.sqlite.pragma("foreign_key_check") as unknown[];
      if (broken.length > 0) throw new Error(`migration would leave ${broken.length} rows without their parent`);
      const lost = before.filter((name) => !triggers(db).includes(name) && !pending.some(({ sql }) => new RegExp(`drop\\s+trigger\\b[^;]*\\b${name}\\b`, "i").test(sql)));
      if (lost.length > 0) throw new Error(`migration would lose the triggers ${lost.join(", ")}`);
      return pending.map((migration) => migration.name);
    });
  } finally {
    db.sqlite.pragma("foreign_keys = ON");
  }
}

function triggers(db: Db): string[] {
  return db.sqlite.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all() as string[];
}
