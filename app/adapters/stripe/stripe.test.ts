import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { card, checkoutRequest, startStripe } from "../../../tests/support/stripe";
import type { SessionFacts, StripeAnswer } from "~/domain/payments/ports";
import { createStripeAdapter } from "./stripe.server";

let stripe: Awaited<ReturnType<typeof startStripe>>;
let sdk: Stripe;
beforeAll(async () => {
  stripe = await startStripe();
  sdk = stripe.sdk;
});
afterAll(() => stripe.close());
afterEach(() => void (stripe.control.fault = null));

function value<T>(answer: StripeAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.value;
}
const create = async (change = {}): Promise<SessionFacts> =>
  value(await stripe.adapter.createCheckout(checkoutRequest(change)));
const pay = (session: SessionFacts, number = "4242424242424242") =>
  stripe.sandbox.checkout.pay(session.sessionId, card(number));
async function paid(number = "4242424242424242") {
  const session = await create();
  expect(await pay(session, number)).toMatchObject({ ok: true });
  return value(await stripe.adapter.getSession(session.sessionId));
}

describe("checkout", () => {
  test("creates a session, shows it, reads it back", async () => {
    const request = checkoutRequest();
    const session = value(await stripe.adapter.createCheckout(request));
    expect(session).toMatchObject({
      status: "open",
      paymentStatus: "unpaid",
      mode: "payment",
      amountTotal: 59_832,
      currency: "usd",
      bookingId: request.bookingId,
      checkoutId: request.checkoutId,
      expiresAt: request.expiresAt,
    });
    expect(session.url).toBe(`http://localhost:3000/sandbox/checkout/${session.sessionId}`);
    expect(value(await stripe.adapter.getSession(session.sessionId))).toEqual(session);
    expect(await stripe.sandbox.checkout.find(session.sessionId)).toMatchObject({
      total: 59_832,
      email: "ada@example.com",
      submitNote: request.submitNote,
      keepsCard: true,
    });
  });

  test("pays once, however often the button is pressed", async () => {
    const session = await create();
    const results = await Promise.all([pay(session), pay(session), pay(session)]);
    expect(new Set(results.map((result) => (result.ok ? result.redirectTo : "")))).toEqual(
      new Set([`http://localhost:3000/payment-success?session_id=${session.sessionId}`]),
    );
    const after = value(await stripe.adapter.getSession(session.sessionId));
    expect(after).toMatchObject({
      status: "complete",
      paymentStatus: "paid",
      url: null,
      customerEmail: "ada@example.com",
    });
    const intents = await sdk.paymentIntents.list({ customer: after.stripeCustomerId! });
    expect(intents.data.map(({ id, status, metadata }) => [id, status, metadata.booking_number])).toEqual([
      [after.paymentIntentId, "succeeded", "DMP-2026-000123"],
    ]);
    expect(value(await stripe.adapter.getCard(after))).toMatchObject({
      brand: "visa",
      last4: "4242",
      stripeCustomerId: after.stripeCustomerId,
      chargeId: expect.stringMatching(/^ch_/),
    });
    expect((await sdk.customers.listPaymentMethods(after.stripeCustomerId!)).data).toHaveLength(1);
  });

  test("keeps no card and makes nobody there, where the card that pays is not the one on file from then on", async () => {
    const session = await create({ keepsCard: false, customerEmail: "" });
    expect(await stripe.sandbox.checkout.find(session.sessionId)).toMatchObject({ keepsCard: false, email: null });
    await pay(session);
    const after = value(await stripe.adapter.getSession(session.sessionId));
    expect(after).toMatchObject({ paymentStatus: "paid", stripeCustomerId: null });
    // Which card it was is known all the same: refunds go back there.
    expect(value(await stripe.adapter.getCard(after))).toMatchObject({ brand: "visa", last4: "4242" });
  });

  test("keeps the card without a charge for a total of 0", async () => {
    const session = await create({ amount: 0, lines: [{ name: "Scrap metal", amount: 0, quantity: 1 }] });
    expect(session).toMatchObject({ mode: "setup", amountTotal: 0, paymentStatus: "no_payment_required" });
    expect(await pay(session, "5555555555554444")).toMatchObject({ ok: true });
    const after = value(await stripe.adapter.getSession(session.sessionId));
    expect(after).toMatchObject({
      status: "complete",
      paymentIntentId: null,
      setupIntentId: expect.stringMatching(/^seti_/),
    });
    expect(value(await stripe.adapter.getCard(after))).toMatchObject({
      brand: "mastercard",
      last4: "4444",
      chargeId: null,
    });
  });

  test("expires an open session; a paid or ended one is answered with its facts", async () => {
    const session = await create();
    expect(value(await stripe.adapter.expireSession(session.sessionId))).toMatchObject({
      status: "expired",
      url: null,
    });
    expect(value(await stripe.adapter.expireSession(session.sessionId))).toMatchObject({ status: "expired" });
    expect(await pay(session)).toMatchObject({ ok: false, formError: expect.stringContaining("expired") });
    const complete = await paid();
    expect(value(await stripe.adapter.expireSession(complete.sessionId))).toMatchObject({
      status: "complete",
      paymentStatus: "paid",
    });
    expect(await stripe.adapter.expireSession("cs_test_none")).toMatchObject({ ok: false, code: "not_found" });
  });

  test("takes an existing customer", async () => {
    const first = await paid();
    const second = await create({ stripeCustomerId: first.stripeCustomerId! });
    expect(await stripe.sandbox.checkout.find(second.sessionId)).toMatchObject({
      email: "ada@example.com",
      emailLocked: true,
    });
    await pay(second);
    expect(value(await stripe.adapter.getSession(second.sessionId)).stripeCustomerId).toBe(first.stripeCustomerId);
  });
});

