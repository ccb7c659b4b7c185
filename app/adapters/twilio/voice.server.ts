import { checkVoice } from "./check-voice.server";
import type { CallAnswer, VoicePort, VoiceStep } from "~/domain/voice/ports";
import { VOICE_WEBHOOKS } from "~/domain/voice/ports";

export interface TwilioVoice {
  accountSid: string;
  authToken: string;
  apiKey: string;
  apiSecret: string;
  appSid: string;
  /** E.164. */
  from: string;
  apiBase?: string | undefined;
  edge: string | null;
  /** Our public address: the network's callbacks go there. */
  publicUrl: string;
}

const TIMEOUT_MS = 8_000;
/** What a voicemail can be at most: two minutes of telephone sound, with room to spare. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Calls through Twilio, by its own library: keys, TwiML, signatures, and the few questions we ask. */
export function createTwilioVoice(options: TwilioVoice): VoicePort {
  const { accountSid, authToken, apiKey, apiSecret, appSid, publicUrl } = options;
  let connected: ReturnType<typeof connect> | undefined;
  const client = () => (connected ??= connect(options));
  return {
    from: options.from,
    edge: options.edge,
    async makeToken(identity, seconds) {
      const { AccessToken } = (await load()).jwt;
      const token = new AccessToken(accountSid, apiKey, apiSecret, { identity, ttl: seconds });
      token.addGrant(new AccessToken.VoiceGrant({ outgoingApplicationSid: appSid, incomingAllow: true }));
      return token.toJwt();
    },
    async isSigned({ url, params, signature }) {
      return signature !== "" && (await load()).validateRequest(authToken, signature, url, params);
    },
    async write(steps) {
      const { VoiceResponse } = (await load()).twiml;
      const response = new VoiceResponse();
      for (const step of steps) writeStep(response, step, publicUrl);
      return response.toString();
    },
    async lead(sid, next) {
      try {
        await (await client()).calls(sid).update({ url: publicUrl + next, method: "POST" });
        return true;
      } catch (error) {
        // 21220: not in progress any more; 20404: nobody knows it.
        if ([21220, 20404].includes((error as { code?: number }).code ?? 0)) return false;
        throw error;
      }
    },
    async find(sid) {
      const { calls } = await client();
      try {
        const [own, rung] = await Promise.all([calls(sid).fetch(), calls.list({ parentCallSid: sid, limit: 50 })]);
        return [own, ...rung].map((call): CallAnswer => ({
          sid: call.sid,
          parentSid: call.sid === sid ? null : sid,
          party: call.to,
          status: call.status,
          seconds: call.duration === null ? null : Number(call.duration),
          endedAt: call.endTime ? new Date(call.endTime).getTime() : null,
        }));
      } catch (error) {
        if ((error as { status?: number }).status === 404) return [];
        throw error;
      }
    },
    async fetchRecording(sid) {
      const base = options.apiBase ?? "https://api.twilio.com";
      const response = await fetch(`${base}/2010-04-01/Accounts/${accountSid}/Recordings/${sid}.wav`, {
        headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new Error(`Twilio answered ${response.status} for a recording`);
      if (Number(response.headers.get("content-length")) > MOST_BYTES) throw new Error("a recording is too large");
      return {
        type: response.headers.get("content-type") ?? "audio/x-wav",
        body: Buffer.from(await response.arrayBuffer()),
      };
    },
    check: async () => checkVoice(await client(), accountSid, options),
    async deleteRecording(sid) {
      try {
        await (await client()).recordings(sid).remove();
      } catch (error) {
        if ((error as { status?: number }).status !== 404) throw error;
      }
    },
  };
}

// why: loading it is a fifth of a start, and many days have no call.
const load = async () => (await import("twilio")).default;
type Response = InstanceType<Awaited<ReturnType<typeof load>>["twiml"]["VoiceResponse"]>;

async function connect({ accountSid, authToken, apiBase }: TwilioVoice) {
  const twilio = await load();
  const client = twilio(accountSid, authToken, { httpClient: new twilio.RequestClient({ timeout: TIMEOUT_MS }) });
  if (apiBase) client.api.baseUrl = apiBase;
  return client;
}

const VOICE = "Polly.Joanna" as const;
const REPORTED = ["initiated", "ringing", "answered", "completed"] as const;

function writeStep(response: Response, step: VoiceStep, publicUrl: string): void {
  const at = (path: string) => publicUrl + path;
  switch (step.do) {
    case "say":
      response.say({ voice: VOICE }, step.words);
      return;
    case "dial": {
      const dial = response.dial({
        answerOnBridge: true,
        timeout: step.seconds,
        action: at(step.next),
        ...(step.callerId ? { callerId: step.callerId } : {}),
      });
      const reports = { statusCallback: at(VOICE_WEBHOOKS.status), statusCallbackEvent: [...REPORTED] };
      if ("number" in step.to) {
        dial.number(reports, step.to.number);
        return;
      }
      for (const name of step.to.clients) {
        const browser = dial.client(reports);
        browser.identity(name);
        for (const [key, value] of Object.entries(step.to.parameters)) browser.parameter({ name: key, value });
      }
      return;
    }
    case "ask":
      response
        .gather({ input: ["dtmf"], numDigits: 1, timeout: step.seconds, action: at(step.next) })
        .say({ voice: VOICE }, step.words);
      return;
    case "record":
      response.record({ maxLength: step.seconds, playBeep: true, trim: "trim-silence", action: at(step.next) });
      return;
    case "redirect":
      response.redirect(at(step.next));
      return;
    case "hangup":
      response.hangup();
      return;
    case "reject":
      response.reject({ reason: step.reason });
  }
}
