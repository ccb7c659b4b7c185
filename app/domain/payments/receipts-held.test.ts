import { expect, it } from "vitest";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, paidBooking, sessionFacts } from "../../../tests/support/domain";
import { admin, disputeFacts, moneyIn, onAccount, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Id } from "../kernel/ids.server";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { readStatement } from "../charges/statement.server";
import { takeReceipt } from "../charges/by-hand.server";
import { DAY, plus } from "../kernel/time.server";
import { findOverdue } from "./account-tasks.server";
import { readLedger } from "./ledger.server";
import { listOwing, listReceipt, planReceipt } from "./receipts.server";

/** A customer with an order by card of which a bank has the payment, and a younger one of $409.32 on their account. */
const world = setSoundWorld({ fleet: { 20: 9 } });
async function both() {
  const card = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const payment = paymentOf(world, card.id);
  await tell(world, disputeFacts(payment));
  const account = await onAccount(world, { address: "7 Other Road" });
  expect(account.customer_id).toBe(card.customer_id);
  return { card, payment, account, customer: account.customer_id };
}
const pay = (customer: Id<"customer">, amount: number) =>
  world.db.write((tx) => {
    const seen = listOwing(tx, customer).reduce((sum, { owed }) => sum + owed, 0);
    const check = { method: "check", amount, reference: "1", deposit_batch: null } as const;
    return takeReceipt(tx, admin(world), customer, check, { seen });
  });
const parts = (customer: Id<"customer">, amount: number, first: string | null = null) => {
  const plan = planReceipt(world.db.orm, customer, amount, first);
  return plan.ok ? plan.parts.map(({ booking, part }) => [booking.id, part]) : plan.code;
};

it("its receipt does not call open what a bank holds of days that a card paid", async () => {
  const { orm } = world.db;
  const booking = await onAccount(world);
  const [unit] = listUnits(orm, booking.id);
  await confirm(
    world,
    sessionFacts(await openedChange(world, await pricedDays(world, unit?.id ?? expect.fail("none"), 2))),
  );
  await moneyIn(() => world).dispute(booking);
  const done = await pay(booking.customer_id, 409_32);
  if (!done.ok) throw new Error(done.code);
  expect(readStatement(orm, getBooking(orm, booking.id)).open).toBe("Your bank decides about $54.00 of what you paid.");
  expect(listReceipt(orm, done.receipt).map(({ leftOpen }) => leftOpen)).toEqual([0]);
});

it("a company's check pays what it is asked for before what a bank holds of another order", async () => {
  const { orm } = world.db;
  const { account, card, customer } = await both();
  world.clock.at = plus(world.clock.at, 31 * DAY);
  expect(findOverdue(orm, customer, world.clock.at)?.cents).toBe(409_32);
  expect(listOwing(orm, customer).map(({ booking, owed, held }) => [booking.id, owed, held])).toEqual([
    [card.id, 409_32, 409_32],
    [account.id, 409_32, 0],
  ]);
  await pay(customer, 409_32);
  expect([readLedger(orm, account.id).owed, readLedger(orm, card.id).owed]).toEqual([0, 409_32]);
  expect(findOverdue(orm, customer, world.clock.at)).toBe(null);
});

it("what a bank took for good is before what another one holds, and after what is asked for", async () => {
  const { account, card, payment, customer } = await both();
  const held = await paidBooking(world, { deliveryDate: "2026-12-11", address: "9 Third Road" });
  await tell(world, disputeFacts(paymentOf(world, held.id)));
  await tell(world, disputeFacts(payment, { state: "lost" }));
  expect(parts(customer, 500_00)).toEqual([
    [card.id, 90_68],
    [account.id, 409_32],
  ]);
  expect(parts(customer, 900_00)).toEqual([
    [card.id, 409_32],
    [account.id, 409_32],
    [held.id, 81_36],
  ]);
});

it("what it is said to be for is before all else, also where a bank holds it", async () => {
  const { account, card, customer } = await both();
  expect(parts(customer, 500_00, card.id)).toEqual([
    [card.id, 409_32],
    [account.id, 90_68],
  ]);
});
