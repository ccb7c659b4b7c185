import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { chargeAttempts } from "#db/schema/index";
import { applyCardCharge } from "~/domain/charges/due.server";
import type { Payment } from "~/domain/payments/books.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { applyRefundFacts, isOnTheBooks } from "~/domain/payments/refunds.server";
import { hasEnded } from "~/domain/states/dispute";
import { disputeFacts, tell } from "./money";
import { partOf, pick, sumOf, type LivedOrder, type MoneyDeed } from "./money-lived";

const DEEDS = [
  "dashboard",
  "dashboardFails",
  "refundEnds",
  "refundReturns",
  "dispute",
  "endDispute",
  "endInTwo",
  "lost",
  "inquiry",
  "chargeEnds",
] as const;
/** What Stripe may say of a refund that is on its way; twice as often that it arrived. */
const ENDS = ["succeeded", "failed", "canceled", "pending", "requires_action", "succeeded"] as const;
const ON_ITS_WAY = ["approved", "submitted", "pending", "requires_action"];

/**
 * What the bank of a card, somebody at Stripe's dashboard and Stripe itself do with an order's money, as Stripe tells it.
 * `meanwhile`: what the office and its customer may do between two of its news.
 */
export function deedsAtStripe(order: LivedOrder, meanwhile: Record<"check" | "give" | "cancelAll", MoneyDeed>) {
  const { world } = order;
  let made = 0;
  const ofDisputed = (paymentId: string | undefined) => order.cardPayments().find(({ id }) => id === paymentId);
  /** Somebody refunds a part of a payment in the dashboard, as far as Stripe lets them. */
  function atDashboard(which: number, much: number) {
    const free = (payment: Payment) => order.atStripe(payment) > 0 && !order.isFrozen(payment);
    const payment = pick(order.cardPayments().filter(free), which);
    if (!payment) return null;
    const of = { refundId: `re_dash_${++made}`, key: null, paymentIntentId: payment.stripe_payment_intent_id };
    const facts = { ...of, amount: partOf(order.atStripe(payment), much) };
    return (status: "pending" | "succeeded" | "failed") =>
      world.db.write((tx) =>
        takeRefund(tx, world.deed(), { ...facts, status, failureReason: status === "failed" ? "closed" : null }),
      );
  }

  const deeds: Record<(typeof DEEDS)[number], MoneyDeed> = {
    async dashboard(which, much) {
      await atDashboard(which, much)?.("succeeded");
    },
    async dashboardFails(which, much) {
      const say = atDashboard(which, much);
      await say?.("pending");
      if (much % 3) await meanwhile[much % 2 ? "give" : "cancelAll"](which, much);
      await say?.("failed");
    },
    async refundEnds(which, much) {
      const open = order.refunds().filter(({ method, state }) => method === "card" && ON_ITS_WAY.includes(state));
      const refund = pick(open, which);
      if (!refund) return;
      const status = pick(ENDS, much) ?? "succeeded";
      const { amount } = refund;
      const facts = { refundId: `re_${refund.id}`, status, amount, paymentIntentId: null };
      const failureReason = status === "failed" ? "closed" : null;
      await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, { ...facts, failureReason }));
    },
    /** The customer's bank sends one back days after it had arrived. */
    async refundReturns(which) {
      const arrived = order.refunds().filter(({ method, state }) => method === "card" && state === "succeeded");
      const refund = pick(arrived, which);
      if (!refund) return;
      const { amount, stripe_refund_id } = refund;
      const said = { refundId: stripe_refund_id ?? `re_${refund.id}`, amount, paymentIntentId: null };
      const facts = { ...said, status: "failed" as const, failureReason: "closed" };
      await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, facts));
    },
    async dispute(which, much) {
      const payment = pick(
        order.cardPayments().filter((one) => order.atStripe(one) > 0),
        which,
      );
      if (!payment) return;
      const all = order.atStripe(payment);
      const amount = much % 2 ? all : Math.max(1, Math.floor(all / 3));
      await tell(world, disputeFacts(payment, { disputeId: `du_${++made}`, amount, withdrawn: amount }));
    },
    async endDispute(which, much) {
      const one = pick(
        order.disputes().filter(({ state }) => !hasEnded(state)),
        which,
      );
      const payment = ofDisputed(one?.payment_id);
      if (!one || !payment) return;
      const { stripe_dispute_id: disputeId, amount } = one;
      const end = much % 2 ? ({ state: "won", reinstated: amount } as const) : ({ state: "lost" } as const);
      await tell(world, disputeFacts(payment, { disputeId, amount, withdrawn: amount, ...end }));
    },
    /** Lost at once. */
    async lost(which, much) {
      await deeds.dispute(which, much);
      await deeds.endDispute(order.disputes().length - 1, 0);
    },
    /** That it is won is known before its money is back, and the money is told twice. */
    async endInTwo(which, much) {
      const one = pick(
        order.disputes().filter(({ state, withdrawn }) => !hasEnded(state) && withdrawn > 0),
        which,
      );
      const payment = ofDisputed(one?.payment_id);
      if (!one || !payment) return;
      const { stripe_dispute_id: disputeId, amount } = one;
      const won = (reinstated: number) =>
        tell(world, disputeFacts(payment, { disputeId, amount, withdrawn: amount, state: "won", reinstated }));
      await won(0);
      if (much % 2) await meanwhile.check(which, much);
      await won(amount);
      await won(amount);
    },
    /** Something is given, and then a bank asks about a payment and takes nothing: what is promised of it stays promised. */
    async inquiry(which, much) {
      const payment = pick(order.cardPayments(), which);
      if (!payment) return;
      await meanwhile.give(which, much);
      const asked = { disputeId: `du_${++made}`, amount: 5_00, withdrawn: 0 };
      const before = sumOf(order.refunds().filter(isOnTheBooks));
      await tell(world, disputeFacts(payment, { ...asked, state: "inquiry" }));
      await tell(world, disputeFacts(payment, { ...asked, state: "closed" }));
      expect(sumOf(order.refunds().filter(isOnTheBooks))).toBe(before);
    },
    async chargeEnds(which, much) {
      const started = world.db.orm.select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).all();
      const one = pick(started, which);
      if (!one) return;
      const status = much % 2 ? ("declined" as const) : ("succeeded" as const);
      const declineCode = status === "declined" ? "insufficient_funds" : null;
      const { id: attemptId, amount } = one;
      const facts = { intentId: `pi_${attemptId}`, status, amount, currency: "usd", attemptId, declineCode };
      await world.db.write((tx) => applyCardCharge(tx, world.deed(), { ...facts, message: null }));
    },
  };
  return deeds;
}
