import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import { confirm, openWorld, paidBooking, sessionFacts, type TestWorld } from "../../../tests/support/domain";
import { listContradictions } from "../../../tests/support/invariants";
import { admin, moneyIn, onAccount } from "../../../tests/support/money";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { readStatement } from "../charges/statement.server";
import { HOUR, plus } from "../kernel/time.server";
import { findBookFaults } from "../payments/company-check.server";
import { recordPaidOut, refundAgain } from "../payments/give-back.server";
import { readLedger } from "../payments/ledger.server";
import type { RefundFacts } from "../payments/ports";
import { applyRefundFacts } from "../payments/refunds.server";
import { listRefundsForOffice } from "./billing-money.server";
import { lastCancelledWords, readCancelled } from "./cancelled-money.server";
import { listMoney } from "./customer.server";
import { readStatus } from "./status.server";

/** What of a cancelled booking's money goes back, which way and where it stands: page, list, statement and office say the same. */
let world: TestWorld;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 4 } });
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
});
afterEach(() => {
  const wrong = [...findBookFaults(orm()), ...listContradictions(orm())];
  world.close();
  expect(wrong).toEqual([]);
});

const orm = () => world.db.orm;
const money = moneyIn(() => world);
const rows = () => orm().select().from(refunds).all();
const later = () => void (world.clock.at = plus(world.clock.at, HOUR));
const now = () => getBooking(orm(), booking.id);
async function cancel() {
  const shown = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  later();
  await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, shown.fee));
  return shown;
}
const end = (status: RefundFacts["status"], refund = rows().at(-1)!) => {
  later();
  const told = { refundId: `re_${refund.id}`, status, amount: refund.amount, paymentIntentId: null };
  const failureReason = status === "failed" ? "closed" : null;
  return world.db.write((tx) => applyRefundFacts(tx, world.deed(), refund, { ...told, failureReason }));
};
const dispute = (changes: Parameters<typeof money.dispute>[1]) => {
  later();
  return money.dispute(booking, changes);
};
const FIFTY = { amount: 50_00, withdrawn: 50_00 };

/** What each says of it; `sum` is what the list comes to. */
function said(refundStates = true) {
  const list = listMoney(orm(), now(), { refundStates, now: world.clock.at });
  return {
    page: readStatus(orm(), now(), { refundStates, now: world.clock.at }).more,
    list: list.slice(1).map(({ label, state, amount }) => `${label}, ${state}: ${amount}`),
    sum: list.reduce((sum, { amount }) => sum + amount, 0),
    statement: readStatement(orm(), now()).open,
    office: listRefundsForOffice(orm()).map(({ state, amount }) => `${state} ${amount}`),
  };
}
const FAILED = "Refund failed: we are on it and will call you";
const COULD_NOT = "could not go back to your card: we will call you and pay it another way.";

describe("a refund that failed, of which somebody gives a part in Stripe’s dashboard", () => {
  const PART = "$100.00 went back to your card; banks show it in 5–10 business days.";
  beforeEach(async () => {
    await cancel();
    await end("failed");
    await money.dashboard(booking, { refundId: `re_d${100_00}`, amount: 100_00 });
  });

  it("is the rest, and the list gives back no more than was paid", () => {
    expect(said()).toEqual({
      page: `${PART} $309.32 ${COULD_NOT}`,
      list: [`Refund to your card, ${FAILED}: -30932`, "Refund to your card, Refunded: -10000"],
      sum: 0,
      statement: `$309.32 ${COULD_NOT}`,
      office: ["failed 30932"],
    });
    expect(said(false).page).toBe("$409.32 goes back to your card in 5–10 business days.");
  });

  it("and then by check is that check and that part, and keeps the reason for which it failed", async () => {
    await world.db.write((tx) => refundAgain(tx, admin(world), rows()[0]!.id, { to: "check" }));
    const check = "$309.32 goes back by check; we write when it is out.";
    expect(said()).toMatchObject({ page: `${PART} ${check}`, sum: 0, statement: check, office: ["approved 30932"] });
    expect(rows()[0]).toMatchObject({ failure_reason: "closed", replaced_by: rows().at(-1)!.id });
    const paid = { reference: "9", deposit_batch: null };
    await world.db.write((tx) => recordPaidOut(tx, admin(world), rows().at(-1)!.id, paid));
    expect(said()).toMatchObject({ page: "$409.32 went back by check and to your card.", sum: 0, office: [] });
  });

  it("which fails too: all of it is still to go back", async () => {
    await end("failed");
    expect(said()).toMatchObject({ page: `$409.32 ${COULD_NOT}`, sum: 0, statement: `$409.32 ${COULD_NOT}` });
  });
});

