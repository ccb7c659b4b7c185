import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charges, outbox, payments, refunds, tasks } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { listContradictions } from "../../../tests/support/invariants";
import { admin, moneyIn, paymentOf } from "../../../tests/support/money";
import type { Booking } from "../booking/order/bookings.server";
import { cancelBooking } from "../changes/cancel.server";
import { findBookFaults } from "./company-check.server";
import { giveBack, recordPaidOut, refundAgain, type AnotherWay } from "./give-back.server";
import { takeRefund } from "./refund-elsewhere.server";
import { applyRefundFacts, findRefund } from "./refunds.server";

/** A booking of $409.32, its delivery long enough ahead that cancelling gives all of it back. */
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
});
afterEach(() => {
  expect([...findBookFaults(orm()), ...listContradictions(orm())]).toEqual([]);
  world.close();
});

const orm = () => world.db.orm;
const { check, dispute, owed } = moneyIn(() => world);
const card = () => paymentOf(world, booking.id);
const checkOf = () => orm().select().from(payments).where(eq(payments.method, "check")).get()!;
const rows = () => orm().select().from(refunds).all();
const open = () =>
  orm()
    .select()
    .from(tasks)
    .all()
    .filter(({ state }) => state === "open")
    .map(({ kind }) => kind);
const sentToStripe = () => orm().select().from(outbox).where(eq(outbox.kind, "stripe.refund")).all();
const cancel = () => world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
const fails = ({ id, amount } = rows()[0]!) =>
  world.db.write((tx) =>
    applyRefundFacts(tx, world.deed(), findRefund(tx, { id })!, {
      refundId: `re_${id}`,
      status: "failed",
      amount,
      paymentIntentId: null,
      failureReason: "charge_disputed",
    }),
  );
const again = (way: AnotherWay, { id } = rows()[0]!) => world.db.write((tx) => refundAgain(tx, admin(world), id, way));

describe("a dispute is open, and its customer pays what it took by check, cancels, and the bank keeps the money", () => {
  it("what waited goes back as the check came, and nothing to the card, which has nothing left", async () => {
    await dispute(booking);
    await check(booking, 409_32, 409_32);
    await cancel();
    expect(rows()).toMatchObject([{ state: "requested", method: "card" }]);
    await dispute(booking, { state: "lost" });
    expect(rows()).toMatchObject([
      { state: "canceled", replaced_by: rows()[1]?.id },
      { state: "approved", method: "check", amount: 409_32, payment_id: checkOf().id },
    ]);
    expect([owed(booking), sentToStripe(), open()]).toEqual([0, [], ["refund_by_hand"]]);
  });

  it("of a part, the card gives what it has left and the check the rest", async () => {
    await dispute(booking, { amount: 50_00, withdrawn: 50_00 });
    await check(booking, 50_00, 50_00);
    await cancel();
    await dispute(booking, { amount: 50_00, withdrawn: 50_00, state: "lost" });
    expect(rows().filter(({ state }) => state === "approved")).toMatchObject([
      { method: "card", amount: 359_32, payment_id: card().id },
      { method: "check", amount: 50_00, payment_id: checkOf().id },
    ]);
    expect(owed(booking)).toBe(0);
  });

  it.each(["same", "check"] as const)("a refund that was under way and fails then goes back again (%s)", async (to) => {
    await cancel();
    await dispute(booking);
    await check(booking, 409_32, 409_32);
    await dispute(booking, { state: "lost" });
    await fails();
    expect([owed(booking), open()]).toEqual([-409_32, ["refund_failed"]]);
    expect(await again({ to })).toMatchObject({
      ok: true,
      refund: { amount: 409_32, method: "check", payment_id: checkOf().id },
    });
    expect([owed(booking), open()]).toEqual([0, ["refund_by_hand"]]);
  });
});

describe("a refund that failed after the bank has taken money of its payment for good", () => {
  it("goes back as far as the payment has it, and the rest settles what is owed for the dispute", async () => {
    await cancel();
    await dispute(booking, { amount: 50_00, withdrawn: 50_00, state: "lost" });
    await fails();
    expect(await again({ to: "check" })).toMatchObject({ ok: true, refund: { amount: 359_32, method: "check" } });
    expect([owed(booking), open()]).toEqual([0, ["refund_by_hand"]]);
    expect(await again({ to: "check" })).toEqual({ ok: false, code: "not_failed" });
  });

  it("is nobody's to give where the bank has given all of it", async () => {
    await cancel();
    await dispute(booking, { state: "lost" });
    await fails();
    expect([owed(booking), open(), rows().length]).toEqual([0, [], 1]);
    expect(await again({ to: "check" })).toEqual({ ok: false, code: "not_failed" });
  });
});

it.each(["same", "check"] as const)(
  "waits while the bank decides about its payment: nobody gives it (%s) meanwhile",
  async (to) => {
    await cancel();
    await fails();
    await dispute(booking);
    expect([await again({ to }), rows().length]).toEqual([{ ok: false, code: "frozen" }, 1]);
    await dispute(booking, { state: "won", reinstated: 409_32 });
    expect(await again({ to })).toMatchObject({ ok: true, refund: { amount: 409_32 } });
  },
);

describe("a refund in Stripe’s dashboard that was more than what was left, and fails", () => {
  it("is owed by us as far as it was due, and that goes back", async () => {
    const [rental] = orm().select().from(charges).all();
    const wish = { chargeId: rental!.id, amount: 100_00, way: "check", reason: "late", left: 409_32 } as const;
    await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
    const paid = { reference: "7", deposit_batch: null };
    await world.db.write((tx) => recordPaidOut(tx, admin(world), rows()[0]!.id, paid));
    const told = { refundId: "re_dash", amount: 409_32, paymentIntentId: card().stripe_payment_intent_id, key: null };
    const dashboard = (status: "pending" | "failed", failureReason: string | null) =>
      world.db.write((tx) => takeRefund(tx, world.deed(), { ...told, status, failureReason }));
    await dashboard("pending", null);
    expect(owed(booking)).toBe(100_00);
    await dashboard("failed", "expired_or_canceled_card");
    expect(owed(booking)).toBe(-309_32);
    expect(await again({ to: "same" }, rows()[1])).toMatchObject({ ok: true, refund: { amount: 309_32 } });
    expect(owed(booking)).toBe(0);
  });
});
