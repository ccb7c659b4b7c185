import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { tasks } from "#db/schema/index";
import { confirm, openedCheckout, sessionFacts, signedBooking } from "../../../tests/support/domain";
import { admin } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { workKinds } from "../../../tests/support/work";
import { creditCharge, getRentalCharge } from "./credits.server";
import { refundAgain } from "./give-back.server";
import { readLedger } from "./ledger.server";
import { applyRefundFacts, approveRefund, leftOfPayment } from "./refunds.server";

const world = setSoundWorld({ fleet: { 15: 2, 20: 2 } });

describe("refunds", () => {
  const paid = async () => {
    const booking = await signedBooking(world);
    await confirm(world, sessionFacts(await openedCheckout(world, booking)));
    const [payment] = readLedger(world.db.orm, booking.id).payments;
    if (!payment) throw new Error("no payment");
    const rental = getRentalCharge(world.db.orm, booking.id);
    const credit = await world.db.write((tx) => creditCharge(tx, world.deed(), rental, null, "test"));
    const giveBack = (amount: number) =>
      world.db.write((tx) => approveRefund(tx, world.deed(), payment, amount, "test", [credit]));
    const refund = await giveBack(10_000);
    if (!refund) throw new Error("no refund");
    return { booking, payment, refund, giveBack };
  };
  const fact = (status: Parameters<typeof applyRefundFacts>[3]["status"]) => ({
    refundId: "re_1",
    status,
    amount: 10_000,
    paymentIntentId: null,
    failureReason: null,
  });

  it("never exceed what is left", async () => {
    const { payment, giveBack } = await paid();
    await expect(giveBack(30_933)).rejects.toThrow("exceeds");
    // What pays for the rental is not free to go back: it is credited first.
    await expect(world.db.write((tx) => approveRefund(tx, world.deed(), payment, 1, "test"))).rejects.toThrow(
      "allocated",
    );
    expect(await giveBack(30_932)).toMatchObject({ state: "approved" });
    expect(await giveBack(0)).toBeNull();
  });

  it.each(["failed", "canceled"] as const)("that are %s leave their payment whole", async (status) => {
    const { payment, refund } = await paid();
    expect(leftOfPayment(world.db.orm, payment)).toBe(30_932);
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, fact(status)));
    expect(leftOfPayment(world.db.orm, payment)).toBe(40_932);
  });

  it.each(["pending", "requires_action", "succeeded"] as const)("that are %s have taken their part", async (status) => {
    const { payment, refund, giveBack } = await paid();
    await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, fact(status)));
    expect(leftOfPayment(world.db.orm, payment)).toBe(30_932);
    await expect(giveBack(30_933)).rejects.toThrow("exceeds");
    await giveBack(30_932);
    expect(leftOfPayment(world.db.orm, payment)).toBe(0);
  });

  it.each(["pending", "requires_action"] as const)(
    "that Stripe ends as canceled after they were %s wait for somebody to give them another way",
    async (first) => {
      const { refund } = await paid();
      for (const status of [first, "canceled"] as const)
        await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, fact(status)));
      const task = world.db.orm
        .select()
        .from(tasks)
        .where(eq(tasks.cause, `refund:${refund.id}`))
        .get();
      expect(task).toMatchObject({ kind: "refund_failed", state: "open" });
      const again = await world.db.write((tx) => refundAgain(tx, admin(world), refund.id, { to: "check" }));
      expect(again).toMatchObject({ ok: true, refund: { method: "check", amount: 10_000 } });
    },
  );

  it("take facts in any order, from callers whose copy is old", async () => {
    const { booking, refund: asFirstRead } = await paid();
    const apply = (status: Parameters<typeof fact>[0]) =>
      world.db.write((tx) => applyRefundFacts(tx, world.deed(), asFirstRead, fact(status)));
    const state = () => readLedger(world.db.orm, booking.id).refunds[0]?.state;
    await apply("pending");
    await apply("succeeded");
    await apply("pending");
    expect(state()).toBe("succeeded");
    await apply("failed");
    await apply("succeeded");
    expect(state()).toBe("failed");
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ refunded: 0, owed: -40932 });
    expect(workKinds(world.db.orm).filter((kind) => kind === "mail.refund")).toHaveLength(2);
  });
});
