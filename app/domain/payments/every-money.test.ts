import fc from "fast-check";
import { expect, it } from "vitest";
import { listContradictions } from "../../../tests/support/invariants";
import { deedsAtStripe } from "../../../tests/support/money-at-stripe";
import { deedsInTheOffice } from "../../../tests/support/money-in-the-office";
import { livedOrder, sumOf, type LivedOrder } from "../../../tests/support/money-lived";
import { FULL } from "../../../tests/support/paths";
import { relivedWorld } from "../../../tests/support/relive";
import { listUnpaid } from "../charges/charges.server";
import { day } from "../kernel/days";
import { plus } from "../kernel/time.server";
import { findStatement, monthAt } from "../records/statement.server";
import { readStatus } from "../records/status.server";
import { findDue, listAllOnAccount, listOnAccount } from "./account-due.server";
import { listAllocations, listEntries } from "./books.server";
import { findBookFaults } from "./company-check.server";
import { openOf } from "./entries";
import { isToTakeUp, listGivable } from "./give-back.server";
import { leftToGive } from "./held-refunds.server";
import { readLedger } from "./ledger.server";
import { planRefund } from "./refund-across.server";
import { MADE_AT_STRIPE } from "./refund-elsewhere.server";
import { isToPayOut } from "./refunds.server";
import { findSurplus } from "./surplus.server";
import { listTaken } from "./taken-by-bank.server";

/**
 * As money-histories.test.ts, with all that may become of an order's money: checks, orders on account, later charges, inquiries,
 * disputes whose end comes in parts, refunds that Stripe ends. What somebody has to see to is a task, and nothing else is;
 * nobody is asked to pay what they do not owe.
 */
const RUNS = FULL ? { numRuns: 3_000 } : { numRuns: 14, seed: 2 };
const MINUTE = 60_000;
/** Histories in which faults have lain: they are lived first. */
const KNOWN = [
  // What a check had paid out was refunded in Stripe's dashboard: nothing was wrong, and it was called so.
  ["give 0 0", "paidOut 0 0", "dashboard 0 9"],
  // A refund that Stripe ended was nobody's task.
  ["give 0 1", "refundEnds 0 20", "give 0 0"],
  // The end of an inquiry took an older lost dispute out of what was promised later.
  ["lost 0 0", "inquiry 0 0"],
  // A check of what was asked went to a dispute first.
  ["dispute 0 0", "charge 0 0", "check 0 1"],
  // What had arrived came back after an admin had let the lost dispute of it be.
  ["cancelAll 0 0", "refundEnds 0 0", "lost 0 1", "writeOff 0 0", "refundReturns 0 0"],
  ["give 0 0", "paidOut 0 0", "dashboard 0 9", "letOffExcess 0 0", "refundReturns 0 0"],
  // More of one charge was offered than the payments had, after what another had cost went back twice.
  ["moreDays 0 0", "cancelOne 0 0", "dashboardFails 7 19", "give 0 0"],
  // An account on which nothing is billed any more owes what a bank took back: the list of all accounts has it.
  ["check 0 9", "moreDays 0 0", "lost 0 1"],
];
/** The same, of those that begin when cancelling costs something. */
const KNOWN_LATE = [
  // The fee of a cancellation, whose money a bank had given back, was offered out of another payment.
  ["moreDays 1 3", "cancelOne 0 0", "refundEnds 0 0", "lost 0 1", "writeOff 0 0"],
];
/** What the rest is about comes twice as often. */
const OFTEN = ["give", "dispute", "endDispute", "lost", "charge", "chargeEnds", "check", "inquiry"] as const;

/** What is due is what is open of the charges of an order on account; the month's statement comes to its balance with the rest. */
function expectDue({ world, id, booking }: LivedOrder): void {
  const { orm } = world.db;
  const { customer_id, account_days } = booking();
  const sum = (list: readonly { cents: number }[]) => list.reduce((all, { cents }) => all + cents, 0);
  const allocations = listAllocations(orm, id);
  const charged = listEntries(orm, id).filter(({ kind }) => kind === "charge");
  const open = charged.map((entry) => ({ cents: openOf(entry, allocations) }));
  const dues = sum(listOnAccount(orm, booking()));
  expect(dues).toBe(account_days === null ? 0 : sum(open));
  expect(findDue(orm, customer_id === null ? [] : [customer_id], LAST)?.cents ?? 0).toBe(dues);
  const month = findStatement(orm, customer_id ?? "", monthAt(world.clock.at), LAST);
  expect(sum(month?.open ?? [])).toBe(month?.after ?? 0);
  expect(sum(month?.open.filter(({ due }) => due !== null) ?? [])).toBe(dues);
}
/** After every due day. */
const LAST = day("2099-12-31");

