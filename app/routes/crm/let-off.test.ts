import { afterAll, beforeAll, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { readLedger } from "~/domain/payments/ledger.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { applyRefundFacts } from "~/domain/payments/refunds.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { paymentOf } from "../../../tests/support/money";
import { officeRoles, type Role } from "../../../tests/support/office-roles";
import { fakeStripe, type Answer, type Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action, loader } from "./give-back";

/** $100 that somebody gave in Stripe's dashboard although all of it had gone back: an admin lets its customer keep it. */
let world: TestWorld;
let visitors: Record<Role, Visitor>;
let booking: Booking;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  visitors = await officeRoles(world, door, fakeStripe());
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const { stripe_payment_intent_id: paymentIntentId } = paymentOf(world, booking.id);
  await world.db.write((tx) => {
    cancelBooking(tx, world.deed(), world.settings(), booking.id, null, 0);
    const ours = tx.select().from(refunds).get()!;
    const told = { status: "succeeded", paymentIntentId, failureReason: null } as const;
    applyRefundFacts(tx, world.deed(), ours, { ...told, refundId: "re_1", amount: ours.amount });
    takeRefund(tx, world.deed(), { ...told, refundId: "re_2", amount: 100_00, key: null });
  });
});
afterAll(() => world.close());

const params = () => ({ number: booking.booking_number });
const path = () => `/crm/bookings/${booking.booking_number}/refund`;
const press = (role: Role, fields: Record<string, string>): Promise<Answer> =>
  visitors[role].post(action, path(), { intent: "let-off", ...fields }, params());
const fieldsOf = ({ data }: Answer) => (data as { fields: Record<string, string> }).fields;
const owed = () => readLedger(world.db.orm, booking.id).owed;

it("is shown with its sum, wants a reason, is an admin's, and is refused when it was seen otherwise or pressed twice", async () => {
  expect((await visitors.admin.get(loader, path(), params())).data).toMatchObject({ excess: 100_00 });
  const why = { "why-let-off": "our mistake" };
  expect((await press("staff", { seen: "10000", ...why })).status).toBe(403);
  expect(fieldsOf(await press("admin", { seen: "10000", "why-let-off": "" }))).toHaveProperty("why-let-off");
  expect(fieldsOf(await press("admin", { seen: "9000", ...why }))[""]).toMatch(/has changed/);
  expect(owed()).toBe(100_00);
  const done = [await press("admin", { seen: "10000", ...why }), await press("admin", { seen: "10000", ...why })];
  expect([done.map(({ status }) => status), owed()]).toEqual([[302, 409], 0]);
});
