import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { migratedFile } from "../tests/support/copies";
import { openDatabase, type Db } from "./client.server";
import { migrate, MigrationRefused } from "./migrate.server";

let file: string;
let db: Db;

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrate-"));
  file = join(folder, "roll-off.sqlite");
  writeFileSync(file, await migratedFile());
  db = openDatabase(file);
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

const FIRST = "0000_first";
const statements = (migration: string) =>
  readFileSync(new URL(`./migrations/${migration}.sql`, import.meta.url), "utf8").split("--> statement-breakpoint");
/** A table rebuild as drizzle-kit writes it: the parents are dropped while their children stand. */
const rebuild = (...triggersAgain: string[]) => ({
  name: "9000_rebuild",
  sql: [
    ...["bookings", "customers"].map(
      (table) => `
    PRAGMA foreign_keys=OFF;--> statement-breakpoint
    CREATE TABLE __new_${table} AS SELECT * FROM ${table};--> statement-breakpoint
    DROP TABLE ${table};--> statement-breakpoint
    ALTER TABLE __new_${table} RENAME TO ${table};--> statement-breakpoint
    CREATE UNIQUE INDEX ${table}_id ON ${table} (id);--> statement-breakpoint
    PRAGMA foreign_keys=ON;`,
    ),
    ...triggersAgain,
  ].join("--> statement-breakpoint\n"),
});
/** What makes the triggers of a table again. */
const triggersOf = (table: string) =>
  (
    db.sqlite
      .prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?")
      .pluck()
      .all(table) as string[]
  ).map((sql) => `${sql};`);

it("run in the order in which they were made: a new one's number is above all others, not the next that is free", () => {
  const journal = JSON.parse(readFileSync(new URL("./migrations/meta/_journal.json", import.meta.url), "utf8")) as {
    entries: { idx: number; tag: string }[];
  };
  const made = journal.entries.map(({ tag }) => tag);
  expect(made).toEqual(made.toSorted());
  const files = readdirSync(new URL("./migrations", import.meta.url)).filter((name) => name.endsWith(".sql"));
  expect(files.map((name) => name.replace(/\.sql$/, "")).toSorted()).toEqual(made);
});

/** The tables that hold rows of ours; the full-text indexes keep themselves, as do the sites, the reports and the sum of Stripe. */
function tables(): string[] {
  return db.sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'booking_search%' AND name NOT LIKE 'customer_search%' AND name NOT IN ('customer_sites', 'stripe_sums') AND name NOT LIKE 'report_%' AND name <> 'schema_migrations' ORDER BY name",
    )
    .pluck()
    .all() as string[];
}

function triggers(): unknown[] {
  return db.sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").pluck().all();
}

function counts(): Record<string, number> {
  return Object.fromEntries(
    [...tables(), "booking_search"].map((table) => [
      table,
      db.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number,
    ]),
  );
}

/** Two rows in every table, each pointing at a real parent. */
function fill(): void {
  db.sqlite.pragma("foreign_keys = OFF");
  db.sqlite.pragma("ignore_check_constraints = ON");
  // Triggers on browser_agents and jobs write that one.
  for (const table of tables().filter((name) => name !== "live_signals")) {
    const columns = db.sqlite.pragma(`table_info(${table})`) as { name: string; type: string; pk: number }[];
    const parents = new Map(
      (db.sqlite.pragma(`foreign_key_list(${table})`) as { from: string; table: string }[]).map((key) => [
        key.from,
        key.table,
      ]),
    );
    const single = columns.filter((column) => column.pk > 0).length === 1;
    for (const row of [1, 2]) {
      const values = columns.map(({ name, type, pk }) => {
        if (parents.has(name)) return type.toLowerCase() === "integer" ? row : `${parents.get(name)}-${row}`;
        if (single && pk && type.toLowerCase() === "text") return `${table}-${row}`;
        return type.toLowerCase() === "integer" ? row : `${name}-${row}`;
      });
      db.sqlite
        .prepare(
          `INSERT INTO ${table} (${columns.map((column) => `"${column.name}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
        )
        .run(...values);
    }
  }
  db.sqlite.pragma("ignore_check_constraints = OFF");
  db.sqlite.pragma("foreign_keys = ON");
  expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);
}

