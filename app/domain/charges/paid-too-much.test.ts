import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { chargeAttempts, outbox, tasks } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { openAmount, post } from "~/domain/payments/books.server";
import { findChargePaper } from "~/domain/documents/papers.server";
import { findBookFaults } from "~/domain/payments/company-check.server";
import { giveBack } from "~/domain/payments/give-back.server";
import { payWhatIsOpen } from "~/domain/payments/pay-open.server";
import { findSurplus } from "~/domain/payments/surplus.server";
import { due, rented } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { admin, moneyIn, onAccount } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import type { StaffActor } from "../kernel/deed";
import { getCharge, listUnpaid, openOfCharge, type LaterRow } from "./charges.server";
import { readBalance } from "./customer-view.server";
import { applyCardCharge } from "./due.server";
import { addByHand } from "./office.server";

/** An order of $409.32 on which more was paid than was owed; then something else is to be paid. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const { check, dispute, owed } = moneyIn(() => world);
afterEach(() => expect(findBookFaults(orm())).toEqual([]));

const asked = ({ id }: Booking) => readBalance(listUnpaid(orm(), id)).total;
const surplus = ({ id }: Booking) => findSurplus(orm(), id).cents;
const open = () =>
  orm()
    .select()
    .from(tasks)
    .where(eq(tasks.state, "open"))
    .all()
    .flatMap(({ kind }) => (kind === "to_schedule" || kind === "reconcile" ? [] : kind));
const started = () => orm().select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).get();

/** A later charge of the office's, which has fallen due. */
async function later({ id }: Booking, amount = 143_85): Promise<LaterRow> {
  const permit = { unitId: null, kind: "permit", amount, words: "Permit", photos: [], note: "of the city" } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), id, { ...permit, photos: [] }),
  );
  if (!made.ok) throw new Error(made.code);
  return due(world, made.charge);
}
async function declined() {
  const { id: attemptId, amount } = started() ?? expect.fail("no card is asked");
  await world.db.write((tx) =>
    applyCardCharge(tx, world.deed(), {
      ...{ intentId: `pi_${attemptId}`, currency: "usd", declineCode: "insufficient_funds", message: null },
      ...{ status: "declined", attemptId, amount },
    }),
  );
}
async function giveAllBack(booking: Booking, left: number) {
  const wish = { chargeId: null, way: "check", reason: "paid twice", amount: left, left } as const;
  expect(await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish))).toMatchObject({ ok: true });
}
/** A card order whose payment was disputed, paid once more by a check, and then won. */
async function paidTwice(): Promise<Booking> {
  const booking = await rented(world, { deliveryDate: "2026-12-10" });
  await dispute(booking);
  await check(booking, 409_32);
  await dispute(booking, { state: "won", reinstated: 409_32 });
  expect([owed(booking), open()]).toEqual([-409_32, ["surplus"]]);
  return booking;
}

describe("what was paid too much on account", () => {
  it("pays what falls due next, and a check of the rest pays the charge", async () => {
    const booking = await onAccount(world);
    await check(booking, 509_32);
    expect([owed(booking), open()]).toEqual([-100_00, ["surplus"]]);
    const charge = await later(booking);
    expect([owed(booking), surplus(booking), open()]).toEqual([43_85, 0, []]);
    expect([getCharge(orm(), charge.id).state, openOfCharge(orm(), charge)]).toEqual(["billed", 43_85]);
    // Who pays by the paper pays what is open.
    expect(findChargePaper(orm(), charge)?.view).toMatchObject({ total: 143_85, paid: 100_00, balance: 43_85 });
    expect(await check(booking, 43_85)).toMatchObject({ ok: true });
    expect([owed(booking), getCharge(orm(), charge.id).state, open()]).toEqual([0, "succeeded", []]);
  });
});

describe("what was paid too much by card and check", () => {
  it("pays what falls due next: the card is not asked, and what is left goes back", async () => {
    const booking = await paidTwice();
    const charge = await later(booking);
    expect([getCharge(orm(), charge.id).state, started(), asked(booking)]).toEqual(["succeeded", undefined, 0]);
    expect(findChargePaper(orm(), charge)?.view).toMatchObject({ paid: 143_85, balance: 0, payment: null });
    expect(orm().select().from(outbox).where(eq(outbox.kind, "stripe.charge")).all()).toEqual([]);
    expect([owed(booking), surplus(booking), open()]).toEqual([-265_47, 265_47, ["surplus"]]);
    await giveAllBack(booking, 265_47);
    expect([owed(booking), open()]).toEqual([0, ["refund_by_hand"]]);
  });

  it("pays a part of it, and the card is asked for the rest", async () => {
    const booking = await paidTwice();
    await giveAllBack(booking, 409_32);
    const fee = await later(booking, 50_00);
    await declined();
    await check(booking, 80_00);
    expect([getCharge(orm(), fee.id).state, surplus(booking)]).toEqual(["succeeded", 30_00]);
    await later(booking);
    expect([started()?.amount, owed(booking), surplus(booking)]).toEqual([113_85, 113_85, 0]);
    expect(open()).not.toContain("surplus");
  });

  it("is for what a bank takes then: no lost dispute asks for what is not owed", async () => {
    const booking = await paidTwice();
    const part = { disputeId: "du_b", amount: 100_00, withdrawn: 100_00 };
    await dispute(booking, part);
    expect([owed(booking), surplus(booking)]).toEqual([-309_32, 309_32]);
    await dispute(booking, { ...part, state: "lost" });
    expect([owed(booking), open()]).toEqual([-309_32, ["surplus"]]);
    await giveAllBack(booking, 309_32);
    expect([owed(booking), open()]).toEqual([0, ["refund_by_hand"]]);
  });

  it("is owed again once the bank has given back what it was for", async () => {
    const booking = await paidTwice();
    const all = { disputeId: "du_b", amount: 409_32, withdrawn: 409_32 };
    await dispute(booking, all);
    expect([owed(booking), open()]).toEqual([0, ["dispute"]]);
    await dispute(booking, { ...all, state: "won", reinstated: 409_32 });
    expect([owed(booking), surplus(booking), open()]).toEqual([-409_32, 409_32, ["surplus"]]);
  });
});

it("what was paid too much beside something that it would pay is a fault of the books", async () => {
  const booking = await onAccount(world);
  const booking_id = booking.id;
  await check(booking, 509_32);
  const fee = await world.db.write((tx) =>
    post(tx, world.deed(), { booking_id, kind: "dispute", amount: 20_00, cause: "dispute:by-hand" }),
  );
  expect(findBookFaults(orm())).toEqual([
    expect.stringMatching(/^DMP-.*: something is asked although what it has to give would pay it$/),
  ]);
  await world.db.write((tx) => payWhatIsOpen(tx, world.deed(), booking_id));
  expect([openAmount(orm(), fee), findBookFaults(orm())]).toEqual([0, []]);
});
