import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "./client.server";
import { migrate } from "./migrate.server";

const LEDGER = "0010_ledger";
const FOLDER = new URL("./migrations/", import.meta.url);
const ALL = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ name: file.replace(".sql", ""), sql: readFileSync(new URL(file, FOLDER), "utf8") }));

/** A booking of two dumpsters as it stood before there were books: paid, one of them cancelled late, then the other. */
const BEFORE = `
  INSERT INTO payments (id, booking_id, amount, paid_at) VALUES ('pay_1', 'bkg_1', 81864, 10), ('pay_2', 'bkg_1', 40932, 40);
  INSERT INTO charges (id, booking_id, kind, state, amount, tax, description, payment_id, created_at) VALUES
    ('chg_1', 'bkg_1', 'rental', 'succeeded', 75800, 6064, 'Two dumpsters', 'pay_1', 10),
    ('chg_2', 'bkg_1', 'weight_overage', 'noticed', 14385, 0, '2.37 tons', NULL, 11);
  INSERT INTO cancellations (id, booking_id, tier_percent, base_amount, fee, refund_amount, reason, created_at) VALUES
    ('can_x', 'bkg_1', 10, 40933, 4093, 36840, '', 20), ('can_y', 'bkg_1', 0, 40931, 0, 40931, '', 30);
  INSERT INTO refunds (id, booking_id, payment_id, state, amount, reason, created_at, updated_at) VALUES
    ('rfd_1', 'bkg_1', 'pay_1', 'succeeded', 36840, 'cancellation', 20, 21),
    ('rfd_2', 'bkg_1', 'pay_1', 'failed', 40931, 'cancellation', 30, 31),
    ('rfd_3', 'bkg_1', 'pay_2', 'pending', 40932, 'refunded_duplicate', 40, 40);`;

it("the books of what happened before there were books", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ledger-"));
  const db = openDatabase(join(folder, "roll-off.sqlite"));
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await migrate(
    db,
    ALL.filter(({ name }) => name < LEDGER),
  );
  db.sqlite.pragma("foreign_keys = OFF");
  db.sqlite.exec(BEFORE);
  for (const { sql } of ALL.filter(({ name }) => name === LEDGER))
    db.sqlite.exec(sql.replaceAll("--> statement-breakpoint", ""));

  const rows = (sql: string) => db.sqlite.prepare(sql).raw().all();
  expect(rows("SELECT cause, kind, amount, tax FROM ledger_entries ORDER BY cause")).toEqual([
    ["charge:chg_1", "charge", 75800, 6064],
    ["charge:chg_x", "charge", 4093, 0],
    ["credit:can_x", "credit", 37901, 3032],
    ["credit:can_y", "credit", 37899, 3032],
    ["payment:pay_1", "payment", 81864, 0],
    ["payment:pay_2", "payment", 40932, 0],
    ["refund:rfd_1", "refund", 36840, 0],
    ["refund:rfd_2", "refund", 40931, 0],
    ["refund:rfd_3", "refund", 40932, 0],
    ["refund_failed:rfd_2", "refund_failed", 40931, 0],
  ]);
  const what = "(SELECT cause FROM ledger_entries WHERE id =";
  expect(rows(`SELECT ${what} from_entry), ${what} to_entry), amount FROM ledger_allocations ORDER BY 1, 2`)).toEqual([
    ["credit:can_x", "charge:chg_x", 4093],
    ["credit:can_x", "refund:rfd_1", 36840],
    ["credit:can_y", "refund:rfd_2", 40931],
    ["payment:pay_1", "charge:chg_1", 81864],
    ["payment:pay_2", "refund:rfd_3", 40932],
  ]);
  expect(rows("SELECT kind, state, description FROM charges WHERE id = 'chg_x'")).toEqual([
    ["cancellation_fee", "succeeded", "10% of $409.33"],
  ]);
  for (const change of [
    "UPDATE ledger_entries SET amount = 1",
    "DELETE FROM ledger_entries",
    "DELETE FROM ledger_allocations",
  ])
    expect(() => db.sqlite.exec(change)).toThrow(/never/);
});
