import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { createStripeAdapter } from "~/adapters/stripe/stripe.server";
import type { CheckoutRequest } from "~/domain/payments/ports";
import { openSandboxStore } from "~/sandbox/store.server";
import type { PayInput } from "~/sandbox/stripe/checkout-view";
import type { Fault } from "~/sandbox/stripe/http.server";
import { createStripeSandbox, listenStripeSandbox } from "~/sandbox/stripe/stripe.server";

export const WEBHOOK_SECRET = "whsec_test";

export interface Received {
  at: number;
  body: string;
  signature: string;
}

/** A whole Stripe in a folder of its own, with a receiver for its webhooks and the adapter that talks to it. */
export async function startStripe(options: { settleAfter?: number; file?: string; today?: () => number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "stripe-"));
  const file = options.file ?? join(folder, "sandbox.sqlite");
  const received: Received[] = [];
  const control: { answer: number; fault: Fault | null } = { answer: 200, fault: null };
  const receiver = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        received.push({
          at: Date.now(),
          body: Buffer.concat(chunks).toString(),
          signature: String(req.headers["stripe-signature"]),
        });
        res.writeHead(control.answer).end();
      });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const store = openSandboxStore(file);
  const webhookUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks/stripe`;
  const secretKey = "sk_test_suite";
  const sandbox = createStripeSandbox({
    store,
    secretKey,
    webhookSecret: WEBHOOK_SECRET,
    settleAfter: options.settleAfter ?? 5,
    ...(options.today && { today: options.today }),
    fault: () => control.fault,
    webhookUrl,
    checkoutBase: () => "http://localhost:3000/sandbox/checkout/",
  });
  const api = await listenStripeSandbox(sandbox);
  sandbox.start();
  const adapter = createStripeAdapter({ secretKey, webhookSecret: WEBHOOK_SECRET, apiBase: api.url });
  const sdk = new Stripe(secretKey, {
    host: "127.0.0.1",
    port: Number(new URL(api.url).port),
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
  return {
    apiUrl: api.url,
    webhookUrl,
    sdk,
    file,
    store,
    sandbox,
    adapter,
    received,
    control,
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    async close() {
      await api.close();
      await sandbox.stop();
      store.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let counter = 0;

export function checkoutRequest(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const n = ++counter;
  return {
    idempotencyKey: `key-${n}`,
    amount: 59_832,
    lines: [{ name: "20 yard dumpster", description: "14 days", amount: 59_832, quantity: 1 }],
    bookingId: `bkg_${n}`,
    bookingNumber: "DMP-2026-000123",
    checkoutId: `chk_${n}`,
    customerEmail: "ada@example.com",
    expiresAt: Math.floor(Date.now() / 1000) + 40 * 60,
    successUrl: "http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://localhost:3000/book/payment?draft=1",
    submitNote: "Your dumpster is held until 3:42 pm.",
    ...change,
  };
}

export function card(cardNumber: string): PayInput {
  return {
    email: "ada@example.com",
    cardNumber,
    expiry: "12 / 40",
    cvc: cardNumber.startsWith("37") ? "1234" : "123",
    name: "Ada",
  };
}

export async function until(condition: () => boolean, what: string, deadline = 3_000): Promise<void> {
  const end = Date.now() + deadline;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
