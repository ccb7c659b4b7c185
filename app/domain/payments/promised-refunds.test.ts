import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { outbox, refunds, tasks } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { listContradictions } from "../../../tests/support/invariants";
import { admin, moneyIn, refundFacts } from "../../../tests/support/money";
import type { Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { HOUR, plus } from "../kernel/time.server";
import { listRefundsForOffice } from "../records/billing-money.server";
import { aboutTask } from "../records/task-subjects.server";
import { findBookFaults } from "./company-check.server";
import { writeOffDispute } from "./disputes.server";
import { giveBack, isToTakeUp, listGivable, recordPaidOut, refundAgain } from "./give-back.server";
import { readLedger } from "./ledger.server";
import { applyRefundFacts } from "./refunds.server";

/**
 * Paid $409.32. Of that something is promised and has not gone out: it waits for a bank, for who pays it out, or for who
 * takes it up again. Then its customer gets the same money otherwise, from their bank or by Stripe's dashboard.
 */
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
});
afterEach(() => {
  expect([findBookFaults(orm()), listContradictions(orm())]).toEqual([[], []]);
  world.close();
});

const orm = () => world.db.orm;
const { dashboard, dispute } = moneyIn(() => world);
const rows = () => orm().select().from(refunds).all();
const given = () => rows().map(({ state, method, amount }) => `${state} ${method} ${amount}`);
const books = () => readLedger(orm(), booking.id);
const openTasks = () => orm().select().from(tasks).where(eq(tasks.state, "open")).all();
const asked = () => openTasks().flatMap(({ kind }) => (kind === "to_schedule" ? [] : kind));
const toTakeUp = () => rows().filter(isToTakeUp);

async function give(amount: number, way: "same" | "check") {
  const [{ charge, left } = expect.fail("nothing is left")] = listGivable(orm(), booking.id);
  const wish = { chargeId: charge.id, amount, way, reason: "sorry", left };
  const done = await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
  expect(done).toMatchObject({ ok: true });
}
async function cancel() {
  const shown = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, shown.fee));
}
/** Stripe does not take what the outbox sends, or the customer's bank sends it back. */
const comesBack = ({ id, amount } = rows()[0] ?? expect.fail("no refund")) =>
  world.db.write((tx) =>
    applyRefundFacts(
      tx,
      world.deed(),
      { id },
      refundFacts(world, booking, {
        refundId: `refused:${id}`,
        status: "failed",
        amount,
        failureReason: "expired_or_canceled_card",
      }),
    ),
  );
const byCheck = (id = rows()[0]?.id ?? "") =>
  world.db.write((tx) => refundAgain(tx, admin(world), id, { to: "check" }));
const paidOut = (id = rows().at(-1)?.id ?? "") =>
  world.db.write((tx) => recordPaidOut(tx, admin(world), id, { reference: "7", deposit_batch: null }));

describe("what a bank gives back", () => {
  it("ends the check that waits instead of a refund that failed", async () => {
    await cancel();
    await comesBack();
    await byCheck();
    await dispute(booking);
    await dispute(booking, { state: "lost" });
    expect(await paidOut()).toEqual({ ok: false, code: "lost_dispute" });
    expect([given(), books().owed, asked()]).toEqual([["failed card 40932", "canceled check 40932"], 0, []]);
  });

  it("ends the same part of a check, and the rest of it still waits", async () => {
    await give(100_00, "check");
    await dispute(booking, { amount: 30_00, withdrawn: 30_00, state: "lost" });
    expect(given()).toEqual(["canceled check 10000", "approved check 7000"]);
    expect([books().owed, asked()]).toEqual([0, ["refund_by_hand"]]);
    // Told once more, it ends nothing.
    await dispute(booking, { amount: 30_00, withdrawn: 30_00, state: "lost" });
    expect(given()).toHaveLength(2);
  });

  it("is not paid out by check before the bank has decided, and is where we win", async () => {
    await give(409_32, "check");
    await dispute(booking);
    expect(await paidOut()).toEqual({ ok: false, code: "frozen" });
    expect(listRefundsForOffice(orm())).toMatchObject([{ next: "pay_out", isFrozen: true }]);
    await dispute(booking, { state: "won", reinstated: 409_32 });
    expect(listRefundsForOffice(orm())).toMatchObject([{ next: "pay_out", isFrozen: false }]);
    expect(await paidOut()).toMatchObject({ ok: true });
  });

  it("settles a refund that failed, and a write-off does not owe it once more", async () => {
    await cancel();
    await comesBack();
    const lost = await dispute(booking, { state: "lost" });
    expect([toTakeUp(), asked()]).toEqual([[], []]);
    await world.db.write((tx) => writeOffDispute(tx, admin(world), lost?.id ?? "", "mercy"));
    expect(books().owed).toBe(0);
  });

  it("settles a refund that fails after it, and nobody is told that", async () => {
    await cancel();
    await dispute(booking, { state: "lost" });
    expect([books().owed, asked()]).toEqual([409_32, ["dispute_lost"]]);
    await comesBack();
    expect([books().owed, toTakeUp(), asked()]).toEqual([0, [], []]);
    expect(orm().select().from(outbox).where(eq(outbox.kind, "mail.refund")).all()).toEqual([]);
  });

  it("before a refund was decided is no part of that, however that ends", async () => {
    await dispute(booking, { amount: 50_00, withdrawn: 50_00, state: "lost" });
    world.clock.at = plus(world.clock.at, HOUR);
    await give(100_00, "same");
    await comesBack();
    await dispute(booking, { amount: 50_00, withdrawn: 50_00, state: "lost" });
    expect([toTakeUp().length, asked()]).toEqual([1, ["dispute_lost", "refund_failed"]]);
  });
});

