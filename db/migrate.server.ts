import { AT_START, type Db } from "./client.server";

/**
 * Migrations are inlined by Vite, so that the built server needs no files beside it.
 * Each is run once, in name order, under an IMMEDIATE transaction (two starting processes cannot both run one).
 */
const MIGRATIONS = Object.entries<string>(
  // Not glob<string>(): vitest keeps a file's transform unless it reads "glob(" there, and a new migration is then missed.
  import.meta.glob("./migrations/*.sql", { query: "?raw", import: "default", eager: true }),
)
  .map(([path, sql]) => ({ name: path.replace(/^.*\/(.*)\.sql$/, "$1"), sql }))
  .sort((a, b) => a.name.localeCompare(b.name));

/**
 * The schema cannot be brought up to date with this file as it is: nothing was changed. Its message is for the
 * operator.
 */
export class MigrationRefused extends Error {
  override name = "MigrationRefused";
}

/**
 * Brings the schema up to date and returns the names of what was run. Without a pending migration it only reads their
 * names: what may be wrong with the rows is for `npm run doctor`, and stops no start.
 * Foreign keys are off on the connection while migrations run: a table rebuild would otherwise delete or refuse child
 * rows; `foreign_key_check` must then find nothing, else everything is rolled back and it throws MigrationRefused. So
 * it does when triggers are gone that no migration drops by name: a rebuilt table loses its own without a word, and the
 * search would stand still.
 */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<string[]> {
  if (pendingIn(db, migrations).length === 0) return [];
  db.sqlite.pragma("foreign_keys = OFF");
  // A rebuilt table is gone for a moment, and a view or another table's trigger that names it would refuse its new name.
  db.sqlite.pragma("legacy_alter_table = ON");
  try {
    return await db.write(() => {
      db.sqlite.exec(
        "create table if not exists schema_migrations (name text primary key, applied_at integer not null)",
      );
      const before = triggers(db);
      // Another process that starts may have run them meanwhile.
      const pending = pendingIn(db, migrations);
      for (const { name, sql } of pending) {
        db.sqlite.exec(sql.replaceAll("--> statement-breakpoint", ""));
        db.sqlite.prepare("insert into schema_migrations (name, applied_at) values (?, ?)").run(name, Date.now());
      }
      if (pending.length > 0) refuseOrphans(db, pending);
      const lost = before.filter(
        (name) =>
          !triggers(db).includes(name) &&
          !pending.some(({ sql }) => new RegExp(`drop\\s+trigger\\b[^;]*\\b${name}\\b`, "i").test(sql)),
      );
      if (lost.length > 0) throw new MigrationRefused(`migration would lose the triggers ${lost.join(", ")}`);
      return pending.map((migration) => migration.name);
    }, AT_START);
  } finally {
    db.sqlite.pragma("legacy_alter_table = OFF");
    db.sqlite.pragma("foreign_keys = ON");
  }
}

function pendingIn(db: Db, migrations: typeof MIGRATIONS): typeof MIGRATIONS {
  const known = db.sqlite.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get() !== undefined;
  const done = new Set(
    known ? (db.sqlite.prepare("select name from schema_migrations").pluck().all() as string[]) : [],
  );
  return migrations.filter((migration) => !done.has(migration.name));
}

function refuseOrphans(db: Db, pending: typeof MIGRATIONS): void {
  const broken = db.sqlite.pragma("foreign_key_check") as { table: string }[];
  if (broken.length === 0) return;
  const counted = [...new Set(broken.map(({ table }) => table))].map(
    (table) => `${table} ${broken.filter((row) => row.table === table).length}`,
  );
  const names = pending.map(({ name }) => name).join(", ");
  throw new MigrationRefused(
    `the database cannot be brought up to date (${names}), because there would be rows without their parent: ${counted.join(", ")}. Nothing was changed. \`npm run doctor\` names the rows and says how to mend them.`,
  );
}

function triggers(db: Db): string[] {
  return db.sqlite.prepare("select name from sqlite_schema where type = 'trigger'").pluck().all() as string[];
}
