import { identityOf } from "~/domain/voice/identity";
import type { Id } from "~/domain/kernel/ids.server";
import { listenVoiceApi } from "~/sandbox/voice/api.server";
import { openVoiceNetwork } from "~/sandbox/voice/network.server";
import type { Party } from "~/sandbox/voice/parties.server";
import { freePort } from "./ports";

/** As in a real company: the network is a program of its own, and goes on when ours is started anew. */
export const NETWORK_ACCOUNT = {
  accountSid: `AC${"4".repeat(32)}`,
  authToken: "a network of its own",
  apiKey: `SK${"4".repeat(32)}`,
  apiSecret: "a secret of the network, long enough to sign with",
  appSid: `AP${"4".repeat(32)}`,
  from: "+14075550142",
};

/** Somebody on the telephone who does what a test says. */
export const person = (name: string): Party => ({
  name,
  sound: { listener: null, hear: () => undefined },
  onAnswer: () => undefined,
  onEnd: () => undefined,
  ring: () => undefined,
  answered: () => undefined,
  end: () => undefined,
});

/** The network, and the environment of a server that is its customer; `browser` answers in the place of an agent's. */
export async function startNetwork(agent: () => string, browser: Party) {
  const port = await freePort();
  const at = `http://localhost:${port}`;
  const urls = Object.fromEntries(
    ["outgoing", "incoming", "status"].map((name) => [name, `${at}/webhooks/twilio/voice/${name}`]),
  ) as Record<"outgoing" | "incoming" | "status", string>;
  const network = openVoiceNetwork({
    ...NETWORK_ACCOUNT,
    number: NETWORK_ACCOUNT.from,
    letterMs: 0,
    base: () => at,
    urls,
    reach: (to) => ("client" in to && to.client === identityOf(agent() as Id<"account">) ? [browser] : []),
  });
  const api = await listenVoiceApi({ ...NETWORK_ACCOUNT, urls }, network);
  const env = {
    TWILIO_ACCOUNT_SID: NETWORK_ACCOUNT.accountSid,
    TWILIO_AUTH_TOKEN: NETWORK_ACCOUNT.authToken,
    TWILIO_PHONE_NUMBER: NETWORK_ACCOUNT.from,
    TWILIO_API_KEY: NETWORK_ACCOUNT.apiKey,
    TWILIO_API_SECRET: NETWORK_ACCOUNT.apiSecret,
    TWILIO_TWIML_APP_SID: NETWORK_ACCOUNT.appSid,
    TWILIO_API_BASE: api.url,
  };
  return { network, port, at, env, close: api.close };
}
