import type { RequestName } from "./check.server";
import { createPaymentIntent } from "./charging.server";
import { MONEY_ENDPOINTS } from "./money-endpoints.server";
import { missing, StripeRefusal } from "./errors";
import { expandAnswer, lineItemList } from "./expand.server";
import { listEvents, listObjects } from "./lists.server";
import { toMetadata } from "./metadata";
import { newCustomer } from "./objects.server";
import type { StripeRequests } from "./params";
import { createRefund } from "./refunds.server";
import { createSession, expireSession } from "./sessions.server";
import type { Answer, Endpoint, World } from "./world";

export type { Answer, World } from "./world";

/** What each request does. The returned object is the answer; a Declinable carries its own status. */
const ENDPOINTS: { [N in RequestName]: Endpoint<N> } = {
  "POST /v1/customers": ({ ledger }, params) => {
    const customer = ledger.add(
      newCustomer({
        email: params.email ?? null,
        name: params.name || null,
        phone: params.phone ?? null,
        description: params.description ?? null,
        metadata: toMetadata(params.metadata),
      }),
    );
    ledger.emit("customer.created", customer);
    return customer;
  },
  "POST /v1/customers/:id": ({ ledger }, params, id) => {
    const before = ledger.get("customer", id);
    const customer = ledger.save({
      ...before,
      email: params.email ?? before.email,
      name: params.name || (before.name ?? null),
      phone: params.phone ?? before.phone ?? null,
      description: params.description ?? before.description,
      metadata:
        params.metadata === undefined ? before.metadata : { ...before.metadata, ...toMetadata(params.metadata) },
    });
    ledger.emit("customer.updated", customer);
    return customer;
  },
  "GET /v1/customers/:id": ({ ledger }, _, id) => ledger.get("customer", id),
  "GET /v1/customers/:id/payment_methods": ({ ledger }, params, id) =>
    listObjects(ledger, "payment_method", `/v1/customers/${id}/payment_methods`, params, {
      customer: ledger.get("customer", id).id,
    }),
  "POST /v1/checkout/sessions": ({ ledger }, params) => createSession(ledger, params),
  "GET /v1/checkout/sessions": ({ ledger }, params) =>
    listObjects(ledger, "checkout.session", "/v1/checkout/sessions", params, {
      customer: params.customer,
      payment_intent: params.payment_intent,
      status: params.status,
    }),
  "GET /v1/checkout/sessions/:id": ({ ledger }, _, id) => ledger.get("checkout.session", id),
  "GET /v1/checkout/sessions/:id/line_items": ({ ledger }, _, id) =>
    lineItemList(ledger, ledger.get("checkout.session", id).id),
  "POST /v1/checkout/sessions/:id/expire": ({ ledger }, _, id) => expireSession(ledger, id),
  "POST /v1/payment_intents": ({ ledger, settleAfter }, params) =>
    new Declinable(createPaymentIntent(ledger, params, settleAfter)),
  "GET /v1/payment_intents": ({ ledger }, params) =>
    listObjects(ledger, "payment_intent", "/v1/payment_intents", params, { customer: params.customer }),
  "GET /v1/payment_intents/:id": ({ ledger }, _, id) => ledger.get("payment_intent", id),
  "GET /v1/setup_intents/:id": ({ ledger }, _, id) => ledger.get("setup_intent", id),
  "GET /v1/payment_methods/:id": ({ ledger }, _, id) => ledger.get("payment_method", id),
  "GET /v1/charges": ({ ledger }, params) =>
    listObjects(ledger, "charge", "/v1/charges", params, {
      customer: params.customer,
      payment_intent: params.payment_intent,
    }),
  "GET /v1/charges/:id": ({ ledger }, _, id) => ledger.get("charge", id),
  "POST /v1/refunds": ({ ledger, settleAfter }, params) => createRefund(ledger, params, settleAfter),
  "GET /v1/refunds": ({ ledger }, params) =>
    listObjects(ledger, "refund", "/v1/refunds", params, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  "GET /v1/refunds/:id": ({ ledger }, _, id) => ledger.get("refund", id),
  "GET /v1/disputes": ({ ledger }, params) =>
    listObjects(ledger, "dispute", "/v1/disputes", params, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  "GET /v1/disputes/:id": ({ ledger }, _, id) => ledger.get("dispute", id),
  ...MONEY_ENDPOINTS,
  "GET /v1/events": ({ ledger }, params) => listEvents(ledger, params),
  "GET /v1/events/:id": ({ ledger }, _, id) => {
    const row = ledger.prepare("SELECT body FROM stripe_events WHERE id = ?").get(id) as { body: string } | undefined;
    if (!row) throw missing("event", id);
    return JSON.parse(row.body) as unknown;
  },
};

class Declinable {
  constructor(readonly answer: Answer) {}
}

const PATTERNS = (Object.keys(ENDPOINTS) as RequestName[]).map((name) => {
  const [method, path = ""] = name.split(" ");
  return { name, method, shape: new RegExp(`^${path.replace(":id", "([A-Za-z0-9_]+)")}$`) };
});

export interface Route {
  name: RequestName;
  id: string;
}

/** The endpoint of an address, or the 404 that Stripe gives. */
export function findRoute(method: string, path: string): Route {
  for (const { name, method: wanted, shape } of PATTERNS) {
    const match = method === wanted ? shape.exec(path) : null;
    if (match) return { name, id: match[1] ?? "" };
  }
  throw new StripeRefusal(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). The sandbox knows only what this product uses.`,
  });
}

/** Acts on checked parameters and expands what was asked for. Throws StripeRefusal. */
export function callEndpoint<N extends RequestName>(
  world: World,
  name: N,
  id: string,
  params: StripeRequests[N],
): Answer {
  const result = ENDPOINTS[name](world, params, id);
  const answer = result instanceof Declinable ? result.answer : { status: 200, body: result };
  return answer.status === 200 ? { status: 200, body: expandAnswer(world.ledger, answer.body, params.expand) } : answer;
}
