import type { Twilio } from "twilio";
import { VOICE_WEBHOOKS, type VoiceCheck } from "~/domain/voice/ports";

export interface Checked {
  apiKey: string;
  appSid: string;
  from: string;
  publicUrl: string;
}

/** Asks the network what it knows of our account, key, number and program. Each question that fails is an answer too. */
export async function checkVoice(client: Twilio, accountSid: string, wanted: Checked): Promise<VoiceCheck[]> {
  const { apiKey, appSid, from, publicUrl } = wanted;
  const at = (path: string) => publicUrl + path;
  const parts = await Promise.all([
    asked("The account", async () => {
      const { status } = await client.api.v2010.accounts(accountSid).fetch();
      return [{ what: "The account", state: status === "active" ? "good" : "missing", words: `It is ${status}.` }];
    }),
    asked("The API key", async () => {
      const { friendlyName } = await client.keys(apiKey).fetch();
      return [{ what: "The API key", state: "good", words: friendlyName || apiKey }];
    }),
    asked(`The number ${from}`, async () => {
      const what = `The number ${from}`;
      const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: from, limit: 1 });
      if (!number) return [{ what, state: "missing", words: "This account does not have it." }];
      const { voiceUrl, voiceMethod, statusCallback, statusCallbackMethod, capabilities } = number;
      return [
        capabilities.voice
          ? { what, state: "good", words: "It takes calls." }
          : { what, state: "missing", words: "It takes no calls: buy one that does." },
        checkAddress("A call comes in", { url: voiceUrl, method: voiceMethod }, at(VOICE_WEBHOOKS.incoming)),
        checkAddress(
          "Call status changes",
          { url: statusCallback, method: statusCallbackMethod },
          at(VOICE_WEBHOOKS.status),
        ),
      ];
    }),
    asked("The TwiML app", async () => {
      const { voiceUrl, voiceMethod, statusCallback, statusCallbackMethod } = await client.applications(appSid).fetch();
      return [
        checkAddress(
          "The TwiML app: voice request",
          { url: voiceUrl, method: voiceMethod },
          at(VOICE_WEBHOOKS.outgoing),
        ),
        checkAddress(
          "The TwiML app: status callback",
          { url: statusCallback, method: statusCallbackMethod },
          at(VOICE_WEBHOOKS.status),
        ),
      ];
    }),
  ]);
  return parts.flat();
}

async function asked(what: string, ask: () => Promise<VoiceCheck[]>): Promise<VoiceCheck[]> {
  try {
    return await ask();
  } catch (error) {
    const { status, message } = error as { status?: number; message?: string };
    if (status === 401 || status === 403)
      return [
        {
          what,
          state: "missing",
          words: "The network refuses our credentials (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN).",
        },
      ];
    if (status === 404)
      return [{ what, state: "missing", words: "The network does not know it: look at the variable again." }];
    return [{ what, state: "unknown", words: `The network could not be asked: ${message ?? "no answer"}.` }];
  }
}

/** An address that the network has for us, beside the one that it needs. */
interface SetAddress {
  url: string | null | undefined;
  method: string | null | undefined;
}

/** Whether the network asks us at the right address, by POST. */
export function checkAddress(what: string, found: SetAddress, wanted: string): VoiceCheck {
  if (!found.url) return { what, state: "missing", words: `Nothing is set. Set it to ${wanted} (HTTP POST).` };
  if (found.url !== wanted)
    return { what, state: "missing", words: `It is ${found.url}. Set it to ${wanted} (HTTP POST).` };
  if ((found.method ?? "POST").toUpperCase() !== "POST")
    return { what, state: "missing", words: "The address is right, but it is asked by GET. Choose HTTP POST." };
  return { what, state: "good", words: wanted };
}
