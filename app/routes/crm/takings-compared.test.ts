import { expect, it } from "vitest";
import { keepBalance, keepTransactions } from "~/domain/payments/transactions.server";
import { DAY, dayAt, plus } from "~/domain/kernel/time.server";
import { openWorld, paidBooking } from "../../../tests/support/domain";
import { officeRoles } from "../../../tests/support/office-roles";
import { action as door } from "./auth";
import { loader as takingsPage } from "./billing-takings";

it("another day that differs was compared only when Stripe was asked after its end", async () => {
  const world = await openWorld({ fleet: { 20: 5 } });
  try {
    // Nothing is compared from before Stripe's first move; this one is in no book of ours.
    const at = Math.floor(world.clock.at / 1000) - 60;
    const nobodys = { source: "ch_1", paymentIntentId: null, refundId: null, disputeId: null, description: null };
    const move = { id: "txn_1", kind: "payment", type: "charge", amount: 100, fee: 0, at, ...nobodys } as const;
    await world.db.write((tx) => keepTransactions(tx, [move]));
    await paidBooking(world);
    const paidOn = dayAt(world.clock.at);
    const { staff } = await officeRoles(world, door);
    const ask = () => world.db.write((tx) => keepBalance(tx, world.deed(), 0));
    const uneven = async () =>
      ((await staff.get(takingsPage, "/crm/billing/takings?day=2026-12-08")).data as { uneven: object[] }).uneven;
    expect(await uneven()).toMatchObject([{ day: paidOn, isCompared: false }]);
    // Asked in the middle of that day: what came after it is not in the answer.
    await ask();
    world.clock.at = plus(world.clock.at, DAY);
    expect(await uneven()).toMatchObject([{ day: paidOn, isCompared: false }]);
    await ask();
    expect(await uneven()).toMatchObject([{ day: paidOn, isCompared: true }]);
  } finally {
    world.close();
  }
});
