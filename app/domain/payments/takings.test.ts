import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import { admin, disputeFacts, onAccount, paymentOf, tell } from "../../../tests/support/money";
import { cancelBooking } from "../changes/cancel.server";
import { addDays } from "../kernel/days";
import { instantAt, plus, HOUR } from "../kernel/time.server";
import { readTakings, unevenDays } from "./company.server";
import type { TransactionFacts } from "./money-port";
import { recordReceipt } from "./receipts.server";
import { sinceAsked } from "./takings";
import {
  askSince,
  keepBalance,
  keepTransactions,
  readAsked,
  sumOfTransactions,
  unknownMoves,
} from "./transactions.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => world.close());

let n = 0;
const move = (changes: Partial<TransactionFacts>): TransactionFacts => ({
  id: `txn_${++n}`,
  kind: "payment",
  type: "charge",
  amount: 40_932,
  fee: 1_217,
  at: Math.floor(world.clock.at / 1000),
  source: "ch_1",
  paymentIntentId: null,
  refundId: null,
  disputeId: null,
  description: null,
  ...changes,
});
const keep = (...moves: TransactionFacts[]) => world.db.write((tx) => keepTransactions(tx, moves));
const takings = (on = TODAY) => readTakings(world.db.orm, on);
const intentOf = (booking: Parameters<typeof paymentOf>[1]) => paymentOf(world, booking).stripe_payment_intent_id;

describe("a day's takings", () => {
  it("agree where every movement is on both sides", async () => {
    const { id } = await paidBooking(world);
    await keep(move({ paymentIntentId: intentOf(id) }));
    expect(takings()).toMatchObject({ differences: [], fees: 1_217, paidOut: 0, other: 0 });
    expect(takings().rows[0]).toEqual({
      kind: "payment",
      ours: { count: 1, sum: 40_932 },
      theirs: { count: 1, sum: 40_932 },
    });
  });

  it("say of what came since Stripe was asked that it is not compared yet", async () => {
    const { id } = await paidBooking(world);
    await keep(move({ paymentIntentId: intentOf(id) }));
    const early = await paidBooking(world);
    await world.db.write((tx) => keepBalance(tx, world.deed(), 1));
    const asked = readAsked(world.db.orm)?.at ?? null;
    world.clock.at = plus(world.clock.at, HOUR);
    const late = await paidBooking(world);
    const { differences } = takings();
    const said = (at: number | null) => sinceAsked(differences, at).map(({ kind, booking }) => [booking, kind]);
    expect(said(asked)).toEqual([
      [early.booking_number, "not_there"],
      [late.booking_number, "not_asked"],
    ]);
    expect(said(null).map(([, kind]) => kind)).toEqual(["not_asked", "not_asked"]);
    expect(said(world.clock.at).map(([, kind]) => kind)).toEqual(["not_there", "not_there"]);
  });

  it("name what one side alone has, with its booking, and what differs in its amount", async () => {
    const missing = await paidBooking(world);
    const wrong = await paidBooking(world);
    await keep(
      move({ paymentIntentId: intentOf(wrong.id), amount: 40_000 }),
      move({ paymentIntentId: "pi_strange" }),
      move({ kind: "refund", amount: -700, refundId: "re_dashboard", paymentIntentId: intentOf(missing.id) }),
    );
    expect(takings().differences).toMatchObject([
      { kind: "not_there", booking: missing.booking_number, ours: 40_932, customer: "Ada Tester" },
      { kind: "amount", booking: wrong.booking_number, ours: 40_932, theirs: 40_000 },
      { kind: "not_here", what: "payment", booking: null, theirs: 40_932 },
      // Given back in Stripe's own dashboard.
      { kind: "not_here", what: "refund", booking: missing.booking_number, theirs: -700 },
    ]);
  });

  it("of both sides on different days say where the other is", async () => {
    const { id } = await paidBooking(world);
    const tomorrow = addDays(TODAY, 1);
    // Stripe was asked before.
    await keep(move({ kind: "payout", amount: -1, fee: 0, at: instantAt(TODAY, 0) / 1000 }));
    await keep(move({ paymentIntentId: intentOf(id), at: instantAt(tomorrow, 0) / 1000 }));
    expect(takings().differences).toMatchObject([{ kind: "other_day", otherDay: tomorrow, ours: 40_932 }]);
    expect(takings(tomorrow).differences).toMatchObject([{ kind: "other_day", otherDay: TODAY, theirs: 40_932 }]);
    // The day after says that the day before did not come out even.
    expect(unevenDays(world.db.orm, tomorrow)).toEqual([{ day: TODAY, ours: 40_932, theirs: 0 }]);
    expect(unevenDays(world.db.orm, TODAY)).toEqual([]);
  });

  it("compare nothing from before Stripe's first move", async () => {
    await paidBooking(world);
    expect(takings()).toMatchObject({ differences: [], before: { count: 1, sum: 40_932 } });
    world.clock.at = plus(world.clock.at, HOUR);
    await keep(move({ paymentIntentId: "pi_strange" }));
    expect(takings()).toMatchObject({ differences: [{ kind: "not_here" }], before: { count: 1, sum: 40_932 } });
  });

  it("tell a refund that waits to be sent from one that Stripe does not know", async () => {
    const { id } = await paidBooking(world);
    await keep(move({ paymentIntentId: intentOf(id) }));
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 4093));
    expect(takings().differences).toMatchObject([{ kind: "not_sent", what: "refund", ours: -36_839 }]);
    world.db.sqlite.prepare("update refunds set stripe_refund_id = 're_9', state = 'succeeded'").run();
    expect(takings().differences).toMatchObject([{ kind: "not_there", ref: "re_9" }]);
    await keep(move({ kind: "refund", amount: -36_839, fee: 0, refundId: "re_9", paymentIntentId: intentOf(id) }));
    expect(takings().differences).toEqual([]);
  });

  it("have what a dispute took, and gave back", async () => {
    const { id } = await paidBooking(world);
    const payment = paymentOf(world, id);
    const facts = disputeFacts(payment, { state: "won", reinstated: payment.amount });
    await tell(world, facts);
    const of = { paymentIntentId: intentOf(id), disputeId: facts.disputeId, type: "adjustment" };
    await keep(
      move({ paymentIntentId: intentOf(id) }),
      move({ ...of, kind: "dispute", amount: -40_932, fee: 1_500 }),
      move({ ...of, kind: "dispute_won", amount: 40_932, fee: 0 }),
    );
    expect(takings()).toMatchObject({ differences: [], fees: 2_717 });
  });

  it("keep checks and cash apart, which Stripe knows nothing of", async () => {
    const { customer_id, booking_number } = await onAccount(world);
    const receipt = { method: "check", amount: 10_000, reference: "77", deposit_batch: "B1" } as const;
    await world.db.write((tx) => recordReceipt(tx, admin(world), customer_id, receipt, { seen: 409_32 }));
    expect(takings()).toMatchObject({
      differences: [],
      byHand: [{ method: "check", amount: 10_000, reference: "77", batch: "B1", booking: booking_number }],
    });
    expect(takings().rows.every(({ ours }) => ours.count === 0)).toBe(true);
  });
});

