import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SandboxStore } from "../store.server";
import { createCheckout } from "./checkout.server";
import type { World } from "./endpoints.server";
import { answerRequest, type Fault } from "./http.server";
import { openLedger } from "./ledger.server";
import { endDispute, listDisputes } from "./disputes.server";
import { enterPast, type PastCustomer } from "./past.server";
import { disputeByHand, listPayments, payOut, refundByHand } from "./dashboard.server";
import { readContent } from "./files.server";
import { createWebhookSender } from "./webhooks.server";

export type { Fault } from "./http.server";
export type { CheckoutView, PayInput, PayResult } from "./checkout-view";

export interface StripeSandboxOptions {
  store: SandboxStore;
  secretKey: string;
  webhookSecret: string;
  /** Where events are posted; asked for at each delivery, because the port is known only after the start. */
  webhookUrl: () => string;
  /** The hosted page's address without the session's id. */
  checkoutBase: () => string;
  /** Shown on the hosted page. */
  businessName?: string;
  /** Milliseconds until slow refunds end and disputes arrive. */
  settleAfter?: number;
  fault?: (method: string, path: string) => Fault | null;
  /** Seconds since 1970 by which money moves on the balance; the wall clock when it is not given. */
  today?: () => number;
}

export type StripeSandbox = ReturnType<typeof createStripeSandbox>;

/** A local Stripe, as far as this product uses it: the API (/v1/…), the hosted page's verbs, signed webhooks. */
export function createStripeSandbox(options: StripeSandboxOptions) {
  const { store } = options;
  const world: World = { ledger: openLedger(store, options.today), settleAfter: options.settleAfter ?? 3_000 };
  const sender = createWebhookSender({
    store,
    ledger: world.ledger,
    secret: options.webhookSecret,
    url: options.webhookUrl,
  });
  const afterWrite = () => sender.poke();
  const http = {
    store,
    world,
    secretKey: options.secretKey,
    checkoutBase: options.checkoutBase,
    fault: options.fault,
    afterWrite,
  };

  return {
    /** Speaks Stripe's API for paths that begin with /v1/. Never throws. */
    handle(req: IncomingMessage, res: ServerResponse): void {
      answerRequest(http, req, res).catch(() => res.destroy());
    },
    checkout: createCheckout({ store, world, businessName: options.businessName ?? "Roll-off Rentals", afterWrite }),
    /**
     * Ends a dispute as the bank would; an inquiry that is "lost" becomes a dispute. Nothing for one that has ended;
     * throws when there is none with that id.
     */
    async closeDispute(disputeId: string, outcome: "won" | "lost"): Promise<void> {
      await store.write(() => endDispute(world.ledger, disputeId, outcome));
      afterWrite();
    },
    /** Enters what was paid before this Stripe was there (the seeded bookings); how many payments are new. */
    enterPast: (past: readonly PastCustomer[]) => store.write(() => enterPast(world.ledger, past)),
    /** Stripe's dashboard, as a person uses it past our program. */
    dashboard: {
      payments: () => listPayments(world.ledger),
      /** Throws a `StripeRefusal` for more than is left. */
      async refund(charge: string, amount: number): Promise<void> {
        await store.write(() => refundByHand(world.ledger, charge, amount, world.settleAfter));
        afterWrite();
      },
      async dispute(charge: string): Promise<void> {
        await store.write(() => disputeByHand(world.ledger, charge));
        afterWrite();
      },
      /** False where nothing can be paid out yet. */
      async payOut(fails = false): Promise<boolean> {
        const made = await store.write(() => payOut(world.ledger, fails));
        afterWrite();
        return made !== null;
      },
    },
    /** Newest first, at most 50. */
    disputes: () => listDisputes(world.ledger),
    /** What was uploaded; null when there is no such file. */
    content: (fileId: string) => readContent(world.ledger, fileId),
    /** Starts the deliveries and the passing of time. */
    start: () => sender.start(),
    /** Ends them; the store may be closed afterwards. */
    stop: () => sender.stop(),
  };
}

/** Serves the sandbox's API on a free port of this machine only, for the SDK's apiBase. */
export async function listenStripeSandbox(
  sandbox: Pick<StripeSandbox, "handle">,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((req, res) => sandbox.handle(req, res));
  // Longer than any pause between two requests of the SDK's kept connections: no reset races.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
