import fc from "fast-check";
import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { bookings, charges, customers, disputes, payments, refunds } from "#db/schema/index";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { admin, disputeFacts } from "../../../tests/support/money";
import { ourSide } from "../../../tests/support/our-side";
import { FULL } from "../../../tests/support/paths";
import { insertBooking } from "../../../tests/support/rows";
import type { Booking } from "../booking/order/bookings.server";
import { addDays } from "../kernel/days";
import { newId } from "../kernel/ids.server";
import { dayAt, HOUR, instantAt, plus } from "../kernel/time.server";
import { getEntry, listEntries } from "./books.server";
import { findBookFaults, readCompanyBooks } from "./company-check.server";
import { listDays, readTakings } from "./company.server";
import { applyDisputeFacts, writeOffDispute } from "./disputes.server";
import { owedBy, sumOfKind } from "./entries";
import { giveBack, isToTakeUp, listGivable, otherPayments, recordPaidOut, refundAgain } from "./give-back.server";
import { ACCOUNTS } from "./journal";
import { readJournal } from "./journal.server";
import { chargeOnAccount, chargePaid, recordPayment } from "./ledger.server";
import type { DisputeFacts, TransactionFacts } from "./money-port";
import { recordReceipt } from "./receipts.server";
import { standingOf } from "./disputes-read.server";
import { takeRefund } from "./refund-elsewhere.server";
import { applyRefundFacts, findRefund, leftOfPayment } from "./refunds.server";
import { keepTransactions, sumOfTransactions } from "./transactions.server";

/** Picks the n-th of what there is, so that every number means something. */
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

const KINDS = [
  "later",
  "account",
  "receipt",
  "receipt",
  "giveBack",
  "giveBack",
  "refund",
  "refund",
  "refund",
  "paidOut",
  "elsewhere",
  "again",
  "dispute",
  "disputeEnds",
  "writeOff",
  "wait",
] as const;
interface Step {
  kind: (typeof KINDS)[number];
  a: number;
  b: number;
}
const step = fc.record<Step>({ kind: fc.constantFrom(...KINDS), a: fc.nat(60_000), b: fc.nat(60) });
const history = fc.record({
  onAccount: fc.boolean(),
  total: fc.integer({ min: 100, max: 90_000 }),
  steps: fc.array(step, { minLength: 3, maxLength: 16 }),
});

/** A Stripe that moves money when it is asked to, and tells its own account of it. */
class Stripe {
  readonly told: TransactionFacts[] = [];
  move(world: TestWorld, kind: TransactionFacts["kind"], amount: number, of: Partial<TransactionFacts>): void {
    this.told.push({
      id: `txn_${String(this.told.length).padStart(8, "0")}`,
      kind,
      type: kind,
      amount,
      fee: kind === "payment" ? 30 : kind === "dispute" ? 1500 : 0,
      at: Math.floor(world.clock.at / 1000),
      source: null,
      paymentIntentId: null,
      refundId: null,
      disputeId: null,
      description: null,
      ...of,
    });
  }
}

let count = 0;
function begin(tx: Tx, world: TestWorld, stripe: Stripe, total: number, onAccount: boolean): Booking {
  const id = newId("customer");
  const n = ++count;
  // A customer of its own: what one owes is no other's.
  tx.insert(customers)
    .values({ ...tx.select().from(customers).limit(1).get()!, id, merged_into: null })
    .run();
  const booking = insertBooking(tx, world.deed(), { booking_number: `DMP-2026-${100_000 + n}`, customer_id: id });
  const tax = Math.floor(total / 14);
  const what = { booking_id: booking.id, kind: "rental", amount: total - tax, tax, description: "rental" } as const;
  if (onAccount) chargeOnAccount(tx, world.deed(), [], what);
  else chargePaid(tx, world.deed(), [payByCard(tx, world, stripe, booking, total)], what);
  return booking;
}

