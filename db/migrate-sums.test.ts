import { readdirSync, readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "./client.server";
import { migrate } from "./migrate.server";

const SUMS = "0097_stripe_sums";
const FOLDER = new URL("./migrations/", import.meta.url);
const ALL = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ name: file.replace(".sql", ""), sql: readFileSync(new URL(file, FOLDER), "utf8") }));

it("the sum of Stripe's movements begins with those that were there, and follows each that comes, changes or goes", async () => {
  const db = openDatabase(":memory:");
  onTestFinished(() => db.close());
  const before = ALL.filter(({ name }) => name < SUMS);
  await migrate(db, before);
  const put = (id: string, amount: number, fee: number) =>
    `INSERT INTO stripe_transactions (id, kind, type, amount, fee, at) VALUES ('${id}', 'payment', 'charge', ${amount}, ${fee}, 1)`;
  db.sqlite.exec(put("txn_old", 40932, 1217));
  db.sqlite.exec(put("txn_back", -10000, 0));
  await migrate(db, ALL);

  const sums = () => db.sqlite.prepare("SELECT id, known FROM stripe_sums").raw().all();
  const after = (sql: string) => {
    db.sqlite.exec(sql);
    return sums();
  };
  expect(sums()).toEqual([[1, 40932 - 1217 - 10000]]);
  expect(after(put("txn_new", 500, 45))).toEqual([[1, 29715 + 455]]);
  // Told again, as the reconciler does each time.
  expect(after(`${put("txn_new", 999, 45)} ON CONFLICT DO NOTHING`)).toEqual([[1, 30170]]);
  expect(after("UPDATE stripe_transactions SET amount = 600, fee = 50 WHERE id = 'txn_new'")).toEqual([[1, 30265]]);
  expect(after("UPDATE stripe_transactions SET fee = 0")).toEqual([[1, 40932 - 10000 + 600]]);
  expect(after(`BEGIN; ${put("txn_gone", 7, 1)}; DELETE FROM stripe_transactions; ROLLBACK`)).toEqual([[1, 31532]]);
  expect(after("DELETE FROM stripe_transactions WHERE id = 'txn_old'")).toEqual([[1, -9400]]);
  expect(after("DELETE FROM stripe_transactions")).toEqual([[1, 0]]);
});
