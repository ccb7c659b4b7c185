import { afterAll, beforeAll, expect, test } from "vitest";
import { card, checkoutRequest, startStripe } from "../../../tests/support/stripe";
import type { StripeAnswer } from "~/domain/payments/ports";

let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  stripe = await startStripe();
});
afterAll(() => stripe.close());

function value<T>(answer: StripeAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.value;
}
const kept = async (number: string, change = {}) => {
  const session = value(await stripe.adapter.createCheckout(checkoutRequest(change)));
  expect(await stripe.sandbox.checkout.pay(session.sessionId, card(number))).toMatchObject({ ok: true });
  return value(await stripe.adapter.getCard(session));
};
const charge = (stripeCustomerId: string | null, paymentMethodId: string | null, idempotencyKey: string) =>
  stripe.adapter.chargeCard({
    stripeCustomerId: stripeCustomerId ?? "",
    paymentMethodId: paymentMethodId ?? "",
    amount: 14_385,
    description: "Extra weight",
    idempotencyKey,
    bookingId: "bkg_1",
    chargeId: "chg_1",
    attemptId: "att_1",
  });

test("another card is kept for the same customer without a charge, and the former one can be charged by nobody", async () => {
  const first = await kept("4242424242424242");
  const second = await kept("5555555555554444", {
    amount: 0,
    lines: [],
    stripeCustomerId: first.stripeCustomerId ?? "",
  });
  expect(second).toMatchObject({ stripeCustomerId: first.stripeCustomerId, brand: "mastercard", chargeId: null });
  expect(await stripe.adapter.detachCard(first.paymentMethodId ?? "")).toEqual({ ok: true, value: null });
  expect(await charge(first.stripeCustomerId, first.paymentMethodId, "a")).toMatchObject({
    ok: false,
    code: "refused",
  });
  expect(await charge(second.stripeCustomerId, second.paymentMethodId, "b")).toMatchObject({ ok: true });
  // Gone already, or never there: nothing is left to do.
  expect(await stripe.adapter.detachCard(first.paymentMethodId ?? "")).toEqual({ ok: true, value: null });
  expect(await stripe.adapter.detachCard("pm_none")).toEqual({ ok: true, value: null });
});

test("while the card company is away the work is tried again", async () => {
  stripe.control.fault = { status: 503 };
  expect(await stripe.adapter.detachCard("pm_1")).toMatchObject({ ok: false, code: "unreachable" });
  stripe.control.fault = null;
});