/** What we owe somebody is asked to give, and every task is about something that is. */
function expectTasks({ world, id, ...order }: LivedOrder): void {
  const { orm } = world.db;
  const all = order.refunds();
  const cameBack = all.filter(isToTakeUp);
  const toGive = cameBack.reduce((sum, refund) => sum + leftToGive(orm, refund), 0);
  const { cents: surplus } = findSurplus(orm, id);
  expect(Math.max(0, -readLedger(orm, id).owed)).toBeLessThanOrEqual(toGive + surplus);
  const open = order.openTasks();
  const taken = listTaken(orm, id);
  const count = (kind: string) => open.filter((one) => one === kind).length;
  expect({
    surplus: count("surplus"),
    refund_failed: count("refund_failed"),
    refund_by_hand: count("refund_by_hand"),
    dispute_lost: count("dispute_lost"),
    excess: count("excess"),
  }).toEqual({
    surplus: Number(surplus > 0),
    refund_failed: cameBack.length + all.filter(({ state }) => state === "requires_action").length,
    refund_by_hand: all.filter(isToPayOut).length,
    dispute_lost: taken.filter(({ dispute }) => dispute !== null).length,
    excess: Number(taken.some(({ dispute }) => dispute === null)),
  });
}

/** Where we owe nothing back, no more is asked for than what is owed, and what is not owed is asked for by nothing. */
function expectAsked({ world, id, refunds }: LivedOrder): void {
  const { orm } = world.db;
  if (refunds().some(isToTakeUp) || findSurplus(orm, id).cents > 0) return;
  const { owed, charges } = readLedger(orm, id);
  const asked = listUnpaid(orm, id).reduce((sum, { open }) => sum + open, 0);
  expect(asked).toBeLessThanOrEqual(Math.max(0, owed));
  const unpaid = charges.filter(({ state }) => state === "failed" || state === "requires_action");
  if (owed === 0) expect(unpaid).toEqual([]);
}

/** The list of the whole company's accounts finds what the booking's own page says, however it came to be owed. */
function expectListed({ world, booking }: LivedOrder): void {
  const sum = (list: readonly { cents: number }[]) => list.reduce((all, { cents }) => all + cents, 0);
  expect(sum(listAllOnAccount(world.db.orm))).toBe(sum(listOnAccount(world.db.orm, booking())));
}

/** No more is offered to be given back than there is, unless money went another way than it came: then it may have gone twice. */
function expectOffered({ world, id, refunds }: LivedOrder): void {
  const { orm } = world.db;
  if (refunds().some(({ reason, replaced_by }) => reason === MADE_AT_STRIPE || replaced_by !== null)) return;
  const offered = listGivable(orm, id).reduce((sum, { left }) => sum + left, 0);
  const { parts } = planRefund(orm, id, Infinity, []);
  const allocations = listAllocations(orm, id);
  const unpaid = listEntries(orm, id).reduce(
    (sum, entry) => sum + (entry.kind === "charge" ? openOf(entry, allocations) : 0),
    0,
  );
  expect(offered).toBeLessThanOrEqual(sumOf(parts) + unpaid);
}

it.each(["card", "account"] as const)(
  `money of an order by %s, whatever becomes of it, over ${RUNS.numRuns}`,
  { timeout: FULL ? 3_600_000 : 90_000 },
  async (kind) => {
    const { world, live } = await relivedWorld({ fleet: { 20: 8 } });
    const order = await livedOrder(world, kind);
    const office = deedsInTheOffice(order);
    const deeds = { ...office, ...deedsAtStripe(order, office) };
    const step = fc.record({
      deed: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[]), ...OFTEN),
      which: fc.nat(30),
      much: fc.nat(30),
    });
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
    const stepOf = (written: string): Step => {
      const [deed, which, much] = written.split(" ");
      return { deed: deed as Step["deed"], which: Number(which), much: Number(much) };
    };
    const known = [
      ...KNOWN.map((history): [Step[], boolean] => [history.map(stepOf), false]),
      ...KNOWN_LATE.map((history): [Step[], boolean] => [history.map(stepOf), true]),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), fc.boolean(), (history, isLate) =>
        live(async () => {
          if (isLate) order.waitUntilItCosts();
          for (const { deed, which, much } of history) {
            world.clock.at = plus(world.clock.at, MINUTE);
            await deeds[deed](which, much);
          }
          expect(findBookFaults(world.db.orm)).toEqual([]);
          expect(listContradictions(world.db.orm)).toEqual([]);
          expectDue(order);
          expectTasks(order);
          expectAsked(order);
          expectListed(order);
          expectOffered(order);
          for (const payment of order.cardPayments()) expect(order.atStripe(payment)).toBeGreaterThanOrEqual(0);
          readStatus(world.db.orm, order.booking(), { refundStates: true, now: world.clock.at });
        }),
      ),
      { ...RUNS, examples: known },
    );
    world.close();
  },
);
