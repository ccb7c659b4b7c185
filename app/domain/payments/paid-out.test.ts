import { afterEach, beforeEach, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount } from "../../../tests/support/money";
import type { Booking } from "../booking/order/bookings.server";
import { cancelBooking } from "../changes/cancel.server";
import { readStatement } from "../charges/statement.server";
import { addDays, day, type Day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { listForOffice } from "../records/booking-list.server";
import { exportStatement, findStatement } from "../records/statement.server";
import { readReportPeriod } from "../reports/period";
import { readReports } from "../reports/reports.server";
import { readCompanyBooks, findBookFaults } from "./company-check.server";
import { readTakings } from "./company.server";
import { recordPaidOut } from "./give-back.server";
import { exportForQuickBooks, exportJournal, readJournal } from "./journal.server";
import { moneyOf } from "./money.server";
import { recordReceipt } from "./receipts.server";
import { giveWay } from "./held-refunds.server";

/** A refund by check is decided on one day, in one month, and paid out on a day of the next. */
const PAID = day("2026-12-07");
const DECIDED = day("2026-12-30");
const WENT = day("2027-01-04");
const LATER = day("2027-02-01");
const TOTAL = 409_32;

let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  world.clock.at = instantAt(PAID, 10);
  booking = await onAccount(world, { deliveryDate: "2027-01-15" });
  const check = { method: "check", amount: TOTAL, reference: "77", deposit_batch: null } as const;
  await world.db.write((tx) => recordReceipt(tx, admin(world), booking.customer_id, check, { seen: TOTAL }));
  world.clock.at = instantAt(DECIDED, 10);
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
});
afterEach(() => {
  expect(findBookFaults(world.db.orm)).toEqual([]);
  const company = readCompanyBooks(world.db.orm);
  expect(company.owedByBookings).toBe(company.owed);
  const hours = world.db.sqlite.prepare("select sum(came) came, sum(went) went from money_hours").get();
  expect(hours).toEqual(world.db.sqlite.prepare("select sum(came) came, sum(went) went from money_moves").get());
  world.close();
});

