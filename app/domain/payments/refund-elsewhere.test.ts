import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charges, invoices, outbox, refunds, stripeTransactions, tasks } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { admin, onAccount, paymentOf, refundFacts } from "../../../tests/support/money";
import type { Booking } from "../booking/order/bookings.server";
import { listEntries } from "./books.server";
import { findBookFaults } from "./company-check.server";
import { owedBy } from "./entries";
import { giveBack, listRefundsToDo, recordPaidOut } from "./give-back.server";
import { readLedger } from "./ledger.server";
import { listPayouts, takePayout } from "./payouts.server";
import type { PayoutFacts } from "./money-port";
import type { RefundFacts } from "./ports";
import { listUnknownRefunds, takeRefund } from "./refund-elsewhere.server";
import { dayAt, HOUR, plus } from "../kernel/time.server";
import { listRefundsForOffice } from "../records/billing-money.server";
import { aboutTask } from "../records/task-subjects.server";

let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world);
});
afterEach(() => {
  expect(findBookFaults(world.db.orm)).toEqual([]);
  world.close();
});

const facts = (changes: Partial<RefundFacts> = {}) => refundFacts(world, booking, changes);
const tell = (told: RefundFacts) => world.db.write((tx) => takeRefund(tx, world.deed(), told));
const rows = () => world.db.orm.select().from(refunds).all();
const openTasks = (kind: string) =>
  world.db.orm
    .select()
    .from(tasks)
    .all()
    .filter((task) => task.kind === kind && task.state === "open");

