import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { listContradictions } from "../../../tests/support/invariants";
import { admin, disputeFacts, moneyIn, paymentOf, refundFacts, tell } from "../../../tests/support/money";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { cancelBooking } from "../changes/cancel.server";
import { findBookFaults } from "../payments/company-check.server";
import { recordPaidOut, refundAgain } from "../payments/give-back.server";
import type { RefundFacts } from "../payments/ports";
import { applyRefundFacts } from "../payments/refunds.server";
import { listMoney } from "./customer.server";
import { readStatus } from "./status.server";

/** What the customer of a cancelled booking of $409.32 reads of its refund, which came another way than it was sent. */
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
const pay = () => paymentOf(world, booking.id);
const rows = () => orm().select().from(refunds).all();
const cancel = () => world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0));
const facts = (changes: Partial<RefundFacts>) =>
  refundFacts(world, booking, { refundId: "re_dash", amount: 409_32, ...changes });
const dashboard = (changes: Partial<RefundFacts> = {}) => moneyIn(() => world).dashboard(booking, facts(changes));
const ends = (status: "succeeded" | "failed", refund = rows()[0]!) =>
  world.db.write((tx) =>
    applyRefundFacts(tx, world.deed(), refund, facts({ refundId: `re_${refund.id}`, amount: refund.amount, status })),
  );
const again = () => world.db.write((tx) => refundAgain(tx, admin(world), rows()[0]!.id, { to: "check" }));
/** Decided to go by check, because the card is closed. */
const byCheck = async () => {
  await cancel();
  await ends("failed");
  await again();
  return rows().at(-1)!;
};
const status = (refundStates = true) =>
  readStatus(orm(), getBooking(orm(), booking.id), { refundStates, now: world.clock.at }).more;
const money = (refundStates: boolean) =>
  listMoney(orm(), booking, { refundStates, now: world.clock.at }).map(({ label, state, amount }) => [
    label,
    state,
    amount,
  ]);
const PAID = ["Payment by card", "Received", 409_32];

describe("a refund that failed", () => {
  it("is said to have, and moves no money where its state is not shown", async () => {
    await cancel();
    await ends("failed");
    expect(status()).toMatch(/could not go back/);
    expect(money(true)).toEqual([
      PAID,
      ["Refund to your card", "Refund failed: we are on it and will call you", -409_32],
    ]);
    expect(money(false)).toEqual([PAID]);
  });

  it("and goes by check is said to do that, and not to have failed any more", async () => {
    const check = await byCheck();
    const due = "$409.32 goes back by check; we write when it is out.";
    expect(status()).toBe(due);
    await world.db.write((tx) => recordPaidOut(tx, admin(world), check.id, { reference: "7", deposit_batch: null }));
    expect([status(), status(false)]).toEqual(["$409.32 went back by check.", due]);
    for (const shown of [true, false])
      expect(money(shown)).toEqual([PAID, ["Refund by check", shown ? "Refunded" : "", -409_32]]);
  });
});

describe("a check that a refund in Stripe’s dashboard has made needless", () => {
  it("all of it: the money went back to the card, once", async () => {
    await byCheck();
    await dashboard();
    expect(status()).toMatch(/^\$409\.32 went back to your card/);
    for (const shown of [true, false])
      expect(money(shown)).toEqual([PAID, ["Refund to your card", shown ? "Refunded" : "", -409_32]]);
  });

  it("a part of it: the rest is still on its way", async () => {
    await byCheck();
    await dashboard({ amount: 100_00 });
    expect(status()).toBe(
      "$100.00 went back to your card; banks show it in 5–10 business days. $309.32 goes back by check; we write when it is out.",
    );
    expect(status(false)).toBe("$409.32 goes back by check and to your card; we write when it is out.");
    expect(money(false).map(([, , amount]) => amount)).toEqual([409_32, -100_00, -309_32]);
    const rest = rows().find(({ state }) => state === "approved")!;
    await world.db.write((tx) => recordPaidOut(tx, admin(world), rest.id, { reference: "7", deposit_batch: null }));
    expect(status()).toMatch(/went back/);
  });
});

it("a refund that waited for a dispute, of which the bank has given a part, is back once the rest is", async () => {
  const told = { amount: 50_00, withdrawn: 50_00 };
  await tell(world, disputeFacts(pay(), told));
  await cancel();
  await tell(world, disputeFacts(pay(), { ...told, state: "lost" }));
  const rest = orm().select().from(refunds).where(eq(refunds.state, "approved")).get()!;
  const has = "You have $50.00 back already.";
  expect(status()).toBe(`$359.32 goes back to your card in 5–10 business days. ${has}`);
  await ends("succeeded", rest);
  expect(status()).toBe(`$359.32 went back to your card; banks show it in 5–10 business days. ${has}`);
  expect(money(false)).toEqual([
    PAID,
    ["Refund to your card", "", -359_32],
    ["Taken back by your bank", "You have it back", -50_00],
  ]);
});
