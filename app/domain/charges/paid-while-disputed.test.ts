import { eq, or } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { chargeAttempts, outbox, payments, tasks } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { chargeNow } from "~/domain/changes/balance.server";
import { findBookFaults } from "~/domain/payments/company-check.server";
import { giveBack } from "~/domain/payments/give-back.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { WEBSITE } from "../../../tests/support/domain";
import { admin, moneyIn } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getCharge, listUnpaid, type LaterRow } from "./charges.server";
import { readBalance } from "./customer-view.server";

/** A rental of $409.32 whose payment is disputed, and a later charge of $143.85. */
const world = setSoundWorld({ fleet: { 20: 3 } });
const orm = () => world.db.orm;
const { check, dispute, owed } = moneyIn(() => world);
afterEach(() => expect(findBookFaults(orm())).toEqual([]));

async function noticed(): Promise<{ booking: Booking; charge: LaterRow }> {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  const [charge] = chargesOf(world, booking);
  return { booking, charge: charge! };
}
const started = () => orm().select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).get();
const won = (booking: Booking) => dispute(booking, { state: "won", reinstated: 409_32 });
const asked = (booking: Booking) => readBalance(listUnpaid(orm(), booking.id)).total;
const open = () =>
  orm()
    .select()
    .from(tasks)
    .all()
    .filter(({ kind, state }) => kind !== "reconcile" && state === "open")
    .map(({ kind }) => kind);
const receipts = () =>
  orm()
    .select({ kind: outbox.kind, payload: outbox.payload })
    .from(outbox)
    .where(or(eq(outbox.kind, "mail.charge-paid"), eq(outbox.kind, "mail.payment-received")))
    .all();
const charged = (charge: LaterRow) =>
  world.db.write((tx) => chargeNow(tx, world.deed(), { settings: world.settings(), website: WEBSITE }, charge.id));

