import Stripe from "stripe";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSandboxStore } from "../store.server";
import { createStripeSandbox } from "./stripe.server";
import { card, checkoutRequest, startStripe, until, WEBHOOK_SECRET } from "../../../tests/support/stripe";

let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeEach(async () => void (stripe = await startStripe()));
afterEach(() => stripe.close());

async function payNew(number: string): Promise<string> {
  const session = await stripe.adapter.createCheckout(checkoutRequest());
  if (!session.ok) throw new Error(session.message);
  await stripe.sandbox.checkout.pay(session.value.sessionId, card(number));
  return session.value.sessionId;
}

test("sends a signed event soon, which the adapter accepts and a forger cannot make", async () => {
  const sessionId = await payNew("4242424242424242");
  const paidAt = Date.now();
  await until(() => stripe.types().includes("checkout.session.completed"), "the event");
  expect(stripe.types().sort()).toEqual(["checkout.session.completed", "payment_intent.succeeded"]);
  const { body, signature, at } = stripe.received.find((one) => one.body.includes("checkout.session.completed"))!;
  // Soon: some 50 ms, and far from the seconds of a retry also where the machine is busy.
  expect(at - paidAt).toBeLessThan(1_500);
  expect(stripe.adapter.readWebhook(body, signature)).toMatchObject({
    type: "checkout.session.completed",
    session: { sessionId, status: "complete", paymentStatus: "paid" },
    refund: null,
    objectId: sessionId,
  });
  expect(stripe.adapter.readWebhook(body.replace("59832", "1"), signature)).toBeNull();
  expect(stripe.adapter.readWebhook(body, "t=1,v1=00")).toBeNull();
  const now = Math.floor(Date.now() / 1000);
  for (const none of ["", `t=${now}`, `t=${now},v1=`, `t=,v1=`, "v1=00", `t=${now},v1=${"€".repeat(64)}`])
    expect(stripe.adapter.readWebhook(body, none)).toBeNull();
  const old = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1000) - 301,
  });
  expect(stripe.adapter.readWebhook(body, old)).toBeNull();
});

test("tries again after a 500, and lists what was not delivered", async () => {
  stripe.control.answer = 500;
  await payNew("4242424242424242");
  await until(() => stripe.received.length === 2, "the first attempts");
  const missed = async () =>
    (await stripe.sdk.events.list({ delivery_success: false, types: ["checkout.session.completed"] })).data.length;
  expect(await missed()).toBe(1);
  stripe.control.answer = 200;
  await until(() => stripe.received.length >= 4, "the second attempts");
  await expect.poll(missed, { timeout: 1_000 }).toBe(0);
  expect(new Set(stripe.received.map(({ body }) => body)).size).toBe(2);
  const events = await stripe.adapter.listSessionEvents(Math.floor(Date.now() / 1000) - 60);
  expect(events).toMatchObject({
    ok: true,
    value: [{ type: "checkout.session.completed", session: { status: "complete" } }],
  });
  expect(await stripe.adapter.listSessionEvents(Math.floor(Date.now() / 1000) + 60)).toEqual({ ok: true, value: [] });
});

test("refunds and disputes arrive as events", async () => {
  const sessionId = await payNew("4000000000005126");
  const session = await stripe.adapter.getSession(sessionId);
  if (!session.ok) throw new Error(session.message);
  await stripe.adapter.refund({
    paymentIntentId: session.value.paymentIntentId!,
    amount: 500,
    idempotencyKey: "r",
    bookingId: "b",
    reason: "r",
  });
  // In any order: that is what Stripe promises too.
  await until(
    () =>
      ["refund.created", "charge.refunded", "refund.updated", "refund.failed"].every((type) =>
        stripe.types().includes(type),
      ),
    "the events of the refund",
  );
  const failed = stripe.received.find(({ body }) => body.includes('"refund.failed"'))!;
  expect(stripe.adapter.readWebhook(failed.body, failed.signature)).toMatchObject({
    session: null,
    refund: { status: "failed", amount: 500, failureReason: "expired_or_canceled_card" },
  });
  await payNew("4000000000000259");
  await until(() => stripe.types().includes("charge.dispute.created"), "the dispute");
  const dispute = stripe.received.find(({ body }) => body.includes('"charge.dispute.created"'))!;
  const event = stripe.adapter.readWebhook(dispute.body, dispute.signature);
  expect(event).toMatchObject({ session: null, refund: null, objectId: expect.stringMatching(/^du_/) });
  await stripe.sandbox.closeDispute(event!.objectId!, "won");
  await until(() => stripe.types().includes("charge.dispute.closed"), "the end of the dispute");
});

test("two handles on one file share the world, and deliver each event once", async () => {
  const store = openSandboxStore(stripe.file);
  const other = createStripeSandbox({
    store,
    secretKey: "sk_test_other",
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: stripe.webhookUrl,
    checkoutBase: () => "http://localhost",
  });
  other.start();
  const sessions = await Promise.all(
    Array.from({ length: 10 }, () => stripe.adapter.createCheckout(checkoutRequest())),
  );
  const ids = sessions.map((session) => (session.ok ? session.value.sessionId : ""));
  const results = await Promise.all(
    ids.flatMap((id) => [
      other.checkout.pay(id, card("4242424242424242")),
      stripe.sandbox.checkout.pay(id, card("4242424242424242")),
    ]),
  );
  expect(results.every(({ ok }) => ok)).toBe(true);
  expect(store.sqlite.prepare("SELECT count(*) AS n FROM stripe_objects WHERE kind = 'payment_intent'").get()).toEqual({
    n: 10,
  });
  await until(() => stripe.received.length >= 20, "all events");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stripe.received).toHaveLength(20);
  await other.stop();
  store.close();
});
