import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { charges, events, outbox, refunds } from "#db/schema/index";
import type { Booking } from "../booking/order/bookings.server";
import { newId } from "../kernel/ids.server";
import {
  confirm,
  openedCheckout,
  openWorld,
  sessionFacts,
  signedBooking,
  type TestWorld,
} from "../../../tests/support/domain";
import {
  allocate,
  findEntry,
  getEntry,
  listAllocations,
  openAmount,
  post,
  type Charge,
  type Payment,
  type Refund,
} from "./books.server";
import { creditCharge, getRentalCharge, leftOfCharge } from "./credits.server";
import { totalOf } from "./entries";
import { chargePaid, getPayment, readLedger } from "./ledger.server";
import type { RefundFacts } from "./ports";
import { applyRefundFacts, approveRefund, findRefundOnItsWay, listOpenRefunds } from "./refunds.server";

let world: TestWorld;
let booking: Booking;
let payment: Payment;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  [booking, payment] = await paid("ada@example.com");
});
afterEach(() => world.close());

async function paid(email: string): Promise<[Booking, Payment]> {
  const contactInfo = { firstName: "Ada", lastName: "Tester", phone: "407-555-0133", email };
  const signed = await signedBooking(world, { contactInfo });
  await confirm(world, sessionFacts(await openedCheckout(world, signed)));
  const [first] = readLedger(world.db.orm, signed.id).payments;
  if (!first) throw new Error("nothing was paid");
  return [signed, first];
}
const write = <T>(run: Parameters<typeof world.db.write<T>>[0]) => world.db.write(run);
const told = (action: "charge_credited" | "charge_made" | "payment_received" | "refund_approved" | "refund_moved") =>
  world.db.orm
    .select()
    .from(events)
    .where(and(eq(events.booking_id, booking.id), eq(events.action, action)))
    .all()
    .map(({ data, from_state, to_state }) => ({ ...data, from: from_state, to: to_state }));
const mails = () =>
  world.db.orm
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "mail.refund"))
    .all()
    .map(({ payload }) => payload);

/** A charge that nobody has paid yet, as the later ones will be. */
function owe(tx: Tx, booking_id: Booking["id"], amount: number, tax: number): Charge {
  const charge = tx
    .insert(charges)
    .values({
      id: newId("charge"),
      booking_id,
      kind: "cleaning",
      state: "proposed",
      amount,
      tax,
      description: "cleaning",
      created_at: world.clock.at,
    })
    .returning()
    .get();
  post(tx, world.deed(), {
    booking_id,
    kind: "charge",
    amount,
    tax,
    charge_id: charge.id,
    cause: `charge:${charge.id}`,
  });
  return charge;
}

it("a paid rental is booked and told with its tax", () => {
  expect(told("charge_made")).toEqual([{ amount: 40932, from: null, to: "succeeded" }]);
  expect(told("payment_received")).toEqual([{ amount: 40932, from: null, to: null }]);
  expect(getPayment(world.db.orm, payment.id)).toEqual(payment);
  expect(() => getPayment(world.db.orm, "pay_none" as Payment["id"])).toThrow("no payment pay_none");
  expect(() => getEntry(world.db.orm, "charge:none")).toThrow("nothing is booked for charge:none");
});