describe("a check that comes while a dispute is open", () => {
  it("pays a later charge before what the bank may still give back", async () => {
    const made = await noticed();
    await dispute(made.booking);
    const charge = await due(world, made.charge);
    expect(open()).toContain("charge_failed");
    await check(made.booking, 143_85, 143_85 + 409_32);
    expect([getCharge(orm(), charge.id).state, asked(made.booking), owed(made.booking)]).toEqual([
      "succeeded",
      0,
      409_32,
    ]);
    expect(open()).not.toContain("charge_failed");
    // The check's own receipt says so.
    expect(receipts().map(({ kind }) => kind)).toEqual(["mail.payment-received"]);
    await won(made.booking);
    expect([await charged(charge), started()]).toMatchObject([{ ok: false }, undefined]);
    expect([owed(made.booking), open()]).toEqual([0, []]);
  });

  it("pays what fell due since, once the bank has given back what the check was for", async () => {
    const made = await noticed();
    await dispute(made.booking);
    await check(made.booking, 143_85, 409_32);
    const charge = await due(world, made.charge);
    expect(asked(made.booking)).toBe(143_85);
    await won(made.booking);
    expect([getCharge(orm(), charge.id).state, asked(made.booking), owed(made.booking)]).toEqual(["succeeded", 0, 0]);
    expect([await charged(charge), started()]).toMatchObject([{ ok: false }, undefined]);
    expect(open()).toEqual([]);
    // Asked to pay it by mail and text, they read that they need not any more: once.
    await won(made.booking);
    expect(receipts()).toEqual([
      { kind: "mail.payment-received", payload: expect.anything() },
      { kind: "mail.charge-paid", payload: { chargeId: charge.id, fromSurplus: true } },
    ]);
  });

  it("pays what another card was about to be asked for: its customer has a receipt as if it had been", async () => {
    const made = await noticed();
    await dispute(made.booking);
    await check(made.booking, 143_85, 409_32);
    orm().update(payments).set({ card_brand: "visa", card_last4: "1881" }).where(eq(payments.method, "card")).run();
    const charge = await due(world, made.charge);
    expect([charge.state, receipts().length]).toEqual(["processing", 1]);
    await won(made.booking);
    expect([getCharge(orm(), charge.id).state, receipts().length]).toEqual(["succeeded", 2]);
  });

  it("is too much once the bank has given back all of it, until somebody gives it back", async () => {
    const { booking } = await noticed();
    await dispute(booking);
    await check(booking, 409_32, 409_32);
    expect(open()).toEqual(["dispute"]);
    await won(booking);
    expect([owed(booking), open()]).toEqual([-409_32, ["surplus"]]);
    const wish = { chargeId: null, way: "same", reason: "paid twice" } as const;
    const give = (amount: number, left: number) =>
      world.db.write((tx) => giveBack(tx, admin(world), booking.id, { ...wish, amount, left }));
    expect(await give(9_32, 409_32)).toMatchObject({ ok: true });
    expect(open()).toContain("surplus");
    expect(await give(400_00, 400_00)).toMatchObject({ ok: true });
    expect(owed(booking)).toBe(0);
    expect(open()).not.toContain("surplus");
  });

  it("is too much, and what somebody gives back of it in Stripe’s dashboard takes nothing off the rental", async () => {
    const { booking } = await noticed();
    const disputed = await dispute(booking);
    await check(booking, 409_32, 409_32);
    await won(booking);
    const card = readLedger(orm(), booking.id).payments.find(({ id }) => id === disputed?.payment_id)!;
    await world.db.write((tx) =>
      takeRefund(tx, world.deed(), {
        refundId: "re_dash",
        status: "succeeded",
        amount: 409_32,
        paymentIntentId: card.stripe_payment_intent_id,
        failureReason: null,
        key: null,
      }),
    );
    expect(readLedger(orm(), booking.id)).toMatchObject({ owed: 0, credited: 0, refunded: 409_32 });
    expect(open()).toEqual(["refund_elsewhere"]);
  });

  it("pays a later charge also after the bank has decided for us and before the money is back", async () => {
    const made = await noticed();
    await dispute(made.booking);
    const charge = await due(world, made.charge);
    await dispute(made.booking, { state: "won", reinstated: 0 });
    await check(made.booking, 143_85, 143_85 + 409_32);
    expect([getCharge(orm(), charge.id).state, asked(made.booking)]).toEqual(["succeeded", 0]);
    await won(made.booking);
    expect([owed(made.booking), open()]).toEqual([0, []]);
  });
});

describe("a check that comes after a dispute was lost", () => {
  const lose = (booking: Booking) => dispute(booking, { amount: 50_00, withdrawn: 50_00, state: "lost" });

  it("of what the page asks pays that, and the lost dispute is still somebody's to decide on", async () => {
    const made = await noticed();
    await lose(made.booking);
    const charge = await due(world, made.charge);
    expect(asked(made.booking)).toBe(143_85);
    await check(made.booking, 143_85, 143_85 + 50_00);
    expect([getCharge(orm(), charge.id).state, asked(made.booking), owed(made.booking)]).toEqual([
      "succeeded",
      0,
      50_00,
    ]);
    expect(open()).toEqual(["dispute_lost"]);
  });

  it("and is for both, pays both", async () => {
    const made = await noticed();
    await lose(made.booking);
    await due(world, made.charge);
    await check(made.booking, 193_85, 193_85);
    expect([asked(made.booking), owed(made.booking), open()]).toEqual([0, 0, []]);
  });
  it("pays that before what another dispute still holds, whichever came first", async () => {
    const { booking } = await noticed();
    const older = { disputeId: "du_older", amount: 30_00, withdrawn: 30_00 };
    await dispute(booking, older);
    await dispute(booking, { disputeId: "du_newer", amount: 50_00, withdrawn: 50_00, state: "lost" });
    await check(booking, 50_00, 80_00);
    expect(open()).not.toContain("dispute_lost");
    await dispute(booking, { ...older, state: "won", reinstated: 30_00 });
    expect([owed(booking), open()]).toEqual([0, []]);
  });
});
