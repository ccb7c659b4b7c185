import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FULL } from "../tests/support/paths";
import { openDatabase, type Db } from "./client.server";
import { migrate } from "./migrate.server";

/** Of bookings, and so of customers. */
const MANY = FULL ? 10_000 : 400;

const CUSTOMERS = "0018_customers";
const FOLDER = new URL("./migrations/", import.meta.url);
const ALL = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ name: file.replace(".sql", ""), sql: readFileSync(new URL(file, FOLDER), "utf8") }));

async function openFormer(): Promise<Db> {
  const folder = mkdtempSync(join(tmpdir(), "customers-"));
  const db = openDatabase(join(folder, "roll-off.sqlite"));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(
    db,
    ALL.filter(({ name }) => name < CUSTOMERS),
  );
  return db;
}

/** Rows as they stood: of each table only the columns that say something here, the others filled. */
function insert(db: Db, table: string, given: Record<string, unknown>): void {
  const columns = db.sqlite.pragma(`table_info(${table})`) as { name: string; type: string; notnull: number }[];
  const filled = columns
    .filter(({ name, notnull }) => name in given || notnull === 1)
    .map(({ name, type }) => [
      name,
      given[name] ?? (type === "INTEGER" || type === "integer" ? 0 : `${name}-${String(given["id"])}`),
    ]);
  const names = filled.map(([name]) => name);
  db.sqlite
    .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`)
    .run(...filled.map(([, value]) => value));
}

const rows = (db: Db, query: string) => db.sqlite.prepare(query).all();
const PLACE = { address: "1 Oak Street", city: "Orlando", zip: "32801", price: "{}", waste_types: "[]" };

it("makes contacts of every customer's address and number, and a site of every address that had a booking", async () => {
  const db = await openFormer();
  insert(db, "customers", {
    id: "c1",
    email: "Ana@Example.com",
    phone: "+14075550133",
    phone_extension: "12",
    first_name: "Ana",
    last_name: "Ruiz",
    created_at: 5,
  });
  insert(db, "customers", {
    id: "c2",
    email: "bo@example.com",
    phone: "ask for Bo",
    first_name: "Bo",
    last_name: "Lee",
    created_at: 6,
  });
  const booked = (id: string, given: object) =>
    insert(db, "bookings", {
      id,
      ...PLACE,
      customer_id: "c1",
      phone: "+14075550133",
      email: "ana@example.com",
      first_name: "ana",
      last_name: "Ruiz",
      ...given,
    });
  booked("b1", {});
  booked("b2", { phone: "+14075550199", created_at: 7 });
  booked("b3", { address: "2 Elm Avenue" });
  booked("b4", { phone: "+14075550166", first_name: "Somebody" });
  const before = rows(db, "SELECT * FROM bookings ORDER BY id");
  await migrate(db);

  // Later migrations add columns; what stood there stays.
  expect(rows(db, "SELECT * FROM bookings ORDER BY id")).toMatchObject(before as object[]);
  expect(rows(db, "SELECT id, first_name, kind, language, merged_into, version FROM customers ORDER BY id")).toEqual([
    { id: "c1", first_name: "Ana", kind: "person", language: "en", merged_into: null, version: 1 },
    { id: "c2", first_name: "Bo", kind: "person", language: "en", merged_into: null, version: 1 },
  ]);
  expect(
    rows(
      db,
      "SELECT customer_id AS c, value, extension, added_at AS at FROM customer_contacts ORDER BY customer_id, value",
    ),
  ).toEqual([
    { c: "c1", value: "+14075550133", extension: "12", at: 5 },
    // What the same person typed later; not what somebody else typed with their address.
    { c: "c1", value: "+14075550199", extension: null, at: 7 },
    { c: "c1", value: "ana@example.com", extension: null, at: 5 },
    { c: "c2", value: "ask for Bo", extension: null, at: 6 },
    { c: "c2", value: "bo@example.com", extension: null, at: 6 },
  ]);
  expect(rows(db, "SELECT customer_id AS c, address FROM customer_sites ORDER BY address")).toEqual([
    { c: "c1", address: "1 Oak Street" },
    { c: "c1", address: "2 Elm Avenue" },
  ]);
  const found = (words: string) =>
    rows(
      db,
      `SELECT k.customer_id AS c FROM customer_search s JOIN customer_search_keys k ON k.id = s.rowid WHERE customer_search MATCH '${words}'`,
    );
  expect(["ruiz", "4075550199", "0133", "anaexamplecom", "elm"].map(found)).toEqual(Array(5).fill([{ c: "c1" }]));
  expect(found("somebody")).toEqual([]);
});

it(`keeps ${MANY} customers and their bookings, each with what it had, and stays whole`, async () => {
  const db = await openFormer();
  db.sqlite.transaction(() => {
    for (let i = 0; i < MANY; i++) {
      insert(db, "customers", {
        id: `c${i}`,
        email: `c${i}@example.com`,
        phone: `+1407${String(i).padStart(7, "0")}`,
        created_at: MANY - i,
      });
      insert(db, "bookings", {
        id: `b${i}`,
        ...PLACE,
        address: `${i} Oak Street`,
        customer_id: `c${i}`,
        phone: `+1407${String(i).padStart(7, "0")}`,
      });
    }
  })();
  const begun = performance.now();
  await migrate(db);
  expect(performance.now() - begun).toBeLessThan(Math.max(4_000, 2 * MANY));
  const counts = ["customers", "bookings", "customer_sites", "customer_search_keys", "customer_search"].map((table) =>
    db.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  );
  expect(counts).toEqual(Array(5).fill(MANY));
  expect(db.sqlite.prepare("SELECT count(*) FROM customer_contacts").pluck().get()).toBe(2 * MANY);
  expect(
    rows(
      db,
      "SELECT count(*) AS n FROM bookings b JOIN customers c ON c.id = b.customer_id JOIN customer_contacts k ON k.customer_id = c.id AND k.value = b.phone",
    ),
  ).toEqual([{ n: MANY }]);
  expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);
  // The newest has the highest key, as for those that come later.
  expect(rows(db, "SELECT customer_id AS c FROM customer_search_keys ORDER BY id DESC LIMIT 1")).toEqual([{ c: "c0" }]);
});
