import { readdirSync, readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "./client.server";
import { migrate } from "./migrate.server";

const PAID_OUT = "0110_refunds_paid_out";
const FOLDER = new URL("./migrations/", import.meta.url);
const ALL = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ name: file.replace(".sql", ""), sql: readFileSync(new URL(file, FOLDER), "utf8") }));
const HOUR = 3_600_000;

/** A refund of each kind, decided in hour 10: by card, by check (paid out in hour 30, and one that waits), cash without its event, one that was stopped. */
const BEFORE = `
  INSERT INTO payments (id, booking_id, amount, paid_at, method) VALUES ('pay_1', 'bkg_1', 10000, ${5 * HOUR}, 'check');
  INSERT INTO refunds (id, booking_id, payment_id, state, method, amount, reason, created_at, updated_at) VALUES
    ('rfd_card', 'bkg_1', 'pay_1', 'succeeded', 'card', 100, 'x', ${10 * HOUR}, ${20 * HOUR}),
    ('rfd_check', 'bkg_1', 'pay_1', 'succeeded', 'check', 200, 'x', ${10 * HOUR}, ${40 * HOUR}),
    ('rfd_cash', 'bkg_1', 'pay_1', 'succeeded', 'cash', 400, 'x', ${10 * HOUR}, ${50 * HOUR}),
    ('rfd_waits', 'bkg_1', 'pay_1', 'approved', 'check', 800, 'x', ${10 * HOUR}, ${10 * HOUR}),
    ('rfd_stopped', 'bkg_1', 'pay_1', 'canceled', 'check', 1600, 'x', ${10 * HOUR}, ${12 * HOUR});
  INSERT INTO ledger_entries (booking_id, kind, amount, payment_id, cause, at) VALUES ('bkg_1', 'payment', 10000, 'pay_1', 'payment:pay_1', ${5 * HOUR});
  INSERT INTO ledger_entries (booking_id, kind, amount, payment_id, refund_id, cause, at)
    SELECT booking_id, 'refund', amount, payment_id, id, 'refund:' || id, created_at FROM refunds;
  INSERT INTO ledger_entries (booking_id, kind, amount, payment_id, refund_id, cause, at) VALUES
    ('bkg_1', 'refund_failed', 1600, 'pay_1', 'rfd_stopped', 'refund_failed:rfd_stopped', ${12 * HOUR});
  INSERT INTO events (at, subject_kind, subject_id, action, from_state, to_state, actor_kind, actor_label, request_id) VALUES
    (${29 * HOUR}, 'refund', 'rfd_check', 'refund_moved', 'approved', 'submitted', 'admin', 'A', 'r'),
    (${30 * HOUR}, 'refund', 'rfd_check', 'refund_moved', 'submitted', 'succeeded', 'admin', 'A', 'r');`;

it("what was paid out by hand before goes by the event that says so, and each hour's money follows", async () => {
  const db = openDatabase(":memory:");
  onTestFinished(() => db.close());
  await migrate(
    db,
    ALL.filter(({ name }) => name < PAID_OUT),
  );
  db.sqlite.pragma("foreign_keys = OFF");
  db.sqlite.exec(BEFORE);
  for (const { sql } of ALL.filter(({ name }) => name === PAID_OUT))
    db.sqlite.exec(sql.replaceAll("--> statement-breakpoint", ""));

  const rows = (sql: string) => db.sqlite.prepare(sql).raw().all();
  const hours = () => rows("SELECT hour, came, went FROM money_hours WHERE came <> 0 OR went <> 0 ORDER BY hour");
  const after = (sql: string) => {
    db.sqlite.exec(sql);
    return hours();
  };
  expect(rows(`SELECT id, paid_out_at / ${HOUR} FROM refunds WHERE paid_out_at IS NOT NULL ORDER BY id`)).toEqual([
    ["rfd_cash", 50],
    ["rfd_check", 30],
  ]);
  const then = [
    [5, 10000, 0],
    [10, 0, 100],
    [30, 0, 200],
    [50, 0, 400],
  ];
  expect(hours()).toEqual(then);
  const waits = "WHERE id = 'rfd_waits'";
  const paidOut = (at: string) => after(`UPDATE refunds SET paid_out_at = ${at} ${waits}`);
  expect(paidOut(String(30 * HOUR + 5))).toEqual(then.with(2, [30, 0, 1000]));
  expect(paidOut(String(60 * HOUR))).toEqual([...then, [60, 0, 800]]);
  expect(paidOut("NULL")).toEqual(then);
  paidOut(String(60 * HOUR));
  // As the one test booking's may go.
  db.sqlite.exec("DROP TRIGGER ledger_entries_keep");
  expect(after(`DELETE FROM ledger_entries WHERE kind <> 'payment'; DELETE FROM refunds`)).toEqual([[5, 10000, 0]]);
});
