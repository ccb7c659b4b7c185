import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { charges, outbox, refunds, tasks } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { listContradictions } from "../../../tests/support/invariants";
import { admin, disputed, onAccount, paymentOf } from "../../../tests/support/money";
import type { Id } from "../kernel/ids.server";
import { cancelBooking } from "../changes/cancel.server";
import * as books from "./books.server";
import { listOtherCredits } from "./credits.server";
import { findBookFaults } from "./company-check.server";
import { owedBy } from "./entries";
import {
  giveBack,
  listGivable,
  listRefundsToDo,
  otherPayments,
  planGiveBack,
  recordPaidOut,
  refundAgain,
} from "./give-back.server";
import { chargePaid, getPayment, recordPayment } from "./ledger.server";
import { recordReceipt } from "./receipts.server";
import { applyRefundFacts, findRefund } from "./refunds.server";
import { findSurplus } from "./surplus.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
});
afterEach(() => {
  expect(findBookFaults(world.db.orm)).toEqual([]);
  world.close();
});

const owed = (id: Id<"booking">) => owedBy(books.listEntries(world.db.orm, id));
const rentalOf = (id: Id<"booking">) =>
  world.db.orm.select().from(charges).where(eq(charges.booking_id, id)).get() ?? expect.fail("no charge");
const allRefunds = () => world.db.orm.select().from(refunds).all();
const give = (
  id: Id<"booking">,
  amount: number,
  left: number,
  way: "same" | "check" = "same",
  charge: string | null = rentalOf(id).id,
) =>
  world.db.write((tx) =>
    giveBack(tx, admin(world), id, { chargeId: charge, amount, way, reason: "The driver was rude", left }),
  );
const facts = (id: Id<"refund">, status: "failed" | "succeeded", amount: number) => ({
  refundId: `re_${id.slice(4, 12)}`,
  status,
  amount,
  paymentIntentId: null,
  failureReason: status === "failed" ? "expired_or_canceled_card" : null,
});
/** What the card company says of a refund. */
const fail = (id: Id<"refund">, amount: number) =>
  world.db.write((tx) =>
    applyRefundFacts(tx, world.deed(), findRefund(tx, { id }) ?? expect.fail(), facts(id, "failed", amount)),
  );

