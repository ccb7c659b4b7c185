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
const MIGRATED = "migrated";

/** A database in a folder of its own, as `make` leaves a migrated one: made once in a process, copied from then on. */
export async function openCopy(name: string, make: (db: Db) => Promise<void>): Promise<Copy> {
  const made = MADE.get(name);
  return opened(made ?? (await migratedFile()), made ? undefined : { name, make });
}

/** A migrated database with nothing in it. */
export async function temporaryDatabase(): Promise<Copy> {
  return opened(await migratedFile());
}

/** The contents of a migrated database's file. A hundred migrations take a third of a second: once in a process. */
export async function migratedFile(): Promise<Buffer> {
  const make = async (db: Db) => void (await migrate(db));
  if (!MADE.has(MIGRATED)) (await opened(undefined, { name: MIGRATED, make })).close();
  return MADE.get(MIGRATED) as Buffer;
}

async function opened(
  contents: Buffer | undefined,
  making?: { name: string; make(db: Db): Promise<void> },
): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), "roll-off-"));
  const file = join(folder, "test.sqlite");
  if (contents) writeFileSync(file, contents);
  const db = openDatabase(file);
  // The tests are not about durability, and a commit to the disk takes 1 ms.
  db.sqlite.pragma("synchronous = OFF");
  if (making) {
    await making.make(db);
    db.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    MADE.set(making.name, readFileSync(file));
  }
  return {
    db,
    close: () => {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