it("runs each migration once", async () => {
  expect(await migrate(db)).toEqual([]);
  expect(db.sqlite.prepare("SELECT name FROM schema_migrations ORDER BY name").pluck().all()).toContain(FIRST);
});

it("keeps every row of every table through the rebuild of the tables that others point at", async () => {
  fill();
  const before = counts();
  expect(Object.values(before).every((count) => count >= 2)).toBe(true);
  expect(Object.keys(before).length).toBeGreaterThan(25);
  expect(await migrate(db, [rebuild(...triggersOf("bookings"), ...triggersOf("customers"))])).toEqual(["9000_rebuild"]);
  expect(counts()).toEqual(before);
  expect(db.sqlite.pragma("foreign_key_check")).toEqual([]);
  expect(db.sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
});

it("refuses a rebuild that forgets the table's triggers, which would end the search", async () => {
  const before = triggers();
  await expect(migrate(db, [rebuild()])).rejects.toThrow(/lose the triggers booking_search_insert/);
  expect(triggers()).toEqual(before);
});

it("adds later migrations to a database that is full", async () => {
  fill();
  const before = counts();
  // As after a restore of an older copy: only the first one has been run.
  const names = triggersOf("bookings").flatMap((sql) => /TRIGGER `(booking_\w+)`/.exec(sql)?.[1] ?? []);
  db.sqlite.exec(
    `DROP TABLE booking_search; DROP TABLE booking_search_by_place; DROP TABLE booking_search_keys; DELETE FROM booking_statuses; ${names.map((name) => `DROP TRIGGER ${name};`).join(" ")}`,
  );
  const again = [
    ["0001_search", (sql: string) => sql.includes("booking_search")],
    ["0007_search_by_place", () => true],
  ] as const;
  for (const [name, part] of again)
    await migrate(db, [{ name: `9_${name}`, sql: statements(name).filter(part).join(";\n") }]);
  // The filler's two statuses had no bookings of their own.
  expect(counts()).toEqual(before);
});

it("starts with a row that has lost its parent: without a pending migration no row is looked at", async () => {
  fill();
  db.sqlite.pragma("foreign_keys = OFF");
  db.sqlite.exec("DELETE FROM bookings WHERE id = 'bookings-1'");
  const pragma = vi.spyOn(db.sqlite, "pragma");
  expect(await migrate(db)).toEqual([]);
  expect(pragma).not.toHaveBeenCalled();
  // With one, the operator is told which rows, and who says more; nothing is changed.
  const refused = migrate(db, [{ name: "9006_later", sql: "CREATE TABLE later (id text)" }]);
  await expect(refused).rejects.toThrow(MigrationRefused);
  await expect(refused).rejects.toThrow(/9006_later.*\bunits 1\b.*Nothing was changed.*`npm run doctor`/s);
  expect(tables()).not.toContain("later");
});

it("rolls everything back when rows would lose their parent, and when a statement fails", async () => {
  fill();
  const before = counts();
  await expect(
    migrate(db, [
      { name: "9002_orphans", sql: "CREATE TABLE extra (id text); DELETE FROM bookings WHERE id = 'bookings-1';" },
    ]),
  ).rejects.toThrow(/without their parent/);
  await expect(
    migrate(db, [{ name: "9003_broken", sql: "CREATE TABLE extra (id text); ALTER TABLE nothing ADD COLUMN x text;" }]),
  ).rejects.toThrow();
  expect(counts()).toEqual(before);
  expect(tables()).not.toContain("extra");
  expect(db.sqlite.prepare("SELECT count(*) FROM schema_migrations WHERE name LIKE '900%'").pluck().get()).toBe(0);
  expect(db.sqlite.pragma("foreign_keys", { simple: true })).toBe(1);
});

it("waits for a process that migrates at this moment, and then finds nothing to do", async () => {
  const script = `const db = require("better-sqlite3")(process.argv[1]); db.exec("BEGIN IMMEDIATE"); console.log("begun");
    setTimeout(() => { db.exec("CREATE TABLE made_by_the_other (id text); INSERT INTO schema_migrations VALUES ('9004_other', 1); COMMIT"); db.close(); }, 700);`;
  const child = spawn(process.execPath, ["-e", script, file], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const begun = Date.now();
  expect(await migrate(db, [{ name: "9004_other", sql: "CREATE TABLE made_by_the_other (id text)" }])).toEqual([]);
  expect(Date.now() - begun).toBeGreaterThan(400);
});
