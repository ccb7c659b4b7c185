import { mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { takesNoWords } from "./support/no-words.mjs";
import { copyPhotos } from "./support/photos.mjs";
import { prepare } from "./support/setup.mjs";

// `npm run backup`: a consistent copy while the server runs, by SQLite's own online backup, and beside it the drivers'
// photographs that are not there yet: what the copy names is there, because a photograph is written before its row.
// Prints the file.
takesNoWords("npm run backup copies the database and the photographs into backups/ of the data folder.");
await prepare({ build: false });
const { default: Database } = await import("better-sqlite3");
const dataDir = resolve(process.env.DATA_DIR || "./data");
const source = join(dataDir, "roll-off.sqlite");
if (!statSync(source, { throwIfNoEntry: false })) {
  console.error(`There is no database at ${source}. DATA_DIR names its folder.`);
  process.exit(1);
}
const folder = join(dataDir, "backups");
mkdirSync(folder, { recursive: true });
const file = join(folder, `roll-off-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.sqlite`);
const db = new Database(source, { readonly: true });
await db.backup(file);
db.close();

const copy = new Database(file);
// One file that can be carried away: without this the copy would want a -wal file beside it.
copy.pragma("journal_mode = DELETE");
const verdict = copy.pragma("integrity_check", { simple: true });
copy.close();
if (verdict !== "ok") {
  console.error(`The copy is damaged: ${String(verdict)}`);
  process.exit(1);
}
copyPhotos(join(dataDir, "files/photos"), join(folder, "photos"));
console.log(file);