describe("an allocation", () => {
  it("is refused between bookings, the wrong way round, below 0 and above what is left", async () => {
    const [, theirs] = await paid("bob@example.com");
    const open = (tx: Tx, id: Booking["id"]) => getEntry(tx, `charge:${owe(tx, id, 5_000, 0).id}`);
    await write((tx) => {
      const credit = (cause: string) => creditCharge(tx, world.deed(), getRentalCharge(tx, booking.id), 10_000, cause);
      const [first, second] = [credit("first"), credit("second")];
      const [owed, alsoOwed, theirDebt] = [booking.id, booking.id, theirs.booking_id].map((id) => open(tx, id));
      if (!owed || !alsoOwed || !theirDebt) throw new Error("three charges were made");
      for (const [what, from, to, amount] of [
        ["of another booking", first, theirDebt, 1],
        ["from credit to credit", first, second, 1],
        ["from debt to debt", owed, alsoOwed, 1],
        ["below 0", first, owed, -1],
        ["more than is owed", first, owed, 5_001],
        ["more than there is", first, owed, 10_001],
      ] as const)
        expect(() => allocate(tx, world.deed(), from, to, amount), what).toThrow("cannot be allocated");
      expect([first, second, owed].map((entry) => openAmount(tx, entry))).toEqual([10_000, 10_000, 5_000]);
      allocate(tx, world.deed(), first, owed, 5_000);
      // Nothing is left to pay: no row of 0.
      allocate(tx, world.deed(), first, owed);
      expect(listAllocations(tx, booking.id).filter((one) => one.to_entry === owed.id).length).toBe(1);
    });
  });

  it("takes what both sides have left where no amount is said", async () => {
    await write((tx) => {
      const credit = creditCharge(tx, world.deed(), getRentalCharge(tx, booking.id), 10_000, "test");
      const charge = owe(tx, booking.id, 6_000, 480);
      const owes = getEntry(tx, `charge:${charge.id}`);
      expect(openAmount(tx, owes)).toBe(6_480);
      allocate(tx, world.deed(), credit, owes);
      expect([openAmount(tx, credit), openAmount(tx, owes)]).toEqual([3_520, 0]);
    });
  });
});

it("a charge that is paid at once needs the money for all of it", async () => {
  const fee = {
    booking_id: booking.id,
    kind: "cancellation_fee",
    amount: 5_000,
    tax: 400,
    description: "fee",
  } as const;
  const keep = (credits: number[]) =>
    write((tx) => {
      const rental = getRentalCharge(tx, booking.id);
      return chargePaid(
        tx,
        world.deed(),
        credits.map((part) => creditCharge(tx, world.deed(), rental, part, `${part}`)),
        fee,
      );
    });
  await expect(keep([5_000])).rejects.toThrow("400 of charge:");
  await keep([5_000, 700]);
  expect(told("charge_made")[1]).toEqual({ amount: 5_400, from: null, to: "succeeded" });
  expect(readLedger(world.db.orm, booking.id)).toMatchObject({ charged: 46_332, credited: 5_700, owed: -300 });
});

describe("a credit", () => {
  it("takes its tax with it; further ones have what is left, of this charge alone", async () => {
    await write((tx) => {
      const charge = getRentalCharge(tx, booking.id);
      const other = owe(tx, booking.id, 5_000, 400);
      expect(creditCharge(tx, world.deed(), charge, 10_233, "first")).toMatchObject({ amount: 9_475, tax: 758 });
      expect(leftOfCharge(tx, charge)).toEqual({ amount: 37_900 - 9_475, tax: 3_032 - 758 });
      expect(leftOfCharge(tx, other)).toEqual({ amount: 5_000, tax: 400 });
      expect(() => creditCharge(tx, world.deed(), charge, 40_932, "too much")).toThrow();
      expect(totalOf(creditCharge(tx, world.deed(), charge, null, "the rest"))).toBe(40_932 - 10_233);
      expect(leftOfCharge(tx, charge)).toEqual({ amount: 0, tax: 0 });
    });
    expect(told("charge_credited")).toMatchObject([{ amount: 10_233 }, { amount: 30_699 }]);
  });

  it("is of the rental, which an unpaid booking does not have", async () => {
    const unpaid = await signedBooking(world);
    expect(() => getRentalCharge(world.db.orm, unpaid.id)).toThrow("was charged no rental");
  });
});