const theRefund = () => world.db.orm.select().from(refunds).get() ?? expect.fail("no refund");
async function payOut(): Promise<void> {
  world.clock.at = instantAt(WENT, 15);
  const paid = { reference: "501", deposit_batch: null };
  const done = await world.db.write((tx) => recordPaidOut(tx, admin(world), theRefund().id, paid));
  expect(done).toMatchObject({ ok: true });
}
const oneDay = (on: Day) => ({ from: on, to: on });
const balances = (from: Day, to: Day) => {
  const sums = new Map<string, number>();
  for (const { lines } of readJournal(world.db.orm, { from, to }))
    for (const { account, cents } of lines) sums.set(account, (sums.get(account) ?? 0) + cents);
  expect([...sums.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
  return sums;
};
/** Everything that the office reads or exports of the days up to the one before the check. */
const ofDaysThatAreOver = () => {
  const { orm } = world.db;
  const until = addDays(WENT, -1);
  const days = Array.from({ length: 29 }, (_, i) => addDays(PAID, i)).filter((on) => on <= until);
  return {
    csv: [...exportJournal(orm, { from: PAID, to: until })],
    quickBooks: [...exportForQuickBooks(orm, { from: PAID, to: until })],
    takings: days.map((on) => readTakings(orm, on)),
    money: days.map((on) => moneyOf(orm, oneDay(on))),
    listed: days.map((on) => listForOffice(orm, { money: oneDay(on) }).rows.map(({ moved }) => moved)),
    statement: [...exportStatement(findStatement(orm, booking.customer_id, "2026-12", LATER)!)],
  };
};

it("a refund by check is payable from its decision, and leaves the checks on the day it is written down as paid out", async () => {
  expect(theRefund()).toMatchObject({ method: "check", state: "approved", amount: TOTAL, paid_out_at: null });
  expect(balances(DECIDED, DECIDED).get("Refunds Payable")).toBe(-TOTAL);
  expect(balances(DECIDED, DECIDED).has("Checks to Deposit")).toBe(false);
  await payOut();
  expect([...balances(WENT, WENT)]).toEqual([
    ["Refunds Payable", TOTAL],
    ["Checks to Deposit", -TOTAL],
  ]);
  const after = balances(PAID, LATER);
  for (const account of ["Refunds Payable", "Checks to Deposit", "Accounts Receivable"])
    expect([account, after.get(account)]).toEqual([account, 0]);
  const decided = [...readJournal(world.db.orm, oneDay(DECIDED))].find(({ memo }) => memo === "Refund");
  const went = [...exportJournal(world.db.orm, oneDay(WENT))].slice(1);
  expect(went.map((line) => line.split(",").slice(0, 7).join())).toEqual(
    [`"Refunds Payable",409.32,`, `"Checks to Deposit",,409.32`].map(
      (cells) =>
        `"2027-01-04","P-${decided?.number.slice(2)}","${booking.booking_number}",${cells},"Refund paid out: Check 501"`,
    ),
  );
  expect([...exportForQuickBooks(world.db.orm, oneDay(WENT))].join("")).toMatch(
    /"RO-20270104","01\/04\/2027","Refunds Payable",409\.32,.*\r\n"RO-20270104","01\/04\/2027","Checks to Deposit",,409\.32/,
  );
});

it("its money goes, for the takings, the overview, the reports and the list behind them, when it is paid out", async () => {
  const { orm } = world.db;
  const went = (on: Day) => moneyOf(orm, oneDay(on)).went;
  const inReport = (month: string) => {
    const read = readReportPeriod({ month, from: null, to: null }, LATER);
    if (!read.ok) throw new Error("no period");
    return readReports(orm, world.settings(), read.period, LATER).money.went;
  };
  const listed = (on: Day) =>
    listForOffice(orm, { money: oneDay(on) }).rows.map(({ number, moved }) => [number, moved?.went]);
  expect([went(DECIDED), inReport("2026-12"), readTakings(orm, DECIDED).byHand, listed(DECIDED)]).toEqual([
    0,
    0,
    [],
    [],
  ]);
  await payOut();
  expect([went(DECIDED), went(WENT), inReport("2026-12"), inReport("2027-01")]).toEqual([0, TOTAL, 0, TOTAL]);
  expect(readTakings(orm, DECIDED).byHand).toEqual([]);
  expect(readTakings(orm, WENT).byHand).toMatchObject([
    { method: "check", amount: -TOTAL, reference: "501", booking: booking.booking_number },
  ]);
  expect([listed(DECIDED), listed(WENT)]).toEqual([[], [[booking.booking_number, TOTAL]]]);
});

it("the office's statement has it in the month of the check, and owes it until then", async () => {
  const month = (which: string) => findStatement(world.db.orm, booking.customer_id, which, LATER)!;
  expect(month("2026-12")).toMatchObject({ after: -TOTAL, open: [{ cents: -TOTAL, due: null }] });
  await payOut();
  expect(month("2026-12")).toMatchObject({ after: -TOTAL, open: [{ cents: -TOTAL }] });
  expect(month("2027-01")).toMatchObject({
    before: -TOTAL,
    lines: [{ at: instantAt(WENT, 15), what: "Refund: check 501", cents: TOTAL }],
    after: 0,
    open: [],
  });
});

it("the customer's statement says when it was approved, and once it is paid back when that was", async () => {
  const row = () => {
    const { rows, owed } = readStatement(world.db.orm, booking);
    const { when, label } = rows.at(-1)!;
    return [when, label, owed];
  };
  expect(row()).toEqual(["Wed, Dec 30, 2026", "Goes back to you (approved)", 0]);
  await payOut();
  expect(row()).toEqual(["Mon, Jan 4, 2027", "Paid back to you", 0]);
});

it("nothing of a day that is over changes when it is paid out", async () => {
  const before = ofDaysThatAreOver();
  await payOut();
  expect(ofDaysThatAreOver()).toEqual(before);
});

it("one that is stopped before it is paid out has never moved", async () => {
  const before = ofDaysThatAreOver();
  world.clock.at = instantAt(WENT, 15);
  await world.db.write((tx) => giveWay(tx, admin(world), theRefund(), "gone_by_card", () => undefined));
  const { orm } = world.db;
  // What it was for goes out as a refund of its own.
  expect(moneyOf(orm, oneDay(WENT))).toEqual({ came: 0, went: 0 });
  expect(balances(WENT, WENT).get("Refunds Payable")).toBe(0);
  expect(balances(PAID, WENT).get("Refunds Payable")).toBe(-TOTAL);
  expect(findStatement(orm, booking.customer_id, "2027-01", LATER)).toMatchObject({ lines: [], after: -TOTAL });
  expect(ofDaysThatAreOver()).toEqual(before);
});

it("a day's query reads the days that it is of, not the whole books", () => {
  const { sqlite } = world.db;
  const seen: string[] = [];
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = (sql: string) => {
    seen.push(sql);
    return prepare(sql);
  };
  readTakings(world.db.orm, WENT);
  expect([...readJournal(world.db.orm, oneDay(WENT))]).toEqual([]);
  const list = "select max(at), booking_id from money_moves where at >= 1 and at < 2 group by booking_id";
  sqlite.prepare = prepare;
  const planOf = (sql: string) => {
    const values = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 1);
    return (prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail);
  };
  const plans = [...seen, list].filter((sql) => /paid_out_at|money_moves/.test(sql)).map(planOf);
  expect(plans.length).toBeGreaterThan(1);
  for (const plan of plans) {
    expect(plan.join("\n")).toMatch(/SEARCH refunds USING (COVERING )?INDEX refunds_paid_out \(paid_out_at>/);
    // "up": from a customer to whom they were merged into, a row or two.
    expect(plan.filter((detail) => /^SCAN (?!money_moves|up$|CONSTANT ROW)/.test(detail))).toEqual([]);
  }
  expect(plans.at(-1)?.join("\n")).toMatch(/SEARCH e USING INDEX ledger_entries_money \(at>\? AND at<\?\)/);
});
