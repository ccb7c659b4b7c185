import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { chargeAttempts, checkouts, disputes, events, refunds, stripePayouts } from "#db/schema/index";
import { createStripeAdapter } from "~/adapters/stripe/stripe.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { cancelBooking } from "~/domain/changes/cancel.server";
import { signature } from "~/sandbox/stripe/webhooks.server";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import {
  openedCheckout,
  openWorld,
  paidBooking,
  sessionFacts,
  signedBooking,
  STAFF,
} from "../../../tests/support/domain";
import type { TestWorld } from "../../../tests/support/domain";
import { openTasks } from "../../../tests/support/errands";
import { disputed, disputeFacts, paymentOf } from "../../../tests/support/money";
import { fakeServices, fakeStripe, Visitor } from "../../../tests/support/visit";
import { action } from "./stripe";

/** Stripe tells of each event that the README has its owner tick: each does something, once. */
const SECRET = "whsec_events";
let world: TestWorld;
let visitor: Visitor;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  const stripe = fakeStripe();
  const adapter = createStripeAdapter({ secretKey: "sk_test_1", webhookSecret: SECRET, apiBase: "http://127.0.0.1:9" });
  visitor = new Visitor(fakeServices(world, { ...stripe, readWebhook: adapter.readWebhook }));
});
afterEach(() => world.close());

const orm = () => world.db.orm;
async function hear(type: string, object: object): Promise<[number, string]> {
  const body = JSON.stringify({ id: `evt_${type}`, object: "event", type, created: 1, data: { object } });
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature(body, SECRET) };
  const request = new Request("http://localhost:3000/webhooks/stripe", { method: "POST", headers, body });
  const answer = await action({ request, params: {}, context: visitor.context() });
  return [answer.status, ((await answer.json()) as { result: string }).result];
}

interface Case {
  object: object;
  effect: () => unknown;
  is: unknown;
}

/** A payment page that is open. */
async function page(status: string, payment_status: string, is: string): Promise<Case> {
  const booking = await signedBooking(world);
  const checkout = await openedCheckout(world, booking);
  const object = {
    ...{ object: "checkout.session", id: sessionFacts(checkout).sessionId, mode: "payment", status, payment_status },
    ...{ amount_total: checkout.amount, currency: "usd", payment_intent: "pi_page", setup_intent: null },
    ...{ url: null, customer: "cus_1", customer_details: null, customer_email: null, expires_at: 0 },
    metadata: { booking_id: booking.id, checkout_id: checkout.id },
  };
  const stateOf = () => orm().select().from(checkouts).where(eq(checkouts.id, checkout.id)).get()?.state;
  return { object, effect: () => [getBooking(orm(), booking.id).status, stateOf()], is: is.split(" ") };
}

/** A later charge whose card is being asked. */
async function card(status: string, last_payment_error: object | null, is: string): Promise<Case> {
  const booking = await hauled(world, 4740);
  await look(world, booking);
  await due(world, chargesOf(world, booking)[0]!);
  const attempt = orm().select().from(chargeAttempts).get()!;
  const metadata = { attempt_id: attempt.id };
  const object = { object: "payment_intent", id: "pi_1", status, currency: "usd", amount: 14_385, metadata };
  const effect = () => chargesOf(world, booking)[0]?.state;
  return { object: { ...object, last_payment_error }, effect, is };
}

/** A refund of ours that was approved, or one that somebody made in Stripe's dashboard. */
async function refund(status: string, isOurs: boolean, is: string[]): Promise<Case> {
  const { id } = await paidBooking(world);
  if (isOurs) await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), id, null, 4093));
  const mine = orm().select().from(refunds).get();
  const payment_intent = paymentOf(world, id).stripe_payment_intent_id;
  const metadata = mine ? { refund_key: mine.id } : {};
  const amount = mine?.amount ?? 5_000;
  const object = { object: "refund", id: "re_1", status, amount, payment_intent, failure_reason: null, metadata };
  const asked = () => openTasks(world).filter((kind) => kind.startsWith("refund"));
  const effect = () =>
    orm()
      .select()
      .from(refunds)
      .all()
      .flatMap((one) => [one.state, ...asked()]);
  return { object, effect, is };
}

