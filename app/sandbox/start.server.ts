import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Config } from "~/config.server";
import type { Clock } from "~/domain/kernel/time.server";
import { sandboxPaths } from "~/sandbox-paths";
import type { Secrets } from "~/services/start/data-folder.server";
import { openInbox } from "./inbox.server";
import { openSandboxStore, type SandboxStore } from "./store.server";
import { createStripeSandbox, listenStripeSandbox } from "./stripe/stripe.server";
import { startTwilioSandbox } from "./twilio/twilio.server";
import { listenVoiceApi } from "./voice/api.server";
import { startVoiceSandbox } from "./voice/voice.server";

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

// Known to everyone: the stand-in answers on this machine only and moves no money.
const SANDBOX_SECRET_KEY = "sk_test_sandbox";

/**
 * The stand-ins for the services whose credentials are missing, on one store of their own (DATA_DIR/sandbox.sqlite).
 * `listening` tells them our port once it is known; webhooks are sent from then on. Money moves on the card company's
 * balance by the sandbox's clock: a day that was lived through by it is the same day there.
 */
export async function startSandbox(
  config: Config,
  secrets: Pick<Secrets, "sandboxWebhook">,
  businessName: string,
  clock: Clock,
) {
  const store = openSandboxStore(join(config.DATA_DIR, "sandbox.sqlite"));
  const stripe = config.sandbox.stripe
    ? await startStripe(config, secrets.sandboxWebhook, store, businessName, clock)
    : null;
  const inbox = openInbox(store);
  let port = config.PORT;
  const twilio = config.sandbox.sms
    ? await startTwilioSandbox({
        store,
        inbox,
        authToken: twilioToken(secrets),
        publicUrl: config.publicUrl,
        base: () => `http://127.0.0.1:${port}`,
      })
    : null;
  const voice = config.sandbox.voice
    ? startVoiceSandbox({
        ...voiceAccount(twilioToken(secrets), ""),
        number: OUR_NUMBER,
        publicUrl: config.publicUrl,
        base: () => `http://127.0.0.1:${port}`,
      })
    : null;
  const voiceApi =
    voice && (await listenVoiceApi({ ...voiceAccount(twilioToken(secrets), ""), urls: voice.urls }, voice.network));
  return {
    /** Every email and text that was sent; the mail adapter. */
    inbox,
    stripe,
    twilio,
    /** The account of calls, and the network that they go through. */
    voice: voice && { ...voiceAccount(twilioToken(secrets), voiceApi?.url ?? ""), network: voice },
    /** The port that is really listened on (PORT may be 0). */
    listening(actual: number): void {
      port = actual;
      stripe?.listening(actual);
      twilio?.start();
    },
    async close(): Promise<void> {
      await stripe?.close();
      await twilio?.close();
      voice?.close();
      await voiceApi?.close();
      store.close();
    },
  };
}

async function startStripe(
  config: Config,
  webhookSecret: string,
  store: SandboxStore,
  businessName: string,
  clock: Clock,
) {
  let port = config.PORT;
  const sandbox = createStripeSandbox({
    store,
    webhookSecret,
    secretKey: SANDBOX_SECRET_KEY,
    webhookUrl: () => `http://127.0.0.1:${port}/webhooks/stripe`,
    businessName,
    checkoutBase: () => `${config.publicUrl}${sandboxPaths.root}/checkout`,
    today: () => Math.floor(clock.now() / 1000),
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

const OUR_NUMBER = "+15005550006";

/** Known to everyone, but for the secrets: the stand-in answers on this machine only. */
function voiceAccount(authToken: string, apiBase: string) {
  return {
    accountSid: `AC${"0".repeat(31)}1`,
    authToken,
    apiKey: `SK${"0".repeat(31)}1`,
    apiSecret: createHash("sha256").update(`voice ${authToken}`).digest("hex"),
    appSid: `AP${"0".repeat(31)}1`,
    from: OUR_NUMBER,
    apiBase,
  };
}

/** Twilio signs its calls with the account's token. */
function twilioToken({ sandboxWebhook }: Pick<Secrets, "sandboxWebhook">): string {
  return createHash("sha256").update(`twilio ${sandboxWebhook}`).digest("hex").slice(0, 32);
}
