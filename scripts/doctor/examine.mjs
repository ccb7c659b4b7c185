import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { readClaims } from "../../app/domain/pricing/pricing.server";
import { listSettingProblems, readSettings } from "../../app/domain/settings/settings.server";
import { ROOT } from "../support/setup.mjs";
import { companyBooks, dollars, stripeBalance } from "./money.mjs";
import { bySql, reports } from "./reports.mjs";

/** `harmless`: worth a line, nothing to mend. @typedef {{ problem: string, mend: string, harmless?: true }} Finding */

const MOST_NAMED = 5;
const RESTORE =
  "Stop the server and put the newest sound backup in its place: npm run restore -- FILE (what is there now is kept beside it).";

/** What is looked at, in its order; each look returns what is wrong. @param {string} file @param {string} dataDir */
export function examinations(file, dataDir) {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  return [
    { what: "The file itself is whole", look: () => whole(db) },
    { what: "Every row has the rows it belongs to", look: () => orphans(db) },
    { what: "The schema is up to date", look: () => schemaState(db) },
    { what: "The search and the counts know every booking", look: () => searchState(db) },
    { what: "The money counted by the hour is what the books say", look: () => moneyHours(db) },
    {
      what: "Every payment, refund and dispute is booked once, and the company owes and is owed the sum of its bookings",
      look: () => companyBooks(db),
    },
    { what: "Card money is the same in our books and on Stripe’s balance", look: () => stripeBalance(db) },
    { what: "The reports count what happened", look: () => reports(db) },
    { what: "Prices are the same in the settings, the sizes and the pricing matrix", look: () => prices(db) },
    { what: "Every stored document is on the disk as it was written", look: () => documents(db, dataDir) },
  ];
}

/** @param {Database.Database} db @returns {Finding[]} */
function whole(db) {
  // The quick look first: where pages are broken the thorough one would take long to say the same.
  const told = ["quick_check", "integrity_check"].map(
    (check) =>
      /** @type {string[]} */ (
        /** @type {Record<string, string>[]} */ (db.pragma(`${check}(${MOST_NAMED})`)).map(
          (row) => Object.values(row)[0],
        )
      ),
  );
  const bad = told.find((lines) => lines[0] !== "ok");
  return bad ? bad.map((line) => ({ problem: line, mend: RESTORE })) : [];
}

/** @param {Database.Database} db @returns {Finding[]} */
function orphans(db) {
  const broken = /** @type {{ table: string, rowid: number, parent: string, fkid: number }[]} */ (
    db.pragma("foreign_key_check")
  );
  const kinds = grouped(broken, ({ table, fkid }) => `${table} ${fkid}`);
  return kinds.map((rows) => {
    const [{ table, parent, fkid }] = /** @type {[typeof broken[number]]} */ (rows);
    const keys = /** @type {{ id: number, from: string, to: string }[]} */ (db.pragma(`foreign_key_list(${table})`));
    const { from = "?", to = "id" } = keys.find(({ id }) => id === fkid) ?? {};
    const named = rows
      .slice(0, MOST_NAMED)
      .map(
        ({ rowid }) =>
          `row ${rowid} (${from} ${JSON.stringify(db.prepare(`SELECT "${from}" FROM "${table}" WHERE rowid = ?`).pluck().get(rowid))})`,
      )
      .join(", ");
    return {
      problem: `${table}: ${rows.length} ${rows.length === 1 ? "row points" : "rows point"} at ${parent} that are not there: ${named}${rows.length > MOST_NAMED ? ", …" : ""}`,
      mend: `Bring the missing ${parent} back from a backup; or, where nothing is lost with them, remove the rows. ${bySql(`DELETE FROM ${table} WHERE ${from} IS NOT NULL AND ${from} NOT IN (SELECT ${to ?? "id"} FROM ${parent});`)}`,
    };
  });
}

