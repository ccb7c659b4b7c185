import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { outbox } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { due } from "../../../tests/support/charges";
import { confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { admin, disputeFacts, onAccount, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import { takeReceipt } from "../charges/by-hand.server";
import { getCharge } from "../charges/charges.server";
import { addByHand } from "../charges/office.server";
import { readStatement } from "../charges/statement.server";
import { addDays, day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { dayAt, DAY, plus } from "../kernel/time.server";
import { findCaller } from "../records/caller.server";
import { listOwedOnAccount } from "../records/owed-on-account.server";
import { findStatement } from "../records/statement.server";
import { findDue, listOnAccount } from "./account-due.server";
import { findOverdue } from "./account-tasks.server";
import { applyRefundFacts } from "./refunds.server";
import { giveBack, listGivable, recordPaidOut } from "./give-back.server";
import { readLedger } from "./ledger.server";

/** What is due on an account is what was billed to it and is open: an order of $409.32, and money that is none of it. */
const world = setSoundWorld({ fleet: { 20: 9 } });
const orm = () => world.db.orm;
const dues = ({ id }: Booking) => listOnAccount(orm(), getBooking(orm(), id));
const words = ({ id }: Booking) => readStatement(orm(), getBooking(orm(), id)).open;
const inThirtyDays = () => addDays(dayAt(world.clock.at), 30);
const late = ({ customer_id }: Booking) => findOverdue(orm(), customer_id, plus(world.clock.at, 40 * DAY));
const open = ({ customer_id }: Booking, month = dayAt(world.clock.at).slice(0, 7)) => {
  const found = findStatement(orm(), customer_id, month, day("2027-12-31")) ?? expect.fail("nobody");
  expect(found.open.reduce((sum, { cents }) => sum + cents, 0)).toBe(found.after);
  return found.open.map(({ cents, due: until }) => [cents, until]);
};
const pay = ({ customer_id }: Booking, amount = 409_32, seen = 409_32) => {
  const check = { method: "check", amount, reference: "1", deposit_batch: null } as const;
  return world.db.write((tx) => takeReceipt(tx, admin(world), customer_id, check, { seen }));
};
/** Two days more, $54.00, that a card pays at once. */
async function keepLonger(booking: Booking) {
  const [unit = expect.fail("no dumpster")] = listUnits(orm(), booking.id);
  await confirm(world, sessionFacts(await openedChange(world, await pricedDays(world, unit.id, 2))));
  return readLedger(orm(), booking.id).payments.find(({ method }) => method === "card") ?? expect.fail("no card");
}
/** A permit, of $143.85, billed to the account. */
async function permit(booking: Booking, amount = 143_85) {
  const wish = { unitId: null, kind: "permit", amount, words: "Permit", note: "city", photos: [] } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), booking.id, { ...wish, photos: [] }),
  );
  if (!made.ok) throw new Error(made.code);
  return due(world, made.charge);
}
async function givePart(booking: Booking, most: number, way: "same" | "check") {
  const { charge, left } = listGivable(orm(), booking.id).find((one) => one.left === most) ?? expect.fail("nothing");
  const wish = { chargeId: charge.id, amount: Math.min(most, 100_00), way, reason: "sorry", left } as const;
  const done = await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish));
  return (done.ok && done.refunds[0]) || expect.fail("no refund");
}

it("two days that a card paid at once take nothing off the order that is on the account", async () => {
  const booking = await onAccount(world);
  const until = inThirtyDays();
  world.clock.at = plus(world.clock.at, 5 * DAY);
  await keepLonger(booking);
  expect(dues(booking)).toEqual([{ day: until, cents: 409_32 }]);
  expect(late(booking)).toEqual({ day: until, cents: 409_32 });
  expect(open(booking)).toEqual([[409_32, until]]);
  expect(words(booking)).toBe("$409.32 is on your account.");
});

it("what goes back of what a check had paid is no part of what is due, and a statement before it went has it in their favor", async () => {
  const booking = await onAccount(world);
  await pay(booking);
  await permit(booking);
  const until = inThirtyDays();
  world.clock.at = plus(world.clock.at, 5 * DAY);
  const { id } = await givePart(booking, 409_32, "check");
  expect(dues(booking)).toEqual([{ day: until, cents: 143_85 }]);
  expect(findDue(orm(), [booking.customer_id], until)).toEqual({ day: until, cents: 143_85 });
  const before = [
    [143_85, until],
    [-100_00, null],
  ];
  expect(open(booking)).toEqual(before);
  const month = dayAt(world.clock.at).slice(0, 7);
  world.clock.at = plus(world.clock.at, 31 * DAY);
  await world.db.write((tx) => recordPaidOut(tx, admin(world), id, { reference: "1", deposit_batch: null }));
  expect(open(booking)).toEqual([[143_85, until]]);
  expect(open(booking, month)).toEqual(before);
});

