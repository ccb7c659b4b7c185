import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasExpired, parseExpiry, passesLuhn, TEST_CARDS } from "./cards";
import { checkoutPage } from "./checkout-page";
import type { CheckoutView } from "./checkout-view";
import { parseStripeForm } from "./form";
import { card, checkoutRequest, startStripe } from "../../../tests/support/stripe";

let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => void (stripe = await startStripe()));
afterAll(() => stripe.close());

async function open(change = {}): Promise<string> {
  const answer = await stripe.adapter.createCheckout(checkoutRequest(change));
  if (!answer.ok) throw new Error(answer.message);
  return answer.value.sessionId;
}

describe("cards", () => {
  test("every test card passes the check digit", () => {
    expect(TEST_CARDS.filter(({ number }) => !passesLuhn(number))).toEqual([]);
  });
  test.each(["12/34", "12 / 34", "1234", "12-34", "12 34", "12/2034", "122034", "12.34"])(
    "reads the expiry %s",
    (typed) => {
      expect(parseExpiry(typed)).toEqual({ month: 12, year: 2034 });
    },
  );
  test.each(["", "13/34", "0/34", "12", "1/2/34", "ab"])("does not read the expiry %s", (typed) => {
    expect(parseExpiry(typed)).toBeNull();
  });
  test("a card is good to the end of its month", () => {
    expect(hasExpired({ month: 12, year: 2026 }, Date.UTC(2026, 11, 31, 23))).toBe(false);
    expect(hasExpired({ month: 12, year: 2026 }, Date.UTC(2027, 0, 1))).toBe(true);
  });
});

describe("the form of Stripe's API", () => {
  test("reads brackets and arrays", () => {
    expect(parseStripeForm("a[0][b]=1&a[1][b]=2&expand[]=x&expand[]=y&m[k+1]=v%26&plain=")).toEqual({
      a: [{ b: "1" }, { b: "2" }],
      expand: ["x", "y"],
      m: { "k 1": "v&" },
      plain: "",
    });
    expect(parseStripeForm("a[b=1")).toBeNull();
    expect(parseStripeForm("a=1&a[b]=2")).toBeNull();
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe("paying", () => {
  test.each([
    ["4000000000000002", { cardNumber: "Your card was declined." }],
    ["4000000000009995", { cardNumber: "Your card has insufficient funds. Try a different card." }],
    ["4000000000009987", { cardNumber: "Your card was declined." }],
    ["4000000000000069", { expiry: "Your card has expired." }],
    ["4000000000000127", { cvc: "Your card’s security code is incorrect." }],
  ])("card %s is declined, and another card pays the same intent", async (number, errors) => {
    const id = await open();
    expect(await stripe.sandbox.checkout.pay(id, card(number))).toEqual({ ok: false, errors });
    expect(await stripe.sandbox.checkout.pay(id, card("378282246310005"))).toMatchObject({ ok: true });
    expect(
      stripe.store.sqlite
        .prepare(
          "SELECT count(*) AS n FROM stripe_objects WHERE kind = 'payment_intent' AND body ->> '$.id' = (SELECT body ->> '$.payment_intent' FROM stripe_objects WHERE id = ?)",
        )
        .get(id),
    ).toEqual({ n: 1 });
  });

  test("a processing error belongs to the form", async () => {
    expect(await stripe.sandbox.checkout.pay(await open(), card("4000000000000119"))).toMatchObject({
      ok: false,
      errors: {},
      formError: expect.stringContaining("processing"),
    });
  });

  test("says what is wrong with each field", async () => {
    const id = await open();
    expect(await stripe.sandbox.checkout.pay(id, {})).toMatchObject({
      errors: {
        email: expect.any(String),
        cardNumber: expect.any(String),
        expiry: expect.any(String),
        cvc: expect.any(String),
      },
    });
    const wrong = await stripe.sandbox.checkout.pay(id, {
      email: "ada@",
      cardNumber: "4242 4242 4242 4241",
      expiry: "01/20",
      cvc: "12",
    });
    expect(wrong).toMatchObject({
      ok: false,
      errors: {
        cardNumber: "Your card number is invalid.",
        expiry: expect.stringContaining("in the past"),
        email: expect.any(String),
        cvc: expect.any(String),
      },
    });
    expect(await stripe.sandbox.checkout.pay(id, { ...card("4111111111111111") })).toMatchObject({
      errors: { cardNumber: expect.stringContaining("test cards") },
    });
  });

  test("refusing the bank's question keeps the session open", async () => {
    const id = await open({ amount: 0 });
    expect(await stripe.sandbox.checkout.pay(id, card("4000002760003184"))).toMatchObject({
      needsAuthentication: true,
    });
    expect(await stripe.sandbox.checkout.pay(id, { confirm: "no" })).toMatchObject({
      ok: false,
      formError: expect.stringContaining("unable to authenticate"),
    });
    expect(await stripe.sandbox.checkout.find(id)).toMatchObject({ status: "open", waitingForBank: null });
    expect(await stripe.sandbox.checkout.pay(id, card("4242424242424242"))).toMatchObject({ ok: true });
  });

  test("a session ends by itself at expires_at, and says so once", async () => {
    const id = await open();
    stripe.store.sqlite
      .prepare("UPDATE stripe_objects SET body = json_set(body, '$.expires_at', 1) WHERE id = ?")
      .run(id);
    expect(await stripe.sandbox.checkout.find(id)).toMatchObject({ status: "expired" });
    expect(await stripe.sandbox.checkout.pay(id, card("4242424242424242"))).toMatchObject({
      ok: false,
      formError: expect.stringContaining("expired"),
    });
    const events = stripe.store.sqlite
      .prepare("SELECT count(*) AS n FROM stripe_events WHERE type = 'checkout.session.expired' AND body LIKE ?")
      .get(`%${id}%`);
    expect(events).toEqual({ n: 1 });
    expect(await stripe.sandbox.checkout.find("cs_test_none")).toBeNull();
  });
});

describe("the page", () => {
  const hostile = `<img src=x onerror="alert(1)">`;
  const view: CheckoutView = {
    id: "cs_test_1",
    businessName: hostile,
    mode: "payment",
    status: "open",
    lines: [{ name: hostile, description: hostile, quantity: 2, amount: 100 }],
    total: 100,
    email: hostile,
    emailLocked: false,
    keepsCard: true,
    submitNote: hostile,
    cancelUrl: "http://localhost/?a=1&b=2",
    successUrl: "http://localhost/",
    waitingForBank: null,
  };

  test("escapes everything, sends no script, keeps what was typed but the security code", () => {
    const page = checkoutPage(view, {
      nonce: "abc",
      values: { cardNumber: "4242 4242", cvc: "731", name: hostile },
      errors: { cardNumber: "Your card number is incomplete." },
      formError: hostile,
    });
    expect(page).not.toMatch(/<img|<script|731/);
    expect(page).toContain('value="4242 4242"');
    expect(page).toContain('role="alert"');
    expect(page).toContain('href="#cardNumber"');
    expect(page).toContain('<style nonce="abc">');
  });

  test.each<[string, Partial<CheckoutView> | null, string]>([
    ["paid", { status: "complete" }, "This is paid"],
    ["expired", { status: "expired" }, "has expired"],
    ["waiting", { waitingForBank: { brand: "visa", last4: "3155" } }, "is this you?"],
    ["setup", { mode: "setup", total: 0, lines: [] }, "Save card"],
    ["missing", null, "does not exist"],
  ])("shows a session that is %s", (_, change, words) => {
    expect(checkoutPage(change && { ...view, ...change }, { nonce: "abc" })).toContain(words);
  });
});