describe("what was promised after a bank had decided is no part of what that bank took,", () => {
  const later = () => (world.clock.at = plus(world.clock.at, HOUR));
  beforeEach(async () => {
    await dispute(booking, { disputeId: "du_a", amount: 50_00, withdrawn: 50_00, state: "lost" });
    later();
    await give(100_00, "check");
    later();
  });
  const other = (changes: Parameters<typeof dispute>[1]) =>
    dispute(booking, { disputeId: "du_b", amount: 30_00, withdrawn: 30_00, ...changes });

  it("also when another dispute of the payment is won: all of it still waits", async () => {
    await other({});
    await other({ state: "won", reinstated: 30_00 });
    expect([given(), asked()]).toEqual([["approved check 10000"], ["dispute_lost", "refund_by_hand"]]);
  });

  it("when another is lost: only what that one took ends of it", async () => {
    await other({});
    await other({ state: "lost" });
    expect(given()).toEqual(["canceled check 10000", "approved check 7000"]);
    expect([books().owed, asked()]).toEqual([50_00, ["dispute_lost", "refund_by_hand"]]);
  });

  it("when an inquiry closes: all of it still waits", async () => {
    await other({ withdrawn: 0, state: "inquiry" });
    await other({ withdrawn: 0, state: "closed" });
    expect(given()).toEqual(["approved check 10000"]);
  });

  it("but is of what was taken before we were told of it", async () => {
    await other({ withdrawn: 0, state: "lost" });
    later();
    await give(100_00, "check");
    later();
    await other({ state: "lost" });
    expect(given()).toEqual(["approved check 10000", "canceled check 10000", "approved check 7000"]);
  });
});

describe("what Stripe's dashboard gives back", () => {
  it("of a refund that failed ends that, and no second credit is made", async () => {
    await give(100_00, "same");
    await comesBack();
    await dashboard(booking);
    expect(books()).toMatchObject({ refunded: 100_00, credited: 100_00, owed: 0 });
    expect(await byCheck()).toEqual({ ok: false, code: "not_failed" });
    expect(asked()).toEqual(["refund_elsewhere"]);
  });

  it("of all that a cancellation promised ends what failed of it", async () => {
    await cancel();
    await comesBack();
    await dashboard(booking, { amount: 409_32 });
    expect([books().owed, toTakeUp(), asked()]).toEqual([0, [], ["refund_elsewhere"]]);
  });

  it("of a part of it leaves the rest to be taken up, which says so", async () => {
    await cancel();
    await comesBack();
    await dashboard(booking);
    expect([toTakeUp().length, books().owed]).toEqual([1, -309_32]);
    expect(listRefundsForOffice(orm())).toMatchObject([{ amount: 309_32, elsewhere: 100_00, next: "again" }]);
    const task = openTasks().find(({ kind }) => kind === "refund_failed") ?? expect.fail("nobody is asked");
    const { detail } = aboutTask(orm(), task, world.clock.at);
    expect(detail).toContain("$309.32");
    expect(detail).toContain("$100.00 went back in Stripe’s dashboard since");
  });

  it("while ours is still in the outbox ends ours once Stripe does not take it", async () => {
    await cancel();
    await dashboard(booking, { amount: 409_32 });
    expect(books().owed).toBe(409_32);
    await comesBack();
    expect([books().owed, toTakeUp(), asked()]).toEqual([0, [], ["refund_elsewhere"]]);
  });

  it("and comes back from there, beyond what was due, was never owed", async () => {
    await give(409_32, "check");
    await paidOut();
    await dashboard(booking, { status: "pending" });
    expect(books().owed).toBe(100_00);
    await dashboard(booking, { status: "failed", failureReason: "expired_or_canceled_card" });
    expect([books().owed, toTakeUp(), asked()]).toEqual([0, [], ["refund_elsewhere"]]);
  });

  it("besides a part that a bank holds leaves that part to wait for the bank", async () => {
    const part = { amount: 50_00, withdrawn: 50_00 };
    await dispute(booking, part);
    await cancel();
    await dashboard(booking, { amount: 359_32 });
    expect(given()).toEqual(["canceled card 40932", "succeeded card 35932", "requested card 5000"]);
    await dispute(booking, { ...part, state: "lost" });
    expect([books().owed, given().at(-1), asked()]).toEqual([0, "canceled card 5000", ["refund_elsewhere"]]);
  });

  it("besides a part that a bank holds sends no more than that part once we win", async () => {
    const part = { amount: 50_00, withdrawn: 50_00 };
    await dispute(booking, part);
    await cancel();
    await dashboard(booking, { amount: 359_32 });
    await dispute(booking, { ...part, state: "won", reinstated: 50_00 });
    expect([books().owed, given().at(-1)]).toEqual([0, "approved card 5000"]);
  });

  it("of the same sum as a check that waits is that money", async () => {
    await give(100_00, "check");
    await dashboard(booking);
    expect(given()).toEqual(["canceled check 10000", "succeeded card 10000"]);
    expect(books()).toMatchObject({ refunded: 100_00, credited: 100_00, owed: 0 });
    expect(await paidOut(rows()[0]?.id)).toEqual({ ok: false, code: "gone_by_card" });
  });
});
