import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disputes, refunds, stripeTransactions, webhookInbox } from "#db/schema/index";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { readAsked } from "~/domain/payments/transactions.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import type { StripeEvent } from "~/domain/payments/ports";
import { HOUR, plus } from "~/domain/kernel/time.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { disputed, disputeFacts, paymentOf } from "../../../tests/support/money";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import type { Services } from "~/services.server";
import { reconcileMoney } from "./reconcile-money.server";
import { applyEvent } from "./webhook.server";

let world: TestWorld;
let stripe: FakeStripe;
let services: Services;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  stripe = fakeStripe();
  services = fakeServices(world, stripe);
});
afterEach(() => world.close());

let n = 0;
const event = (type: string, of: Partial<StripeEvent>): StripeEvent => ({
  id: `evt_${++n}`,
  type,
  created: 1,
  session: null,
  refund: null,
  objectId: null,
  ...of,
});
const NOW = Date.parse("2026-12-01T15:00:00Z");
const reconcile = (now = NOW, force = false) => reconcileMoney(services, world.deed(), { now, force });
const move = {
  id: "txn_1",
  kind: "payment",
  type: "charge",
  amount: 40_932,
  fee: 1_217,
  at: 5,
  source: null,
  paymentIntentId: null,
  refundId: null,
  disputeId: null,
  description: null,
} as const;
const stored = () => world.db.orm.select().from(disputes).all();

describe("webhooks of disputes", () => {
  it("twice and in any order end where the newest says", async () => {
    const { id } = await paidBooking(world);
    const payment = paymentOf(world, id);
    const open = event("charge.dispute.created", { dispute: disputeFacts(payment) });
    const won = { ...disputeFacts(payment), state: "won", reinstated: payment.amount } as const;
    for (const one of [
      event("charge.dispute.funds_reinstated", { dispute: won }),
      open,
      event("charge.dispute.closed", { dispute: won }),
      open,
      event("charge.dispute.funds_withdrawn", { dispute: disputeFacts(payment) }),
    ])
      await applyEvent(services, world.deed(), one);
    expect(stored()).toMatchObject([{ state: "won", withdrawn: 409_32, reinstated: 409_32 }]);
    expect(world.db.orm.select().from(webhookInbox).all()).toHaveLength(4);
  });
});

