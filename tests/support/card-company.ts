import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { openSandboxStore } from "~/sandbox/store.server";
import type { PayInput } from "~/sandbox/stripe/checkout-view";
import { createStripeSandbox, type Fault } from "~/sandbox/stripe/stripe.server";
import { signature } from "~/sandbox/stripe/webhooks.server";
import { freePort } from "./ports";

const SECRET_KEY = "sk_test_faults";
const WEBHOOK_SECRET = "whsec_faults";

export interface StoredEvent {
  id: string;
  type: string;
  body: string;
}

/**
 * A Stripe of the test's own, outside the server under test: it can be down, slow, broken or silent, and the test may
 * deliver its events itself. The product reaches it as it reaches Stripe: by STRIPE_API_BASE and signed webhooks.
 */
export async function startCardCompany(options: { webhookUrl: string; delivers?: boolean; settleAfter?: number }) {
  const folder = mkdtempSync(join(tmpdir(), "card-company-"));
  const store = openSandboxStore(join(folder, "stripe.sqlite"));
  const control: { fault: ((method: string, path: string) => Fault | null) | null } = { fault: null };
  const sandbox = createStripeSandbox({
    store,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    settleAfter: options.settleAfter ?? 200,
    webhookUrl: () => options.webhookUrl,
    checkoutBase: () => "http://localhost:9/checkout",
    fault: (method, path) => control.fault?.(method, path) ?? null,
  });
  const port = await freePort();
  let server: Server | null = null;
  const sdk = new Stripe(SECRET_KEY, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });

  async function up(): Promise<void> {
    if (server) return;
    server = createServer((req, res) => sandbox.handle(req, res));
    await new Promise<void>((resolve, reject) => server?.once("error", reject).listen(port, "127.0.0.1", resolve));
  }
  async function down(): Promise<void> {
    const ending = server;
    server = null;
    ending?.closeAllConnections();
    await new Promise<void>((resolve) => (ending ? ending.close(() => resolve()) : resolve()));
  }
  await up();
  if (options.delivers !== false) sandbox.start();

  return {
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    sdk,
    /** Nobody listens on its port. */
    down,
    up,
    /** What happens to each request from now on; null ends it. */
    fail(fault: ((method: string, path: string) => Fault | null) | null): void {
      control.fault = fault;
    },
    /** The customer pays on the hosted page. Throws when the card is not taken. */
    async pay(sessionId: string, input: PayInput = {}): Promise<string> {
      const result = await sandbox.checkout.pay(sessionId, {
        email: "payer@example.com",
        cardNumber: "4242424242424242",
        expiry: "12 / 40",
        cvc: "123",
        ...input,
      });
      if (!result.ok) throw new Error(`not paid: ${JSON.stringify(result)}`);
      return result.redirectTo;
    },
    /** The customer's bank takes a payment back, and decides. */
    bank: { dispute: (charge: string) => sandbox.dashboard.dispute(charge), close: sandbox.closeDispute },
    /** Starts and stops sending webhooks. */
    deliver: () => sandbox.start(),
    silence: () => sandbox.stop(),
    /** Everything that happened, oldest first; those it would send to the webhook. */
    events: () =>
      store.sqlite
        .prepare("SELECT id, type, body FROM stripe_events WHERE wanted = 1 ORDER BY seq")
        .all() as StoredEvent[],
    objects: <T>(kind: string) =>
      (
        store.sqlite
          .prepare("SELECT body FROM stripe_objects WHERE kind = ? ORDER BY seq")
          .pluck()
          .all(kind) as string[]
      ).map((body) => JSON.parse(body) as T),
    async close(): Promise<void> {
      await down();
      await sandbox.stop();
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type CardCompany = Awaited<ReturnType<typeof startCardCompany>>;

/** Posts an event to the webhook as Stripe does; `at` in unix seconds and `secret` make stale and forged ones. */
export async function postEvent(
  server: string,
  body: string,
  given: { secret?: string; at?: number; header?: string | null } = {},
): Promise<{ status: number; result: string }> {
  const header = given.header === undefined ? signature(body, given.secret ?? WEBHOOK_SECRET, given.at) : given.header;
  const response = await fetch(`${server}/webhooks/stripe`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", ...(header === null ? {} : { "Stripe-Signature": header }) },
  });
  const answer = (await response.json().catch(() => ({}))) as { result?: string; error?: { code: string } };
  return { status: response.status, result: answer.result ?? answer.error?.code ?? "" };
}
