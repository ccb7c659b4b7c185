import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempts, checkouts, refunds, tasks } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { openBalanceCheckout } from "~/domain/changes/balance.server";
import { findBookFaults } from "~/domain/payments/company-check.server";
import { creditCharge, getRentalCharge, leftOfCharge } from "~/domain/payments/credits.server";
import { writeOffDispute } from "~/domain/payments/disputes.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { approveRefund } from "~/domain/payments/refunds.server";
import { findSurplus } from "~/domain/payments/surplus.server";
import { listTaken } from "~/domain/payments/taken-by-bank.server";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { confirm, sessionFacts } from "../../../tests/support/domain";
import { admin, moneyIn } from "../../../tests/support/money";
import { listContradictions } from "../../../tests/support/invariants";
import { setSoundWorld } from "../../../tests/support/sound";
import { getCharge, listUnpaid, type LaterRow } from "./charges.server";
import { readBalance } from "./customer-view.server";
import { applyCardCharge, chargeAgain } from "./due.server";
import { waiveCharge, writeOffCharge } from "./office.server";

/** A charge of $143.85 of which a check has paid $50. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const { check, owed, dispute } = moneyIn(() => world);

async function asked(): Promise<{ booking: Booking; charge: LaterRow }> {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge] = chargesOf(world, booking);
  return { booking, charge: await due(world, charge!) };
}
const attempt = () => orm().select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).get()!;
const answered = (status: "declined" | "succeeded", { id, amount } = attempt()) =>
  world.db.write((tx) =>
    applyCardCharge(tx, world.deed(), {
      intentId: `pi_${id}`,
      status,
      amount,
      currency: "usd",
      attemptId: id,
      declineCode: status === "declined" ? "insufficient_funds" : null,
      message: null,
    }),
  );
const paymentsOf = ({ id }: Booking) => readLedger(orm(), id).payments;
const backs = ({ id }: Booking) =>
  orm()
    .select()
    .from(refunds)
    .where(eq(refunds.booking_id, id))
    .all()
    .map(({ amount }) => amount);

describe("a charge that a check has paid in part", () => {
  it("asks for the rest alone: the payment page, which then pays all of it", async () => {
    const { booking, charge } = await asked();
    await answered("declined");
    expect(await check(booking, 5_000)).toMatchObject({ ok: true });
    expect(findBookFaults(orm())).toEqual([]);
    const balance = readBalance(listUnpaid(orm(), booking.id));
    expect([balance.total, balance.charges[0]?.lines.at(-1)]).toEqual([9_385, "$143.85 − $50.00 paid = $93.85"]);
    const open = (shown: number) =>
      world.db.write((tx) =>
        openBalanceCheckout(
          tx,
          world.deed(),
          world.settings(),
          booking.id,
          { shown, isOwner: true },
          { success: () => "", cancel: "" },
        ),
      );
    expect(await open(14_385)).toEqual({ ok: false, code: "price_changed", total: 9_385 });
    expect(await open(9_385)).toMatchObject({ ok: true });
    const page = orm().select().from(checkouts).where(eq(checkouts.state, "creating")).get()!;
    expect(await confirm(world, sessionFacts(page))).toMatchObject({ outcome: "confirmed" });
    expect([getCharge(orm(), charge.id).state, owed(booking), backs(booking)]).toEqual(["succeeded", 0, []]);
    expect(findBookFaults(orm())).toEqual([]);
  });

  it.each([1, 499, 5_000])(
    "is paid by a page that was opened for all of it, and %i cents too much go back",
    async (cents) => {
      const { booking, charge } = await asked();
      await answered("declined");
      await world.db.write((tx) =>
        openBalanceCheckout(
          tx,
          world.deed(),
          world.settings(),
          booking.id,
          { shown: 14_385, isOwner: true },
          { success: () => "", cancel: "" },
        ),
      );
      const page = orm().select().from(checkouts).where(eq(checkouts.state, "creating")).get()!;
      await check(booking, cents);
      expect(await confirm(world, sessionFacts(page))).toMatchObject({ outcome: "confirmed" });
      expect([getCharge(orm(), charge.id).state, owed(booking), backs(booking)]).toEqual(["succeeded", 0, [cents]]);
    },
  );

  it("takes the card's answer that was under way, and gives the part back that was paid twice", async () => {
    const { booking, charge } = await asked();
    await check(booking, 5_000);
    await answered("succeeded");
    expect([getCharge(orm(), charge.id).state, owed(booking), backs(booking)]).toEqual(["succeeded", 0, [5_000]]);
  });

  it("is no contradiction of the books, and neither is what a bank has taken of the rental", async () => {
    const { booking } = await asked();
    await answered("declined");
    await check(booking, 5_000);
    expect(listContradictions(orm())).toEqual([]);
    await dispute(booking, { state: "lost" });
    expect(listContradictions(orm())).toEqual([]);
  });

  it("asks the card for the rest when it is tried again", async () => {
    const { booking, charge } = await asked();
    await answered("declined");
    await check(booking, 5_000);
    await world.db.write((tx) => chargeAgain(tx, world.deed(), charge.id));
    expect(attempt().amount).toBe(9_385);
    await answered("succeeded");
    expect([getCharge(orm(), charge.id).state, owed(booking), backs(booking)]).toEqual(["succeeded", 0, []]);
  });

  it("waived when no payment has that part any more, it settles what a bank took for good", async () => {
    const { booking, charge } = await asked();
    await answered("declined");
    await check(booking, 5_000);
    const byCheck = paymentsOf(booking).find(({ method }) => method === "check")!;
    // The check's money went back for the rental, and then a bank took what the card had paid.
    await world.db.write((tx) => {
      const credit = creditCharge(tx, world.deed(), getRentalCharge(tx, booking.id), 5_000, "test");
      return approveRefund(tx, world.deed(), byCheck, 5_000, "test", [credit]);
    });
    const byCard = paymentsOf(booking).find(({ method }) => method === "card")!;
    const lost = await dispute(booking, { state: "lost" });
    expect(await world.db.write((tx) => waiveCharge(tx, admin(world), world.settings(), charge.id, "kind"))).toEqual({
      ok: true,
    });
    expect(listTaken(orm(), booking.id).map(({ open }) => open)).toEqual([byCard.amount - 5_000]);
    expect([owed(booking), findSurplus(orm(), booking.id).cents]).toEqual([byCard.amount - 5_000, 0]);
    expect(findBookFaults(orm())).toEqual([]);
    await world.db.write((tx) => writeOffDispute(tx, admin(world), lost!.id, "mercy"));
    expect([owed(booking), backs(booking)]).toEqual([0, [5_000]]);
  });

  it("waived when no payment has that part any more, it settles a refund that was more than what was due", async () => {
    const { booking, charge } = await asked();
    await answered("declined");
    await check(booking, 5_000);
    const [byCard, byCheck] = paymentsOf(booking);
    await world.db.write((tx) => {
      const credit = creditCharge(tx, world.deed(), getRentalCharge(tx, booking.id), 5_000, "test");
      approveRefund(tx, world.deed(), byCheck!, 5_000, "test", [credit]);
      takeRefund(tx, world.deed(), {
        refundId: "re_dash",
        status: "succeeded",
        amount: byCard!.amount,
        paymentIntentId: byCard!.stripe_payment_intent_id,
        failureReason: null,
        key: null,
      });
    });
    expect([owed(booking), listContradictions(orm())]).toEqual([9_385 + 5_000, []]);
    expect(await world.db.write((tx) => waiveCharge(tx, admin(world), world.settings(), charge.id, "kind"))).toEqual({
      ok: true,
    });
    expect([owed(booking), listTaken(orm(), booking.id)]).toEqual([0, []]);
    expect(findBookFaults(orm())).toEqual([]);
  });

  it("is written off as far as nobody pays it", async () => {
    const { booking, charge } = await asked();
    await answered("declined");
    await check(booking, 5_000);
    expect(await world.db.write((tx) => writeOffCharge(tx, admin(world), charge.id, "gone"))).toEqual({ ok: true });
    expect([getCharge(orm(), charge.id).state, owed(booking), backs(booking)]).toEqual(["written_off", 0, []]);
    expect(orm().select().from(tasks).where(eq(tasks.kind, "charge_failed")).get()?.state).toBe("closed");
    // Only what was paid of it can still be taken back.
    expect(leftOfCharge(orm(), charge)).toEqual({ amount: 5_000, tax: 0 });
    expect(findBookFaults(orm())).toEqual([]);
  });
});