describe("what Stripe told", () => {
  it("is kept once, and asked for again with an hour's overlap, also after the clock was turned back", async () => {
    expect(askSince(world.db.orm, world.clock.at)).toBe(Math.floor(plus(world.clock.at, -90 * 24 * HOUR) / 1000));
    const one = move({});
    expect([await keep(one), await keep(one, move({}))]).toEqual([1, 1]);
    expect(sumOfTransactions(world.db.orm)).toBe(2 * (40_932 - 1_217));
    // The sum is kept beside them, by whatever hand they change.
    world.db.sqlite.exec(`update stripe_transactions set amount = amount + 100, fee = fee - 1 where id = '${one.id}'`);
    expect(sumOfTransactions(world.db.orm)).toBe(2 * (40_932 - 1_217) + 101);
    world.db.sqlite.exec(`delete from stripe_transactions where id <> '${one.id}'`);
    expect(sumOfTransactions(world.db.orm)).toBe(40_932 - 1_217 + 101);
    expect(askSince(world.db.orm, plus(world.clock.at, 5 * HOUR))).toBe(one.at - 3600);
    expect(askSince(world.db.orm, plus(world.clock.at, -5 * HOUR))).toBe(one.at - 6 * 3600);
    expect(readAsked(world.db.orm)).toBeNull();
    await world.db.write((tx) => keepBalance(tx, world.deed(), -5));
    expect(readAsked(world.db.orm)).toEqual({ at: world.clock.at, balance: -5 });
  });

  it("leaves nothing out after the clock was turned back and on again, and says what is missing of the balance", async () => {
    const orm = world.db.orm;
    expect(unknownMoves(orm)).toBe(0);
    const ahead = move({});
    await keep(ahead);
    await world.db.write((tx) => keepBalance(tx, world.deed(undefined, plus(world.clock.at, -24 * HOUR)), 100_000));
    // Asked a day before the newest movement: what came since then was never asked for.
    expect(askSince(orm, world.clock.at)).toBe(Math.floor(plus(world.clock.at, -25 * HOUR) / 1000));
    expect(unknownMoves(orm)).toBe(100_000 - (40_932 - 1_217));
    expect(askSince(orm, world.clock.at, { all: true })).toBe(Math.floor(plus(world.clock.at, -90 * 24 * HOUR) / 1000));
  });
});