describe("a refund", () => {
  const facts = (status: RefundFacts["status"], changes: Partial<RefundFacts> = {}): RefundFacts => ({
    refundId: "re_1",
    status,
    amount: 10_000,
    paymentIntentId: payment.stripe_payment_intent_id,
    failureReason: status === "failed" ? "expired_or_canceled_card" : null,
    ...changes,
  });
  const approve = (amount: number) =>
    write((tx) => {
      const credit = creditCharge(tx, world.deed(), getRentalCharge(tx, booking.id), amount, `refund of ${amount}`);
      return approveRefund(tx, world.deed(), payment, amount, "test", [credit]);
    });
  const approved = async (): Promise<Refund> => {
    const refund = await approve(10_000);
    if (!refund) throw new Error("no refund");
    return refund;
  };
  const apply = (refund: Refund, what: RefundFacts) => write((tx) => applyRefundFacts(tx, world.deed(), refund, what));
  const stored = ({ id }: Refund) => world.db.orm.select().from(refunds).where(eq(refunds.id, id)).get();

  it("is enqueued once with its amount; together they never exceed the payment, one that failed aside", async () => {
    expect(await write((tx) => approveRefund(tx, world.deed(), payment, 0, "nothing"))).toBeNull();
    const refund = await approved();
    expect(told("refund_approved")).toEqual([{ amount: 10_000, from: null, to: "approved" }]);
    const work = world.db.orm.select().from(outbox).where(eq(outbox.kind, "stripe.refund")).all();
    expect(work.map(({ cause, payload }) => ({ cause, payload }))).toEqual([
      { cause: `refund:${refund.id}`, payload: { refundId: refund.id } },
    ]);
    await expect(write((tx) => approveRefund(tx, world.deed(), payment, 30_933, "too much"))).rejects.toThrow(
      "exceeds",
    );
    await apply(refund, facts("failed"));
    expect(findEntry(world.db.orm, `refund_failed:${refund.id}`)).toMatchObject({
      amount: 10_000,
      kind: "refund_failed",
    });
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ refunded: 0, owed: -10_000 });
  });

  it.each([
    ["pending", [], 10_000],
    ["requires_action", [], 10_000],
    ["succeeded", ["succeeded"], 10_000],
    ["failed", ["failed"], 0],
    ["canceled", ["canceled"], 0],
  ] as const)("that is %s tells %o, and %i is refunded", async (status, words, refunded) => {
    const refund = await approved();
    await apply(refund, facts(status));
    expect(stored(refund)).toMatchObject({
      state: status,
      stripe_refund_id: "re_1",
      failure_reason: status === "failed" ? "expired_or_canceled_card" : null,
    });
    expect(told("refund_moved")).toEqual([
      { amount: 10_000, from: "approved", to: "submitted" },
      { amount: 10_000, from: "submitted", to: status },
    ]);
    expect(mails()).toEqual(words.map((state) => ({ refundId: refund.id, state })));
    expect(readLedger(world.db.orm, booking.id).refunded).toBe(refunded);
    // Said again, or by an older event: nothing happens.
    await apply(refund, facts(status));
    await apply(refund, facts("pending", { refundId: "re_other" }));
    expect(told("refund_moved").length).toBe(status === "requires_action" ? 3 : 2);
    expect(mails().length).toBe(words.length);
  });

  it("that nobody knows is an error", async () => {
    const refund = await approved();
    await expect(apply({ ...refund, id: "ref_none" as Refund["id"] }, facts("succeeded"))).rejects.toThrow(
      "no refund ref_none",
    );
  });

  it("is found by its payment and amount until Stripe's name for it is known; on its way it is asked for", async () => {
    const { orm } = world.db;
    const refund = await approved();
    expect(findRefundOnItsWay(orm, facts("pending"))?.id).toBe(refund.id);
    for (const other of [{ amount: 9_999 }, { paymentIntentId: null }, { paymentIntentId: "pi_unknown" }])
      expect(findRefundOnItsWay(orm, facts("pending", other)), JSON.stringify(other)).toBeNull();
    expect(listOpenRefunds(orm)).toEqual([]);
    await apply(refund, facts("pending"));
    expect(findRefundOnItsWay(orm, facts("pending"))).toBeNull();
    expect(listOpenRefunds(orm).map(({ id }) => id)).toEqual([refund.id]);
    await apply(refund, facts("succeeded"));
    expect(listOpenRefunds(orm)).toEqual([]);
  });
});
