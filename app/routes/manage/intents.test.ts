import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, checkouts, events, outbox } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { HOUR, plus } from "~/domain/kernel/time.server";
import {
  changeSetting,
  openedCheckout,
  openWorld,
  paidBooking,
  signedBooking,
  type TestWorld,
} from "../../../tests/support/domain";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import * as manage from "./manage-booking";
import * as success from "./payment-success";
import { MANAGE_INTENTS } from "./manage-intents.server";
import { PAYMENT_INTENTS } from "./payment-intents.server";

let world: TestWorld;
let stripe: FakeStripe;
let me: Visitor;
let booking: Booking;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  stripe = fakeStripe();
  me = new Visitor(fakeServices(world, stripe));
  booking = await paidBooking(world);
});
afterEach(() => world.close());

const page = () => `/manage-booking?booking=${booking.booking_number}`;
const open = () =>
  me.post(manage.action, "/manage-booking", {
    intent: "lookup",
    bookingNumber: booking.booking_number,
    email: booking.email,
  });
const press = (intent: string) => me.post(manage.action, page(), { intent });
const stored = () => world.db.orm.select().from(bookings).where(eq(bookings.id, booking.id)).get();
const done = () => [world.db.orm.select().from(events).all().length, world.db.orm.select().from(outbox).all().length];

/** What each intent answers to whoever has not opened the booking. A new one fails here until it has its line. */
const REFUSED: Record<keyof typeof MANAGE_INTENTS, unknown> = {
  lookup: { status: 400, data: { fields: { bookingNumber: "Enter your booking number." } } },
  pay: { location: expect.stringContaining("/manage-booking?booking=") as string },
  "sign-out": { location: "/manage-booking?signed=here" },
  "pay-change": { location: expect.stringContaining("/manage-booking?booking=") as string },
  "drop-change": { location: expect.stringContaining("/manage-booking?booking=") as string },
  again: { location: expect.stringContaining("/manage-booking?booking=") as string },
};

describe("the intents of /manage-booking", () => {
  it.each(Object.keys(MANAGE_INTENTS) as (keyof typeof MANAGE_INTENTS)[])(
    "do nothing for whoever has not opened it: %s",
    async (intent) => {
      const before = done();
      expect(await press(intent)).toMatchObject(REFUSED[intent] as object);
      expect(me.cookies.size).toBe(0);
      expect([done(), stored()?.access_version]).toEqual([before, booking.access_version]);
    },
  );

  it.each(["", "constructor", "__proto__", "cancel"])("look the booking up for any other: %s", async (intent) => {
    await open();
    expect(await press(intent)).toMatchObject(REFUSED.lookup as object);
  });

  it("lead its owner on to the payment, and sign them out everywhere", async () => {
    await open();
    expect([...me.cookies.keys()]).not.toContain(`d_${booking.draft_id}`);
    expect((await press("pay")).location).toMatch(/^\/(book\/payment|sign-agreement)/);
    // Without it the payment page would lead back to the start.
    expect([...me.cookies.keys()]).toContain(`d_${booking.draft_id}`);
    expect((await press("sign-out")).location).toBe("/manage-booking?signed=out");
    expect(stored()?.access_version).toBe(booking.access_version + 1);
    expect([...me.cookies.keys()]).not.toContain(`b_${booking.id}`);
    expect((await press("sign-out")).location).toBe("/manage-booking?signed=here");
  });
});

describe("the intents of /payment-success", () => {
  it.each(Object.keys(PAYMENT_INTENTS))("do nothing for an address that paid nothing: %s", async (intent) => {
    const before = done();
    const answer = await me.post(success.action, "/payment-success?session_id=cs_test_none", { intent });
    expect(answer.location).toBe("/payment-success?session_id=cs_test_none");
    expect(done()).toEqual(before);
  });

  it("lead back to the payment page that waits, which goes on asking about its checkout", async () => {
    const waiting = "/payment-success?session_id=cs_test_not_stored&checkout=chk_waiting";
    expect((await me.post(success.action, waiting, { intent: "email" })).location).toBe(waiting);
  });

  it.each(Object.keys(PAYMENT_INTENTS))("do nothing for a payment that is not finished: %s", async (intent) => {
    const unpaid = await signedBooking(world);
    const { session_id } = await openedCheckout(world, unpaid);
    const before = done();
    const answer = await me.post(success.action, `/payment-success?session_id=${session_id}`, { intent });
    expect(answer.location).toBe(`/payment-success?session_id=${session_id}`);
    expect(done()).toEqual(before);
  });

  it("send nothing where the company makes no invoices", async () => {
    const session = world.db.orm.select().from(checkouts).get()?.session_id ?? "";
    const send = () => me.post(success.action, `/payment-success?session_id=${session}`, { intent: "email" });
    expect(await send()).toMatchObject({ status: 200, data: { ok: true } });
    await changeSetting(world, "invoicesEnabled", false);
    world.clock.at = plus(world.clock.at, 3 * HOUR);
    const before = done();
    expect((await send()).location).toBe(`/payment-success?session_id=${session}`);
    expect(done()).toEqual(before);
  });
});
