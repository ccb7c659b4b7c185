import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { copyPhotos } from "./support/photos.mjs";
import { prepare } from "./support/setup.mjs";

// `npm run restore -- FILE`: puts a backup in the database's place, and the photographs beside it where they are
// missing. The server must be stopped; what was there before is kept beside it.
const given = process.argv[2];
if (!given || !existsSync(given)) stop(given ? `There is no file ${given}.` : "Which file? npm run restore -- FILE");
await prepare({ build: false });
const { default: Database } = await import("better-sqlite3");
if (!isSound(given)) stop(`${given} is no sound backup of this program.`);

const dataDir = resolve(process.env.DATA_DIR || "./data");
mkdirSync(dataDir, { recursive: true });
const target = join(dataDir, "roll-off.sqlite");
if (existsSync(target)) {
  refuseWhileUsed();
  const kept = `${target}.before-restore-${Date.now()}`;
  renameSync(target, kept);
  console.log(`The database until now is kept as ${kept}`);
}
copyFileSync(given, `${target}.new`);
renameSync(`${target}.new`, target);
const photos = copyPhotos(join(dirname(resolve(given)), "photos"), join(dataDir, "files/photos"));
console.log(`Restored ${target}${photos > 0 ? ` and ${photos} ${photos === 1 ? "photograph" : "photographs"}` : ""}`);

/** @param {string} file */
function isSound(file) {
  try {
    const backup = new Database(file, { readonly: true });
    const verdict = backup.pragma("integrity_check", { simple: true });
    const ours = backup.prepare("select count(*) from sqlite_master where name = 'schema_migrations'").pluck().get();
    backup.close();
    return verdict === "ok" && ours === 1;
  } catch {
    return false;
  }
}

/** The last connection to close a WAL database removes its -wal file; taking the write lock for good folds it in. */
function refuseWhileUsed() {
  const db = new Database(target, { timeout: 1000 });
  try {
    db.pragma("locking_mode = EXCLUSIVE");
    db.exec("begin exclusive; commit");
    db.pragma("journal_mode = DELETE");
  } catch {
    stop("The database is in use: stop the server first.");
  } finally {
    db.close();
  }
  for (const end of ["-wal", "-shm"]) rmSync(target + end, { force: true });
}

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}
