import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { charges, refunds, tasks } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { admin, moneyIn, paymentOf } from "../../../tests/support/money";
import type { Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { HOUR, plus } from "../kernel/time.server";
import { findDisputeRecord } from "../records/billing-money.server";
import { findBookFaults } from "./company-check.server";
import { writeOffDispute } from "./disputes.server";
import { giveBack, isToTakeUp, listGivable, planGiveBack } from "./give-back.server";
import { LOST_DISPUTE } from "./given-otherwise.server";
import { recordReceipt } from "./receipts.server";
import { applyRefundFacts, leftOfPayment } from "./refunds.server";

/** Paid $409.32, of which a bank takes a part, or all, for good; cancelling would be free. */
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
});
afterEach(() => world.close());

const orm = () => world.db.orm;
const { check, dispute, owed } = moneyIn(() => world);
const given = () =>
  orm()
    .select()
    .from(refunds)
    .all()
    .map(({ state, method, amount }) => `${state} ${method} ${amount}`);
const taskOf = (id: string) =>
  orm()
    .select()
    .from(tasks)
    .where(eq(tasks.cause, `dispute_lost:${id}`))
    .get()?.state ?? "none";

async function take(cents: number, state: "needs_response" | "lost" | "won"): Promise<string> {
  const facts = { amount: cents, withdrawn: cents, reinstated: state === "won" ? cents : 0, state };
  const taken = await dispute(booking, facts);
  return taken?.id ?? expect.fail("no dispute");
}

async function cancel() {
  const shown = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  const done = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(), world.settings(), booking.id, null, shown.fee),
  );
  // What was shown is what happens.
  expect(done).toMatchObject({ ok: true, refund: shown.refund });
  return { refund: shown.refund, already: shown.already };
}

const writeOff = (id: string) => world.db.write((tx) => writeOffDispute(tx, admin(world), id, "mercy"));

/** Nobody owes anything, nobody has to see to anything, and the books are right. */
function expectQuits() {
  expect([owed(booking), findBookFaults(orm())]).toEqual([0, []]);
  expect(orm().select().from(refunds).all().filter(isToTakeUp)).toEqual([]);
}

describe("$50 of a payment lost to the bank", () => {
  it("before the cancellation: the rest goes back, is shown before, and the lost dispute is settled", async () => {
    const id = await take(50_00, "lost");
    expect([taskOf(id), owed(booking)]).toEqual(["open", 50_00]);
    expect(await cancel()).toEqual({ refund: 359_32, already: 50_00 });
    expect([given(), taskOf(id)]).toEqual([["approved card 35932"], "closed"]);
    expectQuits();
  });

  it("after the cancellation: what the bank took ends, and the rest of what waited goes out", async () => {
    await take(50_00, "needs_response");
    expect(await cancel()).toEqual({ refund: 409_32, already: 0 });
    expect(given()).toEqual(["requested card 40932"]);
    const id = await take(50_00, "lost");
    expect(given()).toEqual(["canceled card 40932", "approved card 35932"]);
    const [ended, instead] = orm().select().from(refunds).all();
    expect([ended?.replaced_by, taskOf(id)]).toEqual([instead?.id, "none"]);
    // Told once more, nothing follows.
    await take(50_00, "lost");
    expect(given()).toHaveLength(2);
    expectQuits();
  });

  it("after the cancellation, and what waited was to be paid out by check: it still is", async () => {
    await take(50_00, "needs_response");
    await cancel();
    orm().update(refunds).set({ method: "check" }).run();
    await take(50_00, "lost");
    expect(given()).toEqual(["canceled check 40932", "approved check 35932"]);
    expectQuits();
  });

  it("is not left of the payment any more", async () => {
    await take(50_00, "lost");
    expect(leftOfPayment(orm(), paymentOf(world, booking.id))).toBe(359_32);
  });

  it("and won instead, all of it goes out", async () => {
    await take(50_00, "needs_response");
    await cancel();
    await take(50_00, "won");
    expect(given()).toEqual(["approved card 40932"]);
    expectQuits();
  });
});