function payByCard(tx: Tx, world: TestWorld, stripe: Stripe, booking: Booking, amount: number) {
  const intentId = `pi_${stripe.told.length}_${count}`;
  const payment = recordPayment(tx, world.deed(), { bookingId: booking.id, checkoutId: null, amount, intentId });
  stripe.move(world, "payment", amount, { paymentIntentId: intentId, source: `ch_${intentId}` });
  return getEntry(tx, `payment:${payment.id}`);
}

/** What Stripe says of a refund: it moves money when it first takes it, and back when it fails. */
function answerRefund(tx: Tx, world: TestWorld, stripe: Stripe, id: string, b: number): void {
  const refund = findRefund(tx, { id });
  if (!refund || refund.method !== "card" || refund.state === "requested") return;
  const refused = refund.state === "approved" && b % 5 === 0;
  const status = pick(["pending", "succeeded", "failed", "requires_action", "canceled"] as const, b) ?? "pending";
  const ends = ["failed", "canceled"].includes(refund.state) || (refund.state === "succeeded" && status !== "failed");
  if (ends) return;
  const refundId = refused ? `refused:${refund.id}` : (refund.stripe_refund_id ?? `re_${refund.id.slice(4)}`);
  const { stripe_payment_intent_id: paymentIntentId } = tx
    .select()
    .from(payments)
    .where(eq(payments.id, refund.payment_id))
    .get()!;
  const of = { refundId, source: refundId, paymentIntentId };
  if (refund.state === "approved" && !refused) stripe.move(world, "refund", -refund.amount, of);
  const to = refused ? "failed" : status;
  if (!refused && (to === "failed" || to === "canceled")) stripe.move(world, "refund_failed", refund.amount, of);
  const facts = { refundId, status: to, amount: refund.amount, paymentIntentId, failureReason: null };
  applyRefundFacts(tx, world.deed(), refund, facts);
  // Twice, as webhooks come.
  applyRefundFacts(tx, world.deed(), refund, facts);
}

function openDispute(
  tx: Tx,
  world: TestWorld,
  stripe: Stripe,
  booking: Booking,
  a: number,
  told: Map<string, DisputeFacts>,
) {
  const payment = pick(
    tx
      .select()
      .from(payments)
      .where(eq(payments.booking_id, booking.id))
      .all()
      .filter(({ method }) => method === "card"),
    a,
  );
  if (!payment || [...told.values()].some((one) => one.paymentIntentId === payment.stripe_payment_intent_id)) return;
  const facts = disputeFacts(payment, { disputeId: `du_${payment.id.slice(4)}` });
  told.set(facts.disputeId, facts);
  const { disputeId, paymentIntentId } = facts;
  stripe.move(world, "dispute", -facts.amount, { disputeId, source: disputeId, paymentIntentId });
  applyDisputeFacts(tx, world.deed(), facts);
}

function endDispute(tx: Tx, world: TestWorld, stripe: Stripe, b: number, told: Map<string, DisputeFacts>): void {
  const open = [...told.values()].find(({ state }) => state !== "won" && state !== "lost");
  if (!open) return;
  const won = b % 2 === 0;
  const { disputeId, paymentIntentId, amount } = open;
  const facts: DisputeFacts = { ...open, state: won ? "won" : "lost", reinstated: won ? amount : 0, dueBy: null };
  if (won) stripe.move(world, "dispute_won", amount, { disputeId, source: disputeId, paymentIntentId });
  told.set(disputeId, facts);
  applyDisputeFacts(tx, world.deed(), facts);
  // An older telling after the newer one.
  applyDisputeFacts(tx, world.deed(), open);
}

