import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { prepare } from "./support/setup.mjs";

// `npm run reset-second-factor -- EMAIL`: for the only admin, whose phone and recovery codes are lost. In the office another
// admin does it, under Team. The server may run; all devices of the account are signed out.
const email = process.argv[2]?.trim().toLowerCase();
const file = join(resolve(process.env.DATA_DIR || "./data"), "roll-off.sqlite");
if (!email) stop("Whose? npm run reset-second-factor -- EMAIL");
if (!existsSync(file)) stop(`There is no database at ${file}. DATA_DIR names its folder.`);
await prepare({ build: false });
const { default: Database } = await import("better-sqlite3");
const db = new Database(file, { timeout: 5000 });
const id = /** @type {string | undefined} */ (db.prepare("select id from accounts where email = ?").pluck().get(email));
if (!id) stop(`There is no account with the address ${email}.`);
const reset = db.transaction(() => {
  const { changes } = db.prepare("delete from second_factors where user_id = ?").run(id);
  if (changes === 0) return false;
  const now = Date.now();
  db.prepare("delete from recovery_codes where user_id = ?").run(id);
  for (const [table, column] of [
    ["sessions", "revoked_at"],
    ["sign_in_challenges", "ended_at"],
  ])
    db.prepare(`update ${table} set ${column} = ? where user_id = ? and ${column} is null`).run(now, id);
  db.prepare(
    "insert into events (at, subject_kind, subject_id, action, actor_kind, actor_label, why, request_id) values (?, 'team', ?, 'second_factor_reset', 'system', 'Command line', 'reset on the server', ?)",
  ).run(now, id, randomUUID());
  return true;
});
const done = reset.immediate();
db.close();
console.log(
  done
    ? `The second factor of ${email} is reset, and all its devices are signed out.`
    : `${email} has no second factor.`,
);

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}
