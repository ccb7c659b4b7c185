import fc from "fast-check";
import { expect, it } from "vitest";
import { disputes, payments, refunds } from "#db/schema/index";
import { askForDays, openedChange } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { admin, disputeFacts, tell } from "../../../tests/support/money";
import { FULL } from "../../../tests/support/paths";
import { relivedWorld } from "../../../tests/support/relive";
import { listUnits } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { hasEnded } from "../states/dispute";
import type { Payment, Refund } from "./books.server";
import { findBookFaults } from "./company-check.server";
import { writeOffDispute } from "./disputes.server";
import { giveBack, isToTakeUp, listGivable, recordPaidOut, refundAgain } from "./give-back.server";
import { readLedger } from "./ledger.server";
import { takeRefund } from "./refund-elsewhere.server";
import { applyRefundFacts } from "./refunds.server";

/**
 * Whatever the office, its customer, a bank and somebody at Stripe's dashboard do with the money of an order of two
 * dumpsters, in any order: nobody is stopped, the books stay right, what is shown of a cancellation is what happens, and what
 * we owe somebody is asked to give.
 */
const DEEDS = {
  give: 2,
  dashboard: 1,
  cancelOne: 1,
  cancelAll: 1,
  dispute: 1,
  endDispute: 1,
  writeOff: 1,
  refundEnds: 2,
  again: 1,
  moreDays: 1,
  paidOut: 1,
};
type Step = { deed: keyof typeof DEEDS; which: number; much: number };
const steps: fc.Arbitrary<Step> = fc.record({
  deed: fc.oneof(
    ...Object.entries(DEEDS).map(([deed, weight]) => ({ weight, arbitrary: fc.constant(deed as Step["deed"]) })),
  ),
  which: fc.nat(30),
  much: fc.nat(30),
});
const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const sum = (list: readonly { amount: number }[]) => list.reduce((all, { amount }) => all + amount, 0);
const RUNS = FULL ? { numRuns: 3_000 } : { numRuns: 40, seed: 20_261_129 };