it("what a bank holds of days that a card paid is nothing to be paid on the account, nor what it keeps", async () => {
  const booking = await onAccount(world);
  const payment = await keepLonger(booking);
  await pay(booking);
  for (const [state, said] of [
    ["needs_response", "Your bank decides about $54.00 of what you paid."],
    ["lost", "Your bank gave you back $54.00 of what you paid: we will call you about it."],
  ] as const) {
    await tell(world, disputeFacts(payment, { state }));
    expect([dues(booking), late(booking)]).toEqual([[], null]);
    expect(open(booking)).toEqual([[54_00, null]]);
    expect(words(booking)).toBe(said);
  }
});

it("a refund that came back is no part of what is due, and pays nothing of it", async () => {
  const booking = await onAccount(world);
  await keepLonger(booking);
  const until = inThirtyDays();
  const refund = await givePart(booking, 54_00, "same");
  const facts = { refundId: "re_1", status: "failed", failureReason: "lost_or_stolen_card" } as const;
  await world.db.write((tx) =>
    applyRefundFacts(tx, world.deed(), refund, { ...facts, amount: 54_00, paymentIntentId: null, key: null }),
  );
  expect([dues(booking), late(booking)]).toEqual([[{ day: until, cents: 409_32 }], { day: until, cents: 409_32 }]);
  expect(open(booking)).toEqual([
    [409_32, until],
    [-54_00, null],
  ]);
  expect(words(booking)).toMatch(/^\$409\.32 is on your account\. \$54\.00 /);
});

it("what was billed is paid by what a bank gave back without a receipt of its own: nobody was asked to pay it at once", async () => {
  const booking = await onAccount(world);
  const card = await keepLonger(booking);
  await tell(world, disputeFacts(card));
  await pay(booking, 463_32, 463_32);
  const charge = await permit(booking, 54_00);
  expect(charge.state).toBe("billed");
  await tell(world, disputeFacts(card, { state: "won", reinstated: 54_00 }));
  expect(getCharge(orm(), charge.id).state).toBe("succeeded");
  const mails = orm().select({ kind: outbox.kind }).from(outbox).where(eq(outbox.kind, "mail.charge-paid")).all();
  expect(mails).toEqual([]);
});

describe("who calls, and is to have a refund that came back, owes what the list of accounts says", () => {
  const cameBack = async (booking: Booking, most: number) => {
    const refund = await givePart(booking, most, "same");
    await world.db.write((tx) =>
      applyRefundFacts(tx, world.deed(), refund, {
        ...{ refundId: "re_1", status: "failed", failureReason: "card closed", amount: refund.amount, key: null },
        paymentIntentId: null,
      }),
    );
  };
  const caller = ({ phone }: Booking) => {
    world.clock.at = plus(world.clock.at, 40 * DAY);
    const known = findCaller(orm(), phone, world.clock.at)?.known[0];
    const [row] = listOwedOnAccount(orm(), dayAt(world.clock.at));
    expect([known?.owed, known?.due?.cents, known?.due?.day]).toEqual([row?.owed, row?.pastDue, row?.pastDueSince]);
    return known?.owed;
  };

  it("where it is a part of what is overdue", async () => {
    const booking = await onAccount(world);
    await keepLonger(booking);
    await cameBack(booking, 54_00);
    expect(readLedger(orm(), booking.id).owed).toBe(355_32);
    expect(caller(booking)).toBe(409_32);
  });

  it("where it is as much as is overdue", async () => {
    const booking = await onAccount(world);
    const byCard = await paidBooking(world, { deliveryDate: "2026-12-11", address: "9 Third Road" });
    await pay(booking, 309_32);
    await cameBack(byCard, 409_32);
    expect([booking, byCard].map(({ id }) => readLedger(orm(), id).owed)).toEqual([100_00, -100_00]);
    expect(caller(booking)).toBe(100_00);
  });
});
