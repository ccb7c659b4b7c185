import { join } from "node:path";
import type { Config } from "~/config.server";
import { paths } from "~/paths";
import type { Secrets } from "~/services/start/data-folder.server";
import { openInbox } from "./inbox.server";
import { openSandboxStore, type SandboxStore } from "./store.server";
import { createStripeSandbox, listenStripeSandbox } from "./stripe/stripe.server";

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

// Known to everyone: the stand-in answers on this machine only and moves no money.
const SANDBOX_SECRET_KEY = "sk_test_sandbox";

/**
 * The stand-ins for the services whose credentials are missing, on one store of their own (DATA_DIR/sandbox.sqlite).
 * `listening` tells them our port once it is known; webhooks are sent from then on.
 */
export async function startSandbox(config: Config, secrets: Pick<Secrets, "sandboxWebhook">, businessName: string) {
  const store = openSandboxStore(join(config.DATA_DIR, "sandbox.sqlite"));
  const stripe = config.sandbox.stripe ? await startStripe(config, secrets.sandboxWebhook, store, businessName) : null;
  return {
    /** Every email and SMS that was sent; the adapters of those services. */
    inbox: openInbox(store),
    stripe,
    /** The port that is really listened on (PORT may be 0). */
    listening(port: number): void {
      stripe?.listening(port);
    },
    async close(): Promise<void> {
      await stripe?.close();
      store.close();
    },
  };
}

async function startStripe(config: Config, webhookSecret: string, store: SandboxStore, businessName: string) {
  let port = config.PORT;
  const sandbox = createStripeSandbox({
    store,
    webhookSecret,
    secretKey: SANDBOX_SECRET_KEY,
    webhookUrl: () => `http://127.0.0.1:${port}/webhooks/stripe`,
    businessName,
    checkoutBase: () => `${config.publicUrl}${paths.sandbox.root}/checkout`,
  });
  const api = await listenStripeSandbox(sandbox);
  return {
    ...sandbox,
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret,
    apiUrl: api.url,
    listening(actual: number): void {
      port = actual;
      sandbox.start();
    },
    async close(): Promise<void> {
      await sandbox.stop();
      await api.close();
    },
  };
}