describe("money back outside the rules", () => {
  it("credits a part of a charge with its tax and sends it to the card, once", async () => {
    const { id } = await paidBooking(world);
    expect(await give(id, 100_00, 409_32)).toMatchObject({
      ok: true,
      refunds: [{ amount: 100_00, state: "approved" }],
    });
    expect(books.listEntries(world.db.orm, id).slice(-2)).toMatchObject([
      { kind: "credit", amount: 92_59, tax: 7_41 },
      { kind: "refund", amount: 100_00 },
    ]);
    expect(owed(id)).toBe(0);
    expect(listOtherCredits(world.db.orm, id)).toMatchObject([{ chargeId: rentalOf(id).id, cents: 100_00 }]);
    // Pressed twice: what it was made from has changed.
    expect(await give(id, 100_00, 409_32)).toEqual({ ok: false, code: "changed" });
    expect(allRefunds()).toHaveLength(1);
    expect(await give(id, 309_33, 309_32)).toEqual({ ok: false, code: "too_much", left: 309_32 });
    expect(await give(id, 309_32, 309_32)).toMatchObject({ ok: true });
    expect(planGiveBack(world.db.orm, id, { chargeId: rentalOf(id).id, amount: 1, way: "same" })).toEqual({
      ok: false,
      code: "unknown",
    });
  });

  it("goes over several payments, what paid for the charge first", async () => {
    const { id } = await paidBooking(world);
    const extra = await world.db.write((tx) => {
      const more = recordPayment(tx, world.deed(), {
        bookingId: id,
        checkoutId: null,
        amount: 50_00,
        intentId: "pi_2",
      });
      return chargePaid(tx, world.deed(), [books.getEntry(tx, `payment:${more.id}`)], {
        booking_id: id,
        kind: "haul",
        amount: 50_00,
        description: "Emergency haul",
      });
    });
    expect(await give(id, 20_00, 50_00, "same", extra.id)).toMatchObject({ ok: true });
    expect(getPayment(world.db.orm, allRefunds()[0]!.payment_id).stripe_payment_intent_id).toBe("pi_2");
    expect(await give(id, 409_32, 409_32)).toMatchObject({ ok: true, refunds: [{ amount: 409_32 }] });
    expect(owed(id)).toBe(0);
  });

  it("on account takes off what is owed first, and only what came in goes back, by check", async () => {
    const { id, customer_id } = await onAccount(world);
    const receipt = { method: "check", amount: 300_00, reference: "77", deposit_batch: null } as const;
    await world.db.write((tx) => recordReceipt(tx, admin(world), customer_id, receipt, { seen: 409_32 }));
    expect(owed(id)).toBe(109_32);
    expect(await give(id, 150_00, 409_32)).toMatchObject({
      ok: true,
      refunds: [{ amount: 40_68, method: "check", state: "approved" }],
    });
    expect(owed(id)).toBe(0);
    expect(
      world.db.orm
        .select()
        .from(outbox)
        .all()
        .filter(({ kind }) => kind === "stripe.refund"),
    ).toEqual([]);
  });

  // A check of $450 for $409.32: a credit would lower what was earned, and we would owe the $40.68 for ever.
  it("of what was paid too much goes back without a credit, as it came, once, and never more than that", async () => {
    const { id, customer_id } = await onAccount(world);
    const receipt = { method: "check", amount: 450_00, reference: "77", deposit_batch: null } as const;
    await world.db.write((tx) => recordReceipt(tx, admin(world), customer_id, receipt, { seen: 409_32 }));
    expect([owed(id), findSurplus(world.db.orm, id).cents]).toEqual([-40_68, 40_68]);
    expect(await give(id, 40_69, 40_68, "same", null)).toEqual({ ok: false, code: "too_much", left: 40_68 });
    expect(await give(id, 10_00, 40_68, "same", null)).toMatchObject({ ok: true, refunds: [{ method: "check" }] });
    expect(await give(id, 10_00, 40_68, "same", null)).toEqual({ ok: false, code: "changed" });
    expect(await give(id, 30_68, 30_68, "same", null)).toMatchObject({ ok: true, refunds: [{ amount: 30_68 }] });
    expect(await give(id, 30_68, 30_68, "same", null)).toEqual({ ok: false, code: "changed" });
    expect([owed(id), allRefunds().length]).toEqual([0, 2]);
    expect(books.listEntries(world.db.orm, id).filter(({ kind }) => kind === "credit")).toEqual([]);
    expect(listContradictions(world.db.orm)).toEqual([]);
  });

  it("of what was paid too much comes from the payment that was too much, not from the card before it", async () => {
    const { id } = await paidBooking(world);
    const byHand = { method: "cash", reference: null, deposit_batch: null, receipt: "r1" } as const;
    const cash = await world.db.write((tx) =>
      recordPayment(tx, world.deed(), { bookingId: id, checkoutId: null, amount: 20_00, intentId: null, byHand }),
    );
    expect(await give(id, 20_00, 20_00, "same", null)).toMatchObject({
      ok: true,
      refunds: [{ payment_id: cash.id, method: "cash" }],
    });
    expect(owed(id)).toBe(0);
  });

  it("of what was paid too much leaves a refund that came back to its own way", async () => {
    const { id } = await paidBooking(world);
    await give(id, 100_00, 409_32);
    await fail(allRefunds()[0]!.id, 100_00);
    expect([owed(id), findSurplus(world.db.orm, id).cents]).toEqual([-100_00, 0]);
  });

  it("is worked out from books that are read once, however many charges a booking has", async () => {
    const { id } = await paidBooking(world);
    await world.db.write((tx) => {
      for (let n = 0; n < 30; n++)
        chargePaid(tx, world.deed(), [], { booking_id: id, kind: "haul", amount: 0, description: "Haul" });
    });
    await give(id, 1_00, 409_32);
    const reads = vi.spyOn(books, "listEntries");
    expect(listGivable(world.db.orm, id).map(({ left }) => left)).toEqual([408_32]);
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  it("is refused while the payment is disputed", async () => {
    const { booking_id } = await disputed(world);
    expect(await give(booking_id, 100, 409_32)).toEqual({ ok: false, code: "frozen" });
    expect(allRefunds()).toEqual([]);
  });
});

describe("a refund by check", () => {
  it("waits for an admin, who writes down its number once; the customer is told", async () => {
    const { id } = await paidBooking(world);
    await give(id, 100_00, 409_32, "check");
    const [refund] = allRefunds();
    const task = () =>
      world.db.orm
        .select()
        .from(tasks)
        .where(eq(tasks.cause, `refund_by_hand:${refund?.id}`))
        .get();
    expect([refund?.state, task()?.state]).toEqual(["approved", "open"]);
    const out = () =>
      world.db.write((tx) =>
        recordPaidOut(tx, admin(world), refund?.id ?? "", { reference: "2001", deposit_batch: "B7" }),
      );
    expect(await out()).toMatchObject({ ok: true });
    expect(await out()).toEqual({ ok: false, code: "not_waiting" });
    expect(allRefunds()).toMatchObject([{ state: "succeeded", reference: "2001", deposit_batch: "B7" }]);
    expect(task()?.state).toBe("closed");
    expect(
      world.db.orm
        .select()
        .from(outbox)
        .all()
        .map(({ kind }) => kind),
    ).toContain("mail.refund");
  });
});

describe("a refund that failed", () => {
  const failed = async () => {
    const { id } = await paidBooking(world);
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 4093));
    const [refund] = allRefunds();
    await fail(refund!.id, 368_39);
    return { booking: id, refund: refund!.id };
  };
  const again = (id: string, way: Parameters<typeof refundAgain>[3]) =>
    world.db.write((tx) => refundAgain(tx, admin(world), id, way));

  it("is owed by us until it is taken up, once, and its task ends", async () => {
    const { booking, refund } = await failed();
    expect([owed(booking), listRefundsToDo(world.db.orm).map(({ state }) => state)]).toEqual([-368_39, ["failed"]]);
    expect(await again(refund, { to: "same" })).toMatchObject({
      ok: true,
      refund: { state: "approved", method: "card" },
    });
    expect(await again(refund, { to: "same" })).toEqual({ ok: false, code: "not_failed" });
    expect(owed(booking)).toBe(0);
    expect(
      world.db.orm
        .select()
        .from(tasks)
        .where(eq(tasks.cause, `refund:${refund}`))
        .get()?.state,
    ).toBe("closed");
    expect(listRefundsToDo(world.db.orm).map(({ state }) => state)).toEqual(["approved"]);
  });

  it("goes by check, where the card is closed", async () => {
    const { booking, refund } = await failed();
    expect(await again(refund, { to: "check" })).toMatchObject({ ok: true, refund: { method: "check" } });
    expect(owed(booking)).toBe(0);
  });

  it("goes to another card that paid for the booking, where that has enough left", async () => {
    const { booking, refund } = await failed();
    const pay = (amount: number, intentId: string) =>
      world.db.write((tx) =>
        recordPayment(tx, world.deed(), { bookingId: booking, checkoutId: null, amount, intentId }),
      );
    const small = await pay(100, "pi_small");
    const large = await pay(500_00, "pi_large");
    const failedRow = findRefund(world.db.orm, { id: refund }) ?? expect.fail();
    expect(otherPayments(world.db.orm, failedRow).map(({ id }) => id)).toEqual([large.id]);
    expect(await again(refund, { to: "payment", paymentId: small.id })).toEqual({ ok: false, code: "no_money" });
    const done = await again(refund, { to: "payment", paymentId: large.id });
    expect(done).toMatchObject({ ok: true, refund: { payment_id: large.id } });
  });

  it("of another booking's payment is no way", async () => {
    const { refund } = await failed();
    const other = await paidBooking(world);
    const paymentId = paymentOf(world, other.id).id;
    expect(await again(refund, { to: "payment", paymentId })).toEqual({ ok: false, code: "no_money" });
  });
});