function live(
  tx: Tx,
  world: TestWorld,
  stripe: Stripe,
  booking: Booking,
  told: Map<string, DisputeFacts>,
  one: Step,
): void {
  const { kind, a, b } = one;
  const deed = admin(world);
  const { id } = booking;
  const amount = 1 + (a % 40_000);
  if (kind === "later")
    chargePaid(tx, world.deed(), [payByCard(tx, world, stripe, booking, amount)], {
      booking_id: id,
      kind: "haul",
      amount,
      description: "haul",
    });
  if (kind === "account")
    chargeOnAccount(tx, world.deed(), [], { booking_id: id, kind: "weight_overage", amount, description: "weight" });
  if (kind === "receipt") {
    const seen = Math.max(0, owedBy(listEntries(tx, id)));
    const receipt = {
      method: b % 2 ? "check" : "cash",
      amount,
      reference: b % 2 ? String(b) : null,
      deposit_batch: null,
    } as const;
    recordReceipt(tx, deed, booking.customer_id, receipt, { seen });
  }
  if (kind === "giveBack") {
    const found = pick(listGivable(tx, id), a);
    if (found) {
      const part = 1 + (a % (found.left + (b % 3)));
      const way = b % 4 === 0 ? "check" : "same";
      giveBack(tx, deed, id, { chargeId: found.charge.id, amount: part, way, reason: "test", left: found.left });
    }
  }
  const refund = pick(tx.select().from(refunds).where(eq(refunds.booking_id, id)).all(), a);
  if (kind === "refund" && refund) answerRefund(tx, world, stripe, refund.id, b);
  if (kind === "paidOut" && refund) recordPaidOut(tx, deed, refund.id, { reference: "9", deposit_batch: null });
  if (kind === "again" && refund) {
    const other = isToTakeUp(refund) ? pick(otherPayments(tx, refund), b) : undefined;
    refundAgain(tx, deed, refund.id, other ? { to: "payment", paymentId: other.id } : { to: b % 2 ? "same" : "check" });
  }
  if (kind === "elsewhere") refundElsewhere(tx, world, stripe, booking, a);
  if (kind === "dispute") openDispute(tx, world, stripe, booking, a, told);
  if (kind === "disputeEnds") endDispute(tx, world, stripe, b, told);
  const lost = tx.select().from(disputes).where(eq(disputes.booking_id, id)).all();
  if (kind === "writeOff" && lost[0]) writeOffDispute(tx, deed, lost[0].id, "test");
  if (kind === "wait") world.clock.at = plus(world.clock.at, (1 + (b % 30)) * HOUR);
}

/** Somebody refunds a payment in Stripe's dashboard, as far as Stripe lets them; it is told twice. */
function refundElsewhere(tx: Tx, world: TestWorld, stripe: Stripe, { id }: Booking, a: number): void {
  const ofCard = and(eq(payments.booking_id, id), eq(payments.method, "card"));
  const payment = pick(tx.select().from(payments).where(ofCard).all(), a);
  const left = payment && standingOf(tx, payment) === "free" ? leftOfPayment(tx, payment) : 0;
  if (!payment || left <= 0) return;
  const amount = 1 + (a % left);
  const refundId = `re_${stripe.told.length}_elsewhere`;
  const { stripe_payment_intent_id: paymentIntentId } = payment;
  stripe.move(world, "refund", -amount, { refundId, source: refundId, paymentIntentId });
  const facts = { refundId, status: "succeeded", amount, paymentIntentId, failureReason: null, key: null } as const;
  for (let i = 0; i < 2; i++) takeRefund(tx, world.deed(), facts);
}

/** What a booking owes, from the rows that have states of their own instead of from the entries. */
function owedByRows(tx: Tx, { id }: Booking): number {
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
  const paid = sum(tx.select().from(payments).where(eq(payments.booking_id, id)).all());
  const back = tx
    .select()
    .from(refunds)
    .where(eq(refunds.booking_id, id))
    .all()
    .filter(({ state }) => state !== "failed" && state !== "canceled");
  const taken = tx
    .select()
    .from(disputes)
    .where(eq(disputes.booking_id, id))
    .all()
    .reduce((all, { withdrawn, reinstated }) => all + withdrawn - reinstated, 0);
  const invoiced = tx
    .select()
    .from(charges)
    .where(eq(charges.booking_id, id))
    .all()
    .reduce((all, { amount, tax }) => all + amount + tax, 0);
  const entries = listEntries(tx, id);
  return invoiced - sumOfKind(entries, "credit") - sumOfKind(entries, "write_off") - (paid - sum(back) - taken);
}

