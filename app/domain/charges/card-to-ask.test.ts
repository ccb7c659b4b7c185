import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bookings, chargeAttempts, payments, tasks } from "#db/schema/index";
import { fallDue, rented, tell as tellOf } from "../../../tests/support/charges";
import { STAFF, WEBSITE } from "../../../tests/support/domain";
import { disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import type { DraftData } from "../booking/draft/data";
import type { Booking } from "../booking/order/bookings.server";
import { chargeNow } from "../changes/balance.server";
import { mergeCustomer } from "../customers/merge.server";
import type { StaffActor } from "../kernel/deed";
import type { DisputeFacts } from "../payments/money-port";
import { getCharge, type LaterRow } from "./charges.server";
import { listCustomerCharges, refusedWords } from "./customer-view.server";
import { addByHand } from "./office.server";

/** A rental paid by Visa 4242, which is on file; later a permit is charged. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const asked = () => orm().select().from(chargeAttempts).where(eq(chargeAttempts.state, "started")).all().length;

async function paidByVisa(changes: Partial<DraftData> = {}): Promise<Booking> {
  const booking = await rented(world, changes);
  orm().update(payments).set({ card_brand: "visa", card_last4: "4242" }).run();
  return booking;
}
const bank = (booking: Booking, changes: Partial<DisputeFacts> = {}) =>
  tell(world, disputeFacts(paymentOf(world, booking.id), changes));
async function permit({ id }: Booking, falls = true): Promise<LaterRow> {
  const what = {
    unitId: null,
    kind: "permit",
    amount: 60_00,
    words: "Permit",
    note: "of the city",
    photos: [],
  } as const;
  const made = await world.db.write((tx) =>
    addByHand(tx, world.deed<StaffActor>(STAFF), world.settings(), id, { ...what, photos: [] }),
  );
  if (!made.ok) throw new Error(made.code);
  const told = await tellOf(world, made.charge);
  return falls ? fallsDue(told) : told;
}
async function fallsDue({ id, due_at }: LaterRow): Promise<LaterRow> {
  world.clock.at = due_at ?? world.clock.at;
  await fallDue(world, { id });
  return getCharge(orm(), id);
}
const now = ({ id }: LaterRow) =>
  world.db.write((tx) => chargeNow(tx, world.deed(), { settings: world.settings(), website: WEBSITE }, id));

describe("the card on file, of which a bank has a payment", () => {
  it.each([
    ["while the bank decides", {}],
    ["when the bank took it for good", { state: "lost" as const }],
  ])("is asked for nothing more %s: its customer is, and somebody of the office", async (_when, changes) => {
    const booking = await paidByVisa();
    await bank(booking, changes);
    const before = await permit(booking, false);
    const [said] = listCustomerCharges(orm(), booking);
    expect(said?.stands).toMatch(/^We ask you to pay it on /);
    const charge = await fallsDue(before);
    expect([charge.state, asked()]).toEqual(["failed", 0]);
    expect(refusedWords(orm(), charge)).toBe(
      "Your bank has a payment that was made with the card on file, so we did not charge that card.",
    );
    const kinds = orm().select({ kind: tasks.kind }).from(tasks).where(eq(tasks.state, "open")).all();
    expect(kinds).toContainEqual({ kind: "charge_failed" });
    expect(await now(charge)).toEqual({ ok: false, code: "card_disputed" });
  });

  it("is asked once the bank has given the money back", async () => {
    const booking = await paidByVisa();
    await bank(booking);
    const charge = await permit(booking);
    await bank(booking, { state: "won", reinstated: paymentOf(world, booking.id).amount });
    expect(refusedWords(orm(), charge)).toBe("We did not charge the card on file.");
    expect([await now(charge), asked()]).toEqual([{ ok: true }, 1]);
  });
});

it.each([
  ["a bank only asks", { state: "inquiry" as const, withdrawn: 0 }, "4242"],
  ["its customer has given another card since", {}, "1881"],
])("the card on file is asked where %s", async (_where, changes, last4) => {
  const booking = await paidByVisa();
  await bank(booking, changes);
  orm().update(bookings).set({ card_last4: last4 }).where(eq(bookings.id, booking.id)).run();
  expect([(await permit(booking)).state, asked()]).toEqual(["processing", 1]);
});

it("a payment of which no card is known may have been of the one on file", async () => {
  const booking = await rented(world);
  orm().update(payments).set({ card_brand: null, card_last4: null }).run();
  await bank(booking);
  expect([(await permit(booking)).state, asked()]).toEqual(["failed", 0]);
});

const BO = { firstName: "Bo", lastName: "Tester", phone: "(407) 555-0177", email: "bo@example.com" };

describe("another order of the customer whose bank has a payment", () => {
  const other = { deliveryDate: "2026-12-11", address: "9 Third Road" };

  it.each([
    ["of one record", {}],
    ["of a record that was merged", { contactInfo: BO }],
  ])("asks the same card for nothing, where both are %s", async (_where, contact) => {
    const [one, next] = [await paidByVisa(), await paidByVisa({ ...other, ...contact })];
    if (one.customer_id !== next.customer_id)
      await world.db.write((tx) => mergeCustomer(tx, world.deed(STAFF), one.customer_id, next.customer_id));
    await bank(one, { state: "lost" });
    expect([(await permit(next)).state, asked()]).toEqual(["failed", 0]);
  });

  it.each([
    ["another card paid the other order", { card_brand: "visa", card_last4: "1881" }],
    ["nobody knows which card paid the other order", { card_brand: null, card_last4: null }],
  ])("is asked for on its own card where %s", async (_where, card) => {
    const [one, next] = [await paidByVisa(), await paidByVisa(other)];
    orm().update(payments).set(card).where(eq(payments.booking_id, one.id)).run();
    await bank(one, { state: "lost" });
    expect([(await permit(next)).state, asked()]).toEqual(["processing", 1]);
  });

  it("is asked for where it is another customer's, though the last digits are the same", async () => {
    const [one, next] = [await paidByVisa(), await paidByVisa({ ...other, contactInfo: BO })];
    await bank(one, { state: "lost" });
    expect([(await permit(next)).state, asked()]).toEqual(["processing", 1]);
  });
});
