import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount, paymentOf } from "../../../tests/support/money";
import { cancelBooking } from "../changes/cancel.server";
import { addDays, day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { ENTRY_KINDS } from "./entries";
import { ALL_ACCOUNTS, linesOfEntry, linesOfPayOut, linesOfTransaction, sumByAccount } from "./journal";
import { exportForQuickBooks, exportJournal, readJournal } from "./journal.server";
import { TRANSACTION_KINDS } from "./money-port";
import { recordReceipt } from "./receipts.server";
import { keepTransactions } from "./transactions.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => world.close());
const PERIOD = { from: TODAY, to: TODAY };

describe("the lines of a movement", () => {
  it.each(ENTRY_KINDS)("of %s sum to zero, on accounts that are listed", (kind) => {
    for (const method of ["card", "check", "cash", null] as const) {
      const lines = linesOfEntry({ kind, amount: 37_900, tax: 3_032, charge: "rental", method });
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      expect(lines.length).toBeGreaterThan(1);
      for (const { account } of lines) expect(ALL_ACCOUNTS).toContain(account);
    }
  });

  it.each(TRANSACTION_KINDS)("of Stripe's %s sum to zero too", (kind) => {
    for (const known of [true, false]) {
      const lines = linesOfTransaction({ kind, amount: -500, fee: 30, known });
      expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
      for (const { account } of lines) expect(ALL_ACCOUNTS).toContain(account);
    }
  });

  it("name the account of each kind of money", () => {
    expect(linesOfEntry({ kind: "charge", amount: 37_900, tax: 3_032, charge: "rental", method: null })).toEqual([
      { account: "Accounts Receivable", cents: 40_932 },
      { account: "Rental Revenue:Rental", cents: -37_900 },
      { account: "Sales Tax Payable", cents: -3_032 },
    ]);
    expect(linesOfEntry({ kind: "payment", amount: 500, tax: 0, charge: null, method: "check" })[0]?.account).toBe(
      "Checks to Deposit",
    );
    // Decided, not gone yet.
    for (const method of ["card", "check", "cash"] as const) {
      const lines = linesOfEntry({ kind: "refund", amount: 500, tax: 0, charge: null, method });
      expect(lines[1]?.account).toBe("Refunds Payable");
    }
    expect(linesOfPayOut({ amount: 500, method: "cash" })).toEqual([
      { account: "Refunds Payable", cents: 500 },
      { account: "Cash", cents: -500 },
    ]);
    expect(
      sumByAccount([
        { account: "a", cents: 5 },
        { account: "b", cents: 2 },
        { account: "a", cents: -5 },
      ]),
    ).toEqual([{ account: "b", cents: 2 }]);
  });
});

describe("the files for bookkeeping", () => {
  async function aDay(): Promise<void> {
    const paid = await paidBooking(world);
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), paid.id, null, 4093));
    const owing = await onAccount(world);
    const receipt = { method: "check", amount: 10_000, reference: "=1+1", deposit_batch: null } as const;
    await world.db.write((tx) => {
      recordReceipt(tx, admin(world), owing.customer_id, receipt, { seen: 409_32 });
      const at = Math.floor(world.clock.at / 1000);
      const of = { source: null, refundId: null, disputeId: null, description: null, paymentIntentId: null };
      keepTransactions(tx, [
        { ...of, id: "txn_2", kind: "payout", type: "payout", amount: -30_000, fee: 0, at },
        {
          ...of,
          id: "txn_1",
          kind: "payment",
          type: "charge",
          amount: 40_932,
          fee: 1_217,
          at,
          paymentIntentId: paymentOf(world, paid.id).stripe_payment_intent_id,
        },
      ]);
    });
  }
  const cells = (line: string) =>
    line
      .trim()
      .split(",")
      .map((cell) => cell.replace(/^"|"$/g, ""));
  const sum = (rows: string[][], column: number) =>
    Math.round(rows.reduce((all, row) => all + Number(row[column] ?? 0) * 100, 0));

  it("have every movement once, and come to zero", async () => {
    await aDay();
    const [head = "", ...lines] = [...exportJournal(world.db.orm, PERIOD)];
    expect(head).toBe('\ufeff"Date","Entry","Booking","Account","Debit","Credit","Memo","Paper"\r\n');
    const rows = lines.map(cells);
    expect(sum(rows, 4)).toBe(sum(rows, 5));
    expect(sum(rows, 4)).toBeGreaterThan(0);
    expect(rows.filter(([, , , account]) => account === "Stripe Fees").map((row) => row[4])).toEqual(["12.17"]);
    expect(rows.filter(([, , , account]) => account === "Bank").map((row) => row[4])).toEqual(["300.00"]);
    expect(rows.filter((row) => row[6] === "Charge: Cancellation fee").map((row) => row[3])).toContain(
      "Rental Revenue:Cancellation fee",
    );
    // Each charge and each credit names its paper, and nothing else does.
    const named = rows.filter((row) => row[7]).map((row) => `${row[6]?.split(":")[0]} ${row[7]?.slice(0, 3)}`);
    expect(new Set(named)).toEqual(new Set(["Charge INV", "Credit CRN"]));
    expect(rows.filter((row) => /^(Charge|Credit)/.test(row[6] ?? "") && !row[7])).toEqual([]);
  });

  it("hold only the days that are asked for, to the minute of New York's night", async () => {
    await aDay();
    expect([...readJournal(world.db.orm, { from: addDays(TODAY, 1), to: addDays(TODAY, 9) })]).toEqual([]);
    world.clock.at = instantAt(addDays(TODAY, 1), 0);
    await paidBooking(world);
    const next = addDays(TODAY, 1);
    expect([...readJournal(world.db.orm, { from: next, to: next })]).toHaveLength(2);
    expect([...readJournal(world.db.orm, { from: TODAY, to: next })].length).toBe(
      [...readJournal(world.db.orm, PERIOD)].length + 2,
    );
  });

  it("for QuickBooks is one balanced entry a day, in its own columns and dates", async () => {
    await aDay();
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await paidBooking(world, { deliveryDate: "2026-12-08" });
    const pieces = [...exportForQuickBooks(world.db.orm, { from: TODAY, to: day("2026-12-31") })];
    const [head = "", ...rows] = pieces.join("").trimEnd().split("\r\n").map(cells);
    expect(head).toEqual(["Journal No.", "Journal Date", "Account Name", "Debits", "Credits", "Description", "Name"]);
    for (const number of ["RO-20261201", "RO-20261203"]) {
      const entry = rows.filter(([no]) => no === number);
      expect(entry.length).toBeGreaterThan(1);
      expect(sum(entry, 3)).toBe(sum(entry, 4));
      // An account stands in an entry once, as a debit or a credit.
      expect(new Set(entry.map((row) => row[2])).size).toBe(entry.length);
      for (const row of entry) expect([row[3] === "", row[4] === ""].filter(Boolean)).toHaveLength(1);
    }
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(["12/01/2026", "12/03/2026"]));
    expect(rows.filter((row) => row[2] === "Accounts Receivable").every((row) => row[6] === "Rental customers")).toBe(
      true,
    );
  });

  it("of a period without anything is its heading", () => {
    expect([...exportForQuickBooks(world.db.orm, PERIOD)].join("").trimEnd().split("\r\n")).toHaveLength(1);
    expect([...exportJournal(world.db.orm, PERIOD)]).toHaveLength(1);
  });

  it("are read by the index of their time, however old the books are", () => {
    const plan = world.db.sqlite
      .prepare(
        "explain query plan select * from ledger_entries where (at, id) > (1, 1) and at < 2 order by at, id limit 500",
      )
      .all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join()).toContain("ledger_entries_time");
  });
});
