import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, customers } from "#db/schema/index";
import { draftData, openWorld, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import { takeReceipt } from "../charges/by-hand.server";
import { addDays, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, dayAt, plus } from "../kernel/time.server";
import { exportOwedOnAccount, listOwedOnAccount } from "./owed-on-account.server";
import { findStatement } from "./statement.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const today = () => dayAt(world.clock.at);
const list = (on = today()) => listOwedOnAccount(world.db.orm, on);
const { contactInfo } = draftData();
/** An order of somebody whom nobody else's contact leads to. */
const orderOf = (firstName: string, n: number) =>
  onAccount(world, {
    address: `${n} Pine Road`,
    contactInfo: { ...contactInfo, firstName, email: `${firstName}@example.com`, phone: `407555020${n}` },
  });
const call = (id: Id<"customer">, company_name: string) =>
  world.db.orm.update(customers).set({ company_name }).where(eq(customers.id, id)).run();

it("nobody owes anything on account where every order was paid", () => {
  expect(list()).toEqual([]);
  expect([...exportOwedOnAccount(world.db.orm, today())]).toHaveLength(1);
});

it("is one row of each customer: how much, since when, and what of it is past due, as their statement says", async () => {
  const first = await orderOf("Ada", 1);
  const due = addDays(today(), 30);
  world.clock.at = plus(world.clock.at, 2 * DAY);
  const other = await orderOf("Ben", 2);
  call(other.customer_id, "Site Works LLC");
  const more = await orderOf("Ada", 1);
  expect(more.customer_id).toBe(first.customer_id);
  // What was paid of it is not owed.
  const check = { method: "check", amount: 100_00, reference: "1042", deposit_batch: null } as const;
  const seen = first.total_amount + more.total_amount;
  await world.db.write((tx) => takeReceipt(tx, admin(world), first.customer_id, check, { seen }));
  const total = first.total_amount;
  const ada = { customer: first.customer_id, orders: 2, owed: 2 * total - 100_00, since: first.paid_at };
  const ben = { customer: other.customer_id, name: "Site Works LLC", orders: 1, owed: total, since: other.paid_at };
  const none = { pastDue: 0, pastDueSince: null };
  // On its last day it is not late.
  expect(list(due)).toMatchObject([
    { ...ada, ...none, nextDue: due },
    { ...ben, ...none, nextDue: addDays(due, 2) },
  ]);
  expect(list(addDays(due, 1))).toMatchObject([
    { ...ada, pastDue: total - 100_00, pastDueSince: due, nextDue: addDays(due, 2) },
    { ...ben, ...none },
  ]);
  expect(list(addDays(due, 3))).toMatchObject([
    { ...ada, pastDue: ada.owed, pastDueSince: due, nextDue: null },
    { ...ben, pastDue: total, pastDueSince: addDays(due, 2), nextDue: null },
  ]);
  for (const { customer, owed } of list())
    expect(findStatement(world.db.orm, customer, today().slice(0, 7), "2027-12-31" as Day)?.after).toBe(owed);
  expect([...exportOwedOnAccount(world.db.orm, addDays(due, 1))][1]).toBe(
    `"Ada Tester",2,718.64,"2026-12-01",309.32,"${due}","${addDays(due, 2)}"\r\n`,
  );
});

it("has a merged record's orders with who stands for it, and no order that was paid by card", async () => {
  const [one, other] = [await orderOf("Ada", 1), await orderOf("Ben", 2)];
  world.db.orm.update(customers).set({ merged_into: one.customer_id }).where(eq(customers.id, other.customer_id)).run();
  expect(list()).toMatchObject([{ customer: one.customer_id, orders: 2, owed: 2 * one.total_amount }]);
  // By card nothing has a day until which it is to be paid.
  world.db.orm.update(bookings).set({ account_days: null }).where(eq(bookings.id, other.id)).run();
  expect(list()).toMatchObject([{ orders: 1, owed: one.total_amount }]);
});

it("reads what is billed, not the whole books, and asks for no booking by itself", async () => {
  for (const n of [1, 2, 3]) await orderOf(["Ada", "Ben", "Cyd"][n - 1] ?? "", n);
  const { sqlite } = world.db;
  const seen: string[] = [];
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = (sql: string) => {
    seen.push(sql);
    return prepare(sql);
  };
  expect(list()).toHaveLength(3);
  sqlite.prepare = prepare;
  expect(seen).toHaveLength(2);
  const plan = seen.map((sql) => {
    const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
    return (prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail);
  });
  expect(plan.flat().join("\n")).toMatch(/charges USING (COVERING )?INDEX charges_billed/);
  expect(plan.flat().filter((detail) => /^SCAN (?!charges USING)/.test(detail))).toEqual([]);
});