describe("refusals", () => {
  test("expires_at must be 30 minutes to 24 hours ahead", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const expiresAt of [now + 29 * 60, now + 25 * 3600]) {
      expect(await stripe.adapter.createCheckout(checkoutRequest({ expiresAt }))).toMatchObject({
        ok: false,
        code: "refused",
        message: expect.stringContaining("expires_at"),
      });
    }
  });

  test("the same key with the same parameters answers the same; with others it is an error", async () => {
    const request = checkoutRequest();
    const [first, second] = await Promise.all([
      stripe.adapter.createCheckout(request),
      stripe.adapter.createCheckout(request),
    ]);
    expect(second).toEqual(first);
    await expect(stripe.adapter.createCheckout({ ...request, customerEmail: "bob@example.com" })).rejects.toThrow(
      Stripe.errors.StripeIdempotencyError,
    );
    const replay = await sdk.customers
      .create({ email: "a@example.com" }, { idempotencyKey: "same" })
      .then(() => sdk.customers.create({ email: "a@example.com" }, { idempotencyKey: "same" }));
    expect(replay.lastResponse.headers["idempotent-replayed"]).toBe("true");
  });

  test("the first answer of a key is kept, a 500 too; no answer at all is unreachable", async () => {
    const request = checkoutRequest();
    stripe.control.fault = { status: 500 };
    expect(await stripe.adapter.createCheckout(request)).toMatchObject({ ok: false, code: "unreachable" });
    stripe.control.fault = null;
    expect(await stripe.adapter.createCheckout(request)).toMatchObject({ ok: false, code: "unreachable" });
    const nobody = createStripeAdapter({
      secretKey: "sk_test_x",
      webhookSecret: "whsec_x",
      apiBase: "http://127.0.0.1:9",
    });
    expect(await nobody.getSession("cs_test_x")).toMatchObject({ ok: false, code: "unreachable" });
  });

  test("a connection that breaks after the work was done is tried again and makes one session", async () => {
    const request = checkoutRequest();
    stripe.control.fault = { drop: "after" };
    const lost = stripe.adapter.createCheckout(request);
    setTimeout(() => void (stripe.control.fault = null), 100);
    const found = value(await lost);
    expect(found.checkoutId).toBe(request.checkoutId);
    expect(
      (await sdk.checkout.sessions.list({ limit: 100 })).data.filter(
        (one) => one.metadata?.checkout_id === request.checkoutId,
      ),
    ).toHaveLength(1);
  });

  test.each<[string, Stripe.Checkout.SessionCreateParams, string]>([
    [
      "unknown parameter",
      { payment_method_types: ["card"] } as Stripe.Checkout.SessionCreateParams,
      "payment_method_types",
    ],
    ["wrong word", { ui_mode: "hosted" }, "ui_mode"],
    [
      "fractional cents",
      {
        line_items: [{ quantity: 1, price_data: { currency: "usd", unit_amount: 10.5, product_data: { name: "x" } } }],
      },
      "line_items[0][price_data][unit_amount]",
    ],
    [
      "missing currency",
      { line_items: [{ quantity: 1, price_data: { unit_amount: 100, product_data: { name: "x" } } as never }] },
      "line_items[0][price_data][currency]",
    ],
    ["no lines", {}, "line_items"],
    ["two kinds of customer", { customer: "cus_1", customer_email: "a@example.com" }, "customer"],
    ["bad email", { customer_email: "nobody" }, "customer_email"],
  ])("%s is refused as Stripe would", async (_, params, param) => {
    const shared: Stripe.Checkout.SessionCreateParams = { mode: "payment", success_url: "https://example.com/" };
    await expect(sdk.checkout.sessions.create({ ...shared, ...params })).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      statusCode: 400,
      param,
    });
  });

  test("a wrong secret key throws", async () => {
    const stranger = createStripeAdapter({
      secretKey: "sk_test_wrong",
      webhookSecret: "whsec_x",
      apiBase: stripe.apiUrl,
    });
    await expect(stranger.getSession("cs_test_x")).rejects.toThrow(Stripe.errors.StripeAuthenticationError);
  });
});