/** @param {Database.Database} db @returns {Finding[]} */
function schemaState(db) {
  const done = new Set(db.prepare("SELECT name FROM schema_migrations").pluck().all());
  const waiting = readdirSync(join(ROOT, "db/migrations"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.replace(/\.sql$/, ""))
    .filter((name) => !done.has(name));
  return waiting.length === 0
    ? []
    : [
        {
          problem: `${waiting.length} migrations have not been run: ${waiting.join(", ")}`,
          mend: "npm start runs them (after the rows above are mended, if there are any).",
        },
      ];
}

/** @param {Database.Database} db @returns {Finding[]} */
function searchState(db) {
  const count = (/** @type {string} */ sql) => Number(db.prepare(sql).pluck().get());
  /** @type {Finding[]} */
  const found = [];
  const unknown = count("SELECT count(*) FROM bookings WHERE id NOT IN (SELECT booking_id FROM booking_search_keys)");
  if (unknown > 0)
    found.push({
      problem: `${unknown} bookings cannot be found by the search`,
      mend: bySql(
        "INSERT INTO booking_search_keys (booking_id, place) SELECT b.id, s.place FROM bookings b JOIN booking_statuses s USING (status) WHERE b.id NOT IN (SELECT booking_id FROM booking_search_keys); UPDATE bookings SET zip = zip WHERE id IN (SELECT booking_id FROM booking_search_keys WHERE words = '');",
      ),
    });
  const gone = count("SELECT count(*) FROM booking_search_keys WHERE booking_id NOT IN (SELECT id FROM bookings)");
  if (gone > 0)
    found.push({
      problem: `the search knows ${gone} bookings that are not there`,
      mend: bySql("DELETE FROM booking_search_keys WHERE booking_id NOT IN (SELECT id FROM bookings);"),
    });
  const misplaced = count(
    "SELECT count(*) FROM booking_search_keys k JOIN bookings b ON b.id = k.booking_id JOIN booking_statuses s ON s.status = b.status WHERE k.place <> s.place",
  );
  if (misplaced > 0)
    found.push({
      problem: `the search has ${misplaced} bookings under a status that they do not have`,
      mend: bySql(
        "UPDATE booking_search_keys SET place = (SELECT s.place FROM bookings b JOIN booking_statuses s USING (status) WHERE b.id = booking_id);",
      ),
    });
  const keys = count("SELECT count(*) FROM booking_search_keys");
  for (const index of ["booking_search", "booking_search_by_place"]) {
    const rows = count(`SELECT count(*) FROM ${index}_docsize`);
    const key = index === "booking_search" ? "id" : "(place << 40) + id";
    if (rows !== keys)
      found.push({
        problem: `the index ${index} has ${rows} rows for ${keys} bookings`,
        mend: bySql(
          `INSERT INTO ${index} (${index}) VALUES ('delete-all'); INSERT INTO ${index} (rowid, words) SELECT ${key}, words || CASE id & 32767 WHEN 0 THEN ' ' || char(57344) ELSE '' END FROM booking_search_keys ORDER BY 1;`,
        ),
      });
  }
  const miscounted = db
    .prepare(
      "SELECT status FROM booking_statuses s WHERE bookings <> (SELECT count(*) FROM bookings b WHERE b.status = s.status)",
    )
    .pluck()
    .all();
  if (miscounted.length > 0)
    found.push({
      problem: `bookings are counted wrongly: ${miscounted.join(", ")}`,
      mend: bySql(
        "UPDATE booking_statuses SET bookings = (SELECT count(*) FROM bookings b WHERE b.status = booking_statuses.status);",
      ),
    });
  return found;
}

// As the triggers of migration 0110 count them.
const MONEY_BY_HOUR =
  "SELECT at / 3600000 AS hour, sum(came) AS came, sum(went) AS went FROM money_moves GROUP BY at / 3600000";

/** The office's figures are of these hours; the books themselves are never what is put right. @param {Database.Database} db @returns {Finding[]} */
function moneyHours(db) {
  const wrong = /** @type {{ hour: number, came: number, went: number, cameIn: number, wentOut: number }[]} */ (
    db
      .prepare(
        `SELECT hour, sum(came) AS came, sum(went) AS went, sum(cameIn) AS cameIn, sum(wentOut) AS wentOut FROM (
          SELECT hour, came, went, 0 AS cameIn, 0 AS wentOut FROM money_hours
          UNION ALL SELECT hour, 0, 0, came, went FROM (${MONEY_BY_HOUR})
        ) GROUP BY hour HAVING sum(came) <> sum(cameIn) OR sum(went) <> sum(wentOut) ORDER BY hour`,
      )
      .all()
  );
  if (wrong.length === 0) return [];
  const named = wrong
    .slice(0, MOST_NAMED)
    .map(
      ({ hour, came, went, cameIn, wentOut }) =>
        `${new Date(hour * 3_600_000).toISOString().slice(0, 13)}:00Z has ${dollars(came)} in and ${dollars(went)} out instead of ${dollars(cameIn)} and ${dollars(wentOut)}`,
    );
  return [
    {
      problem: `${wrong.length} ${wrong.length === 1 ? "hour" : "hours"} of money_hours ${wrong.length === 1 ? "differs" : "differ"} from the ledger: ${named.join("; ")}${wrong.length > MOST_NAMED ? "; …" : ""}`,
      mend: bySql(
        `BEGIN; DELETE FROM money_hours; INSERT INTO money_hours (hour, came, went) ${MONEY_BY_HOUR}; COMMIT;`,
      ),
    },
  ];
}

/** @param {Database.Database} db @returns {Finding[]} */
function prices(db) {
  const orm = drizzle(db);
  return [
    // The claim about ZIP codes is the owner's to word: the health panel shows it.
    ...readClaims(orm, readSettings(orm))
      .mismatches.filter(({ subject }) => subject === "price")
      .map(({ message }) => ({
        problem: message,
        mend: "Decide which price is right and set it in the settings and in the pricing matrix; the matrix is what is charged.",
      })),
    ...listSettingProblems(orm).map((problem) => ({
      problem,
      mend: "The built-in value is used until the setting is put right.",
    })),
  ];
}

/** @param {Database.Database} db @param {string} dataDir @returns {Finding[]} */
function documents(db, dataDir) {
  const rows = /** @type {{ kind: string, path: string, sha256: string }[]} */ (
    db.prepare("SELECT kind, path, sha256 FROM files WHERE revoked_at IS NULL").all()
  );
  // A backup leaves PDFs out, so after a restore they are missing and nothing is wrong: opening one makes it again.
  let unprinted = 0;
  const wrong = rows.flatMap(({ kind, path, sha256 }) => {
    const isPdf = kind.endsWith("_pdf");
    const written = hashOf(join(dataDir, "files", path));
    if (written === sha256) return [];
    if (written === null && isPdf) {
      unprinted++;
      return [];
    }
    return [
      {
        problem: `files/${path} is ${written === null ? "missing" : "not what was written"}`,
        mend: isPdf
          ? "Remove what is there under this name: it is made again from its stored facts when somebody opens it."
          : "Bring it back from a backup of the data folder's files.",
      },
    ];
  });
  if (unprinted === 0) return wrong;
  return [
    ...wrong,
    {
      problem: `${unprinted} ${unprinted === 1 ? "PDF is" : "PDFs are"} not on the disk, as after a restore`,
      mend: "Nothing to do: each is made again from its stored facts when somebody opens it.",
      harmless: true,
    },
  ];
}

/** Null where there is no such file. @param {string} file */
function hashOf(file) {
  try {
    return createHash("sha256").update(readFileSync(file)).digest("hex");
  } catch {
    return null;
  }
}

/** @template T @param {T[]} rows @param {(row: T) => string} by @returns {T[][]} */
function grouped(rows, by) {
  return [...new Set(rows.map(by))].map((key) => rows.filter((row) => by(row) === key));
}