describe("outside the rules, of a charge that a bank took a part of", () => {
  const left = () => listGivable(orm(), booking.id).map((one) => one.left);
  async function give(amount: number) {
    const [{ charge, left } = expect.fail("nothing is left")] = listGivable(orm(), booking.id);
    const wish = { chargeId: charge.id, amount, way: "same", reason: "sorry", left } as const;
    return world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
  }

  it("the rest can be given back, and not a cent more; what the bank took is still owed, and then written off", async () => {
    const id = await take(50_00, "lost");
    world.clock.at = plus(world.clock.at, HOUR);
    expect(left()).toEqual([359_32]);
    expect(await give(359_33)).toEqual({ ok: false, code: "too_much", left: 359_32 });
    expect(await give(100_00)).toMatchObject({ ok: true, refunds: [{ amount: 100_00 }] });
    expect([left(), owed(booking)]).toEqual([[259_32], 50_00]);
    expect(await give(259_32)).toMatchObject({ ok: true });
    expect([left(), owed(booking), taskOf(id)]).toEqual([[], 50_00, "open"]);
    expect(await writeOff(id)).toEqual({ ok: true, amount: 50_00 });
    expect(left()).toEqual([]);
    expectQuits();
  });

  it("written off before, it is the same rest", async () => {
    await writeOff(await take(50_00, "lost"));
    expect(left()).toEqual([359_32]);
    expect(await give(359_32)).toMatchObject({ ok: true });
    expect(left()).toEqual([]);
    expectQuits();
  });

  it("paid once more by a check, all of it can be", async () => {
    await take(50_00, "lost");
    const check = { method: "check", amount: 50_00, reference: "12", deposit_batch: null } as const;
    await world.db.write((tx) => recordReceipt(tx, admin(world), booking.customer_id, check, { seen: 50_00 }));
    expect(left()).toEqual([409_32]);
    expect(await give(409_32)).toMatchObject({ ok: true, refunds: [{ amount: 359_32 }, { amount: 50_00 }] });
    expectQuits();
  });

  it("all of it taken, nothing is left", async () => {
    await take(409_32, "lost");
    expect(left()).toEqual([]);
    const [charge] = orm().select().from(charges).all();
    const wish = { chargeId: charge?.id ?? "", amount: 1, way: "same" } as const;
    expect(planGiveBack(orm(), booking.id, wish)).toEqual({ ok: false, code: "unknown" });
  });
});

describe.each([50_00, 409_32])("a lost dispute of %s cents that an admin writes off", (cents) => {
  const rest = 409_32 - cents;
  const sent = rest > 0 ? [`approved card ${rest}`] : [];

  it("before the cancellation: what was written off is not given back a second time", async () => {
    const id = await take(cents, "lost");
    expect(await writeOff(id)).toEqual({ ok: true, amount: cents });
    expect(owed(booking)).toBe(0);
    expect(await cancel()).toEqual({ refund: rest, already: 0 });
    expect(given()).toEqual(sent);
    expectQuits();
  });

  it("after the cancellation: there is nothing left to write off", async () => {
    const id = await take(cents, "lost");
    expect(await cancel()).toEqual({ refund: rest, already: cents });
    expect(await writeOff(id)).toEqual({ ok: false, code: "not_lost" });
    expect(given()).toEqual(sent);
    expectQuits();
  });
});

it("what is written off is written off with its tax, of the charge that was paid", async () => {
  await writeOff(await take(409_32, "lost"));
  const [charge] = orm().select().from(charges).all();
  const rows = world.db.sqlite
    .prepare("select amount, tax, charge_id from ledger_entries where kind = 'write_off'")
    .all();
  expect(rows).toEqual([{ amount: charge?.amount, tax: charge?.tax, charge_id: charge?.id }]);
});

it("books that owe once more what a bank gave back are found", async () => {
  await cancel();
  const [refund] = orm().select().from(refunds).all();
  const facts = {
    refundId: "re_1",
    status: "failed",
    amount: 409_32,
    paymentIntentId: null,
    failureReason: "",
  } as const;
  await world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund ?? expect.fail("no refund"), facts));
  expect(findBookFaults(orm())).toEqual([]);
  orm().update(refunds).set({ failure_reason: LOST_DISPUTE }).run();
  expect(findBookFaults(orm())).toEqual([expect.stringContaining("the books owe it once more")]);
});

it("that a check has paid is nobody's to decide on, and nothing of it can be written off", async () => {
  const id = await take(409_32, "lost");
  const can = () => findDisputeRecord(orm(), world.clock.at, id)?.can.writeOff;
  await check(booking, 400_00, 409_32);
  expect([taskOf(id), can()]).toEqual(["open", true]);
  await check(booking, 9_32, 9_32);
  expect([taskOf(id), can()]).toEqual(["closed", false]);
  expect(await writeOff(id)).toEqual({ ok: false, code: "not_lost" });
  expectQuits();
});

describe("a write-off while a refund of the payment is on its way", () => {
  const ends = (status: "failed" | "succeeded" | "pending") => {
    const [refund] = orm().select().from(refunds).all();
    const { id, amount } = refund ?? expect.fail("no refund");
    const facts = { refundId: "re_1", status, amount, paymentIntentId: null, failureReason: null };
    return world.db.write((tx) => applyRefundFacts(tx, world.deed(), { id }, facts));
  };

  it.each([409_32, 50_00])("of %s cents is refused, and comes back settled where that fails", async (cents) => {
    await cancel();
    const id = await take(cents, "lost");
    expect(await writeOff(id)).toEqual({ ok: false, code: "refund_under_way" });
    await ends("pending");
    expect(await writeOff(id)).toEqual({ ok: false, code: "refund_under_way" });
    await ends("failed");
    expect([owed(booking), taskOf(id)]).toEqual([cents - 409_32, "closed"]);
    expect(await writeOff(id)).toEqual({ ok: false, code: "not_lost" });
  });

  it("is possible once that has arrived", async () => {
    await cancel();
    const id = await take(409_32, "lost");
    await ends("succeeded");
    expect(owed(booking)).toBe(409_32);
    expect(await writeOff(id)).toEqual({ ok: true, amount: 409_32 });
    expect(owed(booking)).toBe(0);
  });
});