describe("later charges and refunds", () => {
  const charge = async (session: SessionFacts, key: string) => {
    const kept = value(await stripe.adapter.getCard(session));
    return stripe.adapter.chargeCard({
      stripeCustomerId: kept.stripeCustomerId!,
      paymentMethodId: kept.paymentMethodId!,
      amount: 14_385,
      description: "Overage",
      idempotencyKey: key,
      bookingId: "bkg_1",
      chargeId: "chg_1",
      attemptId: `cat_${key}`,
    });
  };

  test("charges the kept card, once per key", async () => {
    const session = await paid();
    const first = value(await charge(session, "later-1"));
    expect(first).toMatchObject({ status: "succeeded", amount: 14_385, attemptId: "cat_later-1" });
    expect(first.intentId).toMatch(/^pi_/);
    expect(value(await charge(session, "later-1"))).toEqual(first);
  });

  test.each([["4000000000000341", "generic_decline"]])("card %s is declined later: %s", async (number, declineCode) => {
    expect(value(await charge(await paid(number), `later-${number}`))).toMatchObject({
      status: "declined",
      declineCode,
    });
  });

  test("a card that needs its owner asks now, and cannot be charged without them", async () => {
    const session = await create();
    expect(await pay(session, "4000002500003155")).toEqual({ ok: false, errors: {}, needsAuthentication: true });
    expect(await stripe.sandbox.checkout.find(session.sessionId)).toMatchObject({ waitingForBank: { last4: "3155" } });
    expect(await stripe.sandbox.checkout.pay(session.sessionId, { confirm: "yes" })).toMatchObject({ ok: true });
    const done = value(await stripe.adapter.getSession(session.sessionId));
    expect(value(await charge(done, "later-3155"))).toMatchObject({
      status: "authenticate",
      declineCode: "authentication_required",
    });
  });

  test("refunds in parts, never more than was paid", async () => {
    const session = await paid();
    const refund = (amount: number, idempotencyKey: string) =>
      stripe.adapter.refund({
        paymentIntentId: session.paymentIntentId!,
        amount,
        idempotencyKey,
        bookingId: "bkg_1",
        reason: "Cancelled 30 hours before",
      });
    const first = value(await refund(50_000, "r1"));
    expect(first).toMatchObject({ status: "succeeded", amount: 50_000, paymentIntentId: session.paymentIntentId });
    expect(value(await refund(50_000, "r1"))).toEqual(first);
    expect(await refund(50_000, "r2")).toMatchObject({
      ok: false,
      code: "refused",
      message: expect.stringContaining("greater than unrefunded amount"),
    });
    expect(value(await refund(9_832, "r3"))).toMatchObject({ status: "succeeded" });
    expect(await refund(1, "r4")).toMatchObject({ ok: false, code: "refused" });
  });

  test.each([
    ["4000000000007726", "pending", "succeeded"],
    ["4000000000005126", "succeeded", "failed"],
  ])("a refund to %s is %s, then %s", async (number, before, after) => {
    const session = await paid(number);
    const refund = value(
      await stripe.adapter.refund({
        paymentIntentId: session.paymentIntentId!,
        amount: 100,
        idempotencyKey: `slow-${number}`,
        bookingId: "b",
        reason: "r",
      }),
    );
    expect(refund.status).toBe(before);
    await expect
      .poll(async () => value(await stripe.adapter.getRefund(refund.refundId)).status, { timeout: 2_000 })
      .toBe(after);
  });
});
