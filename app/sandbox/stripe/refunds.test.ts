import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { card, checkoutRequest, startStripe, until } from "../../../tests/support/stripe";

/** A payment of $598.32 that its customer disputes with the bank, and what of it can be refunded. */
let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

async function disputed(number: string) {
  const session = await stripe.adapter.createCheckout(checkoutRequest());
  if (!session.ok) throw new Error(session.message);
  await stripe.sandbox.checkout.pay(session.value.sessionId, card(number));
  await until(() => stripe.types().includes("charge.dispute.created"), "the dispute");
  return (await dispute()).id;
}
const dispute = async () => (await stripe.sdk.disputes.list()).data[0] ?? expect.fail("no dispute");
const charge = async () => (await stripe.sdk.charges.list()).data[0] ?? expect.fail("no charge");
const isRefundable = async () => [(await charge()).disputed, (await dispute()).is_charge_refundable];
const shown = () => stripe.sandbox.dashboard.payments()[0];
async function refund(amount: number) {
  const { payment_intent } = await charge();
  const given = { amount, idempotencyKey: `rfd_${amount}`, bookingId: "b", reason: "r" };
  return stripe.adapter.refund({ paymentIntentId: String(payment_intent), ...given });
}

describe("a disputed payment", () => {
  it("is refused while the bank decides, and goes back once we have won; its charge stays disputed", async () => {
    const id = await disputed("4000000000002685");
    expect(await refund(100)).toMatchObject({ ok: false, code: "refused", reason: "charge_disputed" });
    expect([await isRefundable(), shown()?.isHeld]).toEqual([[true, false], true]);
    await stripe.sdk.disputes.update(id, { evidence: { uncategorized_text: "We delivered." } });
    expect(await refund(200)).toMatchObject({ ok: false });
    await stripe.sandbox.closeDispute(id, "won");
    expect([await isRefundable(), shown()]).toMatchObject([[true, true], { disputed: true, isHeld: false }]);
    expect(await refund(59_832)).toMatchObject({ ok: true, value: { status: "succeeded", amount: 59_832 } });
    expect((await charge()).refunded).toBe(true);
  });

  it("is refused for good where the bank keeps the money", async () => {
    await stripe.sandbox.closeDispute(await disputed("4000000000000259"), "lost");
    expect(await refund(100)).toMatchObject({ ok: false, code: "refused" });
    expect(await isRefundable()).toEqual([true, false]);
  });

  it("can go back while a bank only asks about it, until it takes the money", async () => {
    const id = await disputed("4000000000001976");
    expect([await isRefundable(), (await refund(100)).ok]).toEqual([[false, true], true]);
    await stripe.sandbox.closeDispute(id, "lost");
    expect([await isRefundable(), (await refund(200)).ok]).toEqual([[true, false], false]);
  });
});