describe("cancelled while a bank decides about a part", () => {
  beforeEach(async () => {
    await dispute(FIFTY);
    await cancel();
  });

  it("it waits for the bank, and its customer is asked for nothing", () => {
    const waits = "$409.32 goes back to your card once your bank has decided about the payment.";
    for (const shown of [true, false]) expect(said(shown)).toMatchObject({ page: waits, sum: 0, statement: waits });
    expect(lastCancelledWords(orm(), now())?.more).toBe(waits);
    expect(said()).toMatchObject({ list: ["Refund to your card, Refund waits for the bank: -40932"] });
    expect(readStatement(orm(), now()).sums.slice(-2)).toMatchObject([
      { label: "Your bank decides about", cents: 50_00 },
      { label: "Still to go back to you", cents: 409_32 },
    ]);
  });

  it("lost: the bank’s part is theirs already, and only the rest goes back", async () => {
    await dispute({ ...FIFTY, state: "lost" });
    const has = "You have $50.00 back already.";
    expect(said().page).toBe(`$359.32 goes back to your card in 5–10 business days. ${has}`);
    await end("succeeded");
    expect(said()).toEqual({
      page: `$359.32 went back to your card; banks show it in 5–10 business days. ${has}`,
      list: ["Taken back by your bank, You have it back: -5000", "Refund to your card, Refunded: -35932"],
      sum: 0,
      statement: null,
      office: [],
    });
  });

  it("won: all of it goes back", async () => {
    await dispute({ ...FIFTY, state: "won", reinstated: 50_00 });
    expect(said()).toMatchObject({ page: "$409.32 goes back to your card in 5–10 business days.", sum: 0 });
  });
});

it("all of it lost to the bank after it was cancelled: nothing is said to go back", async () => {
  await dispute({});
  await cancel();
  await dispute({ state: "lost" });
  const list = ["Taken back by your bank, You have it back: -40932"];
  const page = "Nothing more goes back: you have $409.32 back already.";
  expect(said()).toEqual({ page, list, sum: 0, statement: null, office: [] });
});

it("what Stripe ends as canceled could not go back, on the list too", async () => {
  await cancel();
  await end("pending");
  await end("canceled");
  expect(said()).toMatchObject({ page: `$409.32 ${COULD_NOT}`, list: [`Refund to your card, ${FAILED}: -40932`] });
});

describe("lost to the bank before it was cancelled", () => {
  it("all of it, cancelled free: nobody keeps a fee, on the page and in the mail", async () => {
    await dispute({ state: "lost" });
    expect(await cancel()).toMatchObject({ fee: 0, refund: 0 });
    const words = "Nothing more goes back: you have $409.32 back already.";
    expect([said().page, lastCancelledWords(orm(), now())?.more]).toEqual([words, words]);
  });

  it("on account, what the card had paid later: it is not taken off the account", async () => {
    booking = await onAccount(world);
    const [unit] = listUnits(orm(), booking.id);
    await confirm(world, sessionFacts(await openedChange(world, await pricedDays(world, unit!.id, 2))));
    await dispute({ state: "lost" });
    expect(readLedger(orm(), booking.id).owed).toBe(463_32);
    await cancel();
    expect(readLedger(orm(), booking.id).owed).toBe(0);
    expect(readCancelled(orm(), now(), { refundStates: true })).toMatchObject({
      off: 409_32,
      already: 54_00,
      back: [],
    });
    const words = "$409.32 is taken off your account. You have $54.00 back already.";
    expect([said().page, lastCancelledWords(orm(), now())?.more]).toEqual([words, words]);
  });
});