it(`money of an order in any history, over ${RUNS.numRuns}`, { timeout: FULL ? 3_600_000 : 90_000 }, async () => {
  const { world, live } = await relivedWorld({ fleet: { 20: 8 } });
  const order = { cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }] };
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-10", ...order });
  const { orm } = world.db;
  let made = 0;

  const allDisputes = () => orm.select().from(disputes).all();
  const allRefunds = () => orm.select().from(refunds).all();
  const byCard = () =>
    orm
      .select()
      .from(payments)
      .all()
      .filter(({ method }) => method === "card");
  const wasDisputed = (payment: Payment) => allDisputes().some((one) => one.payment_id === payment.id);
  /** What Stripe itself has of a payment: a refund by hand, or one that waits, is nothing there. */
  const atStripe = (payment: Payment) =>
    payment.amount -
    sum(
      allRefunds().filter(
        ({ payment_id, method, state }) =>
          payment_id === payment.id && method === "card" && !["failed", "canceled", "requested"].includes(state),
      ),
    );
  const ends = (refund: Refund, failed: boolean) =>
    world.db.write((tx) =>
      applyRefundFacts(tx, world.deed(), refund, {
        refundId: `re_${refund.id}`,
        status: failed ? "failed" : "succeeded",
        amount: refund.amount,
        paymentIntentId: null,
        failureReason: failed ? "closed" : null,
      }),
    );
  async function cancel(unit: ReturnType<typeof listUnits>[number] | null | undefined) {
    if (unit === undefined) return;
    const shown = previewCancellation(orm, world.settings(), id, unit?.id ?? null, world.clock.at, "staff");
    if (!shown.ok) return;
    const before = sum(allRefunds().filter(({ state }) => state !== "canceled"));
    const done = await world.db.write((tx) =>
      cancelBooking(tx, world.deed(STAFF), world.settings(), id, unit?.id ?? null, shown.fee),
    );
    const went = sum(allRefunds().filter(({ state }) => state !== "canceled")) - before;
    expect([done, went]).toEqual([{ ok: true, fee: shown.fee, refund: shown.refund }, shown.refund]);
  }

  const DO: Record<Step["deed"], (which: number, much: number) => Promise<unknown>> = {
    async give(which, much) {
      const found = pick(listGivable(orm, id), which);
      if (!found) return;
      const amount = much % 4 === 0 ? found.left : Math.max(1, Math.floor((found.left * (1 + (much % 9))) / 10));
      const way = much % 5 === 0 ? ("check" as const) : ("same" as const);
      const wish = { chargeId: found.charge.id, amount, way, reason: "sorry", left: found.left };
      await world.db.write((tx) => giveBack(tx, admin(world), id, wish));
    },
    async dashboard(which, much) {
      const payment = pick(
        byCard().filter((one) => atStripe(one) > 0 && !wasDisputed(one)),
        which,
      );
      if (!payment) return;
      const amount = Math.max(1, Math.floor((atStripe(payment) * (1 + (much % 10))) / 10));
      const told = { refundId: `re_dash_${++made}`, status: "succeeded", failureReason: null, key: null } as const;
      const paymentIntentId = payment.stripe_payment_intent_id;
      await world.db.write((tx) => takeRefund(tx, world.deed(), { ...told, amount, paymentIntentId }));
    },
    cancelOne: (which) => cancel(pick(listUnits(orm, id), which)),
    cancelAll: () => cancel(null),
    async dispute(which, much) {
      const payment = pick(
        byCard().filter((one) => atStripe(one) > 0 && !wasDisputed(one)),
        which,
      );
      if (!payment) return;
      const amount = much % 2 ? atStripe(payment) : Math.max(1, Math.floor(atStripe(payment) / 3));
      await tell(world, disputeFacts(payment, { disputeId: `du_${++made}`, amount, withdrawn: amount }));
    },
    async endDispute(which, much) {
      const one = pick(
        allDisputes().filter(({ state }) => !hasEnded(state)),
        which,
      );
      const payment = byCard().find((paid) => paid.id === one?.payment_id);
      if (!one || !payment) return;
      const { stripe_dispute_id: disputeId, amount } = one;
      const end = much % 2 ? ({ state: "won", reinstated: amount } as const) : ({ state: "lost" } as const);
      await tell(world, disputeFacts(payment, { disputeId, amount, withdrawn: amount, ...end }));
    },
    async writeOff(which) {
      const one = pick(allDisputes(), which);
      if (one) await world.db.write((tx) => writeOffDispute(tx, admin(world), one.id, "mercy"));
    },
    async refundEnds(which, much) {
      const open = allRefunds().filter(
        ({ method, state }) => method === "card" && ["approved", "submitted", "pending"].includes(state),
      );
      const refund = pick(open, which);
      if (refund) await ends(refund, much % 4 === 0);
    },
    async again(which, much) {
      const refund = pick(allRefunds().filter(isToTakeUp), which);
      const to = much % 2 ? ("same" as const) : ("check" as const);
      if (refund) await world.db.write((tx) => refundAgain(tx, admin(world), refund.id, { to }));
    },
    async moreDays(which, much) {
      const unit = pick(
        listUnits(orm, id).filter(({ state }) => state === "reserved"),
        which,
      );
      const asked = unit && (await askForDays(world, unit.id, 1 + (much % 5)));
      if (asked?.ok && asked.change.state === "priced")
        await confirm(world, sessionFacts(await openedChange(world, asked.change)));
    },
    async paidOut(which) {
      const refund = pick(
        allRefunds().filter(({ method }) => method !== "card"),
        which,
      );
      if (refund)
        await world.db.write((tx) =>
          recordPaidOut(tx, admin(world), refund.id, { reference: "1", deposit_batch: null }),
        );
    },
  };

  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 12 }), (history) =>
      live(async () => {
        for (const { deed, which, much } of history) await DO[deed](which, much);
        expect(findBookFaults(orm)).toEqual([]);
        // What we owe, somebody is asked to give; what goes back of a payment at Stripe is never more than it was.
        const toGive = sum(allRefunds().filter(isToTakeUp));
        expect(Math.max(0, -readLedger(orm, id).owed)).toBeLessThanOrEqual(toGive);
        for (const payment of byCard()) {
          const lost = allDisputes().filter((one) => one.payment_id === payment.id && one.state === "lost");
          expect(atStripe(payment) - sum(lost)).toBeGreaterThanOrEqual(0);
        }
      }),
    ),
    RUNS,
  );
  world.close();
});
