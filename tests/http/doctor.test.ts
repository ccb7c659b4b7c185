import { spawnSync } from "node:child_process";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { ROOT } from "../support/paths";
import { serverForTest } from "../support/server";

function doctor(dataDir: string): { status: number | null; told: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/doctor.mjs"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  return { status, told: stdout + stderr };
}

it("the doctor finds nothing on a running system, names every damage in plain words, and its own remedies mend it", async () => {
  const server = await serverForTest();
  const well = doctor(server.dataDir);
  expect(well.told).toContain("All is well.");
  expect(well.status).toBe(0);

  const db = new Database(join(server.dataDir, "roll-off.sqlite"));
  const [first, second] = db.prepare("SELECT id, status FROM bookings ORDER BY id LIMIT 2").all() as {
    id: string;
    status: string;
  }[];
  db.pragma("foreign_keys = OFF");
  db.exec(`
    INSERT INTO account_tokens (token_hash, user_id, purpose, expires_at) VALUES ('lost', 'acc_nobody', 'test', 1);
    DELETE FROM booking_search_keys WHERE booking_id = '${first?.id}';
    UPDATE booking_search_keys SET place = place + 1 WHERE booking_id = '${second?.id}';
    UPDATE booking_statuses SET bookings = bookings + 5 WHERE status = '${first?.status}';
    UPDATE money_hours SET came = came + 12345 WHERE hour = (SELECT max(hour) FROM money_hours);
    INSERT INTO payments (id, booking_id, amount, paid_at) VALUES ('pay_lost', '${first?.id}', 500, 1);
    INSERT INTO stripe_transactions (id, kind, type, amount, fee, at, payment_intent) VALUES ('txn_x', 'payment', 'charge', 700, 30, 1, 'pi_strange');
    DELETE FROM stripe_sums;
    INSERT INTO meta (key, value) VALUES ('stripe_balance', '2 700') ON CONFLICT (key) DO UPDATE SET value = excluded.value;
    DELETE FROM report_facts WHERE figure = 'order' AND subject = (SELECT min(subject) FROM report_facts WHERE figure = 'order');
    UPDATE report_pieces SET amount = amount + 5 WHERE figure = 'revenue' AND piece = (SELECT max(piece) FROM report_pieces WHERE figure = 'revenue');
    UPDATE report_months SET n = n + 1 WHERE figure = 'trip' AND month = (SELECT max(month) FROM report_months WHERE figure = 'trip') AND key = 'delivery';
    UPDATE pricing_matrix SET base_price = base_price + 100 WHERE size_yards = 20;
    INSERT INTO files (id, capability, kind, content_type, filename, path, sha256, bytes, created_at) VALUES ('fil_x', 'x', 'photo', 'image/png', 'x.png', 'photos/x.png', 'x', 1, 1);
  `);
  const ill = doctor(server.dataDir);
  expect(ill.status).toBe(1);
  for (const named of [
    /account_tokens: 1 row points at accounts.*acc_nobody/,
    /1 bookings cannot be found by the search/,
    /under a status that they do not have/,
    /counted wrongly/,
    /1 hour of money_hours differs from the ledger/,
    /pay_lost: the payment is not booked by its amount/,
    /payment pi_strange of no booking that we know: at Stripe, not in our books \(\$7\.00\)/,
    /the sum of Stripe’s movements is kept as \$\d+\.\d\d, and is \$/,
    /the reports' facts are not what happened: order 1/,
    /the reports' sums by day are not those of their facts: revenue \d/,
    /the reports' sums by month are not those by day: trip 1/,
    /20 yards/,
    /photos\/x\.png is missing/,
  ])
    expect(ill.told).toMatch(named);
  // One wrong row stops nobody's start.
  await serverForTest({ dataDir: server.dataDir });

  for (const [, statements = ""] of ill.told.matchAll(/and run: (.*)$/gm)) db.exec(statements);
  const kept = db.prepare(
    "SELECT known, (SELECT sum(amount - fee) FROM stripe_transactions) AS truth FROM stripe_sums",
  );
  expect(kept.all()).toEqual([{ known: expect.any(Number), truth: (kept.get() as { known: number }).known }]);
  db.exec(
    "DELETE FROM payments WHERE id = 'pay_lost'; DELETE FROM stripe_transactions; DELETE FROM meta WHERE key = 'stripe_balance'",
  );
  db.exec(
    "UPDATE pricing_matrix SET base_price = base_price - 100 WHERE size_yards = 20; DELETE FROM files WHERE id = 'fil_x'",
  );
  // As after a restore: a backup leaves PDFs out, and each is made again.
  db.exec(
    "INSERT INTO files (id, capability, kind, content_type, filename, path, sha256, bytes, created_at) VALUES ('fil_y', 'y', 'invoice_pdf', 'application/pdf', 'y.pdf', 'invoices/y.pdf', 'y', 1, 1)",
  );
  db.close();
  const mended = doctor(server.dataDir);
  expect(mended.told).toContain("1 PDF is not on the disk, as after a restore");
  expect(mended.told).toContain("All is well.");
  expect(mended.status).toBe(0);
}, 240_000);
