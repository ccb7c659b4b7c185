import { createCookieJar } from "~/http/access/cookies.server";
import type { DisputeFacts } from "~/domain/payments/money-port";
import type { CardChargeFacts, CheckoutRequest, SessionFacts, StripePort } from "~/domain/payments/ports";
import { createPhotosAdapter } from "~/adapters/pictures/photos.server";
import { createPicturesAdapter } from "~/adapters/pictures/pictures.server";
import type { Services } from "~/services.server";
import type { TestWorld } from "./domain";
import { fakeVoice } from "./voice";
import { fakeSms } from "./sms";
import { FACTOR_KEY } from "./factor";

/** A card company of our own: sessions in memory, and a switch for the day on which it cannot be reached. */
export interface FakeStripe extends StripePort {
  sessions: Map<string, SessionFacts>;
  /** Cards that were taken away. */
  detached: string[];
  down: boolean;
  /** Every charge of a kept card that was asked for, by its idempotency key, with what became of it. */
  cardCharges: Map<string, CardChargeFacts>;
  /** What the next ones come to; null: paid. */
  refuses: Pick<CardChargeFacts, "status" | "declineCode" | "message"> | null;
  /** It takes the next charge, and its answer is lost. */
  losesAnswer: boolean;
}

export function fakeStripe(): FakeStripe {
  const sessions = new Map<string, SessionFacts>();
  const unreachable = { ok: false as const, code: "unreachable" as const, message: "down" };
  // why: its ids are of letters and digits, ours are not.
  const idOf = (request: CheckoutRequest) => `cs_test_${request.checkoutId.slice(4).replace(/[-_]/g, "x")}`;
  const find = (id: string) => {
    const session = sessions.get(id);
    if (fake.down) return unreachable;
    return session
      ? { ok: true as const, value: session }
      : { ok: false as const, code: "not_found" as const, message: "none" };
  };
  const fake: FakeStripe = {
    sessions,
    down: false,
    cardCharges: new Map(),
    refuses: null,
    losesAnswer: false,
    async chargeCard(request) {
      if (fake.down) return unreachable;
      const known = fake.cardCharges.get(request.idempotencyKey);
      const made: CardChargeFacts = known ?? {
        intentId: `pi_${request.attemptId}`,
        amount: request.amount,
        currency: "usd",
        attemptId: request.attemptId,
        ...(fake.refuses ?? { status: "succeeded", declineCode: null, message: null }),
      };
      fake.cardCharges.set(request.idempotencyKey, made);
      if (fake.losesAnswer) {
        fake.losesAnswer = false;
        return unreachable;
      }
      return { ok: true, value: made };
    },
    async findCardCharge({ attemptId }) {
      const made = [...fake.cardCharges.values()].find((one) => one.attemptId === attemptId);
      return fake.down ? unreachable : { ok: true, value: made ?? null };
    },
    async getCardCharge(intentId) {
      const made = [...fake.cardCharges.values()].find((one) => one.intentId === intentId);
      if (fake.down || !made) return unreachable;
      return { ok: true, value: made };
    },
    async createCheckout(request) {
      if (fake.down) return unreachable;
      const made: SessionFacts = sessions.get(idOf(request)) ?? {
        sessionId: idOf(request),
        url: `https://pay.example/${idOf(request)}`,
        status: "open",
        paymentStatus: "unpaid",
        mode: request.amount === 0 ? "setup" : "payment",
        amountTotal: request.amount,
        currency: "usd",
        bookingId: request.bookingId,
        checkoutId: request.checkoutId,
        paymentIntentId: null,
        setupIntentId: null,
        stripeCustomerId: null,
        customerEmail: null,
        expiresAt: request.expiresAt,
      };
      sessions.set(made.sessionId, made);
      return { ok: true, value: made };
    },
    getSession: async (id) => find(id),
    async expireSession(id) {
      const found = find(id);
      if (found.ok && found.value.status === "open") sessions.set(id, { ...found.value, status: "expired" });
      return find(id);
    },
    getCard: async () => ({
      ok: true,
      value: { stripeCustomerId: null, paymentMethodId: "pm_1", brand: "visa", last4: "4242", chargeId: null },
    }),
    detached: [],
    async detachCard(paymentMethodId) {
      if (fake.down) return unreachable;
      fake.detached.push(paymentMethodId);
      return { ok: true, value: null };
    },
    findRefund: async () => (fake.down ? unreachable : { ok: true, value: null }),
    refund: async ({ amount }) =>
      fake.down
        ? unreachable
        : {
            ok: true,
            value: { refundId: "re_1", status: "succeeded", amount, paymentIntentId: null, failureReason: null },
          },
    getRefund: async () => unreachable,
    listMoneyEvents: async () => (fake.down ? unreachable : { ok: true, value: [] }),
    getDispute: async () => unreachable,
    findDisputes: async () => ({ ok: true, value: [] }),
    answerDispute: async ({ disputeId }) => {
      if (fake.down) return unreachable;
      const facts: DisputeFacts = {
        disputeId,
        state: "under_review",
        amount: 100,
        reason: "fraudulent",
        paymentIntentId: null,
        dueBy: null,
        withdrawn: 0,
        reinstated: 0,
        created: 0,
      };
      return { ok: true, value: { facts, fileId: "file_1" } };
    },
    acceptDispute: async () => unreachable,
    listTransactions: async () => (fake.down ? unreachable : { ok: true, value: [] }),
    readBalance: async () => (fake.down ? unreachable : { ok: true, value: 0 }),
    listSessionEvents: async () => (fake.down ? unreachable : { ok: true, value: [] }),
    readWebhook: () => null,
  };
  return fake;
}

