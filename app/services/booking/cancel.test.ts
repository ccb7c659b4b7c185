import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cancellations, events } from "#db/schema/index";
import { getBooking, listUnits } from "~/domain/booking/order/bookings.server";
import { previewCancellation } from "~/domain/changes/cancel.server";
import { findOpenCheckout } from "~/domain/payments/checkouts.server";
import { openWorld, paidBooking, signedBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import { startCheckout } from "../payments/checkout.server";
import { cancelByStaff, cancelOrder } from "./cancel.server";

let world: TestWorld;
let stripe: FakeStripe;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  stripe = fakeStripe();
});
afterEach(() => world.close());

const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
const till = () => ({ ...world, stripe, log });
const deed = () => world.deed(STAFF);

it.each(["", "   \n"])("the office says why it cancels: %j is no reason", async (why) => {
  const booking = await paidBooking(world);
  const wish = { unitId: null, fee: 0, why };
  expect(await cancelByStaff(till(), deed(), booking, wish)).toEqual({ ok: false, code: "no_reason" });
  expect(getBooking(world.db.orm, booking.id).status).toBe(booking.status);
});

it("what a bank has taken between page and press is not cancelled as it was shown", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const shown = () => {
    const preview = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at);
    return preview.ok ? { fee: preview.fee, refund: preview.refund } : expect.fail(preview.code);
  };
  const before = shown();
  await tell(world, disputeFacts(paymentOf(world, booking.id), { amount: 50_00, withdrawn: 50_00, state: "lost" }));
  const press = (cost: typeof before) => cancelOrder(till(), world.deed(), booking, { unitId: null, ...cost });
  expect([before, await press(before)]).toEqual([
    { fee: 0, refund: 409_32 },
    { ok: false, code: "changed" },
  ]);
  expect(getBooking(world.db.orm, booking.id).status).not.toBe("cancelled");
  expect([shown(), await press(shown())]).toEqual([
    { fee: 0, refund: 359_32 },
    { ok: true, fee: 0, refund: 359_32 },
  ]);
});

it("the office cancels with a reason, at the fee that its page showed", async () => {
  const booking = await paidBooking(world);
  const preview = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at, "staff");
  const fee = preview.ok ? preview.fee : -1;
  const wish = { unitId: null, fee, why: ` The customer called ${"x".repeat(5_000)}` };
  expect(await cancelByStaff(till(), deed(), booking, { ...wish, fee: fee + 1 })).toMatchObject({ code: "changed" });
  expect(await cancelByStaff(till(), deed(), booking, wish)).toMatchObject({ ok: true });
  expect(getBooking(world.db.orm, booking.id).status).toBe("cancelled");
  // Kept as far as somebody reads it: the history and the record show it whole.
  expect(world.db.orm.select().from(cancellations).get()?.reason).toHaveLength(200);
});

it("an open payment page ends first, and nothing is cancelled while it cannot be ended", async () => {
  const booking = await signedBooking(world);
  expect(await startCheckout(till(), world.deed(), booking.id)).toMatchObject({ ok: true });
  stripe.down = true;
  expect(await cancelOrder(till(), world.deed(), booking, { unitId: null, fee: 0 })).toEqual({
    ok: false,
    code: "unreachable",
  });
  expect(getBooking(world.db.orm, booking.id).status).toBe("pending_payment");
  stripe.down = false;
  expect(await cancelOrder(till(), world.deed(), booking, { unitId: null, fee: 0 })).toMatchObject({ ok: true });
  expect(findOpenCheckout(world.db.orm, booking.id)).toBeNull();
  expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
  // Its time was not over.
  const ends = world.db.orm.select().from(events).where(eq(events.action, "checkout_ended")).all();
  expect(ends.map(({ why }) => why)).toEqual(["order_cancelled"]);
});

it("a button that is pressed twice shows what its first press has done, and nothing is cancelled or paid back twice", async () => {
  const booking = await paidBooking(world, {
    cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
  });
  const [unit] = listUnits(world.db.orm, booking.id);
  for (const unitId of [unit?.id ?? null, null]) {
    const shown = previewCancellation(world.db.orm, world.settings(), booking.id, unitId, world.clock.at);
    const wish = { unitId, fee: shown.ok ? shown.fee : -1 };
    const pressed = [
      await cancelOrder(till(), world.deed(), booking, wish),
      await cancelOrder(till(), world.deed(), booking, wish),
      await cancelByStaff(till(), deed(), booking, { ...wish, why: "called twice" }),
    ];
    expect(pressed.map(({ ok }) => ok)).toEqual([true, true, true]);
  }
  expect(world.db.orm.select().from(cancellations).all()).toHaveLength(2);
  const foreign = listUnits(world.db.orm, (await paidBooking(world)).id)[0]?.id ?? null;
  expect(await cancelOrder(till(), world.deed(), booking, { unitId: foreign, fee: 0 })).toMatchObject({
    code: "nothing_to_cancel",
  });
});
