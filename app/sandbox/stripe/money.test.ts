import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { card, checkoutRequest, startStripe, until } from "../../../tests/support/stripe";

/** The sandbox's Stripe after a payment, asked by Stripe's own SDK and by our adapter. */
let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeEach(async () => {
  stripe = await startStripe();
});
afterEach(() => stripe.close());

const NOW = () => Math.floor(Date.now() / 1000);
const ok = <T>(answer: { ok: true; value: T } | { ok: false }): T => {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value;
};
/** Pays $598.32 and returns the payment intent. */
async function pay(number = "4242424242424242"): Promise<string> {
  const session = ok(await stripe.adapter.createCheckout(checkoutRequest()));
  const paid = await stripe.sandbox.checkout.pay(session.sessionId, card(number));
  expect(paid.ok).toBe(true);
  const { paymentIntentId } = ok(await stripe.adapter.getSession(session.sessionId));
  return paymentIntentId ?? expect.fail("not paid");
}
const disputeOf = async () => (await stripe.sdk.disputes.list()).data[0] ?? expect.fail("no dispute");
async function disputed(number: string): Promise<string> {
  await pay(number);
  await until(() => stripe.types().includes("charge.dispute.created"), "the dispute");
  return (await disputeOf()).id;
}
const transactions = async () => ok(await stripe.adapter.listTransactions(NOW() - 60)).toReversed();

describe("the balance", () => {
  it("has every payment with its fee, every refund, and comes to what Stripe says it is", async () => {
    const intent = await pay();
    ok(
      await stripe.adapter.refund({
        paymentIntentId: intent,
        amount: 10_000,
        idempotencyKey: "rfd_1",
        bookingId: "bkg_1",
        reason: "test",
      }),
    );
    expect(
      (await transactions()).map(({ kind, amount, fee, paymentIntentId }) => [kind, amount, fee, paymentIntentId]),
    ).toEqual([
      ["payment", 59_832, 1_765, intent],
      ["refund", -10_000, 0, intent],
    ]);
    expect(ok(await stripe.adapter.readBalance())).toBe(59_832 - 1_765 - 10_000);
    const list = await stripe.sdk.balanceTransactions.list({ type: "refund" });
    expect(list.data).toMatchObject([{ type: "refund", source: expect.stringMatching(/^re_/) }]);
    expect((await stripe.sdk.charges.list({ payment_intent: intent })).data[0]?.balance_transaction).toMatch(/^txn_/);
  });

  it("gets a refund back that fails later", async () => {
    const intent = await pay("4000000000005126");
    const request = { paymentIntentId: intent, amount: 500, idempotencyKey: "k", bookingId: "b", reason: "r" };
    ok(await stripe.adapter.refund(request));
    await until(() => stripe.types().includes("refund.failed"), "the failure");
    expect((await transactions()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["payment", 59_832],
      ["refund", -500],
      ["refund_failed", 500],
    ]);
  });
});

