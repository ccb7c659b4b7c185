import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase, type Db } from "./client.server";
import { migrate } from "./migrate.server";

const CHANGES = "0013_changes";
const FOLDER = new URL("./migrations/", import.meta.url);
const ALL = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ name: file.replace(".sql", ""), sql: readFileSync(new URL(file, FOLDER), "utf8") }));

/** Orders as they stood when a hold and a checkout could belong to nothing else: being paid, paid, and given up. */
const BEFORE = `
  INSERT INTO holds (id, booking_id, email, mailbox, asker, state, lines, delivery_date, delivery_window, occupied_until, expires_at, created_at, ended_at, end_reason) VALUES
    ('hld_1', 'bkg_1', 'a@example.com', 'a@example.com', 'x', 'live', '[{"size":20,"quantity":2}]', '2026-12-03', 'morning', '2026-12-11', 90, 10, NULL, NULL),
    ('hld_2', 'bkg_2', 'b@example.com', NULL, NULL, 'used', '[{"size":15,"quantity":1}]', '2026-12-04', 'anytime', '2026-12-12', 91, 11, 12, 'paid'),
    ('hld_3', 'bkg_2', 'b@example.com', NULL, NULL, 'released', '[]', '2026-12-04', 'afternoon', '2026-12-12', 92, 9, 10, 'the time ran out');
  INSERT INTO checkouts (id, booking_id, hold_id, state, amount, request, session_id, outcome, expires_at, created_at) VALUES
    ('chk_1', 'bkg_1', 'hld_1', 'open', 100, '{}', 'cs_1', NULL, 90, 10),
    ('chk_2', 'bkg_2', 'hld_2', 'complete', 200, '{}', 'cs_2', 'confirmed', 91, 11);
  INSERT INTO charges (id, booking_id, unit_id, kind, state, amount, tax, description, created_at) VALUES
    ('chg_2', 'bkg_2', NULL, 'rental', 'succeeded', 185, 15, 'One dumpster', 12);`;
/** A change of booking 1's dumpster, and one of another. */
const AFTER = `
  INSERT INTO changes (id, booking_id, unit_id, kind, state, wish, price, total, asked_by, expires_at, created_at)
    VALUES ('cng_1', 'bkg_1', 'unt_1', 'extension', 'priced', '{}', '{}', 1, 'customer', 1, 1), ('cng_2', 'bkg_1', 'unt_2', 'haul', 'priced', '{}', '{}', 1, 'staff', 1, 1);`;

async function openFormer(): Promise<Db> {
  const folder = mkdtempSync(join(tmpdir(), "changes-"));
  const db = openDatabase(join(folder, "roll-off.sqlite"));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(
    db,
    ALL.filter(({ name }) => name < CHANGES),
  );
  db.sqlite.pragma("foreign_keys = OFF");
  db.sqlite.exec(BEFORE);
  return db;
}
function update(db: Db): void {
  for (const { sql } of ALL.filter(({ name }) => name === CHANGES))
    db.sqlite.exec(sql.replaceAll("--> statement-breakpoint", ""));
  db.sqlite.pragma("foreign_keys = OFF");
}

it("keeps every hold, checkout and charge: all of them are the first order's", async () => {
  const db = await openFormer();
  const rows = () =>
    ["holds", "checkouts", "charges"].map((table) => db.sqlite.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
  const before = rows();
  update(db);
  expect(rows()).toEqual(before.map((table) => table.map((row) => ({ ...(row as object), change_id: null }))));
  expect(db.sqlite.pragma("foreign_key_list(checkouts)")).toContainEqual(
    expect.objectContaining({ table: "holds", from: "hold_id", to: "id" }),
  );
});

it("has one live hold and one open checkout for each owner", async () => {
  const db = await openFormer();
  update(db);
  db.sqlite.exec(AFTER);
  const put = (table: "holds" | "checkouts", id: string, change: string | null) =>
    db.sqlite
      .prepare(
        table === "holds"
          ? "INSERT INTO holds (id, booking_id, change_id, email, state, lines, delivery_date, occupied_until, expires_at, created_at) VALUES (?, 'bkg_1', ?, '', 'live', '[]', '', '', 1, 1)"
          : "INSERT INTO checkouts (id, booking_id, change_id, state, amount, request, expires_at, created_at) VALUES (?, 'bkg_1', ?, 'creating', 1, '{}', 1, 1)",
      )
      .run(id, change);
  for (const table of ["holds", "checkouts"] as const) {
    expect(() => put(table, "of_order", null)).toThrow(/UNIQUE/);
    put(table, "of_1", "cng_1");
    put(table, "of_2", "cng_2");
    expect(() => put(table, "of_1_again", "cng_1")).toThrow(/UNIQUE/);
  }
  const change = (set: string) => () => db.sqlite.exec(`UPDATE changes SET ${set} WHERE id = 'cng_2'`);
  expect(change("kind = 'gift'")).toThrow(/changes_kind/);
  expect(change("state = 'paying'")).toThrow(/changes_state/);
  expect(change("unit_id = 'unt_1'")).toThrow(/UNIQUE/);
});