describe("the reconciler of money", () => {
  it("finds the dispute and the failed refund that webhooks missed, in whatever order they are listed, once", async () => {
    const paid = await paidBooking(world);
    const cancelled = await paidBooking(world);
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), cancelled.id, null, 4093));
    const refund = world.db.orm.select().from(refunds).get() ?? expect.fail("no refund");
    const facts = { refundId: "re_1", amount: refund.amount, paymentIntentId: null, failureReason: null };
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, { ...facts, status: "succeeded" }));
    const payment = paymentOf(world, paid.id);
    stripe.listMoneyEvents = async () => ({
      ok: true,
      // Newest first, as Stripe lists them.
      value: [
        event("charge.dispute.closed", { id: "evt_c", dispute: { ...disputeFacts(payment), state: "lost" } }),
        event("refund.failed", { id: "evt_b", refund: { ...facts, status: "failed" } }),
        event("charge.dispute.created", { id: "evt_a", dispute: disputeFacts(payment) }),
      ],
    });
    expect(await reconcile()).toMatchObject({ events: 3 });
    expect([stored()[0]?.state, world.db.orm.select().from(refunds).get()?.state]).toEqual(["lost", "failed"]);
    expect(await reconcile(NOW, true)).toMatchObject({ events: 0 });
  });

  it("is not stopped by one event that nobody can understand, and looks at that time again", async () => {
    const [first, second] = [await paidBooking(world), await paidBooking(world)];
    const broken = { ...disputeFacts(paymentOf(world, first.id)), amount: null as never };
    const told = (id: string, dispute: StripeEvent["dispute"]) => event("charge.dispute.created", { id, dispute });
    const since: number[] = [];
    stripe.listMoneyEvents = async (from) => {
      since.push(from);
      const good = disputeFacts(paymentOf(world, second.id), { disputeId: "du_good" });
      return { ok: true, value: [told("evt_bad", broken), told("evt_good", good)] };
    };
    stripe.getDispute = async () => ({ ok: false, code: "unreachable", message: "away" });
    const errors: unknown[] = [];
    services.log.error = (row) => void errors.push(row);
    expect(await reconcile(NOW, true)).toMatchObject({ events: 1 });
    expect(stored()).toMatchObject([{ booking_id: second.id }]);
    expect(errors).toMatchObject([{ module: "payments", action: "missed_event evt_bad" }]);
    await reconcile(NOW + 60_000, true);
    expect((since[1] ?? 0) - (since[0] ?? 0)).toBe(60);
  });

  it("asks about each open dispute, and keeps the moves on the balance with what it came to", async () => {
    const dispute = await disputed(world);
    const facts = disputeFacts(paymentOf(world, dispute.booking_id), { state: "under_review" });
    stripe.getDispute = async () => ({ ok: true, value: facts });
    stripe.listTransactions = async () => ({ ok: true, value: [move] });
    stripe.readBalance = async () => ({ ok: true, value: 39_715 });
    expect(await reconcile()).toEqual({ events: 0, disputes: 1, transactions: 1 });
    expect(await reconcile(NOW, true)).toMatchObject({ transactions: 0 });
    expect(stored()[0]?.state).toBe("under_review");
    expect(world.db.orm.select().from(stripeTransactions).all()).toHaveLength(1);
    expect(readAsked(world.db.orm)).toEqual({ at: world.clock.at, balance: 39_715 });
    // Three months at once: none is lost between two slices.
    const many = Array.from({ length: 450 }, (_, i) => ({ ...move, id: `txn_${i}` }));
    stripe.listTransactions = async () => ({ ok: true, value: many });
    expect(await reconcile(NOW, true)).toMatchObject({ transactions: 449 });
  });

  it("asks again for a dispute that was told before its payment, for three days, and for one that is nobody's no longer", async () => {
    const { id } = await paidBooking(world);
    const payment = paymentOf(world, id);
    const facts = disputeFacts(payment);
    const told = { ...facts, paymentIntentId: "pi_not_told_yet" };
    await applyEvent(
      services,
      world.deed(),
      event("charge.dispute.created", { objectId: facts.disputeId, dispute: told }),
    );
    expect(stored()).toEqual([]);
    const asked: string[] = [];
    let isKnown = false;
    stripe.getDispute = async (dispute) => {
      asked.push(dispute);
      return { ok: true, value: isKnown ? facts : told };
    };
    world.clock.at = plus(world.clock.at, 70 * HOUR);
    await reconcile(NOW, true);
    isKnown = true;
    await reconcile(NOW, true);
    expect([asked.length, stored().length]).toEqual([2, 1]);

    const strange = { ...facts, disputeId: "du_strange", paymentIntentId: "pi_strange" };
    await applyEvent(
      services,
      world.deed(),
      event("charge.dispute.created", { objectId: strange.disputeId, dispute: strange }),
    );
    world.clock.at = plus(world.clock.at, 73 * HOUR);
    asked.length = 0;
    await reconcile(NOW, true);
    expect(asked).toEqual([facts.disputeId]);
  });

  it("finds ours among the disputes of an account that others use as well, with one question for a hundred", async () => {
    const { id } = await paidBooking(world);
    const facts = disputeFacts(paymentOf(world, id));
    const tell = (disputeId: string, paymentIntentId: string) =>
      applyEvent(
        services,
        world.deed(),
        event("charge.dispute.created", { objectId: disputeId, dispute: { ...facts, disputeId, paymentIntentId } }),
      );
    for (let i = 0; i < 250; i++) await tell(`du_foreign_${i}`, `pi_foreign_${i}`);
    await tell(facts.disputeId, "pi_not_told_yet");
    const foreign = Array.from({ length: 250 }, (_, i) => ({
      ...facts,
      disputeId: `du_foreign_${i}`,
      paymentIntentId: `pi_foreign_${i}`,
    }));
    const wanted: number[] = [];
    stripe.findDisputes = async (ids) => {
      wanted.push(ids.size);
      return { ok: true, value: [...foreign, facts].filter(({ disputeId }) => ids.has(disputeId)) };
    };
    stripe.getDispute = async () => expect.fail("one by one");
    expect(await reconcile(NOW, true)).toMatchObject({ disputes: 1 });
    expect([wanted, stored().length]).toEqual([[251], 1]);
  });

  it("asks every five minutes, sooner when somebody presses the button, and stops quietly while nobody answers", async () => {
    const since: number[] = [];
    stripe.listMoneyEvents = async (from) => {
      since.push(from);
      return { ok: true, value: [] };
    };
    await reconcile();
    expect(await reconcile(NOW + 60_000)).toBe("not_due");
    await reconcile(NOW + 60_000, true);
    await reconcile(NOW + 10 * 60_000);
    // The first look goes back a day, the next ones to the last but a little.
    expect(since).toEqual([NOW / 1000 - 26 * 3600, NOW / 1000 - 900, NOW / 1000 + 60 - 900]);
    stripe.listMoneyEvents = async () => ({ ok: false, code: "unreachable", message: "down" });
    expect(await reconcile(NOW, true)).toBe("unreachable");
  });

  it("looks through all movements again where some are missing and somebody presses the button, and not by itself", async () => {
    const since: number[] = [];
    stripe.listTransactions = async (from) => {
      since.push(world.clock.at / 1000 - from);
      return { ok: true, value: [{ ...move, at: world.clock.at / 1000 }] };
    };
    const ask = (balance: number, force: boolean) => {
      stripe.readBalance = async () => ({ ok: true, value: balance });
      return reconcile(NOW + since.length * 10 * 60_000, force);
    };
    await ask(39_715 + 500, false);
    await ask(39_715 + 500, false);
    await ask(39_715, true);
    await ask(39_715, true);
    expect(since).toEqual([90 * 24 * 3600, 3600, 90 * 24 * 3600, 3600]);
  });

  it("that could not be asked the last time looks as far back again", async () => {
    const since: number[] = [];
    stripe.listMoneyEvents = async () => ({ ok: false, code: "unreachable", message: "down" });
    await reconcile();
    stripe.listMoneyEvents = async (from) => {
      since.push(from);
      return { ok: true, value: [] };
    };
    await reconcile(NOW + 10 * 60_000);
    expect(since).toEqual([NOW / 1000 + 600 - 26 * 3600]);
  });
});