describe("a refund that somebody made in Stripe's dashboard", () => {
  it("enters the books once, with its credit note, a task and the customer's mail", async () => {
    for (const status of ["pending", "succeeded", "pending"] as const) await tell(facts({ status }));
    expect(rows()).toMatchObject([
      { state: "succeeded", amount: 100_00, stripe_refund_id: "re_dashboard", method: "card" },
    ]);
    expect(listEntries(world.db.orm, booking.id).slice(-2)).toMatchObject([
      { kind: "refund", amount: 100_00 },
      { kind: "credit", amount: 92_59, tax: 7_41 },
    ]);
    expect(owedBy(listEntries(world.db.orm, booking.id))).toBe(0);
    expect(
      world.db.orm
        .select()
        .from(invoices)
        .all()
        .map(({ invoice_number, total }) => [invoice_number.slice(0, 3), total]),
    ).toEqual([
      ["INV", 409_32],
      ["CRN", 100_00],
    ]);
    expect(openTasks("refund_elsewhere")).toHaveLength(1);
    const sent = world.db.orm.select().from(outbox).where(eq(outbox.kind, "stripe.refund")).all();
    expect(sent).toEqual([]);
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.refund")).all()).toHaveLength(1);
  });

  it("is no other than ours by its key, whichever is told first, and of the same amount", async () => {
    const rental = world.db.orm.select().from(charges).where(eq(charges.booking_id, booking.id)).get()!;
    await world.db.write((tx) =>
      giveBack(tx, admin(world), booking.id, {
        chargeId: rental.id,
        amount: 100_00,
        way: "same",
        reason: "test",
        left: 409_32,
      }),
    );
    await tell(facts());
    await tell(facts({ refundId: "re_ours", key: rows()[0]?.id ?? null }));
    expect(rows().map(({ stripe_refund_id: id, state }) => [id, state])).toEqual([
      ["re_ours", "succeeded"],
      ["re_dashboard", "succeeded"],
    ]);
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ refunded: 200_00, credited: 200_00, owed: 0 });
  });

  it("that fails has given nothing back", async () => {
    await tell(facts({ status: "pending" }));
    await tell(facts({ status: "failed", failureReason: "expired_or_canceled_card" }));
    expect(rows()[0]?.state).toBe("failed");
    expect(openTasks("refund_failed")).toHaveLength(1);
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ refunded: 0 });
  });

  it("beyond what the payment paid for is owed to us", async () => {
    const rental = world.db.orm.select().from(charges).where(eq(charges.booking_id, booking.id)).get()!;
    await world.db.write((tx) =>
      giveBack(tx, admin(world), booking.id, {
        chargeId: rental.id,
        amount: 400_00,
        way: "check",
        reason: "test",
        left: 409_32,
      }),
    );
    const paid = { reference: "7", deposit_batch: null };
    await world.db.write((tx) => recordPaidOut(tx, admin(world), rows()[0]?.id ?? "", paid));
    await tell(facts());
    expect(readLedger(world.db.orm, booking.id).owed).toBe(100_00 - 9_32);
  });

  describe("while a check of the same payment waits to be mailed", () => {
    const pressed = (id: string | undefined) =>
      world.db.write((tx) => recordPaidOut(tx, admin(world), id ?? "", { reference: "7", deposit_batch: null }));
    beforeEach(async () => {
      const rental = world.db.orm.select().from(charges).where(eq(charges.booking_id, booking.id)).get()!;
      const wish = { chargeId: rental.id, amount: 400_00, way: "check", reason: "test", left: 409_32 } as const;
      await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
      world.clock.at = plus(world.clock.at, HOUR);
    });
    const given = () => rows().map(({ state, method, amount }) => `${state} ${method} ${amount}`);

    it("has the check end as far as the card has it now, and a press on it is refused; the rest still waits", async () => {
      await tell(facts());
      expect(given()).toEqual(["canceled check 40000", "succeeded card 10000", "approved check 30932"]);
      expect(readLedger(world.db.orm, booking.id)).toMatchObject({ refunded: 409_32, owed: 0 });
      const [check, , rest] = rows();
      expect(await pressed(check?.id)).toEqual({ ok: false, code: "gone_by_card" });
      expect(openTasks("refund_by_hand").map(({ subject_id }) => subject_id)).toEqual([rest?.id]);
      expect(listRefundsToDo(world.db.orm).map(({ id }) => id)).toEqual([rest?.id]);
      expect(await pressed(rest?.id)).toMatchObject({ ok: true });
    });

    it("of all of it ends the check altogether, however often it is told", async () => {
      for (const status of ["pending", "succeeded", "succeeded"] as const)
        await tell(facts({ amount: 409_32, status }));
      expect(given()).toEqual(["canceled check 40000", "succeeded card 40932"]);
      expect(readLedger(world.db.orm, booking.id)).toMatchObject({ refunded: 409_32, owed: 0 });
      expect(openTasks("refund_by_hand")).toEqual([]);
    });

    it("of what was not promised leaves the check, whose task says so", async () => {
      await tell(facts({ amount: 9_32 }));
      expect(given()).toEqual(["approved check 40000", "succeeded card 932"]);
      const [task] = openTasks("refund_by_hand");
      expect(aboutTask(world.db.orm, task!, world.clock.at).detail).toContain("$9.32 went back in Stripe’s dashboard");
      expect(listRefundsForOffice(world.db.orm)).toMatchObject([{ elsewhere: 9_32 }]);
    });
  });

  it("of a payment that is none of ours, or of which nobody said whose it is, changes nothing", async () => {
    await tell(facts({ paymentIntentId: "pi_of_another_shop" }));
    await tell(facts({ paymentIntentId: null }));
    const { key: _missing, ...untold } = facts();
    await tell(untold);
    expect(rows()).toEqual([]);
  });

  it("is found on the balance when no event told it", async () => {
    await onAccount(world);
    const { stripe_payment_intent_id: payment_intent } = paymentOf(world, booking.id);
    const moved = { kind: "refund", type: "refund", amount: -100_00, fee: 0, at: world.clock.at } as const;
    world.db.orm
      .insert(stripeTransactions)
      .values([
        { id: "txn_1", ...moved, payment_intent, refund: "re_dashboard" },
        { id: "txn_2", ...moved, payment_intent: "pi_of_another_shop", refund: "re_other" },
      ])
      .run();
    expect(listUnknownRefunds(world.db.orm)).toEqual(["re_dashboard"]);
    await tell(facts());
    expect(listUnknownRefunds(world.db.orm)).toEqual([]);
  });
});

describe("a payout", () => {
  const payout = (changes: Partial<PayoutFacts> = {}): PayoutFacts => ({
    payoutId: "po_1",
    state: "in_transit",
    amount: 300_00,
    created: Math.floor(world.clock.at / 1000),
    arrival: Math.floor(world.clock.at / 1000) + 2 * 24 * 3600,
    failureReason: null,
    ...changes,
  });
  const take = (told: PayoutFacts) => world.db.write((tx) => takePayout(tx, world.deed(), told));
  const shown = () => listPayouts(world.db.orm, dayAt(world.clock.at)).map(({ state, amount }) => [state, amount]);

  it("is known once, whatever order it is told in, on the day it leaves and on the day it arrives", async () => {
    await take(payout({ state: "paid" }));
    await take(payout());
    expect(shown()).toEqual([["paid", 300_00]]);
    const [{ arrives_on } = expect.fail("no payout")] = listPayouts(world.db.orm, dayAt(world.clock.at));
    expect(listPayouts(world.db.orm, arrives_on)).toHaveLength(1);
    expect(openTasks("payout_failed")).toEqual([]);
  });

  it("that the bank sends back is a task, also after it was said to be paid", async () => {
    await take(payout({ state: "paid" }));
    await take(payout({ state: "failed", failureReason: "The bank account has been closed." }));
    expect(shown()).toEqual([["failed", 300_00]]);
    expect(openTasks("payout_failed")).toHaveLength(1);
  });
});
