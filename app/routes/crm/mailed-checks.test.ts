import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { takeRefund } from "~/domain/payments/refund-elsewhere.server";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { disputeFacts, paymentOf, tell } from "../../../tests/support/money";
import { officeRoles, type Role } from "../../../tests/support/office-roles";
import { fakeStripe, type Visitor } from "../../../tests/support/visit";
import { action as door } from "./auth";
import { action as refundsAction } from "./billing-refunds";

let world: TestWorld;
let visitors: Record<Role, Visitor>;
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 8 } });
  visitors = await officeRoles(world, door, fakeStripe());
});
afterAll(() => world.close());

describe("a check that was mailed before anybody wrote it down", () => {
  /** A cancelled booking whose $409.32 are to go back by check. */
  async function waiting() {
    const { id } = await paidBooking(world, { deliveryDate: "2026-12-10" });
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), id, null, 0));
    const check = world.db.orm.select().from(refunds).all().at(-1) ?? expect.fail("no refund");
    world.db.orm.update(refunds).set({ method: "check" }).where(eq(refunds.id, check.id)).run();
    return { check, payment: paymentOf(world, id) };
  }
  async function said(refund: string) {
    const fields = { intent: "paid-out", refund, reference: "2001", batch: "" };
    const answer = await visitors.admin.post(refundsAction, "/crm/billing/refunds", fields);
    expect(answer.status).toBe(409);
    return JSON.stringify(answer.data);
  }

  it("is told what to do once the card has its money", async () => {
    const { check, payment } = await waiting();
    const { stripe_payment_intent_id: paymentIntentId, amount } = payment;
    const told = { refundId: "re_dashboard", status: "succeeded", failureReason: null, key: null } as const;
    await world.db.write((tx) => takeRefund(tx, world.deed(), { ...told, amount, paymentIntentId }));
    expect(await said(check.id)).toMatch(/card has this money already.*If the check was cashed, ask its customer/u);
  });

  it("is told what to do while the payment is disputed, and once the bank has given it", async () => {
    const { check, payment } = await waiting();
    await tell(world, disputeFacts(payment));
    expect(await said(check.id)).toMatch(/disputed.*If it was mailed already, have it stopped/u);
    await tell(world, disputeFacts(payment, { state: "lost" }));
    expect(await said(check.id)).toMatch(/bank has given this money back.*If the check was cashed/u);
  });
});