/** A dispute that its first event has told of, or that this one tells of. */
async function dispute(status: string, moved: number[], is: object, known = true): Promise<Case> {
  const booking = known ? null : await paidBooking(world);
  const payment = paymentOf(world, booking?.id ?? (await disputed(world, { withdrawn: 0 })).booking_id);
  const facts = disputeFacts(payment);
  const object = {
    ...{ object: "dispute", id: facts.disputeId, status, amount: payment.amount, reason: "fraudulent" },
    ...{ payment_intent: payment.stripe_payment_intent_id, evidence_details: { due_by: facts.dueBy } },
    ...{ balance_transactions: moved.map((way) => ({ amount: way * payment.amount })), created: facts.created },
  };
  const effect = () =>
    orm()
      .select()
      .from(disputes)
      .all()
      .map(({ state, withdrawn, reinstated }) => ({ state, withdrawn, reinstated }));
  return { object, effect, is: [{ withdrawn: 0, reinstated: 0, state: "needs_response", ...is }] };
}

async function payout(status: string): Promise<Case> {
  const sum = { amount: 90_000, created: 1_796_000_000, arrival_date: 1_796_100_000 };
  const object = { object: "payout", id: "po_1", status, ...sum, failure_message: null, failure_code: null };
  const effect = () => orm().select({ state: stripePayouts.state }).from(stripePayouts).all();
  return { object, effect, is: [{ state: status }] };
}

async function keptCard(): Promise<Case> {
  const { checkout_id } = ((await page("open", "unpaid", "")).object as { metadata: { checkout_id: string } }).metadata;
  const last_setup_error = { code: "expired_card" };
  const object = { object: "setup_intent", id: "seti_1", metadata: { checkout_id }, last_setup_error };
  const said = () => orm().select().from(events).where(eq(events.action, "card_declined")).all();
  return { object, effect: () => said().map(({ data }) => data), is: [{ code: "expired_card" }] };
}

const PAID = 409_32;
const CASES: Record<string, () => Promise<Case>> = {
  "checkout.session.completed": () => page("complete", "paid", "paid_pending_scheduling complete"),
  "checkout.session.expired": () => page("expired", "unpaid", "pending_payment expired"),
  "checkout.session.async_payment_succeeded": () => page("complete", "paid", "paid_pending_scheduling complete"),
  "payment_intent.succeeded": () => card("succeeded", null, "succeeded"),
  "payment_intent.payment_failed": () => card("requires_payment_method", { code: "card_declined" }, "failed"),
  "setup_intent.setup_failed": keptCard,
  "refund.created": () => refund("pending", false, ["pending", "refund_elsewhere"]),
  "refund.updated": () => refund("succeeded", true, ["succeeded"]),
  "refund.failed": () => refund("failed", true, ["failed", "refund_failed"]),
  "charge.dispute.created": () => dispute("needs_response", [-1], { withdrawn: PAID }, false),
  "charge.dispute.updated": () => dispute("under_review", [], { state: "under_review" }),
  "charge.dispute.closed": () => dispute("lost", [-1], { state: "lost", withdrawn: PAID }),
  "charge.dispute.funds_withdrawn": () => dispute("needs_response", [-1], { withdrawn: PAID }),
  "charge.dispute.funds_reinstated": () => dispute("won", [-1, 1], { state: "won", withdrawn: PAID, reinstated: PAID }),
  "payout.created": () => payout("pending"),
  "payout.updated": () => payout("in_transit"),
  "payout.paid": () => payout("paid"),
  "payout.failed": () => payout("failed"),
  "payout.canceled": () => payout("canceled"),
};

it.each(Object.keys(CASES))("%s has its effect, and told twice none more", async (type) => {
  const { object, effect, is } = await CASES[type]!();
  expect(effect()).not.toEqual(is);
  expect(await hear(type, object)).toEqual([200, "applied"]);
  expect(effect()).toEqual(is);
  expect(await hear(type, object)).toEqual([200, "duplicate"]);
  expect(effect()).toEqual(is);
});

it("the README has its owner tick exactly these events in Stripe's dashboard", () => {
  const line = readFileSync("README.md", "utf8").split("/webhooks/stripe` with ")[1]?.split("\n")[0] ?? "";
  const listed = [...line.matchAll(/`([a-z_.]+)`/g)].map(([, type]) => type);
  expect(listed.sort()).toEqual(Object.keys(CASES).sort());
});
