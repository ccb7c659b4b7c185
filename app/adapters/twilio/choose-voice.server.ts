import type { Config } from "~/config.server";
import { readPhone } from "~/domain/kernel/phone";
import type { VoicePort } from "~/domain/voice/ports";
import { createTwilioVoice, type TwilioVoice } from "./voice.server";

/** Twilio and its stand-in are asked by the same library, and browsers reach both by the same SDK. */
export function createVoice(config: Config, standIn: Omit<TwilioVoice, "publicUrl" | "edge"> | null): VoicePort {
  if (standIn) return createTwilioVoice({ ...standIn, publicUrl: config.publicUrl, edge: null });
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_API_KEY: apiKey,
    TWILIO_API_SECRET: apiSecret,
    TWILIO_TWIML_APP_SID: appSid,
    TWILIO_PHONE_NUMBER: number,
  } = config;
  if (!accountSid || !authToken || !apiKey || !apiSecret || !appSid || !number)
    throw new Error("no sandbox to fall back to");
  return createTwilioVoice({
    accountSid,
    authToken,
    apiKey,
    apiSecret,
    appSid,
    from: readPhone(number)?.e164 ?? number,
    apiBase: config.TWILIO_API_BASE,
    edge: config.TWILIO_EDGE ?? null,
    publicUrl: config.publicUrl,
  });
}