describe("a dispute", () => {
  it("takes the money and a fee, says so by two events, and is answered once with a file", async () => {
    const id = await disputed("4000000000000259");
    await until(() => stripe.types().includes("charge.dispute.funds_withdrawn"), "the withdrawal");
    expect(ok(await stripe.adapter.getDispute(id))).toMatchObject({
      state: "needs_response",
      reason: "fraudulent",
      amount: 59_832,
      withdrawn: 59_832,
      reinstated: 0,
    });
    expect((await transactions()).at(-1)).toMatchObject({
      kind: "dispute",
      amount: -59_832,
      fee: 1_500,
      disputeId: id,
    });
    const answer = {
      disputeId: id,
      pdf: { name: "evidence.pdf", content: Buffer.from("%PDF-1.7\r\n\r\n--x\x00\xff binary") },
      customerName: "Ada Tester",
      customerEmail: "ada@example.com",
      customerIp: "198.51.100.7",
      billingAddress: "1 Main Street, Orlando, FL 32801",
      product: "Rental of a dumpster",
      serviceDate: "2026-12-01",
      text: "We delivered on the day.",
      idempotencyKey: "key",
    };
    const sent = ok(await stripe.adapter.answerDispute(answer));
    expect(sent.facts.state).toBe("under_review");
    // The same once more finds its answer; another one comes too late.
    expect(ok(await stripe.adapter.answerDispute(answer)).fileId).toBe(sent.fileId);
    expect(await stripe.adapter.answerDispute({ ...answer, idempotencyKey: "other" })).toMatchObject({
      ok: false,
      code: "refused",
    });
    expect(await disputeOf()).toMatchObject({
      evidence: { uncategorized_file: sent.fileId, customer_name: "Ada Tester", service_date: "2026-12-01" },
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    expect(stripe.sandbox.content(sent.fileId)).toMatchObject({ type: "application/pdf" });
    expect(stripe.sandbox.content(sent.fileId)?.content.equals(answer.pdf.content)).toBe(true);
  });

  it("that is won brings the money back, but not the fee; one that is lost does not", async () => {
    const id = await disputed("4000000000002685");
    await stripe.sandbox.closeDispute(id, "won");
    await stripe.sandbox.closeDispute(id, "lost");
    await until(() => stripe.types().includes("charge.dispute.funds_reinstated"), "the money");
    expect(ok(await stripe.adapter.getDispute(id))).toMatchObject({
      state: "won",
      reason: "product_not_received",
      reinstated: 59_832,
    });
    expect(ok(await stripe.adapter.readBalance())).toBe(59_832 - 1_765 - 1_500);
  });

  it("ends by words that the testing page documents", async () => {
    const id = await disputed("4000000000000259");
    await stripe.sdk.disputes.update(id, { evidence: { uncategorized_text: "losing_evidence" } });
    await until(() => stripe.types().includes("charge.dispute.closed"), "the end");
    expect((await disputeOf()).status).toBe("lost");
  });

  it("may be staged before it is sent, and accepted instead", async () => {
    const id = await disputed("4000000000000259");
    const staged = await stripe.sdk.disputes.update(id, { submit: false, evidence: { customer_name: "Ada" } });
    expect([staged.status, staged.evidence_details.submission_count]).toEqual(["needs_response", 0]);
    expect(ok(await stripe.adapter.acceptDispute(id)).state).toBe("lost");
    expect(await stripe.adapter.acceptDispute(id)).toMatchObject({ ok: false, code: "refused" });
  });

  it("as an inquiry takes nothing, and can be refunded, until it becomes one", async () => {
    const id = await disputed("4000000000001976");
    expect(ok(await stripe.adapter.getDispute(id))).toMatchObject({ state: "inquiry", withdrawn: 0 });
    await stripe.sandbox.closeDispute(id, "lost");
    expect(ok(await stripe.adapter.getDispute(id))).toMatchObject({ state: "needs_response", withdrawn: 59_832 });
  });

  it("is refused what Stripe refuses: no such file, a purpose that is none, a text that is too long, a field of nobody", async () => {
    const id = await disputed("4000000000000259");
    const evidence = (given: Record<string, string>) => stripe.sdk.disputes.update(id, { evidence: given });
    await expect(evidence({ uncategorized_file: "file_none" })).rejects.toMatchObject({ code: "resource_missing" });
    await expect(evidence({ uncategorized_text: "x".repeat(20_001) })).rejects.toThrow("20,000");
    await expect(evidence({ nonsense: "x" })).rejects.toMatchObject({ code: "parameter_unknown" });
    const file = (purpose: string, data: string) =>
      stripe.sdk.files.create({
        purpose: purpose,
        file: { name: "a.pdf", type: "application/pdf", data: Buffer.from(data) },
      });
    await expect(file("dispute_evidence", "no pdf")).rejects.toThrow("must be a PDF");
    await expect(file("logo", "%PDF-")).rejects.toThrow("purpose");
  });
});

describe("kept cards", () => {
  it("are detached for good, and charged no more", async () => {
    const intent = await stripe.sdk.paymentIntents.retrieve(await pay());
    const method = String(intent.payment_method);
    expect(await stripe.sdk.paymentMethods.detach(method)).toMatchObject({ customer: null });
    await expect(stripe.sdk.paymentMethods.detach(method)).rejects.toThrow("not attached");
    await expect(
      stripe.sdk.paymentIntents.create({
        amount: 500,
        currency: "usd",
        customer: String(intent.customer),
        payment_method: method,
        off_session: true,
        confirm: true,
      }),
    ).rejects.toThrow("PaymentMethod");
  });

  it("are kept by a setup intent, and by a checkout in setup mode", async () => {
    const intent = await stripe.sdk.paymentIntents.retrieve(await pay());
    const [customer, method] = [String(intent.customer), String(intent.payment_method)];
    const made = await stripe.sdk.setupIntents.create({ customer, payment_method: method, confirm: true });
    expect(made).toMatchObject({ status: "succeeded", payment_method: method, customer });
    expect((await stripe.sdk.setupIntents.list({ customer })).data.map(({ id }) => id)).toEqual([made.id]);
    const session = ok(await stripe.adapter.createCheckout(checkoutRequest({ amount: 0, stripeCustomerId: customer })));
    await stripe.sandbox.checkout.pay(session.sessionId, card("5555555555554444"));
    const cards = await stripe.sdk.customers.listPaymentMethods(customer);
    expect(cards.data.map((one) => one.card?.last4)).toEqual(["4444", "4242"]);
  });
});

describe("what was paid before", () => {
  const past = (refunds: { id: string; amount: number; at: number }[] = []) => [
    {
      id: "cus_seed_1",
      email: "pat@example.com",
      name: "Pat Doe",
      card: { id: "pm_seed_1", brand: "visa" as const, last4: "4242" },
      payments: [{ intentId: "pi_seed_1", amount: 40_932, at: NOW() - 86_400, refunds }],
    },
  ];
  const refund = (amount: number, key = "rfd_1") =>
    stripe.adapter.refund({ paymentIntentId: "pi_seed_1", amount, idempotencyKey: key, bookingId: "b", reason: "r" });

  it("is refunded, disputed and charged again like anything else, and entered once", async () => {
    expect(await stripe.sandbox.enterPast(past())).toBe(1);
    expect(await stripe.sandbox.enterPast(past())).toBe(0);
    expect(ok(await refund(10_000))).toMatchObject({ status: "succeeded", key: "rfd_1" });
    const [payment] = stripe.sandbox.dashboard.payments();
    await stripe.sandbox.dashboard.dispute(payment?.charge ?? "");
    expect((await disputeOf()).payment_intent).toBe("pi_seed_1");
    const charged = await stripe.adapter.chargeCard({
      stripeCustomerId: "cus_seed_1",
      paymentMethodId: "pm_seed_1",
      amount: 5_000,
      bookingId: "b",
      attemptId: "cha_1",
      chargeId: "chg_1",
      description: "weight",
      idempotencyKey: "cha_1",
    });
    expect(ok(charged).status).toBe("succeeded");
    const all = ok(await stripe.adapter.listTransactions(NOW() - 2 * 86_400));
    expect(all.map(({ kind }) => kind).toSorted()).toEqual(["dispute", "payment", "payment", "refund"]);
    expect(all.at(-1)).toMatchObject({ kind: "payment", at: expect.closeTo(NOW() - 86_400, -1) });
  });

  it("knows what went back of it already", async () => {
    await stripe.sandbox.enterPast(past([{ id: "re_seed_1", amount: 40_000, at: NOW() - 3_600 }]));
    expect(await refund(1_000)).toMatchObject({ ok: false, code: "refused" });
    expect(ok(await refund(932, "rfd_2"))).toMatchObject({ amount: 932 });
  });
});

describe("the dashboard", () => {
  it("refunds without a key of ours, and the webhook says so", async () => {
    await pay();
    const [payment] = stripe.sandbox.dashboard.payments();
    await stripe.sandbox.dashboard.refund(payment?.charge ?? "", 5_000);
    await until(() => stripe.types().includes("refund.created"), "the refund");
    const [event] = ok(await stripe.adapter.listMoneyEvents(NOW() - 60)).filter(
      ({ type }) => type === "refund.created",
    );
    expect(event?.refund).toMatchObject({ amount: 5_000, key: null, status: "succeeded" });
    expect(stripe.sandbox.dashboard.payments()[0]).toMatchObject({ refunded: 5_000 });
  });

  it("pays out what is available, and says when the bank sends it back", async () => {
    await pay();
    expect(await stripe.sandbox.dashboard.payOut()).toBe(false);
    await stripe.sandbox.enterPast([
      {
        ...{ id: "cus_seed_1", email: null, name: "Pat Doe", card: null },
        payments: [{ intentId: "pi_seed_1", amount: 10_000, at: NOW() - 5 * 86_400, refunds: [] }],
      },
    ]);
    expect(await stripe.sandbox.dashboard.payOut(true)).toBe(true);
    expect(await stripe.sandbox.dashboard.payOut()).toBe(true);
    await until(() => stripe.types().includes("payout.paid"), "the payout");
    const told = ok(await stripe.adapter.listMoneyEvents(NOW() - 60)).flatMap(({ payout }) => payout ?? []);
    expect(told.map(({ state, amount }) => [state, amount]).toReversed()).toEqual([
      ["in_transit", 9_680],
      ["failed", 9_680],
      ["in_transit", 9_680],
      ["paid", 9_680],
    ]);
  });
});

it("a kept card that expires while a rental is lived through by the sandbox's clock is refused from then on", async () => {
  let now = NOW();
  const own = await startStripe({ today: () => now });
  try {
    await own.sandbox.enterPast([
      {
        ...{ id: "cus_seed_1", email: null, name: "Pat Doe", payments: [] },
        card: { id: "pm_seed_1", brand: "visa", last4: "4242" },
      },
    ]);
    const charge = async (attemptId: string) =>
      ok(
        await own.adapter.chargeCard({
          ...{ stripeCustomerId: "cus_seed_1", paymentMethodId: "pm_seed_1", amount: 5_000, description: "weight" },
          ...{ idempotencyKey: attemptId, bookingId: "b", chargeId: "c", attemptId },
        }),
      );
    expect((await charge("one")).status).toBe("succeeded");
    now += 6 * 366 * 86_400;
    expect(await charge("two")).toMatchObject({ status: "declined", declineCode: "expired_card" });
  } finally {
    await own.close();
  }
});

it("a dispute is found behind hundreds of others, page by page, and no further page is asked for than that", async () => {
  const [oldest, ours] = [await disputed("4000000000000259"), await disputed("4000000000000259")];
  const { sqlite } = stripe.store;
  const copy = sqlite.prepare(
    `insert into stripe_objects (id, kind, created, body)
     select 'du_x' || ?, kind, created, json_set(body, '$.id', 'du_x' || ?) from stripe_objects where id = ?`,
  );
  for (let i = 0; i < 230; i++) copy.run(String(i), String(i), ours);
  let asked = 0;
  Object.defineProperty(stripe.control, "fault", { get: () => (asked++, null) });
  const find = async (...ids: string[]) => ok(await stripe.adapter.findDisputes(new Set(ids)));
  expect((await find("du_x229", ours)).map(({ disputeId }) => disputeId)).toEqual(["du_x229", ours]);
  expect(asked).toBe(3);
  expect((await find("du_x220")).length).toBe(1);
  expect(asked).toBe(4);
  for (let i = 230; i < 2_000; i++) copy.run(String(i), String(i), ours);
  // What stands behind the newest two thousand is asked for by itself.
  expect(await find(oldest)).toEqual([]);
  expect(asked).toBe(24);
});

it("a dispute is to be answered nine days on by the sandbox's clock, and is lost after that where nobody has", async () => {
  let now = NOW() + 30 * 86_400;
  const own = await startStripe({ today: () => now });
  try {
    const session = ok(await own.adapter.createCheckout(checkoutRequest()));
    expect((await own.sandbox.checkout.pay(session.sessionId, card("4242424242424242"))).ok).toBe(true);
    const [charge] = (await own.sdk.charges.list()).data;
    await own.sandbox.dashboard.dispute(charge?.id ?? "");
    const first = async () => (await own.sdk.disputes.list()).data[0] ?? expect.fail("no dispute");
    expect(ok(await own.adapter.getDispute((await first()).id)).dueBy).toBe(now + 9 * 86_400);
    now += 9 * 86_400;
    expect((await first()).status).toBe("needs_response");
    now += 60;
    await until(() => own.types().includes("charge.dispute.closed"), "the end");
    expect(await first()).toMatchObject({ status: "lost", evidence_details: { past_due: true } });
  } finally {
    await own.close();
  }
});
