import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Db } from "#db/client.server";
import { migrate } from "#db/migrate.server";

export interface Copy {
  db: Db;
  /** Closes the database and removes its folder. */
  close(): void;
}

/** Databases as files' contents, by name: migrating and seeding one takes a second, a copy of it milliseconds. */
const MADE = new Map<string, Buffer>();

/** A database in a folder of its own, as `make` leaves an empty one: made once in a process, copied from then on. */
export async function openCopy(name: string, make: (db: Db) => Promise<void>): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), "roll-off-"));
  const file = join(folder, "test.sqlite");
  const made = MADE.get(name);
  if (made) writeFileSync(file, made);
  const db = openDatabase(file);
  // The tests are not about durability, and a commit to the disk takes 1 ms.
  db.sqlite.pragma("synchronous = OFF");
  if (!made) {
    await make(db);
    db.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    MADE.set(name, readFileSync(file));
  }
  return {
    db,
    close: () => {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A migrated database with nothing in it. */
export function temporaryDatabase(): Promise<Copy> {
  return openCopy("migrated", async (db) => void (await migrate(db)));
}