export function fakeServices(world: TestWorld, stripe: FakeStripe = fakeStripe()): Services {
  const silent = () => undefined;
  return {
    ...world,
    // In the sandbox: an admin needs no second factor.
    config: { ...world.config, RATE_LIMITS: "on", sandbox: { ...world.config.sandbox, any: true } },
    stripe,
    cookies: createCookieJar("x".repeat(40), false),
    log: { error: silent, warn: silent, info: silent },
    sandbox: null,
    close: async () => world.close(),
    secrets: { session: "x".repeat(40), factors: FACTOR_KEY },
    mail: { send: async () => undefined },
    sms: {
      ...fakeSms(),
      send: async ({ messageId }: { messageId: string }) => ({ ok: true, providerId: `SM${messageId}` }),
    },
    voice: fakeVoice(),
    pdf: {},
    files: {},
    pictures: createPicturesAdapter(),
    photos: createPhotosAdapter(),
  } as unknown as Services;
}

function isWrapped(
  answer: unknown,
): answer is { data: unknown; init: { status?: number; headers?: HeadersInit } | null } {
  return (answer as { type?: string } | null)?.type === "DataWithResponseInit";
}

type Handler = (args: never) => unknown;
export interface Answer {
  status: number;
  /** The address without the host; null when it did not redirect. */
  location: string | null;
  /** What a loader or action gives to its page. */
  data: unknown;
}

/** A browser without pages: it keeps cookies and calls the routes' own loaders and actions. */
export class Visitor {
  /** Whether the last redirect was one that a browser follows by loading a document, with scripts as without. */
  loadsDocument = false;
  readonly cookies = new Map<string, string>();
  address = "198.51.100.7";

  constructor(services: Services) {
    (globalThis as Record<symbol, unknown>)[Symbol.for("roll-off.services")] = Promise.resolve(services);
  }

  get(loader: Handler, address: string, params: Record<string, string> = {}): Promise<Answer> {
    return this.call(loader, new Request(`http://localhost:3000${address}`, { headers: this.headers() }), params);
  }

  post(
    action: Handler,
    address: string,
    fields: Record<string, string | string[]>,
    params: Record<string, string> = {},
  ): Promise<Answer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) body.append(name, one);
    return this.call(
      action,
      new Request(`http://localhost:3000${address}`, { method: "POST", headers: this.headers(), body }),
      params,
    );
  }

  private headers(): Record<string, string> {
    return { Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "), "User-Agent": "vitest" };
  }

  private async call(handler: Handler, request: Request, params: Record<string, string>): Promise<Answer> {
    const answer = await (handler as (args: unknown) => Promise<unknown>)({
      request,
      params,
      context: this.context(),
    }).catch((thrown: unknown) => {
      if (thrown instanceof Response || isWrapped(thrown)) return thrown;
      throw thrown;
    });
    if (answer instanceof Response) {
      for (const cookie of answer.headers.getSetCookie()) this.keep(cookie);
      this.loadsDocument = answer.headers.get("X-Remix-Reload-Document") === "true";
      return { status: answer.status, location: answer.headers.get("Location"), data: null };
    }
    if (isWrapped(answer)) for (const cookie of new Headers(answer.init?.headers).getSetCookie()) this.keep(cookie);
    return isWrapped(answer)
      ? { status: answer.init?.status ?? 200, location: null, data: answer.data }
      : { status: 200, location: null, data: answer };
  }

  /** A server function's answer, with this browser's cookies. */
  async json(
    action: Handler,
    body: unknown,
    local = false,
    params: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
    const request = new Request("http://localhost:3000/functions/v1/x", {
      method: "POST",
      headers: { ...this.headers(), "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await (action as (args: unknown) => Promise<unknown>)({
      request,
      params,
      context: { ...this.context(), local },
    })) as Response;
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
  }

  /** What the front would hand on with this visitor's requests. */
  context() {
    return { requestId: "test", nonce: "", clientAddress: this.address, local: false, onClose: () => undefined };
  }

  private keep(cookie: string): void {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    if (/Max-Age=0(;|$)/.test(cookie)) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