it(
  "the ledger of the whole company is the sum of its bookings and of Stripe's balance, and every difference of a day is named",
  { timeout: FULL ? 1_800_000 : 60_000 },
  async () => {
    const world = await openWorld();
    const stripe = new Stripe();
    const { orm } = world.db;
    const first = dayAt(world.clock.at);
    const seen = new Set<string>();
    try {
      await world.db.write((tx) => insertBooking(tx, world.deed()));
      await fc.assert(
        fc.asyncProperty(history, ({ onAccount, total, steps }) =>
          world.db.write((tx) => {
            const booking = begin(tx, world, stripe, total, onAccount);
            const told = new Map<string, DisputeFacts>();
            for (const one of steps) {
              live(tx, world, stripe, booking, told, one);
              expect(owedBy(listEntries(tx, booking.id))).toBe(owedByRows(tx, booking));
            }
            for (const { kind } of listEntries(tx, booking.id)) seen.add(kind);
            return true;
          }),
        ),
        { ...(FULL ? { numRuns: 10_000 } : { numRuns: 40, seed: 20_261_124 }), endOnFailure: true },
      );
      await world.db.write((tx) => keepTransactions(tx, stripe.told.toReversed()));
      expect(findBookFaults(orm)).toEqual([]);
      // Every kind of entry was there, or the histories were about too little.
      const seldom = FULL ? ["dispute_won", "write_off"] : [];
      const kinds = ["charge", "credit", "dispute", "payment", "refund", "refund_failed", ...seldom];
      expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);

      const company = readCompanyBooks(orm);
      const each = orm.select({ id: bookings.id }).from(bookings).all();
      expect(company.owed).toBe(each.reduce((sum, { id }) => sum + owedBy(listEntries(orm, id)), 0));
      expect(company.owedByBookings).toBe(company.owed);

      const last = dayAt(world.clock.at);
      const accounts = new Map<string, number>();
      for (const { lines } of readJournal(orm, { from: first, to: last })) {
        expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
        for (const { account, cents } of lines) accounts.set(account, (accounts.get(account) ?? 0) + cents);
      }
      expect([...accounts.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
      expect(accounts.get(ACCOUNTS.receivable)).toBe(company.owed);
      // What our books say lies at Stripe is what Stripe says, but for what is decided and not sent.
      expect(accounts.get(ACCOUNTS.clearing)).toBe(sumOfTransactions(orm));
      expect(accounts.has(ACCOUNTS.unknown)).toBe(false);
      const notGone = orm
        .select()
        .from(refunds)
        .all()
        .filter(({ state }) => state === "approved" || state === "requested");
      expect(accounts.get(ACCOUNTS.refunds) ?? 0).toBe(-notGone.reduce((sum, { amount }) => sum + amount, 0));
      const waiting = notGone.filter(({ method }) => method === "card");

      const days = listDays(orm, instantAt(first, 0), instantAt(addDays(last, 1), 0));
      const waited: number[] = [];
      for (const { day, ours, theirs } of days) {
        const { differences } = readTakings(orm, day);
        const named = differences.reduce((sum, one) => {
          if (one.kind === "not_sent") waited.push(-(one.ours ?? 0));
          expect(["other_day", "not_sent"]).toContain(one.kind);
          // From whose side it is named: a day on which the other has it as well names none.
          return sum + (ourSide(orm, day, one.ref, one.what) ? (one.ours ?? 0) : -(one.theirs ?? 0));
        }, 0);
        expect(ours - theirs, day).toBe(named);
      }
      expect(waited.reduce((sum, one) => sum + one, 0)).toBe(waiting.reduce((sum, { amount }) => sum + amount, 0));
    } finally {
      world.close();
    }
  },
);
